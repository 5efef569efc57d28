/* What instrumented code calls. abi/recorder_calls.h says what each function means. */
#include "runtime/recorder_objects.h"
#include "runtime/recorder_state.h"

#define HIDDEN __attribute__((visibility("hidden"), used))

#if defined(__LP64__)
/* The trampolines: all general registers but r11 (and rax, where there is a result) are kept. */
#define SAVE                                                                                       \
  "push %rcx\n.cfi_adjust_cfa_offset 8\npush %rdx\n.cfi_adjust_cfa_offset 8\n"                     \
  "push %rsi\n.cfi_adjust_cfa_offset 8\npush %rdi\n.cfi_adjust_cfa_offset 8\n"                     \
  "push %r8\n.cfi_adjust_cfa_offset 8\npush %r9\n.cfi_adjust_cfa_offset 8\n"                       \
  "push %r10\n.cfi_adjust_cfa_offset 8\n"
#define RESTORE                                                                                    \
  "pop %r10\n.cfi_adjust_cfa_offset -8\npop %r9\n.cfi_adjust_cfa_offset -8\n"                      \
  "pop %r8\n.cfi_adjust_cfa_offset -8\npop %rdi\n.cfi_adjust_cfa_offset -8\n"                      \
  "pop %rsi\n.cfi_adjust_cfa_offset -8\npop %rdx\n.cfi_adjust_cfa_offset -8\n"                     \
  "pop %rcx\n.cfi_adjust_cfa_offset -8\n"
