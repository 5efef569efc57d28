// Memory that calls forget, each time they are made; and what only looks like it.
// RUN: --steps 12000
// EXPECT: exit 1
// EXPECT: finding memory-leak 30
// EXPECT: finding memory-leak 62
// EXPECT: emitted // memory-leak
#include <stdlib.h>
#include <string.h>

struct node {
  int value;
  struct node *next;
};

struct stack;
struct stack *stack_create(void);
void stack_push(struct stack *s, int value);
void stack_clear(struct stack *s);
void stack_destroy(struct stack *s);
struct stack {
  struct node *top;
  int count;
};

struct stack *stack_create(void) { return calloc(1, sizeof(struct stack)); }

void stack_push(struct stack *s, int value) {
  if (!s)
    return;
  struct node *n = malloc(sizeof *n); /* stack_clear forgets it */
  if (!n)
    return;
  n->value = value;
  n->next = s->top;
  s->top = n;
  ++s->count;
}

void stack_clear(struct stack *s) {
  if (!s)
    return;
  s->top = NULL;
  s->count = 0;
}

void stack_destroy(struct stack *s) {
  if (!s)
    return;
  while (s->top) {
    struct node *next = s->top->next;
    free(s->top);
    s->top = next;
  }
  free(s);
}

/* The first block is forgotten where there is none for the second. */
int both(size_t size) {
  if (size == 0)
    return 0;
  size %= 64;
  char *a = malloc(size + 1);
  if (!a)
    return -1;
  char *b = malloc(size + 2);
  if (!b)
    return -2;
  free(b);
  free(a);
  return 1;
}

/* Made once, and kept. */
static char *table;
const char *table_of(int wanted) {
  if (!table)
    table = calloc(1, 32);
  if (table && wanted > 3)
    table[0] = 'x';
  return table;
}

/* The caller's. */
char *copy_of(const char *text) {
  if (!text)
    return NULL;
  char *copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}
