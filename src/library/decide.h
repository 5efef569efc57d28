/* A number that becomes one of its own, by conditions that are recorded: where a count decides
 * which memory is used, terms in addresses would say no more and cost a lot. */
#ifndef PINCER_LIBRARY_DECIDE_H
#define PINCER_LIBRARY_DECIDE_H

#include <stddef.h>

/* volatile: or else the compiler sees that this is the number itself. */
static inline __attribute__((always_inline)) size_t decided(size_t number) {
  volatile size_t counted = 0;
  while (counted < number)
    counted = counted + 1;
  return counted;
}

#endif
