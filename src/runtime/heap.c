/* The heap of a plain target: it replaces libc's for the whole process.
 *
 * What it is for: every run sees the same addresses and the same bytes in fresh memory, and after
 * a run in a batch one reset undoes everything. So: one arena at a fixed address, handed out from
 * the bottom up. A block is a 16-byte header and a payload whose capacity is one of some 200 sizes
 * (multiples of 16 up to 1 KiB, then four steps per doubling); a freed block goes to the list of
 * its size and is the next to be reused. Reset puts the bottom-up pointer and the lists back to
 * where they were at the mark and copies back the bytes below it; what lies above needs nothing,
 * since blocks are filled when they are given out. Pages that were never touched hold zeros and are
 * not filled when zeros are wanted: a large calloc stays cheap.
 *
 * A block's header is checked whenever it comes back: freeing twice, or what was never allocated,
 * or past an overwritten header, aborts with a message, as glibc does. Lists are linked through the
 * headers, so what a freed block held stays as it was.
 *
 * Large blocks are as glibc's: memory of their own that holds zeros, is given back when freed, and
 * takes no room until it is touched, so they don't count for the limit. A request beyond what the
 * system grants fails as everywhere: null, and ENOMEM. What small blocks use beyond the limit ends
 * the run.
 *
 * What lies further above the last block than glibc would leave room can't be accessed: a loop that
 * runs past its array crashes soon, as everywhere, instead of touching memory by the gigabyte.
 */
#include "runtime/heap.h"

#include <errno.h>
#include <malloc.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__LP64__)
#define ARENA_BASE ((uint8_t *)0x600000000000)
static const uint64_t arenaSize = 64ull << 30;
#else
#define ARENA_BASE ((uint8_t *)0x60000000) /* above the program, below its libraries */
static const uint64_t arenaSize = 1ull << 30;
#endif

enum {
  UNIT = 16,
  SMALL_CLASSES = 64,           /* 16, 32, ... 1024 */
  CLASSES = SMALL_CLASSES + 148 /* then 4 per doubling, up to 2^47 */
};
static const uint64_t largeBytes = 32ull << 20; /* where glibc always asks the kernel */
static const uint64_t keptOnReset = 1ull
                                    << 20; /* touched pages above the mark that are not returned */
enum { MOST_KEPT = 128 << 10 };
static const uint64_t openStep = 1ull << 20;  /* what is opened at a time */
static const uint64_t keptOpen = 64ull << 20; /* above the mark; more is closed on reset */

enum { LIVE = 0xa11e, OWNED = 0x0e1d, FREED = 0xf4ee };

typedef struct {
  uint64_t size; /* LIVE, OWNED: as requested. FREED: arena offset of the next free block */
  uint32_t back; /* units from the start of the payload: nonzero in an aligned block */
  uint16_t sizeClass;
  uint16_t state;
} Header;
_Static_assert(sizeof(Header) == UNIT, "payloads are aligned to 16");

typedef struct {
  uint64_t used;           /* bytes handed out from the bottom */
  uint64_t large;          /* of them, in large blocks */
  uint64_t lists[CLASSES]; /* arena offsets of headers, 0: empty */
} Books;

static struct {
  Books now, marked, kept;
  uint8_t *keptBytes; /* of the arena; null: nothing was ever kept */
  uint8_t *saved;     /* arena bytes below the mark */
  uint64_t touched;   /* bytes above this are zero pages */
  uint64_t open;      /* bytes above this can't be accessed */
  uint64_t limit;
  uint64_t most; /* bytes that the system grants to one block */
  uint64_t gap;  /* between fresh blocks */
  void (*exhausted)(uint64_t);
  uint8_t fill;
  uint8_t listsChanged; /* since the mark, or what was kept, or the last time of going back there */
  atomic_flag busy;
} heap = {.limit = 64ull << 30, .most = 64ull << 30, .busy = ATOMIC_FLAG_INIT};

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&heap.busy, memory_order_acquire))
    sched_yield();
}

