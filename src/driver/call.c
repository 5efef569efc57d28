/* From the bytes of a request to a call. Each object is a block of its own, of exactly its size, so
 * that a sanitizer sees every step past its end. The sequence of allocations is the same in a batch
 * and in a fresh process, and so are the addresses that the subject sees. What the test supplies
 * for a variable is written into that variable; what it supplies for calls of a stub is handed out
 * call by call. */
#include "driver/driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where MemorySanitizer watches the subject it does not see that our arguments have values. */
__attribute__((weak)) void __msan_unpoison_param(size_t count);

/* Room for the addresses of the most objects that fit into a request. */
static void **addresses;

/* What is left of the current test's supplies for one stub. */
typedef struct {
  uint32_t calls; /* so far */
  uint32_t next;  /* index into `supplied` */
} Source;

static Source *sources; /* indexed as pincer_supplies */
static const PincerSupplied *supplied;
static uint32_t suppliedCount, firstSupplied; /* how many; the first one's object */
static uint32_t mostUnsupplied;

void prepareCalls(void) {
  addresses = ownMemory(PINCER_REQUEST_CAPACITY / sizeof(PincerObject) * sizeof(void *));
  sources = ownMemory(((uint64_t)pincer_supply_count + 1) * sizeof(Source));
}

const PincerCallable *callableOf(const PincerTest *test) {
  if (test->callable >= pincer_callable_count || !pincer_callables[test->callable].call) {
    errno = 0;
    fail("a test calls a function that can't be driven");
  }
  return &pincer_callables[test->callable];
}

const PincerObject *firstObject(const PincerTest *test) { return (const PincerObject *)(test + 1); }

const PincerObject *nextObject(const PincerObject *object) {
  return (const PincerObject *)((const uint8_t *)(object + 1) + PINCER_PADDED(object->size));
}

__attribute__((weak)) void __asan_poison_memory_region(const volatile void *address, size_t size);

static void *allocateObject(const PincerObject *object) {
  void *block = NULL;
  if (object->alignment <= 16)
    block = malloc(object->size);
  else if (posix_memalign(&block, object->alignment, object->size) != 0)
    block = NULL;
  if (!block)
    leaveOutOfMemory(object->size);
  if (object->size == 0 && __asan_poison_memory_region)
    __asan_poison_memory_region(block, 1); /* ASan gives a block of nothing one byte */
  return block;
}

static const PincerSupplied *suppliedOf(const PincerTest *test) {
  return (const PincerSupplied *)(const void *)(firstWatch(test) + test->watchCount);
}

void startSupplies(const PincerTest *test) {
  startMarks();
  unsuppliedCalls = 0;
  mostUnsupplied = test->mostUnsupplied;
  suppliedCount = test->suppliedCount;
  firstSupplied = test->argumentCount;
  supplied = suppliedCount ? suppliedOf(test) : NULL;
  for (uint32_t i = 0; i < pincer_supply_count; ++i)
    sources[i] = (Source){.calls = 0, .next = suppliedCount};
  for (uint32_t i = suppliedCount; i-- > 0;) {
    errno = 0;
    if (supplied[i].source >= pincer_supply_count)
      fail("a test supplies what the subject does not ask for");
    sources[supplied[i].source].next = i;
  }
}

const void *pincer_supplied(uint32_t source) {
  if (source >= pincer_supply_count)
    return NULL;
  noteCall(source);
  Source *from = &sources[source];
  const uint32_t call = from->calls++;
  if (from->next >= suppliedCount || supplied[from->next].source != source ||
      supplied[from->next].index != call) {
    if (++unsuppliedCalls > mostUnsupplied && mostUnsupplied < PINCER_MOST_UNSUPPLIED_CALLS)
      leaveAtEndOfInputs();
    if (unsuppliedCalls > PINCER_MOST_UNSUPPLIED_CALLS)
      leaveStarved();
    return NULL;
  }
  return addresses[firstSupplied + from->next++];
}

