/* In the child: a run that stops where it asks for more than its test supplies, and waits there to
 * be gone on with, as often as somebody likes (snapshots.c).
 *
 * It is stopped by SIGSTOP, and woken by SIGCONT with an order in the control page. Then it makes a
 * copy of itself, which goes on with the further inputs of another test, and stops again. A copy is
 * a child of the server like any other run, so what becomes of it the kernel tells the server.
 *
 * A copy shares with its siblings whatever is not memory of its own. What can be made its own again
 * is (files that are read: reopened, at their place); a state that has more than that is not
 * frozen, with the reason. */
#include "abi/streams.h"
#include "driver/driver.h"
#include "runtime/heap.h"
#include "runtime/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 128, MOST_FILES = 16 };

typedef struct {
  int descriptor;
  off_t at;
} ReadFile;

static struct {
  const Channel *channel;
  char folder[4096]; /* where runs may write */
  int isPossible;    /* /proc is that of our namespace */
  int32_t sharedMappings;
  struct stat output;
  int isWanted;
  /* Of the state: */
  uint8_t *coverage;
  uint32_t step;
  off_t printed;
  ReadFile files[MOST_FILES];
  uint32_t fileCount;
  sigset_t mask;
} frozen;

/* The mappings of this process that others share; -1: not known. */
static int32_t countSharedMappings(void) {
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return -1;
  static char text[16384];
  int32_t shared = 0;
  int spaces = 0; /* in this line; permissions follow the first */
  int column = 0; /* in the permissions */
  ssize_t got;
  while ((got = read(file, text, sizeof text)) > 0)
    for (ssize_t i = 0; i < got; ++i) {
      if (text[i] == '\n') {
        spaces = column = 0;
      } else if (text[i] == ' ') {
        ++spaces;
      } else if (spaces == 1 && ++column == 4 && text[i] == 's') {
        ++shared;
      }
    }
  close(file);
  return got < 0 ? -1 : shared;
}

/* Where the kernel writes the number of a thread: the C library's note of it. */
static int *threadNumber(void) {
  int *address = NULL;
  return prctl(PR_GET_TID_ADDRESS, &address) == 0 ? address : NULL;
}

void prepareFreezing(const Channel *channel) {
  frozen.channel = channel;
  frozen.coverage = ownMemory(pincer_coverage_size);
  frozen.sharedMappings = countSharedMappings();
  char self[4];
  frozen.isPossible = readlink("/proc/self", self, sizeof self) == 1 && self[0] == '1' &&
                      frozen.sharedMappings >= 0 && threadNumber() &&
                      getcwd(frozen.folder, sizeof frozen.folder) && fstat(1, &frozen.output) == 0;
}

void wantFreezing(int isWanted) { frozen.isWanted = isWanted; }

static int isFolderEmpty(void) {
  const int folder = open(frozen.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  uint8_t entries[1024] __attribute__((aligned(8)));
  const long size = folder < 0 ? -1 : syscall(SYS_getdents64, folder, entries, sizeof entries);
  close(folder);
  enum { DOT_AND_DOT_DOT = 2 * 24 }; /* an entry of a short name */
  return size >= 0 && size <= DOT_AND_DOT_DOT;
}

static int isOutput(const struct stat *status) {
  return status->st_dev == frozen.output.st_dev && status->st_ino == frozen.output.st_ino;
}

/* "/proc/self/fd/N" */
typedef struct {
  char text[24];
} DescriptorPath;

static DescriptorPath pathOf(int descriptor) {
  DescriptorPath path = {"/proc/self/fd/"};
  char *end = path.text + strlen(path.text);
  for (int power = 100; power > 0; power /= 10)
    if (descriptor >= power || power == 1)
      *end++ = (char)('0' + descriptor / power % 10);
  return path;
}

/* Notes a file that is only read; else says why it can't be. */
static uint32_t noteDescriptor(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || isOutput(&status) || S_ISCHR(status.st_mode))
    return 0;
  if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))
    return PINCER_FREEZE_PIPES;
  const int mode = fcntl(descriptor, F_GETFL);
  const int again = S_ISREG(status.st_mode) && (mode & O_ACCMODE) == O_RDONLY
                        ? open(pathOf(descriptor).text, O_RDONLY | O_CLOEXEC)
                        : -1;
  if (again < 0 || frozen.fileCount == MOST_FILES)
    return PINCER_FREEZE_FILES;
  close(again);
  frozen.files[frozen.fileCount++] = (ReadFile){descriptor, lseek(descriptor, 0, SEEK_CUR)};
  return 0;
}