static void unlock(void) { atomic_flag_clear_explicit(&heap.busy, memory_order_release); }

static _Noreturn void complain(const char *message) {
  ssize_t ignored = write(2, message, strlen(message));
  (void)ignored;
  unlock();
  abort();
}

static unsigned classOf(uint64_t size) {
  const uint64_t units = size == 0 ? 1 : (size + UNIT - 1) / UNIT;
  if (units <= SMALL_CLASSES)
    return (unsigned)units - 1;
  const uint64_t last = units * UNIT - 1;
  const unsigned log = 63 - (unsigned)__builtin_clzll(last);
  return SMALL_CLASSES + (log - 10) * 4 + (unsigned)(last >> (log - 2)) - 4;
}

static uint64_t capacityOf(unsigned sizeClass) {
  if (sizeClass < SMALL_CLASSES)
    return (uint64_t)(sizeClass + 1) * UNIT;
  const unsigned step = sizeClass - SMALL_CLASSES;
  return (uint64_t)(5 + step % 4) << (8 + step / 4);
}

static void reserveArena(void) {
  void *at = mmap(ARENA_BASE, arenaSize, PROT_NONE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != ARENA_BASE)
    complain("pincer: no room for the heap\n");
  heap.now.used = UNIT; /* so that offset 0 is no block */
}

/* Never returns: the driver ends the run; before there is a driver, the start-up of the subject
 * itself needs too much. */
static _Noreturn void runOut(uint64_t request) {
  unlock();
  if (heap.exhausted)
    heap.exhausted(request);
  complain("pincer: out of memory\n");
}

static Header *headerAt(uint64_t offset) { return (Header *)(ARENA_BASE + offset); }

static Header *takeFree(unsigned sizeClass) {
  const uint64_t offset = heap.now.lists[sizeClass];
  Header *header = headerAt(offset);
  if (offset % UNIT != 0 || offset + UNIT > heap.now.used || header->state != FREED ||
      header->sizeClass != sizeClass)
    complain("malloc(): corrupted free list\n");
  heap.now.lists[sizeClass] = header->size;
  heap.listsChanged = 1;
  return header;
}

/* Makes the bytes below `end` accessible, and some more. */
static void openTo(uint64_t end) {
  if (end <= heap.open)
    return;
  uint64_t open = (end + 2 * openStep - 1) & ~(openStep - 1);
  if (open > arenaSize)
    open = arenaSize;
  if (mprotect(ARENA_BASE + heap.open, open - heap.open, PROT_READ | PROT_WRITE) != 0)
    complain("pincer: no room for the heap\n");
  heap.open = open;
}

static Header *takeFresh(unsigned sizeClass, uint64_t request) {
  if (heap.now.used == 0)
    reserveArena();
  const uint64_t bytes = UNIT + capacityOf(sizeClass) + heap.gap;
  const int isLarge = request >= largeBytes;
  if (bytes > arenaSize - heap.now.used && isLarge)
    return NULL;
  if (bytes > arenaSize - heap.now.used ||
      (!isLarge && heap.now.used - heap.now.large + bytes > heap.limit))
    runOut(request);
  Header *header = headerAt(heap.now.used);
  heap.now.used += bytes;
  heap.now.large += isLarge ? bytes : 0;
  openTo(heap.now.used);
  return header;
}

static void *refuse(void) {
  errno = ENOMEM;
  return NULL;
}

/* Gives the pages of a large block back; what is left of its first and last page is cleared. */
static void emptyLarge(uint8_t *from, uint64_t size) {
  uint8_t *const end = from + size;
  uint8_t *const first = (uint8_t *)(((uintptr_t)from + 4095) & ~(uintptr_t)4095);
  uint8_t *const last = (uint8_t *)((uintptr_t)end & ~(uintptr_t)4095);
  memset(from, 0, (size_t)(first - from));
  memset(last, 0, (size_t)(end - last));
  madvise(first, (size_t)(last - first), MADV_DONTNEED);
}

