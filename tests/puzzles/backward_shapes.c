// Which objects there must be, which pointers are null and which lead to the same object is found by searching backwards from
// the branch. Each of these is one shape among many, behind numbers.
// RUN: --steps 40000
// EXPECT: covered 60 of 60
// EXPECT: stat 'backward searches: candidates that ran as foretold' at least 2
struct owner { int id; struct item *first; };
struct item { struct item *next, *previous; struct owner *of; int kind; };
struct packet {
  unsigned short kind;
  unsigned char flags : 3, mode : 5;
  struct { int x, y; } at;
  struct packet *inner;
};
struct list { struct list *next; int value; };
int ring(struct item *a) {
  if (!a || !a->next || !a->next->next || !a->of || !a->next->of)
    return 0;
  if (a->next->next->next == a && a->next->previous == a)
    if (a->of->first == a->next && a->of == a->next->of)
      if (a->of->id == 77001 && a->next->kind == (a->kind ^ 5))
        return 1;
  return 0;
}
int same(int *a, int *b, int *c) {
  if (!a || !b)
    return 0;
  if (a == c && b == a + 1)
    if ((*a ^ *b) == 12345 && *a > *b)
      return 1;
  return 0;
}
int nested(struct packet *p) {
  if (p && p->inner && p->inner->inner && p->inner->inner->kind == 0x4242)
    if (p->inner->mode == 19 && p->inner->at.y == -5)
      if (p->inner->inner->inner == p)
        return 1;
  return 0;
}
int fourth(const struct list *l) {
  int n = 0;
  while (l && l->value != 0 && n < 9) {
    n++;
    l = l->next;
  }
  if (n == 4 && l && l->next == l)
    return 1;
  return 0;
}
