/* Which object an address lies in: what the instrumented code knows by itself (locals), variables
 * and constants (listed by the lowering), blocks of the heap, and the character tables of the C
 * library. Asked only where an address is symbolic. */
#include "runtime/recorder_objects.h"

#include "abi/target.h"
#include "runtime/heap.h"
#include "runtime/recorder_state.h"

#include <ctype.h>
#include <stddef.h>

extern const PincerListedObject __start_pincer_objects[] __attribute__((weak));
extern const PincerListedObject __stop_pincer_objects[] __attribute__((weak));

extern void *__libc_stack_end __attribute__((weak)); /* where the first thread began */

static Object *listed; /* by their beginnings */
static uint32_t listedCount;

static _Thread_local Object hint;
static _Thread_local uintptr_t stackEnd; /* 0: not known */

/* Heap sort: nothing of the C library may be called yet. */
static void sift(Object *objects, uint32_t at, uint32_t count) {
  const Object moved = objects[at];
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && objects[child + 1].begin > objects[child].begin)
      child++;
    if (objects[child].begin <= moved.begin)
      break;
    objects[at] = objects[child];
  }
  objects[at] = moved;
}

static void sortByBeginning(Object *objects, uint32_t count) {
  for (uint32_t i = count / 2; i-- > 0;)
    sift(objects, i, count);
  for (uint32_t end = count; end-- > 1;) {
    const Object last = objects[end];
    objects[end] = objects[0];
    objects[0] = last;
    sift(objects, 0, end);
  }
}

void objectsBegin(void) {
  const uint64_t count = (uint64_t)(__stop_pincer_objects - __start_pincer_objects);
  if (count == 0 || count > UINT32_MAX)
    return;
  listed = recorderReserve(count * sizeof *listed);
  for (uint64_t i = 0; i < count; i++) {
    const PincerListedObject *object = &__start_pincer_objects[i];
    if (object->address && object->size)
      listed[listedCount++] =
          (Object){(uintptr_t)object->address, (uintptr_t)object->address + object->size,
                   (object->flags & PINCER_OBJECT_CONSTANT) != 0, 0};
  }
  sortByBeginning(listed, listedCount);
}

void stackBegins(void) { stackEnd = &__libc_stack_end ? (uintptr_t)__libc_stack_end : 0; }

void hintObject(const void *begin, uint64_t size) {
  hint = (Object){(uintptr_t)begin, (uintptr_t)begin + size, 0, 0};
}

void forgetHint(void) { hint = (Object){0, 0, 0, 0}; }

static int contains(const Object *object, uintptr_t address, uint64_t bytes) {
  return address >= object->begin && address < object->end && bytes <= object->end - address;
}

static int isListed(uintptr_t address, uint64_t bytes, Object *object) {
  uint32_t low = 0, high = listedCount; /* the first that begins later is in low .. high */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (listed[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || !contains(&listed[low - 1], address, bytes))
    return 0;
  *object = listed[low - 1];
  return 1;
}

static int isBlock(uintptr_t address, uint64_t bytes, Object *object) {
  uint64_t size = 0;
  const void *block = pincerHeapBlockAt ? pincerHeapBlockAt((const void *)address, &size) : NULL;
  *object = (Object){(uintptr_t)block, (uintptr_t)block + size, 0, 0};
  return block && contains(object, address, bytes);
}

/* A local of some function: its label (abi/target.h) lies before it. */
static int isLocal(uintptr_t address, uint64_t bytes, Object *object) {
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  const uint64_t addressMask = (1ull << PINCER_LABEL_ADDRESS_BITS) - 1;
  if (address <= here || address >= stackEnd)
    return 0;
  uintptr_t lowest = here + PINCER_LABEL_ROOM;
  if (address - here > PINCER_MOST_LABELLED_BYTES)
    lowest = address - PINCER_MOST_LABELLED_BYTES;
  for (uintptr_t at = address & ~(uintptr_t)(PINCER_LABEL_ROOM - 1); at >= lowest;
       at -= PINCER_LABEL_ROOM) {
    const uint64_t label = *(const uint64_t *)(at - PINCER_LABEL_ROOM) ^ PINCER_LABEL_KEY;
    if ((label & addressMask) != at)
      continue;
    *object = (Object){at, at + (uintptr_t)(label >> PINCER_LABEL_ADDRESS_BITS), 0, 0};
    return object->end <= stackEnd && contains(object, address, bytes);
  }
  return 0;
}

/* Valid for -128 .. 255, says the C library of itself. */
static int isCharacterTable(uintptr_t address, uint64_t bytes, Object *object) {
  enum { BELOW = 128, ENTRIES = 384 };
  const Object tables[] = {{(uintptr_t)(*__ctype_b_loc() - BELOW),
                            (uintptr_t)(*__ctype_b_loc() - BELOW + ENTRIES), 1, 1},
                           {(uintptr_t)(*__ctype_tolower_loc() - BELOW),
                            (uintptr_t)(*__ctype_tolower_loc() - BELOW + ENTRIES), 1, 1},
                           {(uintptr_t)(*__ctype_toupper_loc() - BELOW),
                            (uintptr_t)(*__ctype_toupper_loc() - BELOW + ENTRIES), 1, 1}};
  for (uint32_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (contains(&tables[i], address, bytes)) {
      *object = tables[i];
      return 1;
    }
  return 0;
}

int objectAt(uintptr_t address, uint64_t bytes, Object *object) {
  if (contains(&hint, address, bytes)) {
    *object = hint;
    return 1;
  }
  return isListed(address, bytes, object) || isBlock(address, bytes, object) ||
         isLocal(address, bytes, object) || isCharacterTable(address, bytes, object);
}