/* `filler` < 0: the caller fills it. */
static void *allocate(uint64_t size, uint64_t room, int filler) {
  if (room > PTRDIFF_MAX || room > heap.most)
    return refuse();
  const unsigned sizeClass = classOf(room);
  const int isLarge = room >= largeBytes;
  lock();
  Header *header = heap.now.lists[sizeClass] ? takeFree(sizeClass) : takeFresh(sizeClass, room);
  if (!header) {
    unlock();
    return refuse();
  }
  *header = (Header){.size = size, .sizeClass = (uint16_t)sizeClass, .state = LIVE};
  uint8_t *payload = (uint8_t *)(header + 1);
  const uint64_t start = (uint64_t)(payload - ARENA_BASE);
  if (isLarge) {
    emptyLarge(payload, room);
  } else if (filler >= 0) {
    /* Zero pages need no zeros. */
    const uint64_t dirty = start >= heap.touched ? 0 : heap.touched - start;
    memset(payload, filler, filler == 0 && dirty < size ? dirty : size);
  }
  if (start + room > heap.touched)
    heap.touched = start + room;
  unlock();
  return payload;
}

/* The header of a block that comes back to us. */
static Header *checked(void *block, const char *complaint) {
  const uint64_t offset = (uint64_t)((uint8_t *)block - ARENA_BASE);
  if (offset % UNIT != 0 || offset < 2 * UNIT || offset >= heap.now.used + 1)
    complain(complaint);
  Header *header = (Header *)block - 1;
  if (header->state == FREED)
    complain("free(): double free detected\n");
  if (header->state != LIVE && header->state != OWNED)
    complain(complaint);
  if (header->sizeClass >= CLASSES || (uint64_t)header->back * UNIT > offset - 2 * UNIT)
    complain(complaint);
  return header;
}

static uint64_t roomIn(const Header *header) {
  return capacityOf(header->sizeClass) - (uint64_t)header->back * UNIT;
}

void *malloc(size_t size) { return allocate(size, size, heap.fill); }

void free(void *block) {
  if (!block)
    return;
  lock();
  Header *header = checked(block, "free(): invalid pointer\n");
  Header *base = header - header->back;
  const unsigned sizeClass = header->sizeClass;
  if (header->size >= largeBytes)
    emptyLarge(block, header->size);
  header->state = FREED;
  base->state = FREED;
  base->sizeClass = (uint16_t)sizeClass;
  base->size = heap.now.lists[sizeClass];
  heap.now.lists[sizeClass] = (uint64_t)((uint8_t *)base - ARENA_BASE);
  heap.listsChanged = 1;
  unlock();
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return refuse();
  return allocate(bytes, bytes, 0);
}

void *realloc(void *block, size_t size) {
  if (!block)
    return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  lock();
  Header *header = checked(block, "realloc(): invalid pointer\n");
  const uint64_t old = header->size;
  if (size <= roomIn(header)) {
    header->size = size;
    if (size > old && size - old >= largeBytes)
      emptyLarge((uint8_t *)block + old, size - old);
    else if (size > old)
      memset((uint8_t *)block + old, heap.fill, size - old);
    const uint64_t end = (uint64_t)((uint8_t *)block - ARENA_BASE) + size;
    if (end > heap.touched)
      heap.touched = end;
    unlock();
    return block;
  }
  unlock();
  uint8_t *moved = allocate(size, size, heap.fill);
  if (!moved)
    return NULL;
  memcpy(moved, block, old);
  free(block);
  return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return refuse();
  return realloc(block, bytes);
}

