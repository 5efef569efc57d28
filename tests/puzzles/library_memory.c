// Searching and comparing memory and texts.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 44 of 44
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
/* Eight bytes that are inputs. */
typedef struct {
  char bytes[8];
} Block;
int first(Block b) { return memchr(b.bytes, '%', 8) == b.bytes + 6 ? 1 : 0; }
int last(Block b) { return memrchr(b.bytes, 'x', 8) == b.bytes + 2 ? 1 : 0; }
int surely(Block b) {
  b.bytes[7] = '$';
  return rawmemchr(b.bytes, '$') == b.bytes + 5 ? 1 : 0;
}
int within(Block b) { return memmem(b.bytes, 8, "q9z", 3) == b.bytes + 4 ? 1 : 0; }
int compared(Block b) { return memcmp(b.bytes, "abcdefgh", 8) == 0 ? 1 : 0; }
int below(Block b) { return memcmp(b.bytes, "abcdefgh", 8) < 0 && memcmp(b.bytes, "abcdeffh", 8) > 0 ? 1 : 0; }
int equal(Block b) { return bcmp(b.bytes + 1, "123456", 6) == 0 ? 1 : 0; }
int length(Block b) { return strnlen(b.bytes, 8) == 5 ? 1 : 0; }
int anyCase(const char *s) { return s && strncasecmp(s, "HeLLo!", 5) == 0 && s[0] == 'H' && s[1] == 'E' ? 1 : 0; }
int endOr(const char *s) { return s && strlen(s) == 4 && strchrnul(s, '@') == s + 3 ? 1 : 0; }
int lastOf(const char *s) {
  const char *at = s ? strrchr(s, '.') : s;
  return at && strcmp(at, ".so") == 0 ? 1 : 0;
}
int oldNames(const char *s) { return s && index(s, '<') == s + 1 && rindex(s, '<') == s + 3 ? 1 : 0; }
