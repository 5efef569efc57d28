// Branches behind an allocation that fails: tests let one fail, directly, through a pointer to the function, or in a
// later call of a sequence.
// RUN: -- -D_GNU_SOURCE
// EXPECT: exit 1
// EXPECT: covered 26 of 26
// EXPECT: emitted pincer::FailingAllocations failing
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int plain(int n) {
  char *p = malloc(10);
  if (!p)
    return -errno;
  const int result = n == 4711;
  free(p);
  return result ? 7 : 0;
}

/* The second one fails only if the first did not. */
int two(void) {
  int *a = calloc(4, sizeof *a), *b = reallocarray(NULL, 4, sizeof *b);
  const int result = a ? (b ? 2 : 1) : (b ? -1 : 0);
  free(a);
  free(b);
  return result;
}

int texts(const char *s) {
  char *copy = s ? strdup(s) : NULL, *number = NULL;
  if (!copy)
    return -1;
  const int length = asprintf(&number, "%s!", copy);
  free(copy);
  if (length < 0)
    return -2;
  free(number);
  return length > 3;
}

struct hooks {
  void *(*malloc)(size_t);
  void (*free)(void *);
};
static const struct hooks hooks = {malloc, free};

int hooked(size_t size) {
  void *p = hooks.malloc(size & 63);
  if (p == NULL)
    return 1;
  hooks.free(p);
  return 0;
}

int aligned(void) {
  void *p;
  if (posix_memalign(&p, 64, 64) == ENOMEM)
    return 1;
  free(p);
  return 0;
}

struct stack {
  int *values;
  size_t count, room;
};
struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
void stack_delete(struct stack *s) {
  free(s->values);
  free(s);
}
int stack_push(struct stack *s, int value) {
  if (s->count == s->room) {
    const size_t room = s->room + 2;
    int *values = realloc(s->values, room * sizeof *values);
    if (!values)
      return 0;
    s->values = values;
    s->room = room;
  }
  s->values[s->count++] = value;
  return s->count > 2 ? 2 : 1;
}