/* A larger block, with a second header in front of the first aligned place in it. */
static void *allocateAligned(size_t alignment, size_t size) {
  if (alignment <= UNIT)
    return malloc(size);
  uint64_t room;
  if (__builtin_add_overflow(size, alignment, &room))
    return refuse();
  uint8_t *payload = allocate(room, room, -1);
  if (!payload)
    return NULL;
  uint8_t *aligned =
      (uint8_t *)(((uintptr_t)payload + alignment - 1) & ~((uintptr_t)alignment - 1));
  const Header base = *((Header *)payload - 1);
  Header *header = (Header *)aligned - 1;
  *header = (Header){.size = size,
                     .back = (uint32_t)((aligned - payload) / UNIT),
                     .sizeClass = base.sizeClass,
                     .state = LIVE};
  if (room < largeBytes)
    memset(aligned, heap.fill, size);
  return aligned;
}

static int isPowerOfTwo(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* As glibc: the next power of two will do. */
void *memalign(size_t alignment, size_t size) {
  if (alignment > SIZE_MAX / 2 + 1) {
    errno = EINVAL;
    return NULL;
  }
  size_t power = UNIT;
  while (power < alignment)
    power *= 2;
  return allocateAligned(power, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
#if __GLIBC_PREREQ(2, 38)
  if (!isPowerOfTwo(alignment)) {
    errno = EINVAL;
    return NULL;
  }
#endif
  return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (!isPowerOfTwo(alignment) || alignment % sizeof(void *) != 0)
    return EINVAL;
  const int before = errno;
  void *got = allocateAligned(alignment, size);
  errno = before;
  if (!got)
    return ENOMEM;
  *block = got;
  return 0;
}

void *valloc(size_t size) { return allocateAligned(4096, size); }

void *pvalloc(size_t size) {
  return size > SIZE_MAX - 4095 ? refuse() : allocateAligned(4096, (size + 4095) & ~(size_t)4095);
}

size_t malloc_usable_size(void *block) {
  if (!block)
    return 0;
  lock();
  const size_t size = checked(block, "malloc_usable_size(): invalid pointer\n")->size;
  unlock();
  return size;
}

/* Where the blocks begin, for who asks. Blocks are carved from the bottom up and never change their
 * capacity, so the list only grows; what came since the last question is added by walking from
 * header to header. Not on the way of those who allocate. */
static struct {
  uint32_t *units; /* of headers, counted from the arena's beginning */
  uint32_t count;
  uint64_t walked; /* bytes of the arena */
} carved;

static void forgetCarved(void) {
  carved.count = 0;
  carved.walked = UNIT;
}

static int prepareCarved(void) {
  if (carved.units)
    return 1;
  const uint64_t bytes = arenaSize / (2 * UNIT) * sizeof *carved.units;
  void *room =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return 0;
  carved.units = room;
  forgetCarved();
  return 1;
}

static void walkCarved(void) {
  while (carved.walked < heap.now.used) {
    const Header *header = headerAt(carved.walked);
    const int isHeader = header->state == LIVE || header->state == OWNED || header->state == FREED;
    if (!isHeader || header->sizeClass >= CLASSES)
      return; /* overwritten: what lies above is not known */
    carved.units[carved.count++] = (uint32_t)(carved.walked / UNIT);
    carved.walked += UNIT + capacityOf(header->sizeClass) + heap.gap;
  }
}

const void *pincerHeapBlockAt(const void *address, uint64_t *size) {
  const uint64_t offset = (uint64_t)((const uint8_t *)address - ARENA_BASE);
  if (offset >= heap.now.used || !prepareCarved())
    return NULL;
  walkCarved();
  uint32_t low = 0, high = carved.count; /* the first header behind the address is in low .. high */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if ((uint64_t)carved.units[middle] * UNIT <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return NULL;
  const uint64_t start = (uint64_t)carved.units[low - 1] * UNIT + UNIT;
  const Header *header = headerAt(start - UNIT);
  if ((header->state != LIVE && header->state != OWNED) || offset < start ||
      offset - start >= header->size || header->size > heap.now.used - start)
    return NULL;
  *size = header->size;
  return ARENA_BASE + start;
}

void pincerHeapLimit(uint64_t bytes, uint64_t most, void (*exhausted)(uint64_t)) {
  const uint64_t small = heap.now.used - heap.now.large;
  heap.limit = bytes < arenaSize - small ? small + bytes : arenaSize;
  heap.most = most;
  heap.exhausted = exhausted;
}

void pincerHeapMove(uint64_t bytes, uint64_t gap) {
  if (heap.now.used == 0)
    reserveArena();
  const int isWalked = prepareCarved();
  if (isWalked)
    walkCarved();
  heap.now.used += bytes;
  if (heap.open < heap.now.used) /* nothing lies in between */
    heap.open = heap.now.used & ~4095ull;
  if (isWalked)
    carved.walked = heap.now.used;
  heap.limit = bytes < arenaSize - heap.limit ? heap.limit + bytes : arenaSize;
  heap.gap = gap;
  memset(heap.now.lists, 0, sizeof heap.now.lists);
  heap.listsChanged = 1;
}

void pincerHeapFill(uint8_t byte) { heap.fill = byte; }

void pincerHeapMark(void) {
  if (heap.now.used == 0)
    reserveArena();
  heap.marked = heap.now;
  heap.listsChanged = 0;
  heap.saved =
      mmap(NULL, heap.now.used, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (heap.saved == MAP_FAILED)
    complain("pincer: no room to save the heap\n");
  memcpy(heap.saved + UNIT, ARENA_BASE + UNIT, heap.now.used - UNIT);
}

static void goBackTo(const Books *books, const uint8_t *saved) {
  if (books->used > UNIT)
    memcpy(ARENA_BASE + UNIT, saved + UNIT, books->used - UNIT);
  heap.now.used = books->used;
  heap.now.large = books->large;
  forgetCarved();
  if (heap.listsChanged)
    memcpy(heap.now.lists, books->lists, sizeof heap.now.lists);
  heap.listsChanged = 0;
  /* From here on what stays counts as touched: an overrun may have written past the last block. */
  const uint64_t stays = (heap.marked.used + keptOnReset) & ~4095ull;
  if (heap.touched > stays)
    madvise(ARENA_BASE + stays, heap.touched - stays, MADV_DONTNEED);
  heap.touched = stays;
  if (heap.open > stays + keptOpen) {
    const uint64_t closed = (stays + keptOpen + openStep - 1) & ~(openStep - 1);
    if (closed < heap.open && mprotect(ARENA_BASE + closed, heap.open - closed, PROT_NONE) == 0)
      heap.open = closed;
  }
}

void pincerHeapReset(void) {
  if (heap.kept.used > 0) { /* the lists may have changed before, too */
    heap.kept.used = 0;
    heap.listsChanged = 1;
  }
  if (heap.now.used == heap.marked.used && heap.marked.used == UNIT)
    return; /* no heap before the mark, none since */
  goBackTo(&heap.marked, heap.saved);
}

int pincerHeapKeep(void) {
  if (heap.now.used > MOST_KEPT || heap.now.large > 0)
    return 0;
  if (!heap.keptBytes)
    heap.keptBytes =
        mmap(NULL, MOST_KEPT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (heap.keptBytes == MAP_FAILED)
    complain("pincer: no room to save the heap\n");
  heap.kept = heap.now;
  memcpy(heap.keptBytes + UNIT, ARENA_BASE + UNIT, heap.now.used - UNIT);
  heap.listsChanged = 0;
  return 1;
}

void pincerHeapRestore(void) { goBackTo(&heap.kept, heap.keptBytes); }

uint64_t pincerHeapGrowth(void) { return heap.now.used - heap.marked.used; }

void pincerHeapOwn(void *block) {
  lock();
  checked(block, "pincer: no block\n")->state = OWNED;
  unlock();
}

int pincerHeapIsOwned(const void *block) { return ((const Header *)block - 1)->state == OWNED; }
