/* What a symbolic target records. Plain C, freestanding. The meaning of operations: operations.h.
 *
 * Terms. Every value the subject computes has a companion 32-bit term id; 0 means concrete. Ids
 * count from 1; id n is record n - 1 of the log. A record holds its operation, its operands (ids;
 * constants are terms too, made when needed), and the value it has in this run. Records are
 * hash-consed: the same operation on the same operands is the same id.
 *
 * Shadow. Each byte of memory has a 32-bit tag: (id << 3) | k means "byte k, counted from the
 * lowest, of term id"; 0 means concrete. A store of a term writes the tags of its bytes, no
 * extracts are made; a load whose tags are the bytes 0..n-1 of one term of that width gets the term
 * back; every other mixture becomes Extract and Concat on the slow path. shadowOf(p) =
 * PINCER_SHADOW_BASE + ((p & PINCER_SHADOW_MASK) << 2). In a target of 32 bits the shadow comes in
 * blocks, one for each 64 KiB of memory: shadowOf(p) = __pincer_shadow_blocks[p >> 16] + ((p &
 * 0xffff)
 * << 2). Where nothing is symbolic yet all entries lead to one block of zeros, into which nobody
 * writes anything but zeros. A few zeros more follow each block: what crosses its end reads as
 * concrete.
 *
 * Stale terms. Code we did not instrument may overwrite memory without its tags. So wherever a term
 * is picked up (load, argument, result) the value in its record is compared with the value at hand;
 * if they differ, the value is taken as concrete and the event counted.
 *
 * Calls. Terms of arguments and results travel in a thread-local block. The caller writes the terms
 * and the callee's address; the callee takes them only if the address is its own, and clears it. A
 * callee writes its result's terms and its own address (or zero, if all is concrete) when it
 * returns; the caller takes them only if the address is that of the function it called, and clears
 * it. So what an uninstrumented callee or caller, a signal handler or a longjmp leaves behind is
 * never read.
 *
 * Log. Segments in shared memory. Run and segment 0 begin together; a resumed snapshot continues in
 * a segment of its own, whose ids and events go on counting where its parent stood. A segment is
 *
 *   PincerSegment                        counts are updated as the run goes on: a crash loses
 * nothing PINCER_TERM_CAPACITY  PincerTerm PINCER_EVENT_CAPACITY PincerEvent PINCER_TABLE_CAPACITY
 * uint64_t       tables of switches and of reads
 *
 * Events, in order, each with the thread it happened in. A condition (a term of width 1) that was
 * recorded before at the same place is not recorded again: its event's `count` goes up. When a
 * capacity is reached, recording stops (values become concrete, events are dropped), and the
 * segment says so.
 *
 * The whole log is open to wild writes of the subject: pincer takes every number in it as a guess.
 */
#ifndef PINCER_ABI_TRACE_H
#define PINCER_ABI_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PINCER_SHADOW_BASE 0x100000000000ull
#define PINCER_SHADOW_MASK 0x0fffffffffffull
#define PINCER_SHADOW_SIZE (1ull << 46)

#define PINCER_SHADOW_BLOCKS "__pincer_shadow_blocks"
enum { PINCER_SHADOW_BLOCK_BITS = 16, PINCER_SHADOW_BLOCK_BYTES = 1 << PINCER_SHADOW_BLOCK_BITS };

enum {
  PINCER_TERM_CAPACITY = 8 << 20,
  PINCER_EVENT_CAPACITY = 1 << 20,
  PINCER_TABLE_CAPACITY = 4 << 20, /* words */
  /* New events of one place beyond this many are dropped (and counted): a loop of millions of
   * rounds on symbolic data is not worth more. */
  PINCER_EVENTS_PER_PLACE = 4096,
  PINCER_MOST_TERMS_IN_CALL = 16 /* later arguments are concrete */
};

typedef struct {
  uint64_t value; /* in this run */
  uint32_t a, b, c;
  uint8_t operation; /* PincerOperation */
  uint8_t width;     /* 1 to 64 */
  uint16_t extra;
} PincerTerm;

/* A record that is no operation of operations.h: what was read through the symbolic address `a`
 * (of width 64) from an object whose contents are in the tables at `b`: a PincerReadTable, then its
 * entries, of the record's width all. The run's own address is that of an entry. The decoder makes
 * a tree of Choose of it. An event of kind PINCER_EVENT_WITHIN says what holds for the address; if
 * there is none, the decoder puts one before the first event that the record leads to. */
enum { PINCER_OP_READ = 0x80 };

typedef struct {
  uint64_t base;     /* address of the first entry */
  uint64_t count;    /* of entries */
  uint64_t stride;   /* bytes from one to the next */
  uint64_t hasTerms; /* nonzero: each entry is a pair (term or 0, value); zero: a value */
} PincerReadTable;

