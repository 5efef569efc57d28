/* The macros that AFL++'s compilers define, for harnesses written for them. Included before sources
 * that use them. One test is one input, read from standard input: __AFL_LOOP goes round once. */
#ifndef PINCER_AFL_H
#define PINCER_AFL_H

#define __AFL_COMPILER 1
#define __AFL_HAVE_MANUAL_CONTROL 1

#ifdef __cplusplus
extern "C" {
#endif
/* Defined in harness.c. */
int __afl_persistent_loop(unsigned int rounds);
void __afl_manual_init(void);
unsigned char *__afl_testcase_buffer(void);
unsigned int __afl_testcase_length(void);
#ifdef __cplusplus
}
#endif

#define __AFL_FUZZ_INIT() extern int __afl_sharedmem_fuzzing
#define __AFL_FUZZ_TESTCASE_BUF (__afl_testcase_buffer())
#define __AFL_FUZZ_TESTCASE_LEN (__afl_testcase_length())
#define __AFL_LOOP(rounds) (__afl_persistent_loop(rounds))
#define __AFL_INIT() (__afl_manual_init())

#define __AFL_COVERAGE() extern int __afl_selective_coverage
#define __AFL_COVERAGE_START_OFF() extern int __afl_selective_coverage_start_off
#define __AFL_COVERAGE_ON() ((void)0)
#define __AFL_COVERAGE_OFF() ((void)0)
#define __AFL_COVERAGE_DISCARD() ((void)0)
#define __AFL_COVERAGE_SKIP() ((void)0)
#define __AFL_LEAK_CHECK() ((void)0)
#define __AFL_LSAN_ON() ((void)0)
#define __AFL_LSAN_OFF() ((void)0)

#endif
