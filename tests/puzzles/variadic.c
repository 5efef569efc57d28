// Variadic arguments keep their terms: in registers, on the stack, as structures, through a va_list.
// RUN: --strategy concolic --steps 6000
// EXPECT: exit 0
// EXPECT: covered 14 of 14
#include <stdarg.h>
static int last(int count, ...) {
  int value = 0;
  va_list list;
  va_start(list, count);
  while (count-- > 0)
    value = va_arg(list, int);
  va_end(list);
  return value;
}
int in_registers(int x) { return last(2, 1, x * 5) == 77735 ? 1 : 0; }
int on_the_stack(int x) { return last(9, 1, 2, 3, 4, 5, 6, 7, 8, x ^ 99) == 13579 ? 1 : 0; }
static unsigned long long weighted(const char *kinds, va_list list) {
  unsigned long long sum = 0;
  for (; *kinds; ++kinds)
    sum = sum * 3 + (*kinds == 'i' ? va_arg(list, int) : va_arg(list, long long));
  return sum;
}
static unsigned long long sum(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  const unsigned long long result = weighted(kinds, list) - 2 * weighted(kinds, copy);
  va_end(copy);
  va_end(list);
  return result;
}
int handed_on(int a, long long b) { return sum("il", a, b) == -100200300400ull ? 1 : 0; }
struct Box {
  long filler[4];
  int value;
};
static int unpack(int count, ...) {
  va_list list;
  va_start(list, count);
  const struct Box box = va_arg(list, struct Box);
  va_end(list);
  return box.value + count;
}
int as_structures(int x) {
  struct Box box = {{0}, x};
  return unpack(1, box) == 424242 ? 1 : 0;
}
