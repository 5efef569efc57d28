/* The driver: the part of a target that runs test cases. One process serves commands (main.c,
 * server.c, explore.c) and never calls the subject; its children do (call.c, observe.c). */
#ifndef PINCER_DRIVER_DRIVER_H
#define PINCER_DRIVER_DRIVER_H

#include "abi/channel.h"
#include "abi/target.h"

#include <setjmp.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#define _Noreturn [[noreturn]]
#endif

/* The shared memory, as this process sees it. */
typedef struct {
  PincerHeader header; /* our own copy: nobody can write to it */
  volatile PincerControl *control;
  uint8_t *seen;
  const uint8_t *requests[2];
  uint8_t *response;
  PincerAskedCalls *asked;
  PincerNearest *nearest;
  void *trace; /* segment 0 of the log; null unless this is a symbolic target */
} Channel;

/* --- main.c */
/* Ends the target: its own fault or pincer's, never the subject's. */
_Noreturn void fail(const char *what);
/* A part of the memory shared with pincer. */
void *mapArea(int64_t at, uint64_t size, int protection);
/* Anonymous memory for the driver's own tables, away from the subject's heap. */
void *ownMemory(uint64_t bytes);

/* --- state.c: what a run can change, and how it is put back */
void saveState(void);
/* True if a process can be used for another test at all... */
int canShare(void);
/* ... and if putting everything back costs less than a new one. */
int canReset(void);
void resetState(void);
/* Remembers what the heap holds now, if it can; resetToKept goes back there instead. */
int keepState(void);
void resetToKept(void);
/* Puts back what can be while libraries go on using the heap. False: the process has used so much
 * that it should make way for a new one. */
int resetLoosely(void);
/* The bytes of a global before any run. */
const void *savedGlobal(uint32_t index);

void clearCoverage(void);
/* True if a branch was taken that `seen` does not have. */
int tookNewBranch(const uint8_t *seen);
/* True if one was taken as often as in no run before; from now on, this was one. */
int tookNewCount(void);
/* Appends a find at `used` bytes of the response area and returns the new number of bytes; marks
 * the branches of one that ended in an orderly way as seen. 0: no room. */
uint64_t appendFind(const Channel *channel, uint64_t used, const PincerFind *find);

/* --- nearness.c: how near runs come to branches that they do not take */
PincerNearest *mapNearness(void);
/* The run at hand came near to nothing yet. */
void clearNearness(void);
/* To how many branches that `seen` does not have the run at hand came nearer than all before; the
 * list holds these then. */
uint32_t cameNearer(const uint8_t *seen);
/* Copies so many; from now on others have to come nearer still. */
void reportNearness(PincerDistance *to, uint32_t count);

/* --- call.c: from bytes to a call */
typedef struct {
  const PincerTest *test;
  void **objects; /* addresses; the first ones are the arguments */
  void **results; /* one per step and observer; null: nothing is returned */
} Call;

void prepareCalls(void);
/* Takes over what the test supplies; no stub was called yet. (A call that is built does it.) */
void startSupplies(const PincerTest *test);
const PincerStep *stepsOf(const PincerTest *test);
const PincerCallable *callableOf(const PincerStep *step);
/* What a test that a run is gone on with supplies: its objects are built, and symbolic if it is to
 * be traced. */
void goOnWithSupplies(const Channel *channel, uint32_t half, int isTraced);
/* Allocates and fills the test's objects; the last one first, if they are to be reversed. */
Call buildCall(const PincerTest *test, int reversed);
/* Makes the calls, step by step. PINCER_RETURNED; PINCER_THREW with a note in the control page; or
 * PINCER_REJECTED: a step lacks an object that it needs. */
uint32_t performCall(const Channel *channel, const Call *call);
/* Destroys what the calls that returned have made for the test, the last one first. */
void destroyObjects(const Call *call);
const PincerObject *firstObject(const PincerTest *test);
const PincerObject *nextObject(const PincerObject *object);
const PincerWatch *firstWatch(const PincerTest *test);
const PincerInput *firstInput(const PincerTest *test);
const PincerRefusal *firstRefusal(const PincerTest *test);
/* True if object `index` of the test built last is a variable of the subject, not a block of its
 * own. */
int isVariable(uint32_t index);

/* --- leaks.c: memory that calls forget, where AddressSanitizer watches */
/* From now on allocations are noted. */
void watchBlocks(void);
/* Says on descriptor 2 which blocks of those that are still in use nobody reaches, if calls leave
 * such behind each time they are made. All objects of the test have been destroyed. */
void reportLeaks(const Channel *channel, Call *call);

/* --- refusals.c: what the test refuses the subject */
void prepareRefusals(const Channel *channel);
/* No call was made yet. */
void startRefusals(const PincerTest *test);

/* --- marks.c: what harnesses ask for */
void prepareMarks(const Channel *channel);
/* No call was made yet. */
void startMarks(void);
/* A stub was called. */
void noteCall(uint32_t source);

/* In a run that is gone on with: the call that is being answered is the first that is noted. */
void continueMarks(void);

/* --- large_new.cpp: only targets of C++ subjects have it */
#pragma weak pincerMostBytes
/* What the system grants in one piece. */
extern uint64_t pincerMostBytes;

/* --- cxx_streams.cpp: only targets of C++ subjects have it */
#pragma weak pincerResetStreams
/* What the program before left in cin, cout, cerr and clog is put back. */
void pincerResetStreams(void);

