// What a call frees is allocated in its test.
// EXPECT: covered 6 of 6
// EXPECT: function destroy tested
// EXPECT: function drop tested
#include <stdlib.h>
struct node {
  char *name;
  struct node *next;
};
void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
}
int drop(int *values, int n) {
  int found = n > 2 && values[2] == 5;
  free(values);
  return found;
}
