// An error that neither crashes nor takes a branch shows under the sanitizers.
// EXPECT: exit 1
// EXPECT: finding out-of-bounds 9
static const unsigned char table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

/* The index should have been masked with 7. */
int lookup(unsigned char key) {
  unsigned index = key & 15;
  return table[index];
}