enum {
  PINCER_EVENT_BRANCH = 1, /* a marked branch: `place` is the slot of its true outcome, `term` the
                              condition, `value` 0 or 1 */
  PINCER_EVENT_SWITCH = 2, /* a marked switch: `place` its first slot, `term` and `value` what is
                              switched on, `table` where in the tables its cases are listed: their
                              number, then their values */
  PINCER_EVENT_CONDITION = 3, /* a branch without a marker (our library functions, system headers):
                                 `place` tells one from another within the target */
  PINCER_EVENT_ADDRESS = 4,   /* memory was accessed through a symbolic address: `term`, `value` */
  /* A symbolic value met something that has no terms (a switch or an indirect call without a
     marker): the run holds on to `term` == `value`. */
  PINCER_EVENT_VALUE = 5,
  /* The address `term` is that of an entry of the PincerReadTable at `table`. */
  PINCER_EVENT_WITHIN = 6,
  /* Like VALUE, for the size of an allocation: other sizes are worth a try. */
  PINCER_EVENT_SIZE = 7,
  /* In a checked target: `place` is the number of a check, `term` the condition under which its
     operation is defined; if it is 0, what follows is undefined. One that is fine, as the run has
     said before, is not recorded; one that fails for any inputs has the term of a constant. */
  PINCER_EVENT_CHECK = 8,
  /* In a checked target: memory was accessed through the address `term` within an object. In the
     tables at `table`: the lowest address at which the access is within it, and the number of such
     addresses. */
  PINCER_EVENT_BOUNDS = 9
};

typedef struct {
  uint8_t kind;
  uint8_t padding;
  uint16_t thread; /* 0: the first */
  uint32_t place;
  uint32_t term;
  uint32_t count; /* how often; at least 1 */
  uint64_t value;
  uint32_t table;
  uint32_t passed; /* in an inspect target: markers that its thread had passed before */
} PincerEvent;

/* Why a symbolic value became concrete, or an event was left out. */
enum {
  PINCER_LOST_STALE = 0,       /* the term did not fit the value */
  PINCER_LOST_FLOAT = 1,       /* floating point */
  PINCER_LOST_WIDE = 2,        /* integers of more than 64 bits, vectors */
  PINCER_LOST_INSTRUCTION = 3, /* an instruction or intrinsic without terms */
  PINCER_LOST_CALL = 4,        /* passed to a function without instrumentation */
  PINCER_LOST_TERMS_FULL = 5,
  PINCER_LOST_EVENTS_FULL = 6,
  PINCER_LOST_HOT_PLACE = 7, /* PINCER_EVENTS_PER_PLACE */
  PINCER_LOST_REENTRY = 8,   /* a signal handler interrupted the recorder */
  PINCER_LOST_IMPURE = 9,    /* a function said to be pure gave another answer than before */
  PINCER_LOST_KINDS = 10
};

#define PINCER_SEGMENT_MAGIC 0x746d6773636e6970ull

typedef struct {
  uint64_t magic;
  uint32_t parent;    /* segment; PINCER_NO_SEGMENT for the first */
  uint32_t firstTerm; /* terms and events of all ancestors */
  uint32_t firstEvent;
  uint32_t termCount; /* of this segment */
  uint32_t eventCount;
  uint32_t tableUsed;
  uint32_t threads; /* that recorded: with more than one, another run may go another way */
  uint64_t lost[PINCER_LOST_KINDS];
} PincerSegment;

#define PINCER_NO_SEGMENT 0xffffffffu

/* Where the parts of a segment start. */
#define PINCER_SEGMENT_TERMS_AT 4096ull
#define PINCER_SEGMENT_EVENTS_AT                                                                   \
  (PINCER_SEGMENT_TERMS_AT + (uint64_t)PINCER_TERM_CAPACITY * sizeof(PincerTerm))
#define PINCER_SEGMENT_TABLES_AT                                                                   \
  (PINCER_SEGMENT_EVENTS_AT + (uint64_t)PINCER_EVENT_CAPACITY * sizeof(PincerEvent))
#define PINCER_SEGMENT_SIZE                                                                        \
  (PINCER_SEGMENT_TABLES_AT + (uint64_t)PINCER_TABLE_CAPACITY * sizeof(uint64_t))

/* An address in a struct that has one layout whatever the size of pointers. */
#define PINCER_ADDRESS(name)                                                                       \
  union {                                                                                          \
    const void *name;                                                                              \
    uint64_t name##Room;                                                                           \
  }

/* The thread-local block through which instrumented functions hand over terms. */
typedef struct {
  PINCER_ADDRESS(callee);
  PINCER_ADDRESS(returnedFrom);
  uint32_t arguments[PINCER_MOST_TERMS_IN_CALL];
  uint32_t results[PINCER_MOST_TERMS_IN_CALL];
} PincerCallTerms;

/* Variadic arguments, as va_arg will find them: 176 bytes of saved registers, then what lies on the
 * stack. Every caller of a variadic function says how much that is, so that the callee knows whose
 * memory is whose; tags are written only if there are any. The callee keeps the block until its
 * va_start. */
enum { PINCER_SAVED_REGISTERS = 176, PINCER_MOST_ON_STACK = 464 };

typedef struct {
  PINCER_ADDRESS(callee);
  uint32_t onStack; /* bytes; PINCER_UNKNOWN_ON_STACK: the caller is none of ours */
  uint32_t hasTags;
  uint32_t tags[PINCER_SAVED_REGISTERS + PINCER_MOST_ON_STACK];
} PincerVariadicTerms;

#define PINCER_UNKNOWN_ON_STACK 0xffffffffu

#ifdef __cplusplus
}
#endif
#endif
