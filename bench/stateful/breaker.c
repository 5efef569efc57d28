// A circuit breaker: closed until calls fail too often in a row, open for some time, then half open
// for trials. The clock is what its caller says.
enum breaker_state { BREAKER_CLOSED, BREAKER_OPEN, BREAKER_HALF };

static enum breaker_state state;
static unsigned failures, successes, trips, trials;
static unsigned long now, reopensAt, patience = 100;
static int isForced;

int breaker_configure(unsigned long newPatience) {
  if (state != BREAKER_CLOSED || newPatience < 10 || newPatience > 100000)
    return -1;
  patience = newPatience;
  return 0;
}

void breaker_advance(unsigned long by) {
  if (by <= 1000000)
    now += by;
  if (state == BREAKER_OPEN && !isForced && now >= reopensAt) {
    state = BREAKER_HALF;
    trials = 0;
  }
}

int breaker_allows(void) {
  if (isForced || state == BREAKER_OPEN)
    return 0;
  if (state == BREAKER_HALF)
    return trials++ < 2;
  return 1;
}

static void trip(void) {
  state = BREAKER_OPEN;
  reopensAt = now + patience;
  trips++;
  failures = successes = 0;
}

int breaker_report(int ok) {
  if (state == BREAKER_OPEN)
    return -1;
  if (ok) {
    failures = 0;
    successes++;
    if (state == BREAKER_HALF && successes == 3)
      state = BREAKER_CLOSED;
    return 0;
  }
  failures++;
  if (state == BREAKER_HALF || failures == 5)
    trip();
  return 1;
}

void breaker_force(int open) { isForced = open != 0; }

const char *breaker_health(void) {
  if (trips >= 3)
    return "poor";
  if (trips == 1 && state == BREAKER_CLOSED)
    return successes >= 5 ? "recovered" : "recovering";
  if (isForced)
    return failures > 0 ? "held" : "off";
  if (state == BREAKER_HALF && trials > 2)
    return "impatient";
  if (successes > 10 && failures == 4)
    return "shaky";
  return "good";
}
