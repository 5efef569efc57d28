/* A list of exactly four nodes whose values follow a rule. */
struct node { int value; struct node *next; };
int list_shape(const struct node *head) {
  int length = 0, last = 0;
  for (const struct node *n = head; n; n = n->next) {
    if (length > 0 && n->value != last * 2 + 7)
      return -1;
    last = n->value;
    if (++length > 8) return -2;
  }
  if (length == 4 && last == 1049)
    return 1; /* 125, 257, 521, 1049 */
  return 0;
}
