/* Table 1 "narrow" (Figure 5): one integer out of 2^32 (negation done without undefined behaviour). */
int narrow(int x) {
  unsigned negated = 0u - (unsigned)x;
  if (x != 0)
    if ((unsigned)x == negated)
      return 1; /* target: x == INT_MIN */
  return 0;
}
