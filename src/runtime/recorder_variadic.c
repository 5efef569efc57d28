/* Terms of variadic arguments on their way from the caller to va_arg. */
#include "runtime/recorder_state.h"

#include <string.h>

_Thread_local PincerVariadicTerms __pincer_variadic_terms
    __attribute__((tls_model("initial-exec")));

enum {
  MOST_TAGS = PINCER_SAVED_REGISTERS + PINCER_MOST_ON_STACK,
  /* How much of the stack may hold arguments of a caller that does not say. What is cleared there
   * beyond them loses terms, what is left there might be taken for an argument's. */
  CLEARED_IF_UNKNOWN = 256
};

/* The tags of `bytes` bytes at `at`; null if they are beyond what is passed on. */
static uint32_t *passedTags(uint32_t at, uint64_t bytes) {
  PincerVariadicTerms *block = &__pincer_variadic_terms;
  if (bytes > MOST_TAGS || at > MOST_TAGS - bytes) {
    recorderLost(PINCER_LOST_CALL);
    return 0;
  }
  if (!block->hasTags)
    memset(block->tags, 0, sizeof block->tags);
  block->hasTags = 1;
  return block->tags + at;
}

void __pincer_rec_variadic_c(uint32_t at, uint32_t width, uint32_t term, uint64_t value) {
  if (term == 0 || !recorderEnter())
    return;
  const uint32_t bytes = (width + 7) / 8;
  const Value whole = extended(PINCER_OP_ZeroExtend, checked(term, width, value), 8 * bytes, value);
  uint32_t *tags = whole.term ? passedTags(at, bytes) : 0;
  for (uint32_t i = 0; tags && i < bytes; i++)
    tags[i] = whole.term << 3 | i;
  recorderLeave();
}

void __pincer_rec_variadic_object_c(uint32_t at, const void *from, uint64_t size) {
  if (!pincerRecorder.segment || !anyTags(from, size))
    return;
  uint32_t *tags = passedTags(at, size);
  const char *memory = from;
  for (uint64_t i = 0; tags && i < size; i++)
    tags[i] = *tagsOf(memory + i);
}

void __pincer_rec_variadic_enter_c(const void *function, PincerVariadicTerms *kept) {
  PincerVariadicTerms *block = &__pincer_variadic_terms;
  const int ours = block->callee == function;
  kept->onStack = ours ? block->onStack : PINCER_UNKNOWN_ON_STACK;
  kept->hasTags = ours && block->hasTags;
  if (kept->hasTags)
    memcpy(kept->tags, block->tags, sizeof kept->tags);
  block->callee = 0;
  block->hasTags = 0;
}

#if defined(__LP64__)
typedef struct {
  uint32_t nextGeneral, nextFloating;
  unsigned char *onStack, *registers;
} VariadicList;
#else
typedef struct {
  unsigned char *onStack;
} VariadicList;
#endif

static void setTags(unsigned char *memory, const uint32_t *tags, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (tags[i])
      *tagsToWrite(memory + i) = tags[i];
}

void __pincer_rec_variadic_start_c(void *memory, const PincerVariadicTerms *kept) {
  if (!pincerRecorder.segment)
    return;
  const VariadicList *list = memory;
  clearTags(memory, sizeof *list);
  const uint32_t onStack =
      kept->onStack == PINCER_UNKNOWN_ON_STACK ? (uint32_t)CLEARED_IF_UNKNOWN : kept->onStack;
  clearTags(list->onStack, onStack);
#if defined(__LP64__)
  clearTags(list->registers, PINCER_SAVED_REGISTERS);
  if (kept->hasTags)
    setTags(list->registers, kept->tags, PINCER_SAVED_REGISTERS);
#endif
  if (!kept->hasTags)
    return;
  const uint32_t taken = onStack < PINCER_MOST_ON_STACK ? onStack : PINCER_MOST_ON_STACK;
  setTags(list->onStack, kept->tags + PINCER_SAVED_REGISTERS, taken);
}
