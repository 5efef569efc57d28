// A child works on the same data as its parent, at the same time: the log is the parent's alone, and all its terms fit
// (every puzzle runs with the self-check on).
// RUN: --strategy concolic --steps 300
// EXPECT: exit 0
// EXPECT: covered 13 of 14
// EXPECT: open '(x ^ 6) == 100007' false
// EXPECT: stat 'self-check terms' at least 10000
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
  if (x * 29 != 2900029)
    return 0;
  const pid_t child = fork();
  if (child == 0) {
    for (unsigned i = 0; i < 300; i++)
      found(x ^ i, 100);
    _exit(0);
  }
  for (unsigned i = 0; i < 300; i++)
    found(x + i, 100);
  waitpid(child, 0, 0);
  return (x ^ 6) == 100007 ? 2 : 1;
}
