// RUN: --steps 300 --test-timeout 100ms
// EXPECT: exit 1
// EXPECT: finding timeout
// keep never equals keep + 1, whatever wraps.
// EXPECT: covered 3 of 6
// EXPECT: covered_timeout 'x == 5' true
// EXPECT: open 'keep != keep + 1' false
int spin(int x) {
  if (x == 5)
    for (;;)
      ;
  volatile int keep = x;
  while (keep != keep + 1 && x > 100)
    keep++;
  return 0;
}
