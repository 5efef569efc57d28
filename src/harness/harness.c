/* Marked inputs: what harnesses written for other tools call to get their inputs and to say what
 * they may assume. This file becomes a unit of every subject that uses any of it, so what it
 * decides is recorded like a decision of the subject's; the emitted suite holds a copy.
 *
 * Functions that this file declares and does not define are supplied by the tests, call by call,
 * like every function that nobody defines. Everything else is weak: a definition of the user's
 * counts. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))

/* ---- What the driver of a target defines (driver/marks.c). */

/* This run is not what the harness wants: it ends here, and says nothing. */
_Noreturn void pincer_assumption_failed(void);
/* A check of the harness does not hold. */
_Noreturn void pincer_check_failed(const char *kind, const char *text, const char *file, int line);
/* How many bytes the next call of pincer_marked asks for, and what the harness calls them. */
void pincer_asks_for(uint64_t bytes, const char *name);
/* How often this run has asked for something that tests supply. */
uint64_t pincer_asked_calls(void);
/* The same number without its term: what depends on it is no decision that a search may turn. */
uint64_t pincer_plain(uint64_t number);

#ifdef PINCER_EMITTED
#include <stdio.h>
void pincer_assumption_failed(void) {
  fputs("an assumption of the harness does not hold\n", stderr);
  exit(0);
}
void pincer_check_failed(const char *kind, const char *text, const char *file, int line) {
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, kind, text);
  abort();
}
void pincer_asks_for(uint64_t bytes, const char *name) {
  (void)bytes;
  (void)name;
}
uint64_t pincer_plain(uint64_t number) { return number; }
#endif

/* ---- Any number of bytes, where a harness asks for them. */

#if defined PINCER_BYTES || defined PINCER_FRESH
struct pincer_bytes {
  void *data;
  size_t length;
};

/* What the test did not give is `rest`. Where `to` is too short or null, AddressSanitizer names
 * the caller as well as this line. */
__attribute__((no_sanitize("undefined"))) static void
copyInput(void *to, size_t size, struct pincer_bytes given, unsigned char rest) {
  const unsigned char *from = (const unsigned char *)(uintptr_t)pincer_plain((uintptr_t)given.data);
  const size_t length = from ? pincer_plain(given.length) : 0;
  const size_t wanted = pincer_plain(size);
  const size_t known = length < wanted ? length : wanted;
  if (known)
    __builtin_memcpy(to, from, known);
  if (known < wanted)
    __builtin_memset((unsigned char *)to + known, rest, wanted - known);
}
#endif

#ifdef PINCER_FRESH
struct pincer_bytes pincer_uninitialised(void); /* supplied by the tests */
WEAK unsigned char pincer_fresh_bytes[4096];    /* what all other locals hold in this run */

/* Called where the lifetime of a local begins that may be read before anything is stored in it. */
WEAK void pincer_fresh_input(void *to, size_t size) {
  pincer_asks_for(size, "uninitialised");
  copyInput(to, size, pincer_uninitialised(), pincer_fresh_bytes[0]);
}
#endif

#ifdef PINCER_BYTES
struct pincer_bytes pincer_marked(void); /* supplied by the tests */

static void mark(void *to, size_t size, const char *name) {
  pincer_asks_for(size, name);
  copyInput(to, size, pincer_marked(), 0);
}

WEAK void pincer_runtime_input(void *to, size_t size, const char *name) { mark(to, size, name); }
WEAK void __VERIFIER_nondet_memory(void *to, size_t size) { mark(to, size, "memory"); }
WEAK void symcc_make_symbolic(const void *start, size_t size) {
  mark((void *)start, size, "symcc");
}
WEAK void klee_make_symbolic(void *to, size_t size, const char *name) { mark(to, size, name); }
#endif

static void assume(int holds) {
  if (!holds)
    pincer_assumption_failed();
}

/* ---- pincer.h */

WEAK void pincer_runtime_assume(int holds) { assume(holds); }
WEAK void pincer_runtime_check(int holds, const char *text, const char *file, int line) {
  if (!holds)
    pincer_check_failed("check", text, file, line);
}

/* ---- SV-COMP and Test-Comp; __VERIFIER_nondet_int and its like are supplied as they are. */

WEAK void __VERIFIER_assume(int holds) { assume(holds); }
WEAK void __VERIFIER_error(void) {
  pincer_check_failed("error-call", "__VERIFIER_error is called", "", 0);
}
WEAK void reach_error(void) { pincer_check_failed("error-call", "reach_error is called", "", 0); }

/* ---- CBMC and ESBMC */

