/* Small changes of a test, made where it runs: a test costs far more to propose and to write than
 * to run. Target and pincer work out the same changes. Plain C, freestanding. */
#ifndef PINCER_ABI_VARIATION_H
#define PINCER_ABI_VARIATION_H

#include <stdint.h>

/* Where the changes of one variant come from. */
static inline uint64_t pincerVariantState(uint32_t seed, uint32_t test, uint32_t variant) {
  return ((uint64_t)seed << 32 | test) * 0x9e3779b97f4a7c15ull + variant;
}

/* SplitMix64. */
static inline uint64_t pincerVariantNext(uint64_t *state) {
  uint64_t x = *state += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/* How many inputs a variant changes: mostly one. */
static inline uint32_t pincerVariantChanges(uint64_t *state) {
  return 1 + (uint32_t)__builtin_ctzll(pincerVariantNext(state) | 8);
}

/* Something else in the place of `value`; both have so many bits. `other` is the value of another
 * input. A character stays what ends a text, or does not: what texts are long for is not changed
 * here. */
static inline uint64_t pincerVaried(uint64_t *state, uint64_t value, uint64_t other,
                                    uint32_t bits) {
  const uint64_t all = bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0;
  const uint64_t random = pincerVariantNext(state), argument = random >> 8;
  uint64_t next = value;
  if (bits == 8 && value == 0)
    return value;
  switch (random & 7) {
  case 0:
    next = value ^ (uint64_t)1 << argument % bits;
    break;
  case 1:
    next = value + 1 + argument % 16;
    break;
  case 2:
    next = value - 1 - argument % 16;
    break;
  case 3:
    next = argument % 8 == 0 ? all >> 1 : argument % 8 == 1 ? (all >> 1) + 1 : argument % 8 - 3;
    break;
  case 4:
    next = argument & 0xff;
    break;
  case 5:
    next = argument;
    break;
  default:
    next = other;
  }
  next &= all;
  return bits == 8 && next == 0 ? value : next;
}

#endif
