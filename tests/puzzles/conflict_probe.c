// Do two aircraft lose their separation within the next minutes? Positions in miles, speeds in miles per
// minute, headings in radians; one of them may turn. A loop over the time ahead, square roots, sines and angles:
// every branch is reached by search, since no solver of bits or of linear arithmetic follows these.
// RUN: --no-static --strategy concolic --steps 3000
// EXPECT: covered 50 of 50
// EXPECT: no finding
#include <math.h>

enum { Horizon = 12 }; // steps ahead
static const double Separation = 5, Range = 250, Pi = 3.14159265358979323846;

enum Verdict { Refused, Clear, Diverging, Approaching, HeadOn, Overtaking, Resolved, Loss, LossWhileTurning };

struct Aircraft {
  double x, y, speed, heading;
};

static int isFlying(const struct Aircraft *a) {
  if (!(a->speed > 0.5 && a->speed < 20))
    return 0;
  return a->heading >= -Pi && a->heading <= Pi;
}

static double distanceOf(const struct Aircraft *a, const struct Aircraft *b) {
  const double dx = b->x - a->x, dy = b->y - a->y;
  return sqrt(dx * dx + dy * dy);
}

static void move(struct Aircraft *a, double turn) {
  a->heading += turn;
  if (a->heading > Pi)
    a->heading -= 2 * Pi;
  a->x += a->speed * cos(a->heading);
  a->y += a->speed * sin(a->heading);
}

/* Where `b` is seen from the cockpit of `a`, straight ahead being 0. */
static double bearingOf(const struct Aircraft *a, const struct Aircraft *b) {
  double bearing = atan2(b->y - a->y, b->x - a->x) - a->heading;
  if (bearing > Pi)
    bearing -= 2 * Pi;
  if (bearing < -Pi)
    bearing += 2 * Pi;
  return bearing;
}

/* Miles per minute at which the two come nearer. */
static double closingSpeed(const struct Aircraft *a, const struct Aircraft *b) {
  const double dx = b->x - a->x, dy = b->y - a->y, distance = sqrt(dx * dx + dy * dy);
  const double vx = b->speed * cos(b->heading) - a->speed * cos(a->heading);
  const double vy = b->speed * sin(b->heading) - a->speed * sin(a->heading);
  return -(dx * vx + dy * vy) / distance;
}

static enum Verdict kindOf(const struct Aircraft *a, const struct Aircraft *b, double closing) {
  const double bearing = bearingOf(a, b);
  if (fabs(bearing) < 0.1 && closing > 0.9 * (a->speed + b->speed))
    return HeadOn;
  if (fabs(bearing) < 0.1 && fabs(a->heading - b->heading) < 0.05)
    return Overtaking;
  return Approaching;
}

int conflict_probe(struct Aircraft a, struct Aircraft b, double turn) {
  if (!isFlying(&a) || !isFlying(&b))
    return Refused;
  if (turn < 0 || turn > 0.2)
    return Refused;
  double last = distanceOf(&a, &b);
  if (!(last > Separation && last < Range))
    return Refused;
  const double closing = closingSpeed(&a, &b);
  if (closing < -1)
    return Diverging;
  const enum Verdict kind = kindOf(&a, &b, closing);
  double nearest = last;
  for (int step = 0; step < Horizon; ++step) {
    move(&a, turn);
    move(&b, 0);
    const double now = distanceOf(&a, &b);
    if (now < Separation)
      return turn > 0.01 ? LossWhileTurning : Loss;
    if (now < nearest)
      nearest = now;
    last = now;
  }
  if (nearest < Separation + 1 && last > 2 * nearest)
    return Resolved;
  return nearest < 60 ? kind : Clear;
}
