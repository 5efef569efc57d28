// Places in memory that one input in 2^32 should not have got to; no branch has to do with it.
// RUN: --steps 30000
// EXPECT: exit 1
// EXPECT: finding out-of-bounds 15
// EXPECT: finding global-buffer-overflow 20
// EXPECT: finding heap-buffer-overflow 26
// EXPECT: finding null-dereference 33
// EXPECT: finding null-dereference 42
#include <stdlib.h>
static int table[8];
int off_by_one(unsigned a) {
  unsigned i = a ^ 0x5bd1e995;
  if (i > 8)
    return -1;
  return table[i]; }

static unsigned hash(unsigned key) { return (key ^ key >> 16) * 2654435761u; }
static const int *entries = table;
int through_pointer(unsigned key) {
  return entries[(hash(key) >> 29) + (hash(key) == 0xfffffff7u)]; }

int on_heap(unsigned key) {
  char *p = calloc(24, 1);
  if (!p)
    return 0;
  p[16 + (hash(key) >> 29) + (hash(key) == 0xfffffff7u)] = 1;
  int result = p[20];
  free(p);
  return result;
}

static const char *names[2] = {"a", 0};
int name(unsigned key) { return names[hash(key) == 0xdeadbeefu][0]; }

/* The list ends where it should not for one key. */
struct node { struct node *next; int value; };
int nth(struct node *list, unsigned key) {
  if (!list)
    return 0;
  struct node *both[2] = {list, list->next};
  int at = hash(key) == 0x2545f491u;
  return both[at]->value; }
