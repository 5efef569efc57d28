// Lists and trees of several objects.
// EXPECT: exit 0
// EXPECT: covered 18 of 18
// EXPECT: no finding
struct node {
  int value;
  struct node *next;
};
struct tree {
  int key;
  struct tree *left, *right;
};
int third(const struct node *list) {
  if (list && list->next && list->next->next)
    return list->next->next->value == 7 ? 2 : 1;
  return 0;
}
int both(struct tree *t) {
  if (!t)
    return 0;
  if (t->left && t->right && t->left->key < t->key && t->key < t->right->key)
    return 1;
  return 2;
}
