/* How pincer and a running target talk. Plain C, freestanding.
 *
 * Descriptors. A target is started with 0 = /dev/null, 1 and 2 = one memory file for whatever the
 * subject prints, and the three below. Commands and replies are fixed-size structs on two pipes;
 * everything else lies in shared memory (a memfd), area after area, each on a page of its own:
 *
 *   header    PincerHeader, written by pincer before the start, never changed
 *   control   PincerControl, written by the process that runs the subject
 *   seen      one byte per slot: 0xff = this branch is known, 0 = news
 *   coverage  one byte per slot; the target maps it over pincer_coverage
 *   requests  two halves, so that pincer fills one while the target works on the other
 *   response  observations (after Run), finds (after Explore) or frames (after Run with inspectAt)
 *   asked     PincerAskedCalls: the calls of stubs, in the order in which the last run made them
 *   nearest   PincerNearest: how near runs came to branches that they did not take
 *   trace     segment 0 of the log (trace.h), written by a symbolic target after Run with `trace`;
 *             pages that nobody touches take no memory
 *
 * Commands. The target greets with a reply (PincerHello); then each command gets one reply.
 *   Run       the first test of a half, in a process of its own. Coverage is left in the coverage
 *             area, the observation (if asked for, and if the call returned) in the response area.
 *   Explore   tests first..count-1 of a half. A test that takes a branch outside `seen`, or does
 *             not return, becomes a PincerFind in the response area; its branches are then seen,
 *             unless it crashed.
 *             With `counts`, so does one that takes a branch as often (1, 2, 3, 4-7, 8-15, 16-31,
 *             32-127, more) as no test before it, since the target was started. And one that
 *             returns and comes nearer to a branch than `nearest` says, which says so then.
 *             A reply whose `executed` is less than `count` asks for the rest to be sent again
 *             (the response area was full).
 *   Resume    goes on with a run that was frozen, with what the first test of a half supplies
 *             further; that test has no steps. Otherwise as Run.
 *   Drop      ends a run that was frozen.
 *   Call      calls number first..count-1 of a half, which holds PincerPureCalls, each made twice,
 *             in one process; the response area holds a PincerPureResult for each. `executed` is
 * the first that was not made, and the outcome how it ended if it is less than `count`.
 *
 * A test is written as
 *
 *   PincerTest   header
 *   stepCount + observerCount times PincerStep: the calls, in this order
 *   slotUseCount times PincerSlotUse: before this step, here goes the pointer that step returned
 *   objectCount  times PincerObject, each followed by its initial bytes, padded to 8
 *   fixupCount   times PincerFixup: here goes the address of there
 *   watchCount   times PincerWatch: here is a pointer to characters; report the text behind it
 *   suppliedCount times PincerSupplied: what object argumentCount + i is for
 *   callbackCount times PincerCallback: here goes the address of a generated function
 *   inputCount   times PincerInput: these bits are an input (only in tests to be traced)
 *   refusalCount times PincerRefusal: this request of the subject's is refused
 *
 * The first argumentCount objects are the arguments themselves, step by step (arguments[i] of the
 * thunk is object firstArgument + i), the next suppliedCount are what the test supplies for
 * undefined symbols (target.h), and the others are what pointers refer to. An object that is
 * supplied for a variable is that variable; every other gets a block of memory of exactly its size.
 * So a null pointer is eight zero bytes without a fix-up, a pointer is a fix-up, and shared or
 * cyclic structure is two fix-ups with one target. When all calls are made, or one of them threw,
 * what they made and is the test's is destroyed, the last one first.
 *
 * An observation is written as
 *
 *   PincerObservation  header
 *   blockCount  times PincerBlock, each followed by `stored` bytes, padded to 8: every object in
 *               order, then the results of the steps and observers (if they have a size), then
 *               every global that changed
 *   textCount   times PincerText, each followed by its bytes, padded to 8
 *
 * What follows the control page is open to the subject's wild writes: pincer must take every number
 * read from there as a guess. Requests and header are mapped read-only in the target.
 */
#ifndef PINCER_ABI_CHANNEL_H
#define PINCER_ABI_CHANNEL_H

