#include "library/library.h"

/* What -D_FORTIFY_SOURCE makes of calls: the last argument is the size of what is written to. */
void __chk_fail(void) __attribute__((noreturn));

HELPER void check(size_t needed, size_t size) {
  if (needed > size)
    __chk_fail();
}

char *MODEL(__strcpy_chk)(char *to, const char *from, size_t size) {
  check(MODEL(strlen)(from) + 1, size);
  return MODEL(strcpy)(to, from);
}

char *MODEL(__stpcpy_chk)(char *to, const char *from, size_t size) {
  check(MODEL(strlen)(from) + 1, size);
  return MODEL(stpcpy)(to, from);
}

char *MODEL(__strcat_chk)(char *to, const char *from, size_t size) {
  check(MODEL(strlen)(to) + MODEL(strlen)(from) + 1, size);
  return MODEL(strcat)(to, from);
}

char *MODEL(__strncat_chk)(char *to, const char *from, size_t n, size_t size) {
  check(MODEL(strlen)(to) + MODEL(strnlen)(from, n) + 1, size);
  return MODEL(strncat)(to, from, n);
}

char *MODEL(__strncpy_chk)(char *to, const char *from, size_t n, size_t size) {
  check(n, size);
  return MODEL(strncpy)(to, from, n);
}

char *MODEL(__stpncpy_chk)(char *to, const char *from, size_t n, size_t size) {
  check(n, size);
  return MODEL(stpncpy)(to, from, n);
}
