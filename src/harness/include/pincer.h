/* For code that speaks to Pincer, in C and C++. Elsewhere it compiles too: inputs keep the values
 * they have, assumptions say nothing, and checks are assertions.
 *
 *   int x = 0;
 *   pincer_input(&x);          x is an input of the test
 *   pincer_assume(x > 0);      only runs in which this holds become tests
 *   pincer_check(f(x) >= x);   a run in which this does not hold is a finding
 */
#ifndef PINCER_H
#define PINCER_H

#include <assert.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined where Pincer is at work, and in the suites that it emits. */
void pincer_runtime_input(void *to, size_t size, const char *name) __attribute__((weak));
void pincer_runtime_assume(int holds) __attribute__((weak));
void pincer_runtime_check(int holds, const char *text, const char *file, int line)
    __attribute__((weak));

static inline void pincer_input_bytes(void *to, size_t size, const char *name) {
  if (pincer_runtime_input)
    pincer_runtime_input(to, size, name);
}

static inline void pincer_assume_that(int holds) {
  if (pincer_runtime_assume)
    pincer_runtime_assume(holds);
}

static inline void pincer_check_at(int holds, const char *text, const char *file, int line) {
  if (pincer_runtime_check)
    pincer_runtime_check(holds, text, file, line);
  else
    assert(holds);
}

#ifdef __cplusplus
}
#endif

#define pincer_input(pointer) pincer_input_bytes((pointer), sizeof *(pointer), #pointer)
#define pincer_assume(condition) pincer_assume_that(!!(condition))
#define pincer_check(condition)                                                                    \
  ((condition) ? (void)0 : pincer_check_at(0, #condition, __FILE__, __LINE__))

/* On declarations of functions that take and give numbers. Pure: the result depends on the
 * arguments alone, and nothing is changed; Pincer then does not look into the function but calls
 * it. Partition: conditions on the parameters, in each of which the function behaves alike; Pincer
 * tries arguments from each of them.
 *
 *   PINCER_PURE PINCER_PARTITION(x > 3, x <= 3) int hash(int x);
 */
#ifdef __clang__
#define PINCER_PURE __attribute__((annotate("pincer:pure")))
#define PINCER_PARTITION(...) PINCER_PARTITION_TEXT(__VA_ARGS__) /* macros in it are replaced */
#define PINCER_PARTITION_TEXT(...) __attribute__((annotate("pincer:partition:" #__VA_ARGS__)))
#else
#define PINCER_PURE
#define PINCER_PARTITION(...)
#endif

#endif
