// C99: no other file holds these inline functions, so this one does; static ones that nobody calls
// are tested as well.
// EXPECT: exit 0
// EXPECT: covered 4 of 4
// EXPECT: function twice tested
// EXPECT: function unused tested
inline unsigned twice(unsigned n) {
  if (n > 100)
    return 0;
  return n * 2;
}

static inline int unused(int n) { return n == 12345 ? 1 : 2; }

int four_times(unsigned n) { return twice(twice(n)) == 40; }
