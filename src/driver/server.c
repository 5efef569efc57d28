/* The fork server. It is process 1 of its namespace: nothing its children do can signal it, what
 * they leave behind becomes its child, and kill(-1) ends all of that at once. It trusts nothing
 * that a child could have written; what it tells pincer about the end of a run comes from the
 * kernel, with the child's notes only as far as they make sense. */
#include "driver/driver.h"
#include "runtime/clock.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/recorder.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern uint8_t pincer_fresh_bytes[PINCER_FRESH_SIZE] __attribute__((weak));

static int64_t nowMs(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now); /* the subject's clock may stand still */
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static sigset_t childSignal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  return set;
}

static void clearControl(const Channel *channel) {
  volatile PincerControl *control = channel->control;
  control->state = 0;
  control->timedOut = 0;
  control->forbidden = 0;
  control->deniedBytes = 0;
  control->starved = 0;
  control->rejected = 0;
  control->refusal = 0;
}

static void becomeChild(void) {
  close(PINCER_COMMAND_FD);
  close(PINCER_REPLY_FD);
  limitProcesses(processesOfRun());
  setsid();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t startChild(const Channel *channel) {
  clearControl(channel);
  lseek(1, 0, SEEK_SET);
  /* Not fork(): a sanitizer's handlers lock and unlock a table of megabytes around it, which the
   * child then has to copy. They are for programs with threads, and there are none here. */
  const pid_t child = _Fork();
  if (child < 0)
    fail("can't fork");
  if (child == 0)
    becomeChild();
  return child;
}

typedef struct {
  int status;
  int killed;   /* by us, for taking too long */
  int isFrozen; /* none: it waits */
  struct rusage usage;
} Death;

/* What is known of the test that is running. */
typedef struct {
  uint32_t index;
  int64_t began;     /* ms */
  int64_t usedAt;    /* CPU time then */
  int64_t looked;    /* when we looked last... */
  int64_t usedLast;  /* ... and the CPU time then */
  int64_t stalled;   /* how long it had to wait for a CPU, as far as we saw */
  int64_t wokeAt;    /* when it was last seen to do something... */
  int64_t usedAwake; /* ... and the CPU time then */
} Watch;

enum { LOOK_MS = 250, IDLE_SHARE = 50 };

static Watch watchFrom(const Channel *channel, int64_t used) {
  const int64_t now = nowMs();
  return (Watch){.index = channel->control->index,
                 .began = now,
                 .usedAt = used,
                 .looked = now,
                 .usedLast = used,
                 .wokeAt = now,
                 .usedAwake = used};
}

/* Whether a test has had its time: in real time, in that of all its processes, or without doing
 * anything. A machine with much to do may leave it waiting for a CPU: that is no time of its own,
 * or it would end otherwise there. */
static int isOverdue(const Channel *channel, Watch *watch) {
  const Usage usage = usageOfRun();
  const int64_t limit = channel->header.timeoutMs, real = nowMs(), used = usage.cpuMs;
  if (channel->control->index != watch->index) {
    *watch = watchFrom(channel, used);
    return 0;
  }
  const int64_t did = used - watch->usedLast, passed = real - watch->looked;
  if (usage.isRunnable && did < passed)
    watch->stalled += passed - did;
  watch->looked = real;
  watch->usedLast = used;
  const int64_t now = real - watch->stalled;
  if (now - watch->began >= limit * 10 || real - watch->began >= limit * 100)
    return 1;
  if (used < 0)
    return 0;
  if (used - watch->usedAt >= limit * 2 + LOOK_MS)
    return 1;
  if ((used - watch->usedAwake) * IDLE_SHARE >= now - watch->wokeAt) {
    watch->wokeAt = now;
    watch->usedAwake = used;
  }
  return now - watch->wokeAt >= channel->header.idleMs;
}

/* A run that stops itself is none that waits. */
static int isWaiting(const Channel *channel, int status) {
  return WIFSTOPPED(status) && channel->control->state == PINCER_STATE_FROZEN;
}

static Death awaitDeath(const Channel *channel, pid_t child, int mayFreeze) {
  Death death = {0};
  const sigset_t set = childSignal();
  const uint32_t limit = channel->header.timeoutMs;
  const int64_t lookMs = limit < LOOK_MS ? limit : LOOK_MS;
  Watch watch = watchFrom(channel, 0);
  int64_t look = watch.began + lookMs;
  for (;;) {
    const pid_t ended =
        wait4(child, &death.status, WNOHANG | (mayFreeze ? WUNTRACED : 0), &death.usage);
    if (ended == child && WIFSTOPPED(death.status)) {
      death.isFrozen = isWaiting(channel, death.status);
      if (death.isFrozen)
        return death;
      continue;
    }
    if (ended == child || (ended < 0 && errno != EINTR))
      return death;
    const int64_t left = look - nowMs();
    if (left > 0) {
      const struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
      sigtimedwait(&set, NULL, &time);
      continue;
    }
    if (isOverdue(channel, &watch)) {
      death.killed = 1;
      kill(child, SIGKILL);
      while (wait4(child, &death.status, 0, &death.usage) < 0 && errno == EINTR)
        ;
      return death;
    }
    look = nowMs() + lookMs;
  }
}

/* Where the fence traps our kill(-1) too, the call has no effect and this is set. */
static volatile sig_atomic_t killTrapped;

static void onTrappedCall(int signal) {
  (void)signal;
  killTrapped = 1;
}

/* Reaps the dead; true if any child is left that is none of those that wait. */
static int anyoneLeft(void) {
  pid_t reaped;
  while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0 || (reaped < 0 && errno == EINTR))
    if (reaped > 0)
      forgetSnapshot(reaped);
  return reaped == 0 && (snapshotCount() == 0 || isAnyRunning());
}

