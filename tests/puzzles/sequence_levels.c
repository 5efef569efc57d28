// Variables that calls raise step by step, looked at by a function without parameters.
// RUN: --steps 20000 --errors none
// EXPECT: covered 12 of 12
static int level, drops;
static unsigned idle;
void fill(int by) {
  if (by > 0 && by < 5) {
    level += by;
    idle = 0;
  } else {
    idle++;
  }
  if (level > 20) {
    level = 0;
    drops++;
  }
}
int state(void) {
  if (drops >= 3) return 3;
  if (level == 17) return 2;
  if (idle > 6) return 1;
  return 0;
}
