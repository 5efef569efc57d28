/* Between the subject and the library functions that a test can refuse it. Targets with terms have
 * substitutes of these (library/refusable.c). */
#include "abi/channel.h"
#include "abi/refusals.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __vasprintf_chk(char **to, int flag, const char *format, va_list list);

static int refusesMemory(void) {
  if (!pincerRefuses(PINCER_REFUSABLE_ALLOCATION))
    return 0;
  errno = ENOMEM;
  return 1;
}

#define nullptr NULL
#define PINCER_REFUSABLE(result, name, parameters, arguments, refused)                             \
  result pincer_refusable_##name parameters;                                                       \
  result pincer_refusable_##name parameters { return refusesMemory() ? refused : name arguments; }
#define PINCER_REFUSABLE_FORMAT(name, parameters, last, call)                                      \
  int pincer_refusable_##name parameters;                                                          \
  int pincer_refusable_##name parameters {                                                         \
    if (refusesMemory())                                                                           \
      return -1;                                                                                   \
    va_list list;                                                                                  \
    va_start(list, last);                                                                          \
    const int length = call;                                                                       \
    va_end(list);                                                                                  \
    return length;                                                                                 \
  }
#include "abi/refusable.def"