static void killUnlessWaiting(pid_t process) {
  if (!isSnapshot(process))
    kill(process, SIGKILL);
}

/* Process numbers are given out in order: what a run started lies between its first process and one
 * that is started now. */
static void killRange(pid_t first) {
  pid_t last = fork();
  if (last == 0)
    leave();
  if (last < 0)
    last = first + 4096;
  const pid_t end = last > first ? last : 1 << 22;
  for (pid_t pid = first + 1; pid <= end; ++pid)
    killUnlessWaiting(pid);
  for (pid_t pid = 2; last < first && pid <= last; ++pid)
    killUnlessWaiting(pid);
}

/* All orphans are our children, so when we have none, nothing is left. */
static void killLeftovers(pid_t child) {
  while (anyoneLeft()) {
    if (!killTrapped && snapshotCount() == 0)
      syscall(SYS_kill, -1, SIGKILL, PINCER_KILL_KEY);
    if (killTrapped || snapshotCount() > 0)
      killRange(child);
    const sigset_t set = childSignal();
    const struct timespec soon = {.tv_nsec = 1000000};
    sigtimedwait(&set, NULL, &soon);
  }
}

static int64_t cpuMs(const struct rusage *usage) {
  return (int64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000 +
         (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1000;
}

static End classifySignal(const Channel *channel, const Death *death) {
  const int signal = WTERMSIG(death->status);
  switch (signal) {
  case SIGXFSZ:
    return (End){PINCER_TOO_MUCH_OUTPUT, 0};
  case SIGXCPU:
    return (End){PINCER_TIMED_OUT, 0};
  case SIGSYS:
    return (End){PINCER_FORBIDDEN, -1};
  case SIGKILL: /* the CPU limit of the kernel; else the fence or the subject itself: pincer knows
                 */
    if (cpuMs(&death->usage) >= (int64_t)channel->header.timeoutMs)
      return (End){PINCER_TIMED_OUT, 0};
    break;
  }
  return (End){PINCER_CRASHED, signal};
}

static End classify(const Channel *channel, const Death *death) {
  const volatile PincerControl *control = channel->control;
  if (control->forbidden > 0 && (control->forbidden & ~PINCER_32BIT_CALL) < 4096)
    return (End){PINCER_FORBIDDEN, (int64_t)control->forbidden - 1};
  if (control->starved == 1)
    return (End){PINCER_STARVED, 0};
  if (control->rejected == 1)
    return (End){PINCER_REJECTED, 0};
  if (death->killed || control->timedOut == 1)
    return (End){PINCER_TIMED_OUT, 0};
  if (WIFSIGNALED(death->status))
    return classifySignal(channel, death);
  if (control->deniedBytes)
    return (End){PINCER_OUT_OF_MEMORY, (int64_t)control->deniedBytes};
  switch (control->state) {
  case PINCER_STATE_CALLING:
    return (End){PINCER_EXITED, WEXITSTATUS(death->status)};
  case PINCER_STATE_THREW:
    return (End){PINCER_THREW, 0};
  case PINCER_STATE_RETURNED:
  case PINCER_STATE_OBSERVED:
  case PINCER_STATE_BATCH_ENDED:
  case PINCER_STATE_BATCH_FULL:
    return (End){PINCER_RETURNED, 0};
  default: /* it wrote over our notes */
    return (End){PINCER_CRASHED, SIGSEGV};
  }
}

End finishOrFreeze(const Channel *channel, pid_t child, uint32_t freeze) {
  const Death death = awaitDeath(channel, child, freeze != 0);
  if (death.isFrozen)
    keepSnapshot(freeze - 1, child);
  killLeftovers(child);
  return death.isFrozen ? (End){PINCER_FROZEN, 0} : classify(channel, &death);
}

End finishChild(const Channel *channel, pid_t child) { return finishOrFreeze(channel, child, 0); }

void beginTrace(const Channel *channel, const PincerTest *test, void *const *objects) {
  const PincerInput *inputs = firstInput(test);
  pincerTraceBegin(channel->trace);
  for (uint32_t i = 0; i < test->inputCount; ++i)
    pincerTraceInput(i, objects[inputs[i].object], inputs[i].offsetBits, inputs[i].width);
}

typedef struct {
  const Channel *channel;
  const PincerCommand *command;
} Task;

static void runTest(const void *task) {
  const Channel *channel = ((const Task *)task)->channel;
  const PincerCommand *command = ((const Task *)task)->command;
  volatile PincerControl *control = channel->control;
  armForOneTest(channel, channel->header.timeoutMs);
  if (pincerHeapFill)
    pincerHeapFill((uint8_t)command->fill);
  if (pincer_fresh_bytes && pincer_fresh_bytes[0] != (uint8_t)command->fill)
    memset(pincer_fresh_bytes, (uint8_t)command->fill, PINCER_FRESH_SIZE);
  if (pincerClockSet)
    pincerClockSet((uint8_t)command->date);
  Call call =
      buildCall((const PincerTest *)channel->requests[command->half], command->reversed != 0);
  startProgram(&call, 0);
  if (pincerHeapOwn)
    for (uint32_t i = 0; i < call.test->objectCount; ++i)
      if (!isVariable(i))
        pincerHeapOwn(call.objects[i]);
  if (command->trace && channel->trace)
    beginTrace(channel, call.test, call.objects);
  if (command->inspectAt && pincerInspectAt)
    pincerInspectAt(command->inspectAt, channel->response, PINCER_RESPONSE_CAPACITY, leave);
  wantFreezing(command->freeze != 0);
  if (command->leaks)
    watchBlocks();
  control->state = PINCER_STATE_CALLING;
  const uint32_t outcome = performCall(channel, &call);
  uint32_t state = outcome == PINCER_THREW ? PINCER_STATE_THREW : PINCER_STATE_RETURNED;
  if (outcome == PINCER_RETURNED && command->observe && writeObservation(channel, &call))
    state = PINCER_STATE_OBSERVED;
  const uint32_t endedAt = control->step;
  control->step = PINCER_CLEAN_UP;
  destroyObjects(&call);
  if (command->leaks && outcome != PINCER_REJECTED)
    reportLeaks(channel, &call);
  control->step = endedAt;
  control->rejected = outcome == PINCER_REJECTED;
  control->state = state;
  leave();
}

static uint64_t memoryBeyondServer(pid_t process) {
  const uint64_t own = memoryOf(process), ours = memoryOf(getpid());
  return own > ours ? own - ours : 0;
}

static PincerReply replyOf(const Channel *channel, const PincerCommand *command, pid_t child) {
  const End end = finishOrFreeze(channel, child, command->freeze);
  clearFolder();
  const off_t printed = lseek(1, 0, SEEK_CUR);
  const uint32_t said = channel->control->refusal;
  const int isFrozen = end.outcome == PINCER_FROZEN;
  const uint32_t refusal = !command->freeze || isFrozen ? 0
                           : said                       ? said
                                                        : PINCER_FREEZE_NEVER_ASKED;
  return (PincerReply){
      .outcome = end.outcome,
      .value = end.value,
      .step = channel->control->step,
      .refusal = refusal,
      .snapshotBytes = isFrozen ? memoryBeyondServer(child) : 0,
      .observed =
          end.outcome == PINCER_RETURNED && channel->control->state == PINCER_STATE_OBSERVED,
      .outputBytes = printed > 0 ? (uint64_t)printed : 0,
      .programOutput = command->observe ? readOutput(channel->response, PINCER_PROGRAM_OUTPUT) : 0};
}

static PincerReply run(const Channel *usual, const PincerCommand *command) {
  static Channel limited;
  const Channel *channel = usual;
  if (command->timeoutMs) {
    limited = *usual;
    limited.header.timeoutMs = command->timeoutMs;
    channel = &limited;
  }
  clearCoverage();
  const pid_t child = startChild(channel);
  if (child == 0) {
    static Task task;
    task = (Task){channel, command};
    runInLayout(command->layout, runTest, &task);
  }
  return replyOf(channel, command, child);
}

/* Nothing is known of a run that could not be gone on with. */
static PincerReply resume(const Channel *channel, const PincerCommand *command) {
  clearCoverage();
  clearControl(channel);
  const pid_t child = wakeSnapshot(channel, command);
  if (child)
    return replyOf(channel, command, child);
  killLeftovers(1);
  return (PincerReply){.refusal = PINCER_FREEZE_GONE};
}

static PincerReply drop(const PincerCommand *command) {
  dropSnapshot(command->snapshot);
  return (PincerReply){0};
}

static int readCommand(PincerCommand *command) {
  ssize_t got;
  do
    got = read(PINCER_COMMAND_FD, command, sizeof *command);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof *command && command->half < 2 &&
         command->freeze <= PINCER_MOST_SNAPSHOTS && command->snapshot < PINCER_MOST_SNAPSHOTS;
}

static PincerReply obey(const Channel *channel, const PincerCommand *command) {
  switch (command->kind) {
  case PINCER_RUN:
    return run(channel, command);
  case PINCER_RESUME:
    return resume(channel, command);
  case PINCER_DROP:
    return drop(command);
  case PINCER_CALL:
    return callPures(channel, command);
  default:
    return explore(channel, command);
  }
}

_Noreturn void serve(const Channel *channel) {
  const sigset_t set = childSignal();
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGSYS, onTrappedCall);
  PincerCommand command;
  while (readCommand(&command)) {
    const PincerReply reply = obey(channel, &command);
    if (write(PINCER_REPLY_FD, &reply, sizeof reply) != (ssize_t)sizeof reply)
      break;
  }
  _exit(0); /* pincer is gone, or done with us */
}
