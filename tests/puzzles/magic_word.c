// Thirty characters in a loop: nothing but the last is news, so only solving gets there.
// RUN: --strategy concolic --steps 2000
// EXPECT: exit 0
// EXPECT: covered 4 of 4
// EXPECT: stat 'wrong predictions' at most 0
static const char magic[] = "Xq7#mN-2vL0!kPz9@wRt5&yHb3^cJd";
int magic_word(const char *s) {
  for (int i = 0; i < 30; ++i)
    if ((s[i] ^ 0x15) != (magic[i] ^ 0x2a))
      return i - 30;
  return 1;
}
