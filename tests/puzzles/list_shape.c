// A list of four nodes whose numbers follow from each other: pointers are inputs, and so is what they lead to.
// RUN: --strategy concolic --steps 2000
// EXPECT: covered 12 of 12
struct node { unsigned value; struct node *next; };
int list_shape(const struct node *head) {
  unsigned length = 0, last = 0;
  for (const struct node *n = head; n; n = n->next) {
    if (length > 0 && n->value != last * 2 + 7)
      return -1;
    last = n->value;
    if (++length > 8) return -2;
  }
  return length == 4 && last == 1049 ? 1 : 0;
}
