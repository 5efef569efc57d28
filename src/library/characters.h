/* Kinds of characters, each as one condition: a chain of comparisons would become as many of them,
 * and a search would try every space there is. Hence no branches inside, and no inlining. */
#ifndef PINCER_LIBRARY_CHARACTERS_H
#define PINCER_LIBRARY_CHARACTERS_H

static __attribute__((noinline, unused)) int isSpace(int c) {
  return (c == ' ') | ((unsigned)(c - '\t') < 5);
}

static __attribute__((noinline, unused)) int isHexadecimal(int c) {
  return ((unsigned)(c - '0') < 10) | ((unsigned)((c | 32) - 'a') < 6);
}

#endif
