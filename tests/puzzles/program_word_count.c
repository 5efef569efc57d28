// A whole program that counts lines, words and characters of standard input, like wc.
// RUN: --program --steps 6000
// EXPECT: exit 0
// EXPECT: covered 16 of 16
// EXPECT: no finding
// EXPECT: environment stdin 'standard input'
// EXPECT: environment argv arguments
// EXPECT: function main tested
// EXPECT: function isBlank tested
#include <stdio.h>
#include <string.h>

static int isBlank(int c) { return c == ' ' || c == '\n' || c == '\t'; }

int main(int argc, char **argv) {
  long lines = 0, words = 0, characters = 0;
  int inWord = 0, c;
  while ((c = getchar()) != EOF) {
    characters++;
    if (c == '\n')
      lines++;
    if (isBlank(c))
      inWord = 0;
    else if (!inWord) {
      inWord = 1;
      words++;
    }
  }
  if (argc > 1)
    printf("%ld\n", words);
  else
    printf("%ld %ld %ld\n", lines, words, characters);
  return 0;
}
