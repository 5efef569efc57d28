/* Frame records of an inspect target: every parameter, local and global by name, with its value and
 * its term, at a chosen event of a run. Plain C, freestanding.
 *
 * Descriptors. The inspect lowering turns the debug information of the marked bitcode into
 * constants: one PincerFunctionInfo per function with its PincerVariables, whose types are trees
 * (or graphs: a list's node has a pointer, which is a leaf) of PincerTypeInfo. Globals, and locals
 * with static storage, are PincerNamed entries of the section PINCER_NAMED_SECTION.
 *
 * Frames. An instrumented function has a PincerFrame on its stack and hangs it before
 * __pincer_frames, the thread's chain of active frames, when it is entered. A variable's address is
 * null until its declaration is reached. The current line is stored before each call and each
 * marker. After each call (also where an exception lands, and where setjmp returns once more) a
 * function makes its own frame the first again: so whatever way control came back, frames that were
 * left by a throw or a longjmp are gone from the chain before anyone can look at them.
 *
 * Events. Each marker calls __pincer_frames_event, which counts the markers of its thread. The n-th
 * marker of a thread is the same event in every build of a subject.
 *
 * Run with `inspectAt` = n (channel.h) stops the first thread at its n-th marker, before what the
 * marker is about happens, writes the frames into the response area, and ends the process:
 *
 *   PincerFrames  header
 *   frameCount    times PincerShownFrame, innermost first, the last one holds the globals and has
 * an empty name; its name and file follow, padded to 8; then variableCount times PincerShownValue
 * with its name and type, padded to 8
 *
 * Structs and arrays are written as their parts, with names like p.next and row[3]. Terms are those
 * that a load of the variable would give, as ids of the log (trace.h).
 */
#ifndef PINCER_ABI_FRAMES_H
#define PINCER_ABI_FRAMES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PINCER_ENCODING_OTHER = 0, /* nothing to be shown but that it is there */
  PINCER_ENCODING_SIGNED = 1,
  PINCER_ENCODING_UNSIGNED = 2,
  PINCER_ENCODING_BOOL = 3,
  PINCER_ENCODING_CHARACTER = 4,
  PINCER_ENCODING_FLOAT = 5,
  PINCER_ENCODING_POINTER = 6,
  PINCER_ENCODING_STRUCT = 7, /* and union: its members */
  PINCER_ENCODING_ARRAY = 8,  /* members[0] is the first of `count` elements */
  PINCER_ENCODING_CUT = 9     /* only in PincerShownValue: further parts are left out */
};

typedef struct PincerTypeInfo PincerTypeInfo;

typedef struct {
  const char *name; /* empty: its members are members of the whole */
  const PincerTypeInfo *type;
  uint64_t offsetBits;
  uint64_t bitFieldBits; /* 0: no bit-field */
} PincerMember;

struct PincerTypeInfo {
  const char *name;
  const PincerMember *members;
  uint64_t size;  /* bytes */
  uint64_t count; /* of members or elements */
  uint64_t encoding;
};

typedef struct {
  const char *name;
  const PincerTypeInfo *type;
  uint64_t line;
} PincerVariable;

typedef struct {
  const char *name;
  const char *file;
  const PincerVariable *variables;
  uint64_t variableCount;
} PincerFunctionInfo;

typedef struct PincerFrame {
  struct PincerFrame *caller;
  const PincerFunctionInfo *function;
  uint64_t line;
  void *addresses[]; /* of function->variables */
} PincerFrame;

typedef struct {
  PincerVariable variable;
  void *address;
  void *(*addressInThread)(void); /* of a thread-local variable, whose address is null */
} PincerNamed;

#define PINCER_NAMED_SECTION "pincer_named"
#define PINCER_FRAMES "__pincer_frames"
#define PINCER_FRAMES_EVENT "__pincer_frames_event"

void __pincer_frames_event(uint32_t slot, uint64_t value);

enum {
  PINCER_MOST_FRAMES_SHOWN = 256,
  PINCER_MOST_PARTS_SHOWN = 64 /* of one variable */
};

#define PINCER_FRAMES_MAGIC 0x73656d6172666e70ull

typedef struct {
  uint64_t magic;
  uint64_t used;  /* bytes, with this header */
  uint64_t value; /* of the condition or of what is switched on */
  uint32_t slot;
  uint32_t frameCount;
} PincerFrames;

typedef struct {
  uint32_t line;
  uint32_t variableCount;
  uint32_t nameLength;
  uint32_t fileLength;
} PincerShownFrame;

typedef struct {
  uint64_t value[2]; /* the low and the high eight bytes */
  uint32_t term;     /* 0: concrete */
  uint32_t encoding;
  uint32_t bits;
  uint32_t nameLength;
  uint32_t typeLength;
  uint32_t line;
} PincerShownValue;

#ifdef __cplusplus
}
#endif
#endif
