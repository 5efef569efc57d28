/* From the bytes of a request to a call. Each object is a block of its own, of exactly its size, so
 * that a sanitizer sees every step past its end. The sequence of allocations is the same in a batch
 * and in a fresh process, and so are the addresses that the subject sees. What the test supplies
 * for a variable is written into that variable; what it supplies for calls of a stub is handed out
 * call by call. */
#include "abi/streams.h"
#include "driver/driver.h"
#include "runtime/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where MemorySanitizer watches the subject it does not see that our arguments have values. */
__attribute__((weak)) void __msan_unpoison_param(size_t count);

/* Room for the addresses of the most objects that fit into a request, and of results. */
static void **addresses;
static void **furtherAddresses; /* of what a run is gone on with */
static void *results[PINCER_MOST_STEPS];
static uint32_t returned; /* calls of the test that did */
/* The heap's block that each result led into when it was returned; null: it led elsewhere. */
static const void *blocks[PINCER_MOST_STEPS];
static uint8_t isGone[PINCER_MOST_STEPS]; /* it led nowhere, or to what was given out again */

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
  const uint64_t room = PINCER_REQUEST_CAPACITY / sizeof(PincerObject) * sizeof(void *);
  addresses = ownMemory(room);
  furtherAddresses = ownMemory(room);
  sources = ownMemory(((uint64_t)pincer_supply_count + 1) * sizeof(Source));
}

const PincerStep *stepsOf(const PincerTest *test) { return (const PincerStep *)(test + 1); }

static uint32_t callCount(const PincerTest *test) { return test->stepCount + test->observerCount; }

static const PincerSlotUse *slotUsesOf(const PincerTest *test) {
  return (const PincerSlotUse *)(stepsOf(test) + callCount(test));
}

const PincerCallable *callableOf(const PincerStep *step) {
  if (step->callable >= pincer_callable_count || !pincer_callables[step->callable].call) {
    errno = 0;
    fail("a test calls a function that can't be driven");
  }
  return &pincer_callables[step->callable];
}

const PincerObject *firstObject(const PincerTest *test) {
  return (const PincerObject *)(slotUsesOf(test) + test->slotUseCount);
}

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

static void takeSupplies(const PincerTest *test) {
  unsuppliedCalls = 0;
  mostUnsupplied = test->mostUnsupplied;
  suppliedCount = test->suppliedCount;
  firstSupplied = test->argumentCount;
  supplied = suppliedCount ? suppliedOf(test) : NULL;
  for (uint32_t i = 0; i < pincer_supply_count; ++i)
    sources[i].next = suppliedCount;
  for (uint32_t i = suppliedCount; i-- > 0;) {
    errno = 0;
    if (supplied[i].source >= pincer_supply_count)
      fail("a test supplies what the subject does not ask for");
    sources[supplied[i].source].next = i;
  }
}

void startSupplies(const PincerTest *test) {
  startMarks();
  startRefusals(test);
  pincer_opened_count = 0;
  for (uint32_t i = 0; i < pincer_supply_count; ++i)
    sources[i].calls = 0;
  takeSupplies(test);
}

/* What the test supplies for a call; null: nothing. */
static const void *takeNext(uint32_t source, uint32_t call) {
  Source *from = &sources[source];
  if (from->next >= suppliedCount || supplied[from->next].source != source ||
      supplied[from->next].index != call)
    return NULL;
  return addresses[firstSupplied + from->next++];
}