#include "abi/trace.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PINCER_CHANNEL_MAGIC 0x6c656e6e61686370ull
#define PINCER_ABI_VERSION 11u

enum { PINCER_CHANNEL_FD = 100, PINCER_COMMAND_FD = 101, PINCER_REPLY_FD = 102 };

/* The fork server ends what a run left behind with syscall(SYS_kill, -1, SIGKILL, this). The kernel
 * ignores the third argument; the fence's filter can tell this call by it from a subject's. */
#define PINCER_KILL_KEY 0x70696e6365ull

/* Marks the number of a system call as one of 32-bit programs. */
#define PINCER_32BIT_CALL 0x40000000u

enum {
  PINCER_PAGE = 4096,
  PINCER_COVERAGE_CAPACITY = 1 << 20, /* slots */
  PINCER_REQUEST_CAPACITY = 16 << 20, /* bytes of one half */
  PINCER_RESPONSE_CAPACITY = 32 << 20,
  PINCER_PROGRAM_OUTPUT = 1 << 20 /* of a program's output is looked at */
};

/* What a test can refuse the subject (refusable.def). */
enum { PINCER_REFUSABLE_ALLOCATION = 0, PINCER_REFUSABLE_KINDS = 1, PINCER_MOST_REFUSALS = 8 };

/* One call of a stub: which, how many bytes it asks for (0: as many as a call gives back), and what
 * the harness calls them. */
typedef struct {
  uint32_t source; /* index into pincer_supplies */
  uint32_t bytes;
  char name[56]; /* ends in a NUL; empty: none */
} PincerAsked;

/* The first of them are noted; `count` goes on. */
enum { PINCER_MOST_ASKED = 1 << 16 };
typedef struct {
  uint64_t count;
  uint64_t requests[PINCER_REFUSABLE_KINDS]; /* that the subject made, refused ones included */
  PincerAsked calls[PINCER_MOST_ASKED];
} PincerAskedCalls;
enum {
  PINCER_ASKED_SIZE = (sizeof(PincerAskedCalls) + PINCER_PAGE - 1) / PINCER_PAGE * PINCER_PAGE
};

/* How far a run was from taking a branch where it met its condition: the distance of what is
 * compared there. 0: as near as can be, or nobody asks. */
enum { PINCER_MOST_NEARER = 64 };
typedef struct {
  uint64_t slot, distance;
} PincerDistance;

typedef struct {
  uint64_t least[PINCER_COVERAGE_CAPACITY]; /* by slot, of all runs; pincer writes it, too */
  uint64_t count;                           /* of branches that the run at hand came nearer to: */
  PincerDistance nearer[PINCER_MOST_NEARER];
} PincerNearest;
enum {
  PINCER_NEAREST_SIZE = (sizeof(PincerNearest) + PINCER_PAGE - 1) / PINCER_PAGE * PINCER_PAGE
};

/* Snapshots. A run with `freeze` stops where it asks for more than its test supplies, and waits. It
 * can be gone on with (Resume) as often as somebody likes, and what comes of that may be frozen
 * again. Coverage is that of the whole run; the calls of stubs in `asked` begin with the one where
 * it waited. A state that has more than memory of its own is not frozen, for one of these reasons:
 */
enum {
  PINCER_FREEZE_NEVER_ASKED = 1, /* it ended without asking for more */
  PINCER_FREEZE_THREADS,
  PINCER_FREEZE_CHILDREN,      /* processes that it started */
  PINCER_FREEZE_TIMERS,        /* that will signal it */
  PINCER_FREEZE_SHARED_MEMORY, /* mappings that others share */
  PINCER_FREEZE_FILES,         /* that it writes, or wrote into its folder */
  PINCER_FREEZE_PIPES,         /* and sockets */
  PINCER_FREEZE_PROGRAM,       /* a whole program's standard input and output */
  PINCER_FREEZE_SYSTEM,        /* the kernel can't do it */
  PINCER_FREEZE_GONE           /* Resume: there is no such snapshot any more */
};
enum { PINCER_MOST_SNAPSHOTS = 12 };

