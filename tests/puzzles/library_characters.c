// Kinds of characters: one byte decides, the rest of the word must fit as well.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 58 of 58
#define _GNU_SOURCE
#include <ctype.h>
#define REST(w) (((w) & 0xffffff) == 0xabcdef)
int alnum(unsigned w) { return isalnum(w >> 24) && REST(w) ? 1 : 0; }
int alpha(unsigned w) { return isalpha(w >> 24) && REST(w) ? 1 : 0; }
int blank(unsigned w) { return isblank(w >> 24) && REST(w) ? 1 : 0; }
int cntrl(unsigned w) { return iscntrl(w >> 24) && REST(w) ? 1 : 0; }
int digit(unsigned w) { return isdigit(w >> 24) && REST(w) ? 1 : 0; }
int graph(unsigned w) { return isgraph(w >> 24) && REST(w) ? 1 : 0; }
int lower(unsigned w) { return islower(w >> 24) && REST(w) ? 1 : 0; }
int print(unsigned w) { return isprint(w >> 24) && REST(w) ? 1 : 0; }
int punct(unsigned w) { return ispunct(w >> 24) && REST(w) ? 1 : 0; }
int space(unsigned w) { return isspace(w >> 24) && REST(w) ? 1 : 0; }
int upper(unsigned w) { return isupper(w >> 24) && REST(w) ? 1 : 0; }
int xdigit(unsigned w) { return isxdigit(w >> 24) && REST(w) ? 1 : 0; }
int changed(unsigned w) { return tolower(w >> 24) == 'm' && toupper(w >> 16 & 255) == 'N' && (w & 0xffff) == 0xfeed ? 1 : 0; }
int ascii(unsigned w) { return !isascii((int)(w >> 16)) && toascii((int)(w >> 16)) == 0x41 ? 1 : 0; }
