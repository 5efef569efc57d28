/* In the server: runs that wait (freeze.c), by the numbers that pincer gave them. They are spared
 * when what other runs left behind is ended. One that is not there any more (killed for its memory,
 * by a sibling, for its CPU time) is forgotten, and pincer is told when it asks for it. */
#include "driver/driver.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

/* What a run may have, itself and the server included. */
enum { PROCESSES_OF_RUN = 16 };

static pid_t waiting[PINCER_MOST_SNAPSHOTS]; /* 0: none of that number */

uint32_t snapshotCount(void) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < PINCER_MOST_SNAPSHOTS; ++i)
    count += waiting[i] != 0;
  return count;
}

int isSnapshot(pid_t process) {
  for (uint32_t i = 0; i < PINCER_MOST_SNAPSHOTS; ++i)
    if (waiting[i] == process)
      return process != 0;
  return 0;
}

void forgetSnapshot(pid_t process) {
  for (uint32_t i = 0; i < PINCER_MOST_SNAPSHOTS; ++i)
    if (waiting[i] == process)
      waiting[i] = 0;
}

void keepSnapshot(uint32_t number, pid_t process) {
  dropSnapshot(number);
  waiting[number] = process;
}

void dropSnapshot(uint32_t number) {
  const pid_t process = waiting[number];
  if (!process)
    return;
  waiting[number] = 0;
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
    ;
}

uint32_t processesOfRun(void) { return PROCESSES_OF_RUN + snapshotCount(); }

void limitProcesses(uint32_t most) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0)
    return;
  if (limit.rlim_max > most)
    limit.rlim_max = most;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NPROC, &limit);
}

/* Until it has made its copy and stopped again. */
static int stopsAgain(const Channel *channel, pid_t process) {
  const uint32_t slices = channel->header.timeoutMs;
  const struct timespec slice = {.tv_nsec = 10000000};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (uint32_t i = 0; i < slices; ++i) {
    int status;
    const pid_t changed = waitpid(process, &status, WUNTRACED | WNOHANG);
    if (changed == process) {
      if (WIFSTOPPED(status))
        return 1;
      forgetSnapshot(process); /* it died */
      return 0;
    }
    if (changed < 0 && errno != EINTR) {
      forgetSnapshot(process);
      return 0;
    }
    sigtimedwait(&set, NULL, &slice);
  }
  return 0;
}

pid_t wakeSnapshot(const Channel *channel, const PincerCommand *command) {
  const pid_t process = waiting[command->snapshot];
  if (!process)
    return 0;
  volatile PincerControl *control = channel->control;
  control->copy = 0;
  control->order.half = command->half;
  control->order.trace = command->trace;
  control->order.freeze = command->freeze;
  control->order.mostProcesses = processesOfRun();
  control->order.process = (uint32_t)process;
  if (kill(process, SIGCONT) != 0 || !stopsAgain(channel, process) || control->copy <= 1) {
    dropSnapshot(command->snapshot);
    return 0;
  }
  const pid_t copy = control->copy;
  return isSnapshot(copy) ? 0 : copy;
}
