// A header of C: what is static inline in it is tested, its macros are there.
// EXPECT: exit 0
// EXPECT: covered 2 of 2
// EXPECT: function length_class tested
#ifndef ALONE_LENGTHS_H
#define ALONE_LENGTHS_H
#define LONGEST 12

struct new { // a name that C++ would not take
  int class;
};

static inline int length_class(struct new given) {
  if (given.class > LONGEST)
    return 2;
  return given.class == 5;
}
#endif
