/* Inside the recorder: what the term of an address says about the places it may mean. */
#ifndef PINCER_RUNTIME_RECORDER_ADDRESSES_H
#define PINCER_RUNTIME_RECORDER_ADDRESSES_H

#include "runtime/recorder_objects.h"
#include "runtime/recorder_state.h"

/* An address in an object, taken apart. */
typedef struct {
  Value pointer; /* a summand that itself leads into the object; term 0: there is none */
  Value
      address; /* the address with that summand at its value in this run; term 0: nothing is left */
} Parts;
Parts partsOf(Value address, const Object *object);

/* All values of the term are the same modulo this, as far as can be seen (0: it is a constant).
 * Where it is a power of two that is certain, even where arithmetic wraps around. */
uint64_t stepOf(uint32_t term);

/* Whether every value of the term lies in first .. last. */
int isAlwaysBetween(Value address, uint64_t first, uint64_t last);

/* Where an address is that of one object or of another (the optimiser makes such a choice of a
 * branch), the choice becomes a condition. Returns the address as it is then. object: where it
 * leads to in this run; null: unknown. */
Value settled(uint32_t place, Value address, const Object *object);

#endif
