// Which of two objects lies first in memory is up to the compiler. What depends on it is not called covered, since it is
// not in the next build; what does not is still tested, with all that is seen.
// RUN: --steps 3000
// EXPECT: exit 0
// EXPECT: covered 14 of 18
// EXPECT: open 'a < b' true
// EXPECT: open 'to < from' true order of objects in memory
// EXPECT: stat 'tests dropped by the final check' at most 0
int before(const char *a, const char *b) {
  if (!a || !b)
    return 0;
  return a < b ? 1 : 2;
}
int shift(char *to, const char *from, unsigned n) {
  int steps = 0;
  if (n > 3 || !to || !from)
    return -1;
  if (to < from)
    for (unsigned i = 0; i < n; ++i, ++steps)
      to[i] = from[i];
  else
    for (unsigned i = n; i-- > 0; ++steps)
      to[i] = from[i];
  return steps;
}
