/* The same as a loop over a table. */
static const char magic[] = "Xq7#mN-2vL0!kPz9@wRt5&yHb3^cJd";
int magic_loop(const char *s) {
  for (int i = 0; i < 30; ++i)
    if ((s[i] ^ 0x15) != (magic[i] ^ 0x2a))
      return i - 30;
  return 1;
}