/* Where the areas start in the shared memory. */
enum {
  PINCER_HEADER_AT = 0,
  PINCER_CONTROL_AT = PINCER_PAGE,
  PINCER_SEEN_AT = 2 * PINCER_PAGE,
  PINCER_COVERAGE_AT = PINCER_SEEN_AT + PINCER_COVERAGE_CAPACITY,
  PINCER_REQUESTS_AT = PINCER_COVERAGE_AT + PINCER_COVERAGE_CAPACITY,
  PINCER_RESPONSE_AT = PINCER_REQUESTS_AT + 2 * PINCER_REQUEST_CAPACITY,
  PINCER_ASKED_AT = PINCER_RESPONSE_AT + PINCER_RESPONSE_CAPACITY,
  PINCER_NEAREST_AT = PINCER_ASKED_AT + PINCER_ASKED_SIZE,
  PINCER_TRACE_AT = PINCER_NEAREST_AT + PINCER_NEAREST_SIZE
};
#define PINCER_CHANNEL_SIZE (PINCER_TRACE_AT + PINCER_SEGMENT_SIZE)

typedef struct {
  uint64_t magic;
  uint32_t version;
  uint32_t timeoutMs; /* CPU time of one test; ten times that in real time */
  uint32_t idleMs;    /* real time in which a test may do next to nothing */
  uint32_t padding;
  uint64_t memoryBytes;
  uint64_t mostBytes; /* that the system grants in one piece */
  uint64_t outputBytes;
  uint64_t channelSize;
  uint64_t reportsEarlyEnds; /* Explore: runs that starve or are rejected may be finds */
} PincerHeader;

/* How far the running process has come. Values that stray writes hardly make. */
enum {
  PINCER_STATE_CALLING = 0x43a11,     /* inside the subject */
  PINCER_STATE_RETURNED = 0x4e704,    /* the call returned */
  PINCER_STATE_OBSERVED = 0x0b5e4,    /* ... and the observation is complete */
  PINCER_STATE_THREW = 0x74403,       /* an exception came out of the call */
  PINCER_STATE_FROZEN = 0xf402e,      /* it waits to be gone on with */
  PINCER_STATE_BATCH_ENDED = 0xba7c4, /* tests up to, not including, `index` are done */
  PINCER_STATE_BATCH_FULL = 0xf0117   /* the same; no room for the find of test `index` */
};

enum { PINCER_THROWN_LIMIT = 512 };

/* From the server to a run that waits. */
typedef struct {
  uint32_t process; /* that it is for */
  uint32_t half, trace, freeze;
  uint32_t mostProcesses; /* alive at once, all others included */
} PincerOrder;

typedef struct {
  uint32_t state;
  uint32_t index;     /* the test being run */
  uint32_t step;      /* its step */
  uint32_t refusal;   /* PINCER_FREEZE_...: why it was not frozen; 0: nobody wanted it, or it was */
  uint32_t timedOut;  /* nonzero: it used up its CPU time */
  uint32_t starved;   /* nonzero: it went on asking a stub for more than the test supplies */
  uint32_t rejected;  /* nonzero: an assumption of the harness did not hold */
  uint32_t forbidden; /* 1 + the system call that the fence trapped; 0: none */
  uint64_t deniedBytes;  /* the allocation that went over the memory limit; 0: none */
  uint64_t responseUsed; /* bytes of finds */
  PincerOrder order;
  int32_t copy; /* the process that goes on, from the one that waits */
  uint32_t padding;
  /* PINCER_STATE_THREW: the exception's type (mangled) and what it says of itself; end in NUL */
  char thrownType[PINCER_THROWN_LIMIT], thrownText[PINCER_THROWN_LIMIT];
} PincerControl;

enum { PINCER_RUN = 1, PINCER_EXPLORE = 2, PINCER_CALL = 3, PINCER_RESUME = 4, PINCER_DROP = 5 };