static void *variableAt(uint32_t index) {
  if (index < firstSupplied || index - firstSupplied >= suppliedCount)
    return NULL;
  return pincer_supplies[supplied[index - firstSupplied].source].variable;
}

int isVariable(uint32_t index) { return variableAt(index) != NULL; }

static void *placeFor(uint32_t index, const PincerObject *object) {
  void *variable = variableAt(index);
  return variable ? variable : allocateObject(object);
}

/* Returns what follows the objects. */
static const void *buildObjects(const PincerTest *test, int reversed) {
  const PincerObject *object = firstObject(test);
  for (uint32_t i = 0; i < test->objectCount; ++i) {
    addresses[i] = (void *)object; /* for now */
    object = nextObject(object);
  }
  for (uint32_t i = 0; i < test->objectCount; ++i) {
    void **address = &addresses[reversed ? test->objectCount - 1 - i : i];
    const PincerObject *from = *address;
    *address = placeFor((uint32_t)(address - addresses), from);
    memcpy(*address, from + 1, from->size);
  }
  return object;
}

static void applyFixup(const PincerFixup *fixup) {
  const uint8_t *pointer = (const uint8_t *)addresses[fixup->targetObject] + fixup->targetOffset;
  memcpy((uint8_t *)addresses[fixup->object] + fixup->offset, &pointer, sizeof pointer);
}

static void applyCallback(const PincerCallback *callback) {
  void (*const function)(void) = pincer_supplies[callback->source].function;
  memcpy((uint8_t *)addresses[callback->object] + callback->offset, &function, sizeof function);
}

Call buildCall(const PincerTest *test, int reversed) {
  startSupplies(test);
  const PincerFixup *fixups = buildObjects(test, reversed);
  for (uint32_t i = 0; i < test->fixupCount; ++i)
    applyFixup(&fixups[i]);
  if (test->callbackCount) {
    const PincerCallback *callbacks =
        (const PincerCallback *)(const void *)(suppliedOf(test) + test->suppliedCount);
    for (uint32_t i = 0; i < test->callbackCount; ++i)
      applyCallback(&callbacks[i]);
  }
  const uint32_t resultSize = callableOf(test)->resultSize;
  void *result = resultSize ? malloc(resultSize) : NULL;
  if (resultSize && !result)
    leaveOutOfMemory(resultSize);
  if (result)
    memset(result, 0, resultSize);
  return (Call){.test = test, .objects = addresses, .result = result};
}

uint32_t performCall(const Channel *channel, const Call *call) {
  const PincerThunk thunk = callableOf(call->test)->call;
  if (__msan_unpoison_param)
    __msan_unpoison_param(2);
  errno = 0;
  if (!pincerCallCatching) {
    thunk(call->objects, call->result);
    return PINCER_RETURNED;
  }
  char type[PINCER_THROWN_LIMIT], text[PINCER_THROWN_LIMIT];
  if (!pincerCallCatching(thunk, call->objects, call->result, type, text, PINCER_THROWN_LIMIT))
    return PINCER_RETURNED;
  for (uint32_t i = 0; i < PINCER_THROWN_LIMIT; ++i) {
    channel->control->thrownType[i] = type[i];
    channel->control->thrownText[i] = text[i];
  }
  return PINCER_THREW;
}

const PincerWatch *firstWatch(const PincerTest *test) {
  const PincerObject *object = firstObject(test);
  for (uint32_t i = 0; i < test->objectCount; ++i)
    object = nextObject(object);
  return (const PincerWatch *)(const void *)((const PincerFixup *)(const void *)object +
                                             test->fixupCount);
}

const PincerInput *firstInput(const PincerTest *test) {
  const PincerSupplied *supplied = (const PincerSupplied *)(firstWatch(test) + test->watchCount);
  const PincerCallback *callbacks = (const PincerCallback *)(supplied + test->suppliedCount);
  return (const PincerInput *)(callbacks + test->callbackCount);
}
