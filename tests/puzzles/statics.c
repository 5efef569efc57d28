// Static functions are tested too; static locals and globals start anew in each run.
// The second call always gives 99, so one branch stays open.
// EXPECT: exit 0
// EXPECT: covered 7 of 8
// EXPECT: open 'twice(x) == 99' false
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
