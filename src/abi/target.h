/* What the generated parts of a target and its driver agree on. Plain C, freestanding.
 *
 * A target is one executable: the subject's units (lowered from marked bitcode, or compiled with
 * sanitizers), one generated table file that defines everything declared here, and the driver
 * library.
 */
#ifndef PINCER_ABI_TARGET_H
#define PINCER_ABI_TARGET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls one function: arguments[i] points to the memory of the i-th argument, result to room for
 * the result. */
typedef void (*PincerThunk)(void *const *arguments, void *result);

/* What exploring may run in one process, test after test: nothing; many tests, though libraries may
 * keep something of each; many tests, since a reset undoes all that the function can do. As
 * model::Sharing. */
enum { PINCER_SHARES_NOTHING = 0, PINCER_SHARES_LOOSELY = 1, PINCER_SHARES_COMPLETELY = 2 };

typedef struct {
  PincerThunk call; /* null: a function that can't be driven */
  uint32_t argumentCount;
  uint32_t resultSize;           /* 0 for void */
  uint32_t resultIsString;       /* the result is a pointer to characters */
  uint32_t sharing;              /* PINCER_SHARES_... */
  void (*destroy)(void *object); /* null: what the result points to is not the test's */
} PincerCallable;

typedef struct {
  void *address;
  uint64_t size;
} PincerRange;

/* What locals hold that nothing was stored in yet: this many bytes, all the same. Plain units
 * define it (weakly); other targets have none. An array, since an optimiser that knew of one byte
 * repeated would decide comparisons that it can't be equal in. */
#define PINCER_FRESH_BYTES "pincer_fresh_bytes"
#define PINCER_FRESH_SIZE 4096
/* Where tests supply what such locals hold: void (void *to, size_t size), in harness/harness.c. */
#define PINCER_FRESH_INPUT "pincer_fresh_input"

/* What the analysis form calls for klee_is_symbolic: unsigned (uintptr_t value, _Bool isConstant),
 * in harness/harness.c. */
#define PINCER_IS_SYMBOLIC_HERE "pincer_is_symbolic_here"

/* Indexed by model::FunctionId and model::GlobalId. A global that can't be named from C has a null
 * address. */
extern const PincerCallable pincer_callables[];
extern const uint32_t pincer_callable_count;
extern PincerRange pincer_globals[];
extern const uint32_t pincer_global_count;

/* What the subject uses and nobody defines: generated code defines it, tests supply its contents.
 * Indexed by model::SupplyId. */
typedef struct {
  void *variable; /* an extern variable */
  void (*function)(
      void);     /* a stub: an extern function, or one that pointers to functions refer to */
  uint64_t size; /* of the variable, or of what one call gives back */
} PincerSupply;

extern const PincerSupply pincer_supplies[];
extern const uint32_t pincer_supply_count;

/* Generated functions whose addresses tests may pass are called so. */
#define PINCER_CALLBACK_PREFIX "pincer_callback_"

/* Functions that are kept in path conditions as what they are, f(x): declared pure, with numbers as
 * arguments and result. Indexed by model::PureId, which is the number in a term (operations.h). */
typedef struct {
  PincerThunk
      call; /* each argument lies at the beginning of a word of 64 bits; so does the result */
  uint32_t argumentCount;
  uint32_t resultSize; /* bytes */
} PincerPure;

extern const PincerPure pincer_pures[];
extern const uint32_t pincer_pure_count;

/* Called by a generated stub: what this call of stub `source` gives back; null past the end of what
 * the test supplies (then everything is zero). Defined in the driver. */
const void *pincer_supplied(uint32_t source);

/* Called by the unit that serves harnesses (src/harness). Defined in the driver. */
__attribute__((noreturn)) void pincer_assumption_failed(void);
__attribute__((noreturn)) void pincer_check_failed(const char *kind, const char *text,
                                                   const char *file, int line);
void pincer_asks_for(uint64_t bytes, const char *name);
uint64_t pincer_asked_calls(void);
uint64_t pincer_plain(uint64_t number);

/* One byte per branch slot; nonzero: taken. Aligned to a page and padded to whole pages, so that
 * the driver can map shared memory over it. pincer_coverage_size is the number of slots (without
 * padding). */
extern uint8_t pincer_coverage[];
extern const uint32_t pincer_coverage_size;
/* Bytes in front of the map and behind it that nobody may touch: whole pages. May be absent. */
extern const uint32_t pincer_coverage_guard __attribute__((weak));

/* In a plain target, where a condition on state compares two numbers: how near runs came to each
 * slot (PincerNearest::least, which the driver maps here), and what is called by one that comes
 * nearer. Defined in the driver. */
#define PINCER_LEAST_DISTANCES "pincer_least_distances"
#define PINCER_CAME_NEARER "pincer_came_nearer"
extern uint64_t pincer_least_distances[];
void pincer_came_nearer(uint32_t slot, uint64_t distance);

/* The plain lowering puts one PincerRange per writable variable of the subject (locals with static
 * storage too) and at least one empty range into the section `pincer_ranges`; the driver walks
 * __start_pincer_ranges .. __stop_pincer_ranges to reset them. A target without the section can't
 * be reset. */
#define PINCER_RANGES_SECTION "pincer_ranges"

/* The symbolic lowering lists all variables and constants of the subject in the section
 * `pincer_objects` (which may be absent): the recorder looks up where a symbolic address leads. */
#define PINCER_OBJECTS_SECTION "pincer_objects"
enum { PINCER_OBJECT_CONSTANT = 1 };
typedef struct {
  const void *address;
  uint64_t size;
  uint64_t flags; /* PINCER_OBJECT_... */
} PincerListedObject;

/* In a symbolic target, a local array or struct whose address its function passes on has a label in
 * front of it: PINCER_LABEL_ROOM bytes that begin with
 *   address ^ size << PINCER_LABEL_ADDRESS_BITS ^ PINCER_LABEL_KEY */
enum { PINCER_LABEL_ROOM = 16, PINCER_LABEL_ADDRESS_BITS = 47, PINCER_MOST_LABELLED_BYTES = 65535 };
#define PINCER_LABEL_KEY 0x5a3c96e1b4d2780full

/* A target whose modules define this constant is a checked one: it records errors that could be
 * made as events (trace.h). */
#define PINCER_CHECKED "__pincer_checked"

/* Markers in marked bitcode; lowered away in every target.
 *
 *   void __pincer_branch(uint32_t slot, bool condition)
 *     slot: taken true, slot + 1: taken false
 *   void __pincer_switch(uint32_t slot, T value, T case0, T case1, ...)
 *     any integer type T, constant cases; slot + i: i-th case, slot + number of cases: default
 *   void __pincer_check(uint32_t number, bool fine)
 *     the operation that follows is undefined unless `fine`. Only checked targets look at it
 *
 * And the explicit trap of the normalise pass, defined in the runtime, which raises SIGFPE:
 *
 *   void __pincer_divide_error(void)
 */
#define PINCER_BRANCH_MARKER "__pincer_branch"
#define PINCER_SWITCH_MARKER "__pincer_switch"
#define PINCER_CHECK_MARKER "__pincer_check"
#define PINCER_DIVIDE_ERROR "__pincer_divide_error"

/* Metadata in marked bitcode, of loads and calls: the source leaves their order open, and what they
 * give may depend on it (ir/open_order). Proofs take it for anything. */
#define PINCER_OPEN_ORDER "pincer.open_order"

#ifdef __cplusplus
}
#endif
#endif
