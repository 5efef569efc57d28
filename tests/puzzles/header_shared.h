static inline int is_even(int x) {
  if (x % 2 == 0)
    return 1;
  return 0;
}
