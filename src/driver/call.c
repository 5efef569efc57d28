/* From the bytes of a request to a call. Each object is a block of its own, of exactly its size, so
 * that a sanitizer sees every step past its end. The sequence of allocations is the same in a batch
 * and in a fresh process, and so are the addresses that the subject sees. */
#include "driver/driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Room for the addresses of the most objects that fit into a request. */
static void **addresses;

void prepareCalls(void) {
  addresses = ownMemory(PINCER_REQUEST_CAPACITY / sizeof(PincerObject) * sizeof(void *));
}

const PincerTest *nextTest(const PincerTest *test) {
  return (const PincerTest *)((const uint8_t *)test + test->size);
}

const PincerCallable *callableOf(const PincerTest *test) {
  errno = 0;
  if (test->callable >= pincer_callable_count || !pincer_callables[test->callable].call)
    fail("a test calls a function that can't be driven");
  return &pincer_callables[test->callable];
}

const PincerObject *firstObject(const PincerTest *test) { return (const PincerObject *)(test + 1); }

const PincerObject *nextObject(const PincerObject *object) {
  return (const PincerObject *)((const uint8_t *)(object + 1) + PINCER_PADDED(object->size));
}

static void *allocateObject(const PincerObject *object) {
  void *block = NULL;
  if (object->alignment <= 16)
    block = malloc(object->size);
  else if (posix_memalign(&block, object->alignment, object->size) != 0)
    block = NULL;
  if (!block)
    leaveOutOfMemory(object->size);
  return block;
}

/* Returns what follows the objects. */
static const void *buildObjects(const PincerTest *test) {
  const PincerObject *object = firstObject(test);
  for (uint32_t i = 0; i < test->objectCount; ++i) {
    addresses[i] = allocateObject(object);
    memcpy(addresses[i], object + 1, object->size);
    object = nextObject(object);
  }
  return object;
}

static void applyFixup(const PincerFixup *fixup) {
  const uint8_t *pointer = (const uint8_t *)addresses[fixup->targetObject] + fixup->targetOffset;
  memcpy((uint8_t *)addresses[fixup->object] + fixup->offset, &pointer, sizeof pointer);
}

Call buildCall(const PincerTest *test) {
  const PincerFixup *fixups = buildObjects(test);
  for (uint32_t i = 0; i < test->fixupCount; ++i)
    applyFixup(&fixups[i]);
  const uint32_t resultSize = callableOf(test)->resultSize;
  void *result = resultSize ? malloc(resultSize) : NULL;
  if (resultSize && !result)
    leaveOutOfMemory(resultSize);
  if (result)
    memset(result, 0, resultSize);
  return (Call){.test = test, .objects = addresses, .result = result};
}

void performCall(const Call *call) {
  errno = 0;
  callableOf(call->test)->call(call->objects, call->result);
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
