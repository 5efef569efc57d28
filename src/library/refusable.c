/* What stands between the subject and the library functions that a test can refuse it
 * (driver/refusable.c), for targets with terms. */
#include "library/library.h"

#include "abi/channel.h"
#include "abi/refusals.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>

HELPER int refusesMemory(void) {
  if (!pincerRefuses(PINCER_REFUSABLE_ALLOCATION))
    return 0;
  errno = ENOMEM;
  return 1;
}

/* Those that have substitutes themselves. */
#define strdup OURS(strdup)
#define strndup OURS(strndup)
#define vasprintf OURS(vasprintf)
#define __vasprintf_chk(to, flag, format, list) ((void)(flag), OURS(vasprintf)(to, format, list))

#define nullptr NULL
#define PINCER_REFUSABLE(result, name, parameters, arguments, refused)                             \
  result OURS(pincer_refusable_##name) parameters;                                                 \
  result OURS(pincer_refusable_##name) parameters {                                                \
    if (refusesMemory())                                                                           \
      return refused;                                                                              \
    return name arguments;                                                                         \
  }
#define PINCER_REFUSABLE_FORMAT(name, parameters, last, call)                                      \
  int OURS(pincer_refusable_##name) parameters;                                                    \
  int OURS(pincer_refusable_##name) parameters {                                                   \
    if (refusesMemory())                                                                           \
      return -1;                                                                                   \
    va_list list;                                                                                  \
    va_start(list, last);                                                                          \
    const int length = call;                                                                       \
    va_end(list);                                                                                  \
    return length;                                                                                 \
  }
#include "abi/refusable.def"
