/* What stands between the subject and a library function whose calls a test can have refused
 * (refusable.def). */
#ifndef PINCER_ABI_REFUSALS_H
#define PINCER_ABI_REFUSALS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the driver. Counts one more request of this kind (PINCER_REFUSABLE_..., channel.h); true if it
 * is to be refused. */
int pincerRefuses(uint32_t kind);

#ifdef __cplusplus
}
#endif
#endif
