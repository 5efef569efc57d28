// A table of pointers by a symbolic index: entries may lie far apart (stack, heap, variables), and one of them may be null.
// RUN: --strategy concolic --steps 300
// EXPECT: exit 1
// EXPECT: covered 7 of 8
// EXPECT: finding null-dereference 25
#include <stdlib.h>
struct node {
  int key;
  struct node *next;
};
int far_apart(unsigned i) {
  static struct node fixed = {11, 0};
  struct node local = {22, 0}, *made = malloc(sizeof *made);
  made->key = 33;
  struct node *const table[7] = {&fixed, &fixed, &local, &fixed, &local, made, &fixed};
  const int key = table[i % 7]->key;
  free(made);
  if (key == 33 && i > 100000)
    return 2;
  return key == 22 ? 1 : 0;
}
int one_is_null(unsigned char i) {
  static struct node first = {1, 0}, second = {2, &first};
  static struct node *const table[256] = {[0 ... 99] = &first, [101 ... 255] = &second};
  return table[i]->key == 3 ? 1 : 0; // never, but the search goes on looking
}
