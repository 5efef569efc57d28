/* A reactive controller, called step by step: two axes of an attitude control with rate damping,
 * saturation, dead bands, integrators, a jet selection with hysteresis, a mode machine, and an
 * observer automaton that counts how often in a row something happened. The error is that the
 * observer counts to THRESHOLD. In the spirit of the Apollo autopilot in section 5.3 of
 * "Mixed concrete-symbolic solving"; nothing is taken from it. */
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
#include <math.h>
#include <stdlib.h>

#ifndef THRESHOLD
#define THRESHOLD 3
#endif

/* ---- numbers */

static double saturate(double value, double low, double high) {
  if (value < low)
    return low;
  if (value > high)
    return high;
  return value;
}

static double deadBand(double value, double width) {
  if (fabs(value) <= width)
    return 0;
  return value > 0 ? value - width : value + width;
}

static double wrapAngle(double angle) {
  int turns = 0;
  while (angle > 180 && turns < 4) {
    angle -= 360;
    turns++;
  }
  while (angle < -180 && turns < 8) {
    angle += 360;
    turns++;
  }
  return angle;
}

static int signOf(double value) {
  if (value > 0)
    return 1;
  if (value < 0)
    return -1;
  return 0;
}

/* ---- a filter of first order with a check of its input */

struct filter {
  double state;
  int isPrimed, rejected;
};

static double filtered(struct filter *filter, double sample, double weight, double jump) {
  if (!filter->isPrimed) {
    filter->isPrimed = 1;
    filter->state = sample;
    return sample;
  }
  if (fabs(sample - filter->state) > jump) {
    filter->rejected++;
    if (filter->rejected < 3)
      return filter->state;
    filter->rejected = 0;
  } else {
    filter->rejected = 0;
  }
  filter->state += weight * (sample - filter->state);
  return filter->state;
}

/* ---- one axis */

enum jets { JETS_OFF, JETS_PLUS, JETS_MINUS };

struct axis {
  struct filter angleFilter, rateFilter;
  double angle, rate, wanted, integral;
  enum jets jets;
  int burnSteps, restSteps;
  double fuel;
};

static void resetAxis(struct axis *axis, double fuel) {
  *axis = (struct axis){.fuel = fuel};
}

static double errorOf(const struct axis *axis) { return wrapAngle(axis->wanted - axis->angle); }

/* The parabola of the phase plane on which a burn comes to rest. */
static double stoppingAngle(double rate, double acceleration) {
  if (acceleration <= 0)
    return 0;
  const double distance = rate * rate / (2 * acceleration);
  return rate >= 0 ? distance : -distance;
}

static double switchingValue(const struct axis *axis, double acceleration) {
  return errorOf(axis) - stoppingAngle(axis->rate, acceleration);
}

static void integrate(struct axis *axis, double gain, double limit) {
  const double error = deadBand(errorOf(axis), 0.5);
  if (error == 0) {
    axis->integral *= 0.9;
    if (fabs(axis->integral) < 0.01)
      axis->integral = 0;
    return;
  }
  axis->integral = saturate(axis->integral + gain * error, -limit, limit);
}

static enum jets wantedJets(const struct axis *axis, double acceleration, double band) {
  const double value = switchingValue(axis, acceleration) + axis->integral;
  if (axis->jets == JETS_OFF) {
    if (value > band)
      return JETS_PLUS;
    if (value < -band)
      return JETS_MINUS;
    return JETS_OFF;
  }
  if (axis->jets == JETS_PLUS)
    return value > band / 4 ? JETS_PLUS : JETS_OFF;
  return value < -band / 4 ? JETS_MINUS : JETS_OFF;
}

enum { LEAST_BURN = 2, LEAST_REST = 1, LONGEST_BURN = 6 };

static void fire(struct axis *axis, enum jets wanted) {
  if (axis->jets == JETS_OFF) {
    axis->restSteps++;
    if (wanted != JETS_OFF && axis->restSteps >= LEAST_REST && axis->fuel > 0) {
      axis->jets = wanted;
      axis->burnSteps = 0;
    }
  } else {
    axis->burnSteps++;
    const int mustStop = axis->burnSteps >= LONGEST_BURN || axis->fuel <= 0;
    const int mayStop = axis->burnSteps >= LEAST_BURN;
    if (mustStop || (mayStop && wanted != axis->jets)) {
      axis->jets = JETS_OFF;
      axis->restSteps = 0;
    }
  }
  if (axis->jets != JETS_OFF)
    axis->fuel -= 0.1;
}

/* ---- modes */

enum mode { IDLE, ACQUIRE, HOLD, MANOEUVRE, SAFE };

struct controller {
  enum mode mode;
  struct axis roll, pitch;
  int stepsInMode, faults;
  double magnitude;
};

