// A child works on the same data as its parent. The log is the parent's alone: what the child decides, after the parent
// has decided other things, takes the place of none of the parent's conditions. So `y` is found, which only the parent
// compares; and every term fits its value (every puzzle runs with the self-check on).
// RUN: --strategy concolic --steps 300
// EXPECT: exit 0
// EXPECT: covered at least 4 of 14
// EXPECT: open 'pipe(turn) != 0' true
// EXPECT: stat 'symbolic runs without a usable log' at most 0
#include <sys/wait.h>
#include <unistd.h>
static int found(unsigned x, unsigned char rounds) {
  for (unsigned i = 0; i < rounds; i++) {
    x = x * 3 + i;
    if (x == 12345)
      return 1;
  }
  return 0;
}
int forks(unsigned x, unsigned y) {
  int turn[2];
  char go = 0;
  if (x < 100001 || pipe(turn) != 0)
    return 0;
  const pid_t child = fork();
  if (child == 0) {
    read(turn[0], &go, 1); // until the parent has written its log
    for (unsigned i = 0; i < 300; i++)
      found(x ^ i, 100);
    _exit(0);
  }
  const int result = y * 31 == 7777777 ? 2 : 1;
  write(turn[1], &go, 1);
  waitpid(child, 0, 0);
  return result;
}
