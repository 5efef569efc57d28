/* How much CPU time the processes of a run have used, and whether one wants more, from /proc. The
 * server asks now and then while it waits, and must leave no trace: system calls only, no memory of
 * the heap's. */
#include "driver/driver.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TICK_MS = 10 }; /* what /proc counts in */

struct entry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

/* Fields 14 to 17 of its stat: its own time, and that of children it has waited for. Field 3: its
 * state. */
static int64_t ticksIn(const char *stat, int *isRunnable) {
  const char *at = strrchr(stat, ')'); /* the name in front may hold anything */
  *isRunnable |= at && strncmp(at, ") R", 3) == 0;
  for (int field = 2; at && field < 14; ++field)
    at = strchr(at + 1, ' ');
  int64_t sum = 0;
  for (int i = 0; at && i < 4; ++i) {
    int64_t number = 0;
    for (++at; *at >= '0' && *at <= '9'; ++at)
      number = number * 10 + (*at - '0');
    sum += number;
  }
  return sum;
}

static int64_t ticksOf(long folder, const char *process, int *isRunnable) {
  char path[32], stat[1024];
  const size_t length = strlen(process);
  if (length > sizeof path - 6)
    return 0;
  memcpy(path, process, length);
  memcpy(path + length, "/stat", 6);
  const long file = syscall(SYS_openat, folder, path, O_RDONLY);
  if (file < 0)
    return 0;
  const long got = syscall(SYS_read, file, stat, sizeof stat - 1);
  syscall(SYS_close, file);
  if (got <= 0)
    return 0;
  stat[got] = 0;
  return ticksIn(stat, isRunnable);
}

/* Of an entry of /proc: not the server, nor one that waits. */
static int isOfRun(const char *name) {
  pid_t process = 0;
  for (const char *at = name; *at; ++at) {
    if (*at < '0' || *at > '9')
      return 0;
    process = process * 10 + (*at - '0');
  }
  return process > 1 && !isSnapshot(process);
}

Usage usageOfRun(void) {
  const long folder = syscall(SYS_openat, AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY);
  if (folder < 0)
    return (Usage){.cpuMs = -1};
  int isRunnable = 0;
  int64_t ticks = 0;
  uint32_t processes = 0;
  char room[4096] __attribute__((aligned(8)));
  long got;
  while ((got = syscall(SYS_getdents64, folder, room, sizeof room)) > 0)
    for (long at = 0; at < got;) {
      const struct entry *entry = (const struct entry *)(room + at);
      at += entry->length;
      if (!isOfRun(entry->name))
        continue;
      ++processes;
      ticks += ticksOf(folder, entry->name, &isRunnable);
    }
  syscall(SYS_close, folder);
  return (Usage){ticks * TICK_MS, isRunnable, processes};
}

int isAnyRunning(void) { return usageOfRun().processes > 0; }

/* The field of its statm: 1, pages that are resident; 2, those of files and shared memory. */
static uint64_t pagesIn(const char *statm, int field) {
  for (; *statm && field > 0; ++statm)
    field -= *statm == ' ';
  uint64_t pages = 0;
  for (; *statm >= '0' && *statm <= '9'; ++statm)
    pages = pages * 10 + (uint64_t)(*statm - '0');
  return pages;
}

uint64_t memoryOf(pid_t process) {
  char path[32] = "/proc/", text[256], digits[16];
  size_t count = 0, length = strlen(path);
  for (; process > 0; process /= 10)
    digits[count++] = (char)('0' + process % 10);
  while (count > 0)
    path[length++] = digits[--count];
  memcpy(path + length, "/statm", sizeof "/statm");
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
  const long got = file < 0 ? 0 : syscall(SYS_read, file, text, sizeof text - 1);
  if (file >= 0)
    syscall(SYS_close, file);
  if (got <= 0)
    return 0;
  text[got] = 0;
  const uint64_t resident = pagesIn(text, 1), shared = pagesIn(text, 2);
  return resident > shared ? (resident - shared) * PINCER_PAGE : 0;
}
