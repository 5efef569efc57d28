// A task of CBMC's: nobody declares its checks, main has parameters, and no other file holds its
// inline function.
// EXPECT: exit 1
// EXPECT: covered 5 of 6
// EXPECT: finding check
// EXPECT: function main partly
extern unsigned x;

inline unsigned twice(unsigned n) {
  if (n > 100)
    return 0;
  return n * 2;
}

static unsigned (*const through)(unsigned) = twice;

int main(int argc, char *argv[]) {
  if (argc > 5) /* never so */
    x = 42;
  if (through(x) == 14)
    return 1;
  __CPROVER_assert(x != 42, "x is not 42");
  return 0;
}
