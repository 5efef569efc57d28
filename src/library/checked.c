#include "library/library.h"

/* What -D_FORTIFY_SOURCE makes of calls: the last argument is the size of what is written to. */
void __chk_fail(void) __attribute__((noreturn));

HELPER void check(size_t needed, size_t size) {
  if (needed > size)
    __chk_fail();
}

char *OURS(__strcpy_chk)(char *to, const char *from, size_t size) {
  check(OURS(strlen)(from) + 1, size);
  return OURS(strcpy)(to, from);
}

char *OURS(__stpcpy_chk)(char *to, const char *from, size_t size) {
  check(OURS(strlen)(from) + 1, size);
  return OURS(stpcpy)(to, from);
}

char *OURS(__strcat_chk)(char *to, const char *from, size_t size) {
  check(OURS(strlen)(to) + OURS(strlen)(from) + 1, size);
  return OURS(strcat)(to, from);
}

char *OURS(__strncat_chk)(char *to, const char *from, size_t n, size_t size) {
  check(OURS(strlen)(to) + OURS(strnlen)(from, n) + 1, size);
  return OURS(strncat)(to, from, n);
}

char *OURS(__strncpy_chk)(char *to, const char *from, size_t n, size_t size) {
  check(n, size);
  return OURS(strncpy)(to, from, n);
}

char *OURS(__stpncpy_chk)(char *to, const char *from, size_t n, size_t size) {
  check(n, size);
  return OURS(stpncpy)(to, from, n);
}
