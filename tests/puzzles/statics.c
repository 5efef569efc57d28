// Static functions are tested too; static locals and globals start anew in each run.
// EXPECT: exit 0
// EXPECT: covered 8 of 8
static int calls;
static int helper(int x) {
  static int seen = 0;
  seen++;
  if (seen > 1)
    return -1;
  return x > 1000 ? 1 : 0;
}
int twice(int x) {
  calls++;
  helper(x);
  if (calls > 1)
    return 99;
  return helper(x);
}
int both_calls(int x) {
  twice(x);
  return twice(x) == 99 ? 1 : 0;
}
