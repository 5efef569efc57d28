// Pointers may lead back to an object that is there already, and objects may be shared.
// EXPECT: exit 0
// EXPECT: covered 14 of 14
// EXPECT: no finding
struct node {
  int value;
  struct node *next;
};
struct pair {
  struct node *left, *right;
};
int is_ring(const struct node *list) {
  if (!list)
    return -1;
  const struct node *slow = list, *fast = list;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast)
      return 1;
  }
  return 0;
}
int is_shared(struct pair *p) {
  if (p && p->left && p->left == p->right)
    return p->left->value;
  return 0;
}
