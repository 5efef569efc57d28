// The other source of statics_elsewhere.c.
// EXPECT: covered 2 of 2
typedef struct { int calls; const char *last; } memory;
static memory seen;
int elsewhere_count(int n) {
  seen.calls += n & 7;
  seen.last = "now";
  return n == 9 ? 4 : seen.calls & 1;
}
