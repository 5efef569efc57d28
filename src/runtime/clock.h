/* The clock of a plain target. It is linked in only if the subject asks for the time, so the driver
 * declares this weak and checks. */
#ifndef PINCER_RUNTIME_CLOCK_H
#define PINCER_RUNTIME_CLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the clock to one of 256 fixed moments. */
__attribute__((weak)) void pincerClockSet(uint8_t moment);

#ifdef __cplusplus
}
#endif
#endif
