/* Inside the recorder: who is at work in it. One thread at a time, and no signal handler that
 * interrupted it. */
#ifndef PINCER_RUNTIME_RECORDER_TURNS_H
#define PINCER_RUNTIME_RECORDER_TURNS_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/single_threaded.h>

typedef struct {
  _Atomic(char *) worker;   /* a thread, by the address of its recorderSelf; null: nobody */
  _Atomic(uintptr_t) frame; /* how deep its stack is; 0: nothing was done yet, or all is done */
  char *last;               /* who was at work before */
  const int *isOurs;        /* leads to 0 in children of the subject; null: not recording */
} Turns;

extern Turns recorderTurns;
extern _Thread_local char recorderSelf __attribute__((tls_model("initial-exec")));

void turnsBegin(void);
int recorderEnterSlowly(uintptr_t frame);

/* False: not recording, or the recorder is at work (in another thread, or below a signal handler);
 * then everything is concrete. As long as there is one thread, a signal handler may come in
 * between, but leaves things as they were; so what it takes to keep other threads out is not
 * needed, which would be most of the work. */
static inline int recorderEnter(void) {
  const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  if (!recorderTurns.isOurs || !*recorderTurns.isOurs)
    return 0;
  if (!__libc_single_threaded || recorderTurns.last != &recorderSelf ||
      atomic_load_explicit(&recorderTurns.worker, memory_order_relaxed))
    return recorderEnterSlowly(frame);
  atomic_store_explicit(&recorderTurns.worker, &recorderSelf, memory_order_relaxed);
  atomic_store_explicit(&recorderTurns.frame, frame, memory_order_relaxed);
  return 1;
}

static inline void recorderLeave(void) {
  atomic_store_explicit(&recorderTurns.frame, 0, memory_order_relaxed);
  atomic_store_explicit(&recorderTurns.worker, 0, memory_order_release);
}

#endif