static void enter(struct controller *controller, enum mode mode) {
  if (controller->mode == mode)
    return;
  controller->mode = mode;
  controller->stepsInMode = 0;
}

static double rateMagnitude(const struct controller *controller) {
  return sqrt(controller->roll.rate * controller->roll.rate +
              controller->pitch.rate * controller->pitch.rate);
}

static double errorMagnitude(const struct controller *controller) {
  const double roll = errorOf(&controller->roll), pitch = errorOf(&controller->pitch);
  return sqrt(roll * roll + pitch * pitch);
}

static void chooseMode(struct controller *controller, int command) {
  const double error = errorMagnitude(controller);
  controller->magnitude = rateMagnitude(controller);
  if (controller->magnitude > 40 || controller->faults > 8) {
    enter(controller, SAFE);
    return;
  }
  switch (controller->mode) {
  case IDLE:
    if (command == 1)
      enter(controller, ACQUIRE);
    break;
  case ACQUIRE:
    if (command == 0)
      enter(controller, IDLE);
    else if (error < 5 && controller->magnitude < 2)
      enter(controller, HOLD);
    break;
  case HOLD:
    if (command == 2)
      enter(controller, MANOEUVRE);
    else if (error > 15)
      enter(controller, ACQUIRE);
    else if (command == 0 && controller->stepsInMode > 2)
      enter(controller, IDLE);
    break;
  case MANOEUVRE:
    if (error < 2)
      enter(controller, HOLD);
    else if (controller->stepsInMode > 20)
      enter(controller, ACQUIRE);
    break;
  case SAFE:
    if (command == 3 && controller->magnitude < 5) {
      controller->faults = 0;
      enter(controller, IDLE);
    }
    break;
  }
}

static double bandOf(enum mode mode) {
  switch (mode) {
  case HOLD:
    return 1;
  case MANOEUVRE:
    return 3;
  case ACQUIRE:
    return 5;
  default:
    return 1000;
  }
}

static int isSane(double value, double most) { return value == value && fabs(value) <= most; }

static void senseAxis(struct controller *controller, struct axis *axis, double angle, double rate) {
  if (!isSane(angle, 720) || !isSane(rate, 100)) {
    controller->faults++;
    return;
  }
  axis->angle = wrapAngle(filtered(&axis->angleFilter, angle, 0.8, 30));
  axis->rate = filtered(&axis->rateFilter, rate, 0.6, 20);
}

static void driveAxis(struct axis *axis, enum mode mode) {
  const double acceleration = mode == MANOEUVRE ? 4 : 2;
  integrate(axis, 0.05, 4);
  fire(axis, mode == IDLE || mode == SAFE ? JETS_OFF
                                          : wantedJets(axis, acceleration, bandOf(mode)));
}

/* ---- the observer: a burn the wrong way while holding, several times in a row */

struct observer {
  int state, count;
};

static int isSuspicious(const struct controller *controller) {
  const struct axis *roll = &controller->roll;
  return controller->mode == HOLD && roll->jets != JETS_OFF &&
         signOf(errorOf(roll)) == (roll->jets == JETS_PLUS ? -1 : 1) && fabs(roll->rate) > 1.5;
}

static void watch(struct observer *observer, const struct controller *controller) {
  switch (observer->state) {
  case 0: /* nothing seen yet */
    if (controller->mode == HOLD)
      observer->state = 1;
    break;
  case 1: /* it holds */
    if (controller->mode != HOLD)
      observer->state = 0;
    else if (isSuspicious(controller))
      observer->state = 2;
    break;
  case 2: /* a burst goes on until the jets are off */
    if (controller->roll.jets == JETS_OFF) {
      observer->count++;
      observer->state = controller->mode == HOLD ? 1 : 0;
    }
    break;
  }
}

int main(void) {
  struct controller controller = {.mode = IDLE};
  struct observer observer = {0, 0};
  resetAxis(&controller.roll, 1000);
  resetAxis(&controller.pitch, 1000);
  for (;;) {
    const int command = __VERIFIER_nondet_int();
    const double rollAngle = __VERIFIER_nondet_double(), rollRate = __VERIFIER_nondet_double();
    const double pitchAngle = __VERIFIER_nondet_double(), pitchRate = __VERIFIER_nondet_double();
    senseAxis(&controller, &controller.roll, rollAngle, rollRate);
    senseAxis(&controller, &controller.pitch, pitchAngle, pitchRate);
    chooseMode(&controller, command);
    controller.stepsInMode++;
    driveAxis(&controller.roll, controller.mode);
    driveAxis(&controller.pitch, controller.mode);
    watch(&observer, &controller);
    if (observer.count >= THRESHOLD)
      abort();
  }
}
