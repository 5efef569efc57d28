/* The functions that KLEE gives to harnesses, as Pincer gives them. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes at addr become an input. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
/* An input from begin to end - 1. */
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
/* An input below n. */
uintptr_t klee_choose(uintptr_t n);

/* Only runs in which this holds become tests. */
void klee_assume(uintptr_t condition);
/* The run ends here, and becomes no test. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Findings. */
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);

/* Without effect: they steer a search that Pincer does its own way. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_check_memory_access(const void *address, size_t size);
void klee_set_forking(unsigned enable);
void klee_alias_function(const char *fn_name, const char *new_fn_name);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *msg, ...);
void klee_print_range(const char *name, int arg);

/* A run is always a concrete one: nobody knows what n depends on, so this holds once there are
 * inputs. */
unsigned klee_is_symbolic(uintptr_t n);
unsigned klee_is_replay(void);
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

#define klee_assert(expr)                                                                          \
  ((expr) ? (void)0 : klee_report_error(__FILE__, __LINE__, "klee_assert: " #expr, "assert"))

#ifdef __cplusplus
}
#endif
#endif
