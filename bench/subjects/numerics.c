/* Typical numerical code, for questions with functions of libm: distances on the globe, roots of equations, a controller,
 * polar form, interest, decibels, a triangle's angles. */
#include <math.h>

static const double Pi = 3.14159265358979323846;

/* Great-circle distance in kilometres (haversine). */
static double distanceOnGlobe(double latitude1, double longitude1, double latitude2, double longitude2) {
  const double radians = Pi / 180;
  const double a = sin((latitude2 - latitude1) * radians / 2), b = sin((longitude2 - longitude1) * radians / 2);
  const double h = a * a + cos(latitude1 * radians) * cos(latitude2 * radians) * b * b;
  return 2 * 6371 * asin(sqrt(h));
}

enum Trip { NoPlace, SamePlace, Walk, Drive, Flight, Antipodes };

enum Trip tripOf(double latitude1, double longitude1, double latitude2, double longitude2) {
  if (!(fabs(latitude1) <= 90 && fabs(latitude2) <= 90 && fabs(longitude1) <= 180 && fabs(longitude2) <= 180))
    return NoPlace;
  const double distance = distanceOnGlobe(latitude1, longitude1, latitude2, longitude2);
  if (distance < 0.01)
    return SamePlace;
  if (distance < 10)
    return Walk;
  if (distance < 1000)
    return Drive;
  return distance < 19900 ? Flight : Antipodes;
}

/* Roots of a x^2 + b x + c: how many, and whether the larger one lies in a narrow window. */
int rootsInWindow(double a, double b, double c) {
  if (a == 0)
    return b == 0 ? -1 : fabs(-c / b - 2) < 0.5;
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0)
    return 0;
  const double q = -0.5 * (b + copysign(sqrt(discriminant), b));
  const double first = q / a, second = q != 0 ? c / q : first;
  const double larger = fmax(first, second);
  if (larger > 7 && larger < 7.25)
    return discriminant == 0 ? 4 : 3;
  return discriminant == 0 ? 1 : 2;
}

/* A PID controller for three steps, with a saturated output. */
int controllerSettles(double target, double gain, double integral, double derivative) {
  if (!(gain > 0 && gain < 10 && integral >= 0 && integral < 1 && derivative >= 0 && derivative < 1 && fabs(target) < 100))
    return -1;
  double value = 0, sum = 0, before = target;
  for (int step = 0; step < 3; ++step) {
    const double error = target - value;
    sum += error;
    const double output = gain * error + integral * sum + derivative * (error - before);
    before = error;
    value += 10 * tanh(output / 10);
  }
  if (fabs(target - value) < 0.05 && target > 3)
    return 2;
  return value > target + 1 ? 1 : 0;
}

/* Newton's steps for x - cos(x) * scale = 0. */
int newtonConverges(double x, double scale) {
  if (!(scale > 0.1 && scale < 5) || !(fabs(x) < 10))
    return -1;
  for (int step = 0; step < 4; ++step) {
    const double slope = 1 + scale * sin(x);
    if (fabs(slope) < 1e-3)
      return -2;
    x -= (x - scale * cos(x)) / slope;
  }
  return fabs(x - scale * cos(x)) < 1e-9 ? (x > 1 ? 2 : 1) : 0;
}

struct Complex {
  double re, im;
};

/* Which power of z comes back to the positive real axis? */
int sectorOf(struct Complex z) {
  const double radius = hypot(z.re, z.im), angle = atan2(z.im, z.re);
  if (radius < 1e-3)
    return 0;
  if (radius > 2.5 && radius < 2.6 && angle > 2 && angle < 2.1)
    return 1;
  const double logarithm = log(radius);
  if (logarithm > 10 && angle < -3)
    return 2;
  const double re = pow(radius, 3) * cos(3 * angle), im = pow(radius, 3) * sin(3 * angle);
  return fabs(im) < 0.5 && re > 20 && re < 21 ? 3 : 4;
}

/* Years until a sum has grown to what is wanted. */
int yearsToSave(double sum, double rate, double wanted) {
  if (!(sum > 1 && rate > 0 && rate < 0.5 && wanted > sum))
    return -1;
  const double years = ceil(log(wanted / sum) / log1p(rate));
  if (years == 17)
    return 2;
  return years > 100 ? 1 : 0;
}

/* Level of a signal in decibels, and of what is left of it behind a filter of first order. */
int levelOf(double amplitude, double frequency, double corner) {
  if (!(amplitude > 0 && frequency > 0 && corner > 1))
    return -1;
  const double level = 20 * log10(amplitude);
  const double filtered = level - 10 * log10(1 + (frequency / corner) * (frequency / corner));
  if (level > 3 && filtered < -20 && filtered > -21)
    return 2;
  return exp2(level / 6) > 1000 ? 1 : 0;
}

/* A triangle by its sides: the angle opposite to the first one, in degrees. */
int angleOf(double a, double b, double c) {
  if (!(a > 0 && b > 0 && c > 0 && a < b + c && b < a + c && c < a + b))
    return -1;
  const double angle = acos((b * b + c * c - a * a) / (2 * b * c)) * 180 / Pi;
  if (angle > 119.9 && angle < 120.1)
    return 2;
  return cbrt(a * b * c) > 50 && angle < 20 ? 1 : 0;
}

/* Decay and a bell curve: is the count plausible? */
int isPlausible(float count, float start, float halfLife, float days) {
  if (!(start > 10 && halfLife > 1 && days >= 0 && days < 1000))
    return -1;
  const float expected = start * expf(-0.693147f * days / halfLife), spread = sqrtf(expected);
  if (spread < 1)
    return 0;
  const float chance = 1 - erff(fabsf(count - expected) / (1.41421f * spread));
  return chance > 0.05f && chance < 0.06f ? 2 : 1;
}