typedef struct {
  uint32_t kind;
  uint32_t half;  /* 0 or 1 */
  uint32_t first; /* Explore, Call */
  uint32_t count; /* Explore, Call */
  uint32_t observe;
  uint32_t fill;      /* Run: what fresh memory holds, locals as well as the heap */
  uint32_t date;      /* Run: when it takes place */
  uint32_t reversed;  /* Run: the test's objects lie in memory the other way round */
  uint32_t layout;    /* Run, in a plain target: other numbers, other addresses of heap and stack */
  uint32_t trace;     /* Run, in a symbolic target: record; the inputs of the test are symbolic */
  uint32_t inspectAt; /* Run, in an inspect target: stop at this marker (frames.h); 0: nowhere */
  uint32_t timeoutMs; /* Explore: the CPU time of one test; Run: the same, or 0: the usual */
  uint32_t alone;     /* Explore: each test in a process of its own */
  uint32_t all;       /* Explore: each test becomes a find */
  uint32_t varied;    /* Explore: the request holds a PincerVariation for each test */
  uint32_t freeze;    /* Run, Resume: nonzero: freeze it, as snapshot number freeze - 1 */
  uint32_t snapshot;  /* Resume, Drop: its number */
  uint32_t counts;    /* Explore: how often branches are taken makes finds, too */
  uint32_t leaks;     /* Run, in a sanitized target: say what memory the calls forget */
  uint32_t padding;
} PincerCommand;

enum {
  PINCER_RETURNED = 0,
  PINCER_EXITED = 1,  /* value: the code */
  PINCER_CRASHED = 2, /* value: the signal */
  PINCER_TIMED_OUT = 3,
  PINCER_OUT_OF_MEMORY = 4, /* value: bytes asked for; 0: unknown */
  PINCER_TOO_MUCH_OUTPUT = 5,
  PINCER_FORBIDDEN = 6, /* value: the system call; -1: unknown */
  PINCER_STARVED = 7,
  PINCER_THREW = 8,
  PINCER_REJECTED = 9, /* the harness does not want it: an assumption does not hold */
  PINCER_FROZEN = 10   /* with `freeze`: it did not end, it waits */
};

/* Calls of stubs beyond what a test supplies give zeros. A test may say how many of them; then the
 * run ends there by exit(0), an end like any other. A run with more than these waits for something
 * else than zeros, for ever: it starves. */
enum { PINCER_MOST_UNSUPPLIED_CALLS = 1 << 16 };

typedef struct {
  uint32_t outcome;
  uint32_t observed; /* the response area holds an observation */
  int64_t value;
  uint64_t outputBytes;   /* Run: what the subject printed */
  uint64_t programOutput; /* Run, of a whole program, if observed: bytes of its standard output,
                             which lie in the response area */
  uint64_t responseUsed;  /* Explore: bytes of finds */
  uint32_t executed;      /* Explore, Call: index of the first that was not run */
  uint32_t step;    /* Run: the one at which it ended, if it did not return; or PINCER_CLEAN_UP */
  uint32_t refusal; /* with `freeze`: why it was not; Resume: GONE: nothing was run */
  uint32_t padding;
  uint64_t snapshotBytes; /* if it was: memory that it has beyond the server's */
} PincerReply;

/* The first reply: what the target consists of. */
typedef struct {
  uint64_t magic;
  uint32_t version;
  uint32_t callableCount;
  uint32_t globalCount;
  uint32_t coverageSize;
} PincerHello;

enum { PINCER_MOST_STEPS = 256 };  /* of a test, observers included */
#define PINCER_CLEAN_UP UINT32_MAX /* no step: what the test owns is being destroyed */

typedef struct {
  uint32_t size;          /* of the whole test, a multiple of 8 */
  uint32_t stepCount;     /* at least 1; 0 in what a run is gone on with */
  uint32_t observerCount; /* calls behind the last step */
  uint32_t slotUseCount;
  uint32_t argumentCount; /* of all calls */
  uint32_t objectCount;   /* arguments and pointees */
  uint32_t fixupCount;
  uint32_t watchCount;
  uint32_t suppliedCount;
  uint32_t callbackCount;
  uint32_t inputCount;
  uint32_t mostUnsupplied; /* calls past what is supplied that give zeros, see below */
  uint32_t refusalCount;   /* at most PINCER_MOST_REFUSALS */
  uint32_t padding;
} PincerTest;

/* Another test with other bytes in a few places; it is followed by its changes. */
typedef struct {
  uint32_t size; /* of all that, a multiple of 8 */
  uint32_t base; /* where the other one is: bytes from here */
  uint32_t changeCount;
  uint32_t padding;
} PincerVariation;