const void *pincer_supplied(uint32_t source) {
  if (source >= pincer_supply_count)
    return NULL;
  noteCall(source);
  const uint32_t call = sources[source].calls++;
  const void *given = takeNext(source, call);
  while (!given && freezeHere())
    given = takeNext(source, call);
  if (given)
    return given;
  if (++unsuppliedCalls > mostUnsupplied && mostUnsupplied < PINCER_MOST_UNSUPPLIED_CALLS)
    leaveAtEndOfInputs();
  if (unsuppliedCalls > PINCER_MOST_UNSUPPLIED_CALLS)
    leaveStarved();
  return NULL;
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

static void *roomForResult(uint32_t size) {
  void *room = size ? calloc(1, size) : NULL;
  if (size && !room)
    leaveOutOfMemory(size);
  return room;
}

static void buildLinkedObjects(const PincerTest *test, int reversed) {
  const PincerFixup *fixups = buildObjects(test, reversed);
  for (uint32_t i = 0; i < test->fixupCount; ++i)
    applyFixup(&fixups[i]);
  if (!test->callbackCount)
    return;
  const PincerCallback *callbacks =
      (const PincerCallback *)(const void *)(suppliedOf(test) + test->suppliedCount);
  for (uint32_t i = 0; i < test->callbackCount; ++i)
    applyCallback(&callbacks[i]);
}

void goOnWithSupplies(const Channel *channel, uint32_t half, int isTraced) {
  const PincerTest *test = (const PincerTest *)(const void *)channel->requests[half];
  addresses = furtherAddresses; /* the calls keep those of their arguments */
  continueMarks();
  takeSupplies(test);
  buildLinkedObjects(test, 0);
  if (pincerHeapOwn)
    for (uint32_t i = 0; i < test->objectCount; ++i)
      pincerHeapOwn(addresses[i]);
  if (isTraced && channel->trace)
    beginTrace(channel, test, addresses);
}

Call buildCall(const PincerTest *test, int reversed) {
  forgetRooms();
  startSupplies(test);
  buildLinkedObjects(test, reversed);
  errno = 0;
  if (callCount(test) > PINCER_MOST_STEPS)
    fail("a test has too many steps");
  for (uint32_t i = 0; i < callCount(test); ++i)
    results[i] = roomForResult(callableOf(&stepsOf(test)[i])->resultSize);
  return (Call){.test = test, .objects = addresses, .results = results};
}

/* Makes one call; true if an exception came out of it. */
static int threw(const Channel *channel, PincerThunk thunk, void *const *arguments, void *result) {
  if (__msan_unpoison_param)
    __msan_unpoison_param(2);
  errno = 0;
  if (!pincerCallCatching) {
    thunk(arguments, result);
    return 0;
  }
  char type[PINCER_THROWN_LIMIT], text[PINCER_THROWN_LIMIT];
  if (!pincerCallCatching(thunk, arguments, result, type, text, PINCER_THROWN_LIMIT))
    return 0;
  for (uint32_t i = 0; i < PINCER_THROWN_LIMIT; ++i) {
    channel->control->thrownType[i] = type[i];
    channel->control->thrownText[i] = text[i];
  }
  return 1;
}

static void *pointerIn(const void *result) {
  void *pointer = NULL;
  memcpy(&pointer, result, sizeof pointer);
  return pointer;
}

/* Of the program itself, its variables included. */
extern const char __executable_start[], _end[];

static int isInProgram(const void *pointer) {
  return (uintptr_t)pointer >= (uintptr_t)__executable_start &&
         (uintptr_t)pointer < (uintptr_t)_end;
}

/* Looks where a result leads, if it is a pointer that may be used later. What lies neither in the
 * heap nor in the program is no object that a caller could use: it was read from memory that nobody
 * filled, or lay on the stack. */
static void noteBlock(uint32_t step, const PincerCallable *callable, const void *result) {
  uint64_t size;
  blocks[step] = NULL;
  if (callable->resultSize != sizeof(void *) || !pincerHeapBlockAt)
    return;
  const void *block = pincerHeapBlockAt(pointerIn(result), &size);
  isGone[step] = !block && !isInProgram(pointerIn(result));
  if (!block)
    return;
  if (!pincerHeapIsOwned(block)) /* what lay there before is gone */
    for (uint32_t i = 0; i < step; ++i)
      isGone[i] |= blocks[i] == block;
  pincerHeapOwn((void *)block);
  blocks[step] = block;
}

__attribute__((weak)) int __asan_address_is_poisoned(const volatile void *address);

/* Whether there is something at the pointer that a step returned, and nobody freed it since. */
static int isAlive(uint32_t step, const void *pointer) {
  if (!pointer || isGone[step] || (blocks[step] && !pincerHeapIsOwned(blocks[step])))
    return 0;
  return !__asan_address_is_poisoned || !__asan_address_is_poisoned(pointer);
}

/* False: the object is not there. Its maker returned null, or a step in between freed it. */
static int applySlotUse(const Call *call, const PincerSlotUse *use) {
  const void *pointer = pointerIn(call->results[use->from]);
  if (!isAlive(use->from, pointer))
    return 0;
  memcpy((uint8_t *)call->objects[use->object] + use->offset, &pointer, sizeof pointer);
  return 1;
}

uint32_t performCall(const Channel *channel, const Call *call) {
  const PincerStep *steps = stepsOf(call->test);
  const PincerSlotUse *use = slotUsesOf(call->test);
  const PincerSlotUse *usesEnd = use + call->test->slotUseCount;
  returned = 0;
  memset(blocks, 0, callCount(call->test) * sizeof *blocks);
  memset(isGone, 0, callCount(call->test));
  for (uint32_t i = 0; i < callCount(call->test); ++i) {
    channel->control->step = i;
    for (; use < usesEnd && use->step == i; ++use)
      if (!applySlotUse(call, use))
        return PINCER_REJECTED;
    const PincerCallable *callable = callableOf(&steps[i]);
    if (threw(channel, callable->call, call->objects + steps[i].firstArgument, call->results[i]))
      return PINCER_THREW;
    returned = i + 1;
    if (callCount(call->test) > 1)
      noteBlock(i, callable, call->results[i]);
  }
  return PINCER_RETURNED;
}

void destroyObjects(const Call *call) {
  const PincerStep *steps = stepsOf(call->test);
  for (uint32_t i = returned; i-- > 0;) {
    const PincerCallable *callable = callableOf(&steps[i]);
    if (!steps[i].isOwner || !callable->destroy)
      continue;
    void *object = pointerIn(call->results[i]);
    if (isAlive(i, object))
      callable->destroy(object);
  }
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

const PincerRefusal *firstRefusal(const PincerTest *test) {
  return (const PincerRefusal *)(const void *)(firstInput(test) + test->inputCount);
}
