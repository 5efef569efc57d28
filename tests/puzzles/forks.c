// A child works on the same data as its parent. The log is the parent's alone: what the child does, after the parent
// has done the same with other values, changes none of the parent's terms (every puzzle runs with the self-check on).
// RUN: --strategy concolic --steps 300
// EXPECT: exit 0
// EXPECT: covered 14 of 16
// EXPECT: open '(x ^ 6) == 100007' false
// EXPECT: open 'pipe(turn) != 0' true
// EXPECT: stat 'self-check terms' at least 10000
// EXPECT: stat 'symbolic runs without a usable log' at most 0
#include <sys/wait.h>
#include <unistd.h>
static int found(unsigned x, unsigned rounds) {
  for (unsigned i = 0; i < rounds; i++) {
    x = x * 3 + i;
    if (x == 12345)
      return 1;
  }
  return 0;
}
int forks(unsigned x) {
  int turn[2];
  char go = 0;
  if (x * 29 != 2900029 || pipe(turn) != 0)
    return 0;
  const pid_t child = fork();
  if (child == 0) {
    read(turn[0], &go, 1); // until the parent has written its log
    for (unsigned i = 0; i < 300; i++)
      found(x ^ i, 100);
    _exit(0);
  }
  for (unsigned i = 0; i < 300; i++)
    found(x + i, 100);
  const int result = (x ^ 6) == 100007 ? 2 : 1;
  write(turn[1], &go, 1);
  waitpid(child, 0, 0);
  return result;
}