typedef struct {
  uint32_t object, offset;
  uint32_t size; /* 1 to 8 */
  uint32_t padding;
  uint8_t bytes[8];
} PincerChange;

typedef struct {
  uint32_t callable;
  uint32_t firstArgument, argumentCount;
  uint32_t isOwner; /* nonzero: what its result points to is destroyed at the end */
} PincerStep;

typedef struct {
  uint32_t step;           /* ascending */
  uint32_t object, offset; /* where the pointer is stored */
  uint32_t from;           /* an earlier step */
} PincerSlotUse;

typedef struct {
  uint32_t size;
  uint32_t alignment; /* a power of two */
} PincerObject;

typedef struct {
  uint32_t object, offset;             /* where the pointer is stored */
  uint32_t targetObject, targetOffset; /* what it points to */
} PincerFixup;

/* For a variable: its contents (index 0). For a function: what its call number `index` gives back.
 */
typedef struct {
  uint32_t source; /* index into pincer_supplies */
  uint32_t index;
} PincerSupplied;

/* A pointer to the generated function that pincer_supplies[source] names. */
typedef struct {
  uint32_t object, offset; /* where the pointer is stored */
  uint32_t source;
  uint32_t padding;
} PincerCallback;

/* Input number i of a run is the i-th of these: bits offsetBits .. offsetBits + width - 1 of an
 * object. `width` is 1 to 64; bit-fields need not start or end at a byte. PINCER_EXTENDED_WIDTH is
 * a long double: if it is one of the doubles, it is an input of 64 bits, that double, extended. */
typedef struct {
  uint32_t object;
  uint32_t width;
  uint64_t offsetBits;
} PincerInput;

/* Request number `index` of this kind, counted from the first call of the test on. */
typedef struct {
  uint32_t kind; /* PINCER_REFUSABLE_... */
  uint32_t index;
} PincerRefusal;

/* Rooms are what thunks show values of C++ in (pincer_literals.h). */
enum { PINCER_IN_OBJECT = 0, PINCER_IN_RESULT = 1, PINCER_IN_GLOBAL = 2, PINCER_IN_ROOM = 3 };

typedef struct {
  uint32_t space; /* PINCER_IN_... */
  uint32_t index; /* of the object or global; of results: of the step, observers counted on */
  uint32_t offset;
  uint32_t padding;
} PincerWatch;

typedef struct {
  uint32_t blockCount;
  uint32_t textCount;
} PincerObservation;

typedef struct {
  uint32_t space;
  uint32_t index;
  uint64_t address;
  uint64_t stored; /* bytes that follow; 0 if it was freed meanwhile */
  uint64_t freed;
} PincerBlock;

enum { PINCER_TEXT_LIMIT = 256 };

/* Characters before a NUL that was found within PINCER_TEXT_LIMIT bytes. */
typedef struct {
  uint64_t address;
  uint64_t length;
} PincerText;

typedef struct {
  uint32_t index; /* of the test */
  uint32_t outcome;
  int64_t value;
  uint32_t coveredCount;
  uint32_t step;    /* at which it ended, if it did not return */
  uint32_t isUsual; /* nonzero: it took no new branch, but one as often as none before, or came
                       nearer to one; no slots */
  uint32_t nearerCount;
  /* coveredCount slots (uint32_t, ascending) follow, padded to 8, and nearerCount PincerDistances
   */
} PincerFind;

enum { PINCER_MOST_PURE_ARGUMENTS = 8, PINCER_MOST_PURE_CALLS = 4096 };

/* One call of pincer_pures[function]. */
typedef struct {
  uint32_t function;
  uint32_t padding;
  uint64_t arguments[PINCER_MOST_PURE_ARGUMENTS];
} PincerPureCall;

/* What came of it, the first time and the second. */
typedef struct {
  uint64_t first, second;
  uint64_t printed; /* nonzero: it wrote to its output */
} PincerPureResult;

#define PINCER_PADDED(bytes) (((bytes) + 7) & ~(uint64_t)7)

#ifdef __cplusplus
}
#endif
#endif
