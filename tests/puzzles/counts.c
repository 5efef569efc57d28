// A loop that gets further the more of a set it was given: what came nearer to its end is gone on from.
// RUN: --steps 60000
// EXPECT: covered 16 of 16
int has_all_digits(const char *text) {
  unsigned char seen[10] = {0};
  for (; *text; ++text)
    if (*text >= '0' && *text <= '9')
      seen[*text - '0'] = 1;
  for (int i = 0; i < 10; ++i)
    if (!seen[i])
      return 0;
  return 1;
}

int has_many_words(const char *text) {
  int words = 0, inside = 0;
  for (; *text; ++text) {
    if (*text == ' ')
      inside = 0;
    else if (!inside)
      words += inside = 1;
  }
  return words > 12;
}