/* --- exceptions.cpp: only targets of C++ subjects have it */
#pragma weak pincerCallCatching
/* True if an exception came out of the call; then its type and what it says, cut to `room` bytes.
 */
int pincerCallCatching(PincerThunk call, void *const *arguments, void *result, char *type,
                       char *text, uint32_t room);

/* --- observe.c: from memory after a call to bytes */
/* False if the observation does not fit into the response area. */
int writeObservation(const Channel *channel, const Call *call);
/* Before a test. */
void forgetRooms(void);

/* --- program.c: what surrounds a whole program; nothing to do for other subjects */
/* In the server, once. */
void prepareProgram(void);
/* In the child, before the call: files, descriptors 0 and 1, argv and environ. If the process is
 * shared, what the library keeps of streams and options is put back, and exit() lands in the batch.
 */
void startProgram(const Call *call, int isShared);
/* Closes what a test left open; false if the next program can't be run in this process. */
int closeLeftOpen(void);
/* In the server, after a run: what it wrote to standard output, up to `room` bytes. */
uint64_t readOutput(void *to, uint64_t room);
/* ... and the folder where it ran is empty again. */
void clearFolder(void);
/* In the child, between programs that share it: empty, or with nothing but the files that the next
 * one gets anew. */
void tidyFolder(void);

/* --- stops.c: in the child, what ends a run from within */
/* One stop at the end of the test's CPU time. */
void armForOneTest(const Channel *channel, uint32_t timeoutMs);
/* The same once more, in a copy of the process; and off. */
void armAgain(uint32_t timeoutMs);
void disarm(void);
/* A tick now and then, which looks whether the same test has been running for too long. An access
 * to the first page, so through a null pointer, goes back to where setjmp was called; so do
 * leaveStarved, leaveRejected and leaveAtEndOfInputs. What setjmp gives then says which it was. */
enum {
  LANDED_AFTER_NULL = 1,
  LANDED_STARVED,
  LANDED_REJECTED,
  LANDED_AT_END_OF_INPUTS,
  LANDED_AT_EXIT
};
void armForBatch(const Channel *channel, uint32_t timeoutMs, jmp_buf *afterNullAccess);
/* Calls of stubs that got zeros so far, past what the test supplies. After hundreds of them, a run
 * that does not end in time waits for just that. */
extern uint32_t unsuppliedCalls;
/* Ends the process at once, without the exit handlers of anyone. */
_Noreturn void leave(void);
_Noreturn void leaveOutOfMemory(uint64_t request);
_Noreturn void leaveStarved(void);
/* The next exit() of this process lands in the batch; exitStatus says with what. */
void catchExit(void);
extern int exitStatus;
_Noreturn void leaveRejected(void);
/* As the emitted test does it: by exit(0). */
_Noreturn void leaveAtEndOfInputs(void);

/* --- layout.c */
/* In the child: runs the function where heap and stack lie at addresses of their own for each
 * layout. Layout 0: where they are. */
_Noreturn void runInLayout(uint32_t layout, void (*run)(const void *), const void *argument);

/* --- freeze.c */
/* In the server, once. */
void prepareFreezing(const Channel *channel);
/* Whether the run is to wait where it asks for more than its test supplies. */
void wantFreezing(int isWanted);
/* There. 0: it is not to be, or can't be. 1: this is a copy that goes on, with other supplies. */
int freezeHere(void);

/* --- snapshots.c: the runs that wait */
uint32_t snapshotCount(void);
int isSnapshot(pid_t process);
void keepSnapshot(uint32_t number, pid_t process);
void dropSnapshot(uint32_t number);
/* It died. */
void forgetSnapshot(pid_t process);
/* The copy that goes on; 0: there is none, and the snapshot is gone. */
pid_t wakeSnapshot(const Channel *channel, const PincerCommand *command);
/* How many processes may be alive while a run goes on: as many of its own, whoever waits. */
uint32_t processesOfRun(void);
/* For this process and what it starts; there is no way back. */
void limitProcesses(uint32_t most);

/* --- server.c */
typedef struct {
  uint32_t outcome;
  int64_t value;
} End;

/* Forks; the child returns 0 with a clean slate for signals and descriptors. */
pid_t startChild(const Channel *channel);
/* Makes the inputs of a test symbolic, which are parts of these objects; the log begins here. */
void beginTrace(const Channel *channel, const PincerTest *test, void *const *objects);
/* Waits for the end of the child, at most ten times the CPU limit without progress (a hundred times
 * where others take the CPU); less if it is blocked, or if its processes use more than twice the
 * CPU limit together. Nothing it started is left alive. */
End finishChild(const Channel *channel, pid_t child);
/* The same for a child that is to become a snapshot: number freeze - 1. */
End finishOrFreeze(const Channel *channel, pid_t child, uint32_t freeze);
_Noreturn void serve(const Channel *channel);

/* --- usage.c */
typedef struct {
  int64_t cpuMs;  /* of all processes but the server and those that wait; -1: not known */
  int isRunnable; /* one of them would use a CPU now */
  uint32_t processes;
} Usage;
Usage usageOfRun(void);
/* True if there are processes but the server and those that wait. */
int isAnyRunning(void);
/* What a process has in memory of its own, in bytes, shared with those it was copied from or not;
 * 0: not known. */
uint64_t memoryOf(pid_t process);

/* --- pure.c */
/* Calls of pure functions, in a process of their own. */
PincerReply callPures(const Channel *channel, const PincerCommand *command);

/* --- explore.c */
PincerReply explore(const Channel *channel, const PincerCommand *command);

#ifdef __cplusplus
}
#endif

#endif
