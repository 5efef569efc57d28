/* What ends a run from within: CPU time used up, a system call that the fence traps, memory used
 * up. Each leaves a note in the control page and ends the process. Handlers run on a stack of their
 * own, since the subject's may be the problem. */
#include "driver/driver.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { TICK_MS = 10 };
enum { MANY_UNSUPPLIED_CALLS = 512 };

uint32_t unsuppliedCalls;

static struct {
  volatile PincerControl *control;
  uint32_t index;     /* the test seen at the last tick */
  uint32_t idleTicks; /* ticks since it changed */
  uint32_t ticksToStop;
  jmp_buf *afterNullAccess;
  pid_t process; /* that runs the batch */
  uint8_t stack[64 << 10] __attribute__((aligned(16)));
} watch;

_Noreturn void leave(void) {
  for (;;)
    syscall(SYS_exit_group, 0);
}

_Noreturn void leaveOutOfMemory(uint64_t request) {
  if (watch.control)
    watch.control->deniedBytes = request ? request : 1;
  leave();
}

/* In a batch, a run that ends early by itself is no reason for a new process. */
static void landInBatch(int landing) {
  if (!watch.afterNullAccess)
    return;
  if (getpid() != watch.process) /* one that the subject started */
    leave();
  longjmp(*watch.afterNullAccess, landing);
}

_Noreturn void leaveStarved(void) {
  landInBatch(LANDED_STARVED);
  if (watch.control)
    watch.control->starved = 1;
  leave();
}

_Noreturn void leaveRejected(void) {
  landInBatch(LANDED_REJECTED);
  if (watch.control)
    watch.control->rejected = 1;
  leave();
}

_Noreturn void leaveAtEndOfInputs(void) {
  landInBatch(LANDED_AT_END_OF_INPUTS);
  exit(0);
}

int exitStatus;

/* Out of the library's list of handlers: those that the subject added later were called already,
 * and streams keep what they hold. */
static void landAtExit(int status, void *unused) {
  (void)unused;
  exitStatus = status & 0xff;
  landInBatch(LANDED_AT_EXIT);
}

void catchExit(void) { on_exit(landAtExit, NULL); /* or the exit ends the process, as others do */ }

static void onTimer(int signal) {
  (void)signal;
  const uint32_t index = watch.control->index;
  if (index != watch.index) {
    watch.index = index;
    watch.idleTicks = 0;
  }
  if (++watch.idleTicks < watch.ticksToStop)
    return;
  if (unsuppliedCalls > MANY_UNSUPPLIED_CALLS)
    watch.control->starved = 1;
  else
    watch.control->timedOut = 1;
  leave();
}

static void onTrappedCall(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  uint32_t call = (uint32_t)info->si_syscall;
#if !defined(__LP64__)
  call |= PINCER_32BIT_CALL;
#endif
  watch.control->forbidden = 1 + call;
  leave();
}

/* Faults other than those of null pointers happen once more, and end the process. */
static void onFault(int signal, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code == SEGV_MAPERR && (uintptr_t)info->si_addr < PINCER_PAGE)
    landInBatch(LANDED_AFTER_NULL);
  const struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &usual, NULL);
  if (info->si_code <= 0) /* sent by someone: it will not come back by itself */
    raise(signal);
}

static void installHandlers(const Channel *channel) {
  watch.control = channel->control;
  watch.index = channel->control->index;
  watch.idleTicks = 0;
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    const stack_t own = {.ss_sp = watch.stack, .ss_size = sizeof watch.stack};
    sigaltstack(&own, NULL);
  }
  struct sigaction action = {.sa_handler = onTimer, .sa_flags = SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
  struct sigaction trap = {.sa_sigaction = onTrappedCall, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigfillset(&trap.sa_mask);
  sigaction(SIGSYS, &trap, NULL);
}

static void startTimer(uint32_t firstMs, uint32_t thenMs) {
  const struct itimerval timer = {
      .it_value = {.tv_sec = firstMs / 1000, .tv_usec = firstMs % 1000 * 1000},
      .it_interval = {.tv_sec = thenMs / 1000, .tv_usec = thenMs % 1000 * 1000}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static void limitSoft(int resource, uint64_t most) {
  const struct rlimit limit = {.rlim_cur = most, .rlim_max = most + 1};
  setrlimit(resource, &limit);
}

void armForOneTest(const Channel *channel, uint32_t timeoutMs) {
  installHandlers(channel);
  watch.ticksToStop = 1;
  /* The back-up for a subject that blocks our signal. */
  limitSoft(RLIMIT_CPU, (timeoutMs + 999) / 1000 + 1);
  limitSoft(RLIMIT_FSIZE, channel->header.outputBytes);
  startTimer(timeoutMs, 0);
}

void armAgain(uint32_t timeoutMs) { startTimer(timeoutMs, 0); }

void disarm(void) { startTimer(0, 0); }

void armForBatch(const Channel *channel, uint32_t timeoutMs, jmp_buf *afterNullAccess) {
  installHandlers(channel);
  watch.afterNullAccess = afterNullAccess;
  watch.process = getpid();
  /* Nothing stays blocked, since the handler is left by a jump. */
  struct sigaction fault = {.sa_sigaction = onFault,
                            .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER};
  sigemptyset(&fault.sa_mask);
  sigaction(SIGSEGV, &fault, NULL);
  sigprocmask(SIG_SETMASK, &fault.sa_mask, NULL);
  watch.ticksToStop = timeoutMs / TICK_MS + 2;
  limitSoft(RLIMIT_FSIZE, channel->header.outputBytes);
  startTimer(TICK_MS, TICK_MS);
}
