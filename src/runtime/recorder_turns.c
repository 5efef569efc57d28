#include "runtime/recorder_turns.h"

#include "runtime/recorder_state.h"

#include <sched.h>
#include <sys/mman.h>

Turns recorderTurns;
_Thread_local char recorderSelf;

/* A signal handler may have interrupted the recorder and left by longjmp: then this thread is seen
 * here with a stack that no longer holds the frame that is said to be at work. Below a handler, the
 * kernel's frame, which is larger than this, would lie in between. */
enum { LEAST_SIGNAL_FRAME = 512 };
static int wasAbandoned(uintptr_t frame) {
  return atomic_load(&recorderTurns.worker) == &recorderSelf &&
         frame + LEAST_SIGNAL_FRAME > atomic_load(&recorderTurns.frame);
}

/* Waits while another thread is at work. It will be done soon, unless it was ended there, or was
 * left behind by a fork: then waiting is in vain, and nobody waits long from then on. */
enum { PATIENT = 1 << 16, IMPATIENT = 16 };
static atomic_uint patience = PATIENT;

/* Threads that had a turn are counted: who was last, and whether this one was ever. */
static _Thread_local int wasCounted;

static void noteThread(void) {
  recorderTurns.last = &recorderSelf;
  if (wasCounted)
    return;
  wasCounted = 1;
  pincerRecorder.segment->threads++;
}

static int takeTurn(void) {
  const uint32_t most = atomic_load_explicit(&patience, memory_order_relaxed);
  for (uint32_t i = 0; i < most; i++) {
    char *nobody = 0;
    if (atomic_compare_exchange_strong(&recorderTurns.worker, &nobody, &recorderSelf)) {
      atomic_store_explicit(&patience, PATIENT, memory_order_relaxed);
      return 1;
    }
    if (nobody == &recorderSelf) /* a signal handler that interrupted this thread's own work */
      return 0;
    sched_yield();
  }
  atomic_store_explicit(&patience, IMPATIENT, memory_order_relaxed);
  return 0;
}

int recorderEnterSlowly(uintptr_t frame) {
  char *nobody = 0;
  if (!atomic_compare_exchange_strong(&recorderTurns.worker, &nobody, &recorderSelf) &&
      !wasAbandoned(frame) && !takeTurn()) {
    recorderLost(PINCER_LOST_REENTRY);
    return 0;
  }
  atomic_store_explicit(&recorderTurns.frame, frame, memory_order_relaxed);
  if (recorderTurns.last != &recorderSelf)
    noteThread();
  return 1;
}

/* The log is shared, and belongs to one process: in a child that the subject forks, by whatever
 * call, this page is zero. (A child of vfork runs in its parent's memory, in the parent's place.)
 */
static void claimLog(void) {
  int *page = recorderReserve(4096);
  if (madvise(page, 4096, MADV_WIPEONFORK) != 0)
    recorderComplains("pincer: no way to keep children of the subject from recording\n");
  *page = 1;
  recorderTurns.isOurs = page;
}

void turnsBegin(void) {
  recorderThread(); /* this thread is number 0 */
  recorderTurns.last = 0;
  wasCounted = 0;
  claimLog();
}

void recorderLost(uint32_t kind) {
  if (recorderTurns.isOurs && *recorderTurns.isOurs && kind < PINCER_LOST_KINDS)
    pincerRecorder.segment->lost[kind]++;
}

uint32_t recorderThread(void) {
  static _Thread_local uint32_t mine; /* + 1 */
  static atomic_uint threads;
  if (mine == 0)
    mine = atomic_fetch_add(&threads, 1) + 1;
  return mine - 1;
}
