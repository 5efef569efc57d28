// Where no input goes there without undefined behaviour, that was asked for, and is said.
// EXPECT: exit 1
// EXPECT: covered_ub 'x + 1 < x' true only tests that need undefined behaviour take it (signed-integer-overflow at line 9); a clean way was asked for
// EXPECT: covered_ub '-x < 0' true only tests that need undefined behaviour take it (signed-integer-overflow at line 16); a clean way was asked for
// EXPECT: covered_ub 'a * b == 12' true only tests that need undefined behaviour take it (signed-integer-overflow at line 23); a clean way was asked for
// EXPECT: covered_ub '(1 << n) == 4' true only tests that need undefined behaviour take it (invalid-shift at line 29); a clean way was asked for

int wraps(int x) {
  if (x + 1 < x)
    return 1;
  return 0;
}

int negated(int x) {
  if (x < 0)
    if (-x < 0)
      return 1;
  return 0;
}

int multiplied(int a, int b) {
  if (a > 65536 && b > 65536)
    if (a * b == 12)
      return 1;
  return 0;
}

int shifted(int n) {
  if (n > 32 && (1 << n) == 4)
    return 1;
  return 0;
}
