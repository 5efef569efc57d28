#include "library/library.h"

/* What glibc gives for "yes": the bits of its table, which a program may well print. */
enum {
  BLANK = 1,
  CNTRL = 2,
  PUNCT = 4,
  ALNUM = 8,
  UPPER = 256,
  LOWER = 512,
  ALPHA = 1024,
  DIGIT = 2048,
  XDIGIT = 4096,
  SPACE = 8192,
  PRINT = 16384,
  GRAPH = 32768
};

HELPER int between(int c, int first, int last) { return c >= first && c <= last; }
HELPER int letter(int c) { return between(c, 'a', 'z') || between(c, 'A', 'Z'); }
HELPER int digit(int c) { return between(c, '0', '9'); }

int OURS(isdigit)(int c) { return digit(c) ? DIGIT : 0; }
int OURS(islower)(int c) { return between(c, 'a', 'z') ? LOWER : 0; }
int OURS(isupper)(int c) { return between(c, 'A', 'Z') ? UPPER : 0; }
int OURS(isalpha)(int c) { return letter(c) ? ALPHA : 0; }
int OURS(isalnum)(int c) { return digit(c) || letter(c) ? ALNUM : 0; }
int OURS(isblank)(int c) { return c == ' ' || c == '\t' ? BLANK : 0; }
int OURS(isspace)(int c) { return c == ' ' || between(c, '\t', '\r') ? SPACE : 0; }
int OURS(iscntrl)(int c) { return between(c, 0, 31) || c == 127 ? CNTRL : 0; }
int OURS(isgraph)(int c) { return between(c, '!', '~') ? GRAPH : 0; }
int OURS(isprint)(int c) { return between(c, ' ', '~') ? PRINT : 0; }
int OURS(ispunct)(int c) { return between(c, '!', '~') && !digit(c) && !letter(c) ? PUNCT : 0; }
int OURS(isxdigit)(int c) {
  return digit(c) || between(c, 'a', 'f') || between(c, 'A', 'F') ? XDIGIT : 0;
}

/* A negative char is taken for the character it stands for; EOF stays. */
HELPER int unchanged(int c) { return between(c, -128, -2) ? c + 256 : c; }

int OURS(tolower)(int c) { return between(c, 'A', 'Z') ? c + ('a' - 'A') : unchanged(c); }
int OURS(toupper)(int c) { return between(c, 'a', 'z') ? c - ('a' - 'A') : unchanged(c); }

int OURS(isascii)(int c) { return (c & ~127) == 0; }
int OURS(toascii)(int c) { return c & 127; }
