// What a pointer to a pointer refers to may be set, read, or be a list.
// EXPECT: exit 1
// EXPECT: covered 16 of 16
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct node {
  int value;
  struct node *next;
};
int push(struct node **head, int value) {
  if (!head)
    return -1;
  struct node *node = malloc(sizeof *node);
  if (value < 0) {
    free(node);
    return 0;
  }
  node->value = value;
  node->next = *head;
  *head = node;
  return node->next ? 2 : 1;
}
int has_option(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (strcmp(argv[i], "-v") == 0)
      return i;
  return 0;
}
int sum_rows(int *rows[3]) { return rows[0] && rows[2] && *rows[0] == *rows[2]; }