#define TRAMPOLINE(name, before, after)                                                            \
  __asm__(".text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name ":\n"          \
          ".cfi_startproc\n" before SAVE "call " #name "_c\n" RESTORE after "ret\n"                \
          ".cfi_endproc\n.size " #name ", . - " #name "\n");
#define TERM_CALL(name, parameters)                                                                \
  HIDDEN uint32_t name##_c parameters;                                                             \
  TRAMPOLINE(name, "", "")
/* Sixteen bytes more keep the stack aligned. */
#define PLAIN_CALL(name, parameters)                                                               \
  HIDDEN void name##_c parameters;                                                                 \
  TRAMPOLINE(name, "push %rax\n.cfi_adjust_cfa_offset 8\npush %rax\n.cfi_adjust_cfa_offset 8\n",   \
             "pop %rax\n.cfi_adjust_cfa_offset -8\npop %rax\n.cfi_adjust_cfa_offset -8\n")
#else /* the ordinary way of calling */
#define TERM_CALL(name, parameters) HIDDEN uint32_t name##_c parameters __asm__(#name);
#define PLAIN_CALL(name, parameters) HIDDEN void name##_c parameters __asm__(#name);
#endif
PINCER_RECORDER_TERM_CALLS(TERM_CALL)
PINCER_RECORDER_CALLS(PLAIN_CALL)

/* Most of the time goes into a few of these: they are one piece of code each, with all that they
 * call in this unit (CMakeLists.txt says what belongs to it). */
#define ONE_PIECE __attribute__((flatten))

/* Terms */

static int isComparison(uint32_t operation) {
  return (operation >= PINCER_OP_Equal && operation <= PINCER_OP_SLessEqual) ||
         (operation >= PINCER_OP_FEqual && operation <= PINCER_OP_FUnordered);
}

static int isFloating(uint32_t operation) {
  return operation >= PINCER_OP_FAdd && operation <= PINCER_OP_Apply;
}

/* Terms round to nearest and know subnormal numbers. While the subject has set the machine
 * otherwise, what it computes has no terms. */
static int isUsualArithmetic(void) {
#ifdef __SSE__
  enum { ROUNDING = 0x6000, FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x40 };
  return (__builtin_ia32_stmxcsr() & (ROUNDING | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO)) == 0;
#else
  return 1;
#endif
}

/* The same for the x87. */
static int isUsualExtended(void) {
  enum { PRECISION = 0x300, ROUNDING = 0xc00 };
  uint16_t control;
  __asm__("fnstcw %0" : "=m"(control));
  return (control & (PRECISION | ROUNDING)) == PRECISION;
}

/* Whether an operation can be recorded; the caller leaves the recorder again if so. */
static inline int beginOperation(uint32_t operation) {
  if ((isFloating(operation) && !isUsualArithmetic()) ||
      (operation == PINCER_OP_Extended && !isUsualExtended())) {
    recorderLost(PINCER_LOST_FLOAT);
    return 0;
  }
  return recorderEnter();
}

/* The optimiser may shift before it asks whether the amount is in range, and takes nothing of the
 * result if it is not: any value will do for it. The term gets the one that its operation means. */
static uint64_t meantValue(uint32_t operation, uint32_t width, uint64_t a, uint64_t b,
                           uint64_t value) {
  if (operation < PINCER_OP_Shl || operation > PINCER_OP_AShr || (b & maskOf(width)) < width)
    return value;
  return operation == PINCER_OP_AShr && (a >> (width - 1) & 1) ? maskOf(width) : 0;
}

static inline Value binaryResult(uint32_t shape, uint32_t a, uint64_t aValue, uint32_t b,
                                 uint64_t bValue, uint64_t value) {
  const uint32_t operation = shape & 0xff, width = shape >> 8 & 0xff, extra = shape >> 24;
  const Value left = checked(a, width, aValue);
  const Value right = checked(b, operation == PINCER_OP_Concat ? extra : width, bValue);
  if (operation == PINCER_OP_Concat)
    return concatenated(left, right);
  if (operation == PINCER_OP_Apply)
    return operationTerm(operation, extra, width, value, left, right, noOperand);
  if (shape & PINCER_SHAPE_NEGATED)
    return negated(binaryTerm(operation, left, right, 1, value ^ 1));
  return binaryTerm(operation, left, right, isComparison(operation) ? 1 : width,
                    meantValue(operation, width, aValue, bValue, value));
}

ONE_PIECE uint32_t __pincer_rec_binary_c(uint32_t shape, uint32_t a, uint64_t aValue, uint32_t b,
                                         uint64_t bValue, uint64_t value) {
  if ((a | b) == 0 || !beginOperation(shape & 0xff))
    return 0;
  const Value result = binaryResult(shape, a, aValue, b, bValue, value);
  recorderLeave();
  return result.term;
}

ONE_PIECE uint32_t __pincer_rec_decide_c(uint64_t shapeAndPlace, uint32_t a, uint64_t aValue,
                                         uint32_t b, uint64_t bValue, uint64_t value) {
  const uint32_t kind = shapeAndPlace >> PINCER_SHAPE_KIND_AT & 0xff;
  if ((a | b) == 0 || !beginOperation(shapeAndPlace & 0xff))
    return 0;
  const Value result = binaryResult((uint32_t)shapeAndPlace, a, aValue, b, bValue, value);
  recordEvent(kind, shapeAndPlace >> 32, result);
  recorderLeave();
  return result.term;
}

ONE_PIECE uint32_t __pincer_rec_cast_c(uint32_t shape, uint32_t a, uint64_t aValue,
                                       uint64_t value) {
  const uint32_t operation = shape & 0xff, width = shape >> 8 & 0xff, extra = shape >> 24;
  if (a == 0 || !beginOperation(operation))
    return 0;
  const Value operand = checked(a, shape >> 16 & 0xff, aValue);
  Value result;
  if (operation == PINCER_OP_Extract)
    result = extracted(operand, extra, width);
  else if (isFloating(operation))
    result = operationTerm(operation, extra, width, value, operand, noOperand, noOperand);
  else
    result = extended(operation, operand, width, value);
  recorderLeave();
  return result.term;
}

uint32_t __pincer_rec_ternary_c(uint64_t shapeAndC, uint64_t aAndB, uint64_t aValue,
                                uint64_t bValue, uint64_t cValue, uint64_t value) {
  const uint32_t operation = shapeAndC & 0xff, width = shapeAndC >> 8 & 0xff,
                 extra = shapeAndC >> 16 & 0xffff;
  if (((aAndB | shapeAndC >> 32) == 0 && !isPack(operation, extra)) || !beginOperation(operation))
    return 0;
  const int isOnWords = operation == PINCER_OP_Call || operation == PINCER_OP_Extended;
  const uint32_t wide = isOnWords ? 64 : width;
  const Value result = operationTerm(
      operation, extra, width, value, checked((uint32_t)aAndB, wide, aValue),
      checked((uint32_t)(aAndB >> 32), wide, bValue),
      checked((uint32_t)(shapeAndC >> 32), operation == PINCER_OP_Extended ? 32 : wide, cValue));
  recorderLeave();
  return result.term;
}

uint32_t __pincer_rec_choose_c(uint32_t shape, uint32_t condition, uint32_t a, uint64_t aValue,
                               uint32_t b, uint64_t bValue) {
  const uint32_t width = shape & 0xff;
  if ((condition | a | b) == 0 || !recorderEnter())
    return 0;
  const Value decides = checked(condition, 1, shape >> 8 & 1);
  const Value first = checked(a, width, aValue), second = checked(b, width, bValue);
  /* Of an arm that was not taken and whose term does not fit, nobody knows what it would have been
   * for other inputs: the run holds on to the arm it took. */
  const int isOtherLost = decides.value ? b && !second.term : a && !first.term;
  Value result = decides.value ? first : second;
  if (isOtherLost)
    recordEvent(PINCER_EVENT_CONDITION, 0, decides);
  else
    result = chosen(decides, first, second);
  recorderLeave();
  return result.term;
}

/* Memory */

ONE_PIECE uint32_t __pincer_rec_load_c(const void *from, uint32_t width, uint64_t value) {
  if (!recorderEnter())
    return 0;
  const Value result = loadTerm(from, width, value);
  recorderLeave();
  return result.term;
}

void __pincer_rec_store_c(void *to, uint32_t width, uint32_t term, uint64_t value) {
  if (!recorderEnter()) {
    if (pincerRecorder.segment)
      clearTags(to, (width + 7) / 8);
    return;
  }
  storeTerm(to, checked(term, width, value));
  recorderLeave();
}

void __pincer_rec_object_c(const void *begin, uint64_t size) { hintObject(begin, size); }

void __pincer_rec_access_c(uint32_t place, uint32_t address, const void *at, uint64_t bytes) {
  if (address != 0 && recorderEnter()) {
    announceAccess(place, checked(address, POINTER_WIDTH, (uintptr_t)at), bytes);
    recorderLeave();
  }
  forgetHint();
}

ONE_PIECE uint32_t __pincer_rec_read_c(uint32_t place, uint32_t address, const void *from,
                                       uint32_t shape, uint64_t value) {
  Value result = {0};
  if (recorderEnter()) {
    result = readThrough(place, checked(address, POINTER_WIDTH, (uintptr_t)from), from,
                         shape & 0xff, value, (shape & PINCER_READ_ANNOUNCED) != 0);
    recorderLeave();
  }
  forgetHint();
  return result.term;
}

ONE_PIECE void __pincer_rec_write_c(uint32_t place, uint32_t address, void *to, uint32_t width,
                                    uint32_t term, uint64_t value) {
  if (recorderEnter()) {
    writeThrough(place, checked(address, POINTER_WIDTH, (uintptr_t)to), to,
                 checked(term, width, value));
    recorderLeave();
  } else if (pincerRecorder.segment) {
    clearTags(to, (width + 7) / 8);
  }
  forgetHint();
}

/* Tags can be cleared and copied by anyone at any time: there is no state in between. */
void __pincer_rec_copy_c(void *to, const void *from, uint64_t size) {
  if (pincerRecorder.segment)
    copyTags(to, from, size);
}

void __pincer_rec_fill_c(void *to, uint32_t term, uint64_t value, uint64_t size) {
  if (!pincerRecorder.segment)
    return;
  if (term == 0 || !recorderEnter()) {
    clearTags(to, size);
    return;
  }
  fillTags(to, checked(term, 8, value), size);
  recorderLeave();
}

/* Only bytes that are what their terms say: how long the old block was is not known. */
void __pincer_rec_moved_c(void *to, const void *from, uint64_t size) {
  if (!pincerRecorder.segment || to == 0 || from == to)
    return;
  if (from == 0) {
    clearTags(to, size);
    return;
  }
  const unsigned char *bytes = to, *before = from;
  for (uint64_t i = 0; i < size; i++) {
    const uint32_t old = *tagsOf(before + i);
    const PincerTerm *record = recordOf(old >> 3);
    const uint32_t fits = old != 0 && (record->value >> 8 * (old & 7) & 0xff) == bytes[i];
    if (*tagsOf(bytes + i) | fits)
      *tagsToWrite(bytes + i) = fits ? old : 0;
  }
}

/* Events */

ONE_PIECE void __pincer_rec_event_c(uint32_t kind, uint32_t place, uint32_t term, uint32_t width,
                                    uint64_t value) {
  const int isFailure = kind == PINCER_EVENT_CHECK && value == 0;
  if ((term == 0 && !isFailure) || !recorderEnter())
    return;
  recordEvent(kind, place, checked(term, width, value));
  recorderLeave();
}

void __pincer_rec_switch_c(uint32_t place, uint32_t term, uint32_t width, uint64_t value,
                           const uint64_t *cases) {
  if (term == 0 || !recorderEnter())
    return;
  recordSwitch(place, checked(term, width, value), cases);
  recorderLeave();
}

void __pincer_rec_choice_c(uint32_t place, uint32_t term, uint32_t width, uint64_t value,
                           const uint64_t *cases) {
  if (term == 0 || !recorderEnter())
    return;
  recordChoice(place, checked(term, width, value), cases);
  recorderLeave();
}

void __pincer_rec_lost_c(uint32_t term, uint32_t kind) {
  if (term != 0)
    recorderLost(kind);
}

/* Calls */

_Thread_local PincerCallTerms __pincer_call_terms __attribute__((tls_model("initial-exec")));

/* Objects on their way to a callee that gets a copy of its own. */
enum { MOST_OBJECTS = 8 };
static _Thread_local struct {
  uint32_t count;
  uint32_t taken; /* by the function that was entered */
  struct {
    uint32_t index;
    const void *from;
    uint64_t size;
  } objects[MOST_OBJECTS];
} objectsPassed;

static void beginCall(const void *function) {
  if (__pincer_call_terms.callee)
    recorderLost(PINCER_LOST_CALL); /* what was passed there was never taken */
  for (int i = 0; i < PINCER_MOST_TERMS_IN_CALL; i++)
    __pincer_call_terms.arguments[i] = 0;
  objectsPassed.count = objectsPassed.taken = 0;
  __pincer_call_terms.callee = function;
}

void __pincer_rec_pass_c(const void *function, uint32_t index, uint32_t term) {
  if (!pincerRecorder.segment)
    return;
  if ((index & PINCER_PASS_FIRST) || __pincer_call_terms.callee != function)
    beginCall(function);
  index &= ~(uint32_t)PINCER_PASS_FIRST;
  if (index < PINCER_MOST_TERMS_IN_CALL)
    __pincer_call_terms.arguments[index] = term;
  else if (term)
    recorderLost(PINCER_LOST_CALL);
}

void __pincer_rec_byvalue_c(const void *function, uint32_t index, const void *from, uint64_t size) {
  if (!pincerRecorder.segment || !anyTags(from, size))
    return;
  if ((index & PINCER_PASS_FIRST) || __pincer_call_terms.callee != function)
    beginCall(function);
  index &= ~(uint32_t)PINCER_PASS_FIRST;
  if (objectsPassed.count == MOST_OBJECTS) {
    recorderLost(PINCER_LOST_CALL);
    return;
  }
  const uint32_t at = objectsPassed.count++;
  objectsPassed.objects[at].index = index;
  objectsPassed.objects[at].from = from;
  objectsPassed.objects[at].size = size;
}

void __pincer_rec_enter_c(const void *function) {
  const int ours = __pincer_call_terms.callee == function;
  __pincer_call_terms.callee = 0;
  objectsPassed.taken = (uint32_t)ours;
  if (ours)
    return;
  recorderLost(PINCER_LOST_CALL);
  objectsPassed.count = 0;
  for (int i = 0; i < PINCER_MOST_TERMS_IN_CALL; i++)
    __pincer_call_terms.arguments[i] = 0;
}

/* The term found in a slot of the block, which is emptied. */
static uint32_t takeFrom(uint32_t *slots, uint32_t index, uint32_t width, uint64_t value) {
  if (index >= PINCER_MOST_TERMS_IN_CALL)
    return 0;
  const uint32_t term = slots[index];
  slots[index] = 0;
  if (term == 0 || !recorderEnter())
    return 0;
  const Value result = checked(term, width, value);
  recorderLeave();
  return result.term;
}

uint32_t __pincer_rec_argument_c(uint32_t index, uint32_t width, uint64_t value) {
  return takeFrom(__pincer_call_terms.arguments, index, width, value);
}

void __pincer_rec_received_c(uint32_t index, void *copy, uint64_t size) {
  if (!pincerRecorder.segment)
    return;
  if (objectsPassed.taken)
    for (uint32_t i = 0; i < objectsPassed.count; i++)
      if (objectsPassed.objects[i].index == index && objectsPassed.objects[i].size == size) {
        copyTags(copy, objectsPassed.objects[i].from, size);
        objectsPassed.objects[i].size = 0;
        return;
      }
  clearTags(copy, size);
}

void __pincer_rec_give_c(const void *function, uint32_t index, uint32_t term) {
  if (!pincerRecorder.segment)
    return;
  if ((index & PINCER_PASS_FIRST) || __pincer_call_terms.returnedFrom != function) {
    for (int i = 0; i < PINCER_MOST_TERMS_IN_CALL; i++)
      __pincer_call_terms.results[i] = 0;
    __pincer_call_terms.returnedFrom = function;
  }
  index &= ~(uint32_t)PINCER_PASS_FIRST;
  if (index < PINCER_MOST_TERMS_IN_CALL)
    __pincer_call_terms.results[index] = term;
}

void __pincer_rec_returned_c(const void *function) {
  const int ours = __pincer_call_terms.returnedFrom == function;
  __pincer_call_terms.returnedFrom = 0;
  if (!ours)
    for (int i = 0; i < PINCER_MOST_TERMS_IN_CALL; i++)
      __pincer_call_terms.results[i] = 0;
}

uint32_t __pincer_rec_result_c(uint32_t index, uint32_t width, uint64_t value) {
  return takeFrom(__pincer_call_terms.results, index, width, value);
}
