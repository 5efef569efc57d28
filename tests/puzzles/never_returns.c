// RUN: --steps 300 --test-timeout 100ms
// EXPECT: exit 1
// EXPECT: finding timeout
// EXPECT: covered 3 of 3
int spin(int x) {
  if (x == 5)
    for (;;)
      ;
  volatile int keep = x;
  while (keep != keep + 1 && x > 100)
    keep++;
  return 0;
}
