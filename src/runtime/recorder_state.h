/* Inside the recorder: its private state and what its parts ask of each other. All of them but
 * recorderEnter expect to be called inside recorderEnter .. recorderLeave. */
#ifndef PINCER_RUNTIME_RECORDER_STATE_H
#define PINCER_RUNTIME_RECORDER_STATE_H

#include "abi/operations.h"
#include "abi/packed_calls.h"
#include "abi/recorder_calls.h"
#include "abi/trace.h"
#include "runtime/recorder_index.h"
#include "runtime/recorder_turns.h"

#include <stddef.h>
#include <stdint.h>

/* A value with its term; term 0: concrete. */
typedef struct {
  uint32_t term;
  uint32_t width;
  uint64_t value;
} Value;

typedef struct {
  PincerSegment *segment; /* null: not recording */
  PincerTerm *terms;
  PincerEvent *events;
  uint64_t *tables;
  /* Our own counts: those in the segment are open to the subject. */
  uint32_t termCount, eventCount, tableUsed;
} Recorder;

extern Recorder pincerRecorder;

void recorderLost(uint32_t kind);
uint32_t recorderThread(void);
uint32_t recorderMarkersPassed(void);

_Noreturn void recorderComplains(const char *message);

/* Private memory that costs nothing until it is touched; never the subject's heap. */
void *recorderReserve(size_t bytes);
/* The same, for who will touch all of it: the pages come together, which costs less. */
void *recorderReserveWhole(size_t bytes);
/* The same for all processes that record, one after the other: what it holds was left there by the
 * run before. Only for before the first run. */
void *recorderReserveForAllRuns(size_t bytes);
/* Pages come one by one when they are first touched, which costs more than what is written there.
 * Those of the log and of what is kept for all runs are there, mostly, and are mapped by the dozen.
 * (They are asked for as if to be read: then the kernel maps the neighbours, too, and pages that
 * are shared may be written to.) */
void recorderMakeRoom(void *from, size_t bytes);

/* Of the terms of pointers, in targets of 32 bits too. */
enum { POINTER_WIDTH = 64 };
static inline uint64_t maskOf(uint32_t width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
static inline Value concrete(uint32_t width, uint64_t value) {
  return (Value){0, width, value & maskOf(width)};
}

/* The tags of the bytes from p on, to be read or set to zero; tagsToWrite: to be written.
 * tagsInARow: for how many bytes that is good. */
#if defined(__LP64__)
static inline uint32_t *tagsOf(const void *p) {
  return (uint32_t *)(PINCER_SHADOW_BASE + (((uintptr_t)p & PINCER_SHADOW_MASK) << 2));
}
static inline uint32_t *tagsToWrite(const void *p) { return tagsOf(p); }
static inline uint64_t tagsInARow(const void *p) {
  (void)p;
  return ~0ull;
}
#else
extern uint32_t *__pincer_shadow_blocks[1 << (32 - PINCER_SHADOW_BLOCK_BITS)];
static inline uint32_t *tagsOf(const void *p) {
  return __pincer_shadow_blocks[(uintptr_t)p >> PINCER_SHADOW_BLOCK_BITS] +
         ((uintptr_t)p & (PINCER_SHADOW_BLOCK_BYTES - 1));
}
uint32_t *tagsToWrite(const void *p);
static inline uint64_t tagsInARow(const void *p) {
  return PINCER_SHADOW_BLOCK_BYTES - ((uintptr_t)p & (PINCER_SHADOW_BLOCK_BYTES - 1));
}
#endif

/* Terms (recorder_terms.c). Each returns a concrete value if there is nothing to record. */
void termsReserve(void);
void termsBegin(void);
/* The record of a term; of what is no term, one that is empty. */
static inline const PincerTerm *recordOf(uint32_t term) {
  static const PincerTerm nothing;
  return term - 1 < pincerRecorder.termCount ? &pincerRecorder.terms[term - 1] : &nothing;
}
static inline int isConstant(uint32_t term) {
  return recordOf(term)->operation == PINCER_OP_Constant;
}
/* The value with its term, or, if term and value don't fit, without. */
static inline Value checked(uint32_t term, uint32_t width, uint64_t value) {
  value &= maskOf(width);
  if (term == 0)
    return concrete(width, value);
  const PincerTerm *record = recordOf(term);
  if (record->width == width && record->value == value)
    return (Value){term, width, value};
  recorderLost(PINCER_LOST_STALE);
  return concrete(width, value);
}
Value inputTerm(uint32_t number, uint32_t width, uint64_t value);
/* Has a term even if none of its operands has (abi/packed_calls.h). */
static inline int isPack(uint32_t operation, uint32_t extra) {
  return operation == PINCER_OP_Call && extra == PINCER_CALL_PACK;
}
/* Any operation of operations.h, as it is; operands it does not have are `noOperand`. */
static const Value noOperand = {0, 0, 0};
Value operationTerm(uint32_t operation, uint32_t extra, uint32_t width, uint64_t value, Value a,
                    Value b, Value c);
/* Its term, or that of a constant. */
uint32_t termEvenIfConcrete(Value value);
Value binaryTerm(uint32_t operation, Value a, Value b, uint32_t width, uint64_t value);
Value extended(uint32_t operation, Value a, uint32_t width, uint64_t value);
Value extracted(Value a, uint32_t low, uint32_t width);
Value concatenated(Value high, Value low);
Value chosen(Value condition, Value a, Value b);
Value negated(Value condition);
/* How many reads through addresses that depend on one another a term goes back to. */
uint32_t nestedReads(uint32_t term);
/* What was read through an address, from the entries of a table. */
Value readTerm(Value address, uint32_t table, uint32_t width, uint64_t value);

/* Events (recorder_events.c). */
void eventsReserve(void);
void eventsBegin(void);
/* Terms from here on are about to be made. */
void eventsMakeRoom(uint32_t term, uint32_t count);
/* This one was made: no event has it. */
void eventsForget(uint32_t term);
void recordEvent(uint32_t kind, uint32_t place, Value what);
void recordSwitch(uint32_t place, Value what, const uint64_t *cases);
void recordChoice(uint32_t place, Value what, const uint64_t *cases);
/* False: there was no room for it. */
int recordWithin(uint32_t place, Value address, uint32_t table);
/* That the address is one of these; a no-op if there is no room. */
void recordBounds(uint32_t place, Value address, uint64_t lowest, uint64_t count);

/* Shadow (recorder_shadow.c). */
Value loadTerm(const void *from, uint32_t width, uint64_t value);
void storeTerm(void *to, Value value);
void clearTags(void *to, uint64_t size);
void copyTags(void *to, const void *from, uint64_t size);
void fillTags(void *to, Value byte, uint64_t size);
int anyTags(const void *from, uint64_t size);

/* Symbolic addresses (recorder_reads.c). */
void readsBegin(void);
Value readThrough(uint32_t place, Value address, const void *from, uint32_t width, uint64_t value,
                  int wasAnnounced);
void announceAccess(uint32_t place, Value address, uint64_t bytes);
void writeThrough(uint32_t place, Value address, void *to, Value value);

#endif
