// Callbacks from the library, jumps, signals, system calls that write memory: right terms, or none. Every puzzle runs with
// the self-check on; here the branches behind such calls must be reached as well.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 13 of 14
// EXPECT: open 'y == 4242' false
// EXPECT: stat 'self-check terms' at least 100
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int sorted(int a, int b, int c) {
  int v[3] = {a, b, c};
  qsort(v, 3, sizeof *v, compare);
  return v[1] == 4711 ? 1 : 0;
}
static jmp_buf back;
static void jump(int x) {
  if (x == 12345)
    longjmp(back, x);
}
int jumps(int x) {
  if (setjmp(back))
    return 1;
  jump(x ^ 77);
  return 0;
}
static volatile int seen;
static void handler(int s) { seen = s; }
int signals(int x) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  return x + seen == 123456 ? 1 : 0;
}
int reads(int x) {
  int fds[2], y = x, number = 4242;
  pipe(fds);
  write(fds[1], &number, sizeof number);
  read(fds[0], &y, sizeof y);
  return y == 4242 && x == 31337 ? 1 : 0;
}
