// What is said of null pointers: read or written through, only computed with, or called.
// EXPECT: exit 1
// EXPECT: covered 2 of 2
// EXPECT: finding null-dereference 21
// EXPECT: finding null-pointer-arithmetic 22
// EXPECT: finding null-dereference 23
// EXPECT: finding null-pointer-arithmetic 24
// EXPECT: finding null-dereference 27
// EXPECT: finding null-dereference 29
#include <stddef.h>

struct pair {
  int first, second;
};

struct task {
  int a;
  int (*run)(int, int);
};

int member(const struct pair *p) { return p->second; }
const int *address(const struct pair *p) { return &p->second; }
int element(const int *p) { return p[3]; }
const int *next(const int *p) { return p + 1; }
int call(struct task task, int b) {
  if (b != 0)
    return task.run(task.a, b);
  else
    return task.run(task.a, 10);
}
