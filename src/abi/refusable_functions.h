/* Definitions of what refusable.def lists: of OURS(pincer_refusable_<name>), which refuse what the
 * test says, and else call the function of that name. HELPER is static. */
#include "abi/channel.h"
#include "abi/refusals.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

HELPER int refusesMemory(void) {
  if (!pincerRefuses(PINCER_REFUSABLE_ALLOCATION))
    return 0;
  errno = ENOMEM;
  return 1;
}

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
