/* What instrumented code calls in the recorder (runtime/recorder.c) when something is symbolic.
 * Plain C, freestanding. Instrumented code tests for zero by itself, so none of these is on the
 * fast path.
 *
 * They keep all general registers (LLVM's preserve_most convention), so that a call that hardly
 * ever happens costs the code around it nothing: each is a few lines of assembly around the C
 * function <name>_c. Hence at most six arguments, all integers or pointers. In targets of 32 bits
 * they are ordinary functions.
 *
 * A value is passed masked to its width and zero-extended to 64 bits; wherever a term comes with a
 * value they are compared, and the term is dropped if it does not fit.
 */
#ifndef PINCER_ABI_RECORDER_CALLS_H
#define PINCER_ABI_RECORDER_CALLS_H

#include "abi/trace.h"

/* The thread-local block of trace.h. */
#define PINCER_CALL_TERMS "__pincer_call_terms"

/* The same for variadic arguments. */
#define PINCER_VARIADIC_TERMS "__pincer_variadic_terms"

/* Functions that return a term id.
 *   binary    shape = operation | operand width << 8 | PINCER_SHAPE_NEGATED: the result is the
 *             negation of a comparison. value: of the result. From bit 24 on: of Apply the
 *             function, of Concat the width of b
 *   decide    binary (a comparison), then event with what it gives. shapeAndPlace: shape, with the
 *             event's kind from PINCER_SHAPE_KIND_AT on, and the place above it
 *   cast      operations with one operand. shape = operation | result width << 8 |
 *             operand width << 16 | lowest bit or direction << 24
 *   ternary   operations with three operands but Choose. shapeAndC: operation | result width << 8 |
 *             extra << 16 | c's term << 32, aAndB: a's term | b's term << 32
 *   choose    shape = width | condition's value << 8
 *   load      of `width` bits from memory that has tags; value: what was loaded
 *   read      the same, through an address that may have a term: becomes a selection among the
 *             entries of the object there, if it is known; otherwise the address is held.
 *             shape = width | PINCER_READ_ANNOUNCED: an access came before
 *   argument  of a function that was entered (see enter)
 *   result    of a call that returned (see returned)
 */
#define PINCER_RECORDER_TERM_CALLS(X)                                                              \
  X(__pincer_rec_binary,                                                                           \
    (uint32_t shape, uint32_t a, uint64_t aValue, uint32_t b, uint64_t bValue, uint64_t value))    \
  X(__pincer_rec_decide, (uint64_t shapeAndPlace, uint32_t a, uint64_t aValue, uint32_t b,         \
                          uint64_t bValue, uint64_t value))                                        \
  X(__pincer_rec_cast, (uint32_t shape, uint32_t a, uint64_t aValue, uint64_t value))              \
  X(__pincer_rec_ternary, (uint64_t shapeAndC, uint64_t aAndB, uint64_t aValue, uint64_t bValue,   \
                           uint64_t cValue, uint64_t value))                                       \
  X(__pincer_rec_choose, (uint32_t shape, uint32_t condition, uint32_t a, uint64_t aValue,         \
                          uint32_t b, uint64_t bValue))                                            \
  X(__pincer_rec_load, (const void *from, uint32_t width, uint64_t value))                         \
  X(__pincer_rec_read,                                                                             \
    (uint32_t place, uint32_t address, const void *from, uint32_t shape, uint64_t value))          \
  X(__pincer_rec_argument, (uint32_t index, uint32_t width, uint64_t value))                       \
  X(__pincer_rec_result, (uint32_t index, uint32_t width, uint64_t value))

/* Functions without a result.
 *   store     a value of `width` bits with this term (0: concrete) was stored
 *   object    what the instrumented code knows of the object of the next access, read or write
 *   access    memory is about to be read through an address that may have a term: says so if it
 *             leads to nothing that is known
 *   write     a value is about to be stored through an address that may have a term
 *   event     a PINCER_EVENT_... but a switch
 *   switch    a marked switch; cases: their number, then their values
 *   choice    a switch without a marker: becomes conditions on the cases
 *   lost      a term (if it is one) met something of kind PINCER_LOST_...
 *   copy      memory was copied (as memmove does)
 *   fill      memory was set to a byte with this term (0: concrete)
 *   enter     `function` was entered while terms were on their way: takes them if they are meant
 * for it, otherwise drops them returned  the same for the results of a call of `function` pass an
 * argument's term, for the call of `function` that comes next give      the term of a part of the
 * result of `function`, which returns byvalue   passes an object whose copy the callee gets:
 * `index` is the argument received  clears or takes the tags of such a copy moved     realloc: the
 * block at `from` (no longer there) is now at `to`, of `size` bytes
 *   variadic         a variadic argument with a term, for the call that comes next; `at`: where in
 *                    the block of PincerVariadicTerms
 *   variadic_object  the same for an object that is passed as a copy
 *   variadic_enter   keeps what was passed to `function`, which was entered
 *   variadic_start   after va_start: tags what va_arg will read
 */
#define PINCER_RECORDER_CALLS(X)                                                                   \
  X(__pincer_rec_store, (void *to, uint32_t width, uint32_t term, uint64_t value))                 \
  X(__pincer_rec_object, (const void *begin, uint64_t size))                                       \
  X(__pincer_rec_access, (uint32_t place, uint32_t address, const void *at, uint64_t bytes))       \
  X(__pincer_rec_write,                                                                            \
    (uint32_t place, uint32_t address, void *to, uint32_t width, uint32_t term, uint64_t value))   \
  X(__pincer_rec_event,                                                                            \
    (uint32_t kind, uint32_t place, uint32_t term, uint32_t width, uint64_t value))                \
  X(__pincer_rec_switch,                                                                           \
    (uint32_t place, uint32_t term, uint32_t width, uint64_t value, const uint64_t *cases))        \
  X(__pincer_rec_choice,                                                                           \
    (uint32_t place, uint32_t term, uint32_t width, uint64_t value, const uint64_t *cases))        \
  X(__pincer_rec_lost, (uint32_t term, uint32_t kind))                                             \
  X(__pincer_rec_copy, (void *to, const void *from, uint64_t size))                                \
  X(__pincer_rec_fill, (void *to, uint32_t term, uint64_t value, uint64_t size))                   \
  X(__pincer_rec_enter, (const void *function))                                                    \
  X(__pincer_rec_returned, (const void *function))                                                 \
  X(__pincer_rec_pass, (const void *function, uint32_t index, uint32_t term))                      \
  X(__pincer_rec_give, (const void *function, uint32_t index, uint32_t term))                      \
  X(__pincer_rec_byvalue, (const void *function, uint32_t index, const void *from, uint64_t size)) \
  X(__pincer_rec_received, (uint32_t index, void *copy, uint64_t size))                            \
  X(__pincer_rec_moved, (void *to, const void *from, uint64_t size))                               \
  X(__pincer_rec_variadic, (uint32_t at, uint32_t width, uint32_t term, uint64_t value))           \
  X(__pincer_rec_variadic_object, (uint32_t at, const void *from, uint64_t size))                  \
  X(__pincer_rec_variadic_enter, (const void *function, PincerVariadicTerms *kept))                \
  X(__pincer_rec_variadic_start, (void *list, const PincerVariadicTerms *kept))

enum {
  PINCER_SHAPE_NEGATED = 1 << 16,
  PINCER_SHAPE_KIND_AT = 24,
  PINCER_READ_ANNOUNCED = 1 << 16,
  PINCER_PASS_FIRST = 1 << 16 /* with an index: the first of its call or return */
};

#endif
