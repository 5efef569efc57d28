/* `new` of more than the system grants throws bad_alloc, as everywhere; AddressSanitizer's own
 * would end the program. In a sanitized target the linker sends the subject's calls here (--wrap).
 */
#include "driver/driver.h"

#include <cstddef>
#include <new>

#if defined(__LP64__)
#define WRAPPED(name) __wrap_##name##m
#define REAL(name) __real_##name##m
#else
#define WRAPPED(name) __wrap_##name##j
#define REAL(name) __real_##name##j
#endif

extern "C" {
uint64_t pincerMostBytes = UINT64_MAX;

/* There where the linker wraps. */
void *REAL(_Znw)(std::size_t size) __attribute__((weak));
void *REAL(_Zna)(std::size_t size) __attribute__((weak));

void *WRAPPED(_Znw)(std::size_t size) {
  if (size > pincerMostBytes)
    throw std::bad_alloc();
  return REAL(_Znw)(size);
}

void *WRAPPED(_Zna)(std::size_t size) {
  if (size > pincerMostBytes)
    throw std::bad_alloc();
  return REAL(_Zna)(size);
}
}