WEAK void __CPROVER_assume(_Bool holds) { assume(holds); }
WEAK void __ESBMC_assume(_Bool holds) { assume(holds); }
WEAK void __CPROVER_assert(_Bool holds, const char *text) {
  if (!holds)
    pincer_check_failed("check", text, "", 0);
}
WEAK void __ESBMC_assert(_Bool holds, const char *text) { __CPROVER_assert(holds, text); }

/* ---- KLEE */

WEAK void klee_assume(uintptr_t holds) { assume(holds != 0); }
#ifdef PINCER_BYTES
WEAK int klee_int(const char *name) {
  int number;
  mark(&number, sizeof number, name);
  return number;
}
WEAK int klee_range(int begin, int end, const char *name) {
  if (begin >= end)
    pincer_check_failed("check", "klee_range: the range is empty", "", 0);
  const int number = klee_int(name);
  assume((begin <= number) & (number < end));
  return number;
}
WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t number;
  mark(&number, sizeof number, "klee_choose");
  assume(number < n);
  return number;
}
#endif
WEAK _Noreturn void klee_silent_exit(int status) {
  (void)status;
  pincer_assumption_failed();
}
WEAK _Noreturn void klee_abort(void) { abort(); }
WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message,
                                      const char *suffix) {
  (void)suffix;
  pincer_check_failed("check", message, file, line);
}
WEAK void klee_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  (void)condition;
}
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  klee_prefer_cex(object, condition);
}
/* A run knows values, not what they depend on, nor does a build of the emitted suite. So tests say
 * what is answered. The analysis form, which knows the code, rejects those that are wrong: what is
 * made of constants is not symbolic; all else is, once something was asked for. */
#ifdef PINCER_IS_SYMBOLIC
_Bool pincer_is_concrete(
    void); /* supplied by the tests; mostly it is not, and that is the default */

WEAK unsigned klee_is_symbolic(uintptr_t n) {
  (void)n;
  return !pincer_is_concrete();
}
#ifndef PINCER_EMITTED
unsigned pincer_is_symbolic_here(uintptr_t n, _Bool isConstant) {
  static uint64_t answers; /* which are asked for, too */
  (void)n;
  const _Bool isSymbolic = pincer_asked_calls() > answers++ && !isConstant;
  assume(pincer_is_concrete() != isSymbolic);
  return isSymbolic;
}
#endif
#endif
WEAK unsigned klee_is_replay(void) { return 0; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int n) {
  (void)name;
  (void)n;
}
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_check_memory_access(const void *address, size_t size) {
  (void)address;
  (void)size;
}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_alias_function(const char *from, const char *to) {
  (void)from;
  (void)to;
}
WEAK void klee_stack_trace(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK float klee_get_valuef(float x) { return x; }
WEAK double klee_get_valued(double x) { return x; }
WEAK long klee_get_valuel(long x) { return x; }
WEAK long long klee_get_valuell(long long x) { return x; }
WEAK int32_t klee_get_value_i32(int32_t x) { return x; }
WEAK int64_t klee_get_value_i64(int64_t x) { return x; }

/* ---- CREST */

#ifdef PINCER_CREST
#define CREST(function, type, source)                                                              \
  type source(void); /* supplied by the tests */                                                   \
  WEAK void function(type *to) { *to = source(); }
CREST(__CrestUChar, unsigned char, crest_unsigned_char)
CREST(__CrestUShort, unsigned short, crest_unsigned_short)
CREST(__CrestUInt, unsigned int, crest_unsigned_int)
CREST(__CrestULong, unsigned long, crest_unsigned_long)
CREST(__CrestULongLong, unsigned long long, crest_unsigned_long_long)
CREST(__CrestChar, char, crest_char)
CREST(__CrestShort, short, crest_short)
CREST(__CrestInt, int, crest_int)
CREST(__CrestLong, long, crest_long)
CREST(__CrestLongLong, long long, crest_long_long)
CREST(__CrestFloat, float, crest_float)
CREST(__CrestDouble, double, crest_double)
#endif

/* ---- AFL++ (pincer_afl.h) */

#ifdef PINCER_AFL
#include <unistd.h>
/* As large as AFL++'s own; what lies behind the input is zero. */
static unsigned char testcase[1 << 20];
static int hasBegun, isRead;
static unsigned int length;

WEAK void __afl_manual_init(void) {}
WEAK int __afl_persistent_loop(unsigned int rounds) {
  const int isFirst = !hasBegun && rounds > 0;
  hasBegun = 1;
  return isFirst;
}
WEAK unsigned char *__afl_testcase_buffer(void) { return testcase; }
WEAK unsigned int __afl_testcase_length(void) {
  if (!isRead) {
    const ssize_t got = read(0, testcase, sizeof testcase);
    length = got < 0 ? 0 : (unsigned int)got;
    isRead = 1;
  }
  return length;
}
#endif