static int hasThreads(void) {
  enum { LINKS_OF_ONE_THREAD = 3 };
  struct stat status;
  return stat("/proc/self/task", &status) != 0 || status.st_nlink != LINKS_OF_ONE_THREAD;
}

static int hasChildren(void) {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WCONTINUED | WNOHANG | WNOWAIT) == 0 ||
         errno != ECHILD;
}

static int hasTimers(void) {
  struct itimerval timer;
  for (int which = ITIMER_REAL; which <= ITIMER_VIRTUAL; ++which)
    if (getitimer((__itimer_which_t)which, &timer) == 0 &&
        (timer.it_value.tv_sec || timer.it_value.tv_usec))
      return 1;
  return 0;
}

static uint32_t whyNot(void) {
  if (!frozen.isPossible)
    return PINCER_FREEZE_SYSTEM;
  if (pincer_program.name)
    return PINCER_FREEZE_PROGRAM;
  if (hasThreads())
    return PINCER_FREEZE_THREADS;
  if (hasChildren())
    return PINCER_FREEZE_CHILDREN;
  if (hasTimers())
    return PINCER_FREEZE_TIMERS;
  if (countSharedMappings() != frozen.sharedMappings)
    return PINCER_FREEZE_SHARED_MEMORY;
  if (!isFolderEmpty())
    return PINCER_FREEZE_FILES;
  frozen.fileCount = 0;
  for (int descriptor = 0; descriptor < MOST_DESCRIPTORS; ++descriptor) {
    const uint32_t reason = noteDescriptor(descriptor);
    if (reason)
      return reason;
  }
  return 0;
}

/* As fork() does, but for the parent, who is the server. */
static pid_t copyForServer(void) {
  int *number = threadNumber();
  const unsigned long flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
#if defined(__LP64__)
  return (pid_t)syscall(SYS_clone, flags, 0, NULL, number, 0);
#else /* the other order of arguments */
  return (pid_t)syscall(SYS_clone, flags, 0, NULL, 0, number);
#endif
}

static void reopenFiles(void) {
  for (uint32_t i = 0; i < frozen.fileCount; ++i) {
    const ReadFile *file = &frozen.files[i];
    const int flags = fcntl(file->descriptor, F_GETFD);
    const int again = open(pathOf(file->descriptor).text, O_RDONLY);
    if (again < 0 || dup3(again, file->descriptor, flags & FD_CLOEXEC ? O_CLOEXEC : 0) < 0)
      fail("can't open a file again");
    close(again);
    lseek(file->descriptor, file->at, SEEK_SET);
  }
}

/* The copy: what the run did so far is put back where other runs wrote meanwhile. */
static void goOn(void) {
  const Channel *channel = frozen.channel;
  volatile PincerControl *control = channel->control;
  const PincerOrder order = {control->order.process, control->order.half, control->order.trace,
                             control->order.freeze, control->order.mostProcesses};
  setsid();
  memcpy(pincer_coverage, frozen.coverage, pincer_coverage_size);
  control->step = frozen.step;
  control->state = PINCER_STATE_CALLING;
  lseek(1, frozen.printed, SEEK_SET);
  reopenFiles();
  limitProcesses(order.mostProcesses);
  wantFreezing((int)order.freeze);
  goOnWithSupplies(channel, order.half, (int)order.trace);
  armAgain(channel->header.timeoutMs);
  sigprocmask(SIG_SETMASK, &frozen.mask, NULL);
}

int freezeHere(void) {
  if (!frozen.isWanted)
    return 0;
  volatile PincerControl *control = frozen.channel->control;
  const int savedErrno = errno;
  control->refusal = whyNot();
  if (control->refusal) {
    errno = savedErrno;
    return 0;
  }
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &frozen.mask);
  disarm();
  memcpy(frozen.coverage, pincer_coverage, pincer_coverage_size);
  frozen.step = control->step;
  frozen.printed = lseek(1, 0, SEEK_CUR);
  control->state = PINCER_STATE_FROZEN;
  const pid_t self = getpid();
  for (;;) {
    syscall(SYS_tgkill, self, (int)syscall(SYS_gettid), SIGSTOP);
    if (control->order.process != (uint32_t)self) /* woken by somebody else */
      continue;
    const pid_t copy = copyForServer();
    if (copy == 0) {
      goOn();
      errno = savedErrno;
      return 1;
    }
    control->order.process = 0;
    control->copy = copy;
  }
}
