/* The heap of a plain target: what the driver may ask of it. The sanitizer variant has none, so the
 * driver declares these weak and checks. */
#ifndef PINCER_RUNTIME_HEAP_H
#define PINCER_RUNTIME_HEAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PINCER_OPTIONAL __attribute__((weak))

/* From now on at most `bytes` more, large blocks apart; the request that goes beyond is passed to
 * `exhausted`, which does not return. Blocks of more than `most` bytes are refused. */
PINCER_OPTIONAL void pincerHeapLimit(uint64_t bytes, uint64_t most,
                                     void (*exhausted)(uint64_t request));

/* From now on blocks lie so much higher, and so much further apart; none is reused from before.
 * Both are multiples of 16. */
PINCER_OPTIONAL void pincerHeapMove(uint64_t bytes, uint64_t gap);

/* What fresh memory holds, reused blocks too. */
PINCER_OPTIONAL void pincerHeapFill(uint8_t byte);

/* Remembers the present state; reset goes back to it, however much was allocated, freed or written
 * since. */
PINCER_OPTIONAL void pincerHeapMark(void);
PINCER_OPTIONAL void pincerHeapReset(void);
/* Remembers the present state as well, for a while: until the next reset, restore goes back to it.
 * False: there is too much of it. */
PINCER_OPTIONAL int pincerHeapKeep(void);
PINCER_OPTIONAL void pincerHeapRestore(void);
/* Bytes that were added since the mark. */
PINCER_OPTIONAL uint64_t pincerHeapGrowth(void);

/* Marks a live block as the driver's; isOwned says whether it still is (not freed, nor freed and
 * given out again). */
PINCER_OPTIONAL void pincerHeapOwn(void *block);
PINCER_OPTIONAL int pincerHeapIsOwned(const void *block);

/* The block that an address lies in, and its size as requested; null: none that is in use. */
PINCER_OPTIONAL const void *pincerHeapBlockAt(const void *address, uint64_t *size);

#ifdef __cplusplus
}
#endif
#endif
