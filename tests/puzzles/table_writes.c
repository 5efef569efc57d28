// Written at an index that comes from outside, and read again.
// RUN: --strategy concolic --steps 3000
// EXPECT: exit 0
// EXPECT: covered 30 of 30
#include <stdint.h>
#include <string.h>

/* What was written is found at one place only. */
int mark(unsigned where, int what) {
  int cells[10] = {0};
  if (where >= 10)
    return -1;
  cells[where] = what;
  return cells[7] == 4321 ? 1 : 0;
}

/* Both indices are free. */
int write_then_read(uint8_t to, uint8_t from, uint16_t what) {
  uint16_t cells[16];
  for (int i = 0; i < 16; ++i)
    cells[i] = (uint16_t)(i * 100);
  cells[to & 15] = what;
  if ((to & 15) == (from & 15))
    return 0;
  cells[from & 15] ^= 0x5555;
  return cells[to & 15] == 1234 && cells[from & 15] == (1100 ^ 0x5555) ? 1 : 2;
}

/* A hash table with open addressing: the third key meets both others. */
struct slot {
  uint32_t key;
  int32_t value;
};
int hash_table(uint32_t a, uint32_t b, uint32_t c) {
  struct slot slots[8];
  uint32_t keys[3] = {a, b, c};
  memset(slots, 0, sizeof slots);
  if (!a || !b || !c)
    return -1;
  int steps = 0;
  for (int i = 0; i < 3; ++i) {
    uint32_t at = keys[i] * 2654435761u >> 29;
    while (slots[at].key && slots[at].key != keys[i]) {
      at = (at + 1) & 7;
      ++steps;
    }
    slots[at].key = keys[i];
    slots[at].value += 1;
  }
  return steps == 3 ? 1 : 0;
}

/* Which of sixteen bits are set, kept as bytes. */
int all_seen(const uint8_t order[4]) {
  uint8_t seen[4] = {0};
  for (int i = 0; i < 4; ++i)
    seen[order[i] & 3] = 1;
  return seen[0] + seen[1] + seen[2] + seen[3] == 4 ? 1 : 0;
}
