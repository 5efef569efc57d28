// What is said of null pointers: read or written through, only computed with, or called.
// EXPECT: exit 1
// EXPECT: covered 6 of 10
// EXPECT: finding null-dereference 20
// EXPECT: finding null-pointer-arithmetic 21
// EXPECT: finding null-dereference 22
// EXPECT: finding null-pointer-arithmetic 23
// EXPECT: finding null-dereference 28
#include <stddef.h>

struct pair {
  int first, second;
};

struct task {
  int a;
  int (*run)(int, int);
};

int member(const struct pair *p) { return p ? 0 : p->second; }
const int *address(const struct pair *p) { return p ? NULL : &p->second; }
int element(const int *p) { return p ? 0 : p[3]; }
const int *next(const int *p) { return p ? NULL : p + 1; }
int call(struct task task, int b) {
  if (b != 0)
    return task.run(task.a, b);
  else
    return task.run(task.a, 10); /* has much in common with the call above */
}
