// A library made of macros: the bodies stand here, the functions where the macros are used.
#define IS_SMALL(x) ((x) < 10)
#define DEFINE_FIND(name, type, same)                                                                                  \
  static int name##_find(const type *list, int length, type key) {                                                     \
    for (int i = 0; list && i < length; ++i)                                                                               \
      if (same(list[i], key))                                                                                          \
        return i;                                                                                                      \
    return -1;                                                                                                         \
  }
#define DEFINE_LIST(name, type, same)                                                                                  \
  DEFINE_FIND(name, type, same)                                                                                        \
  int name##_kind(type x) {                                                                                            \
    if (IS_SMALL(x))                                                                                                   \
      return 1;                                                                                                        \
    return x == 1234 ? 2 : 3;                                                                                          \
  }
