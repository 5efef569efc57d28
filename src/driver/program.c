/* The surroundings of a whole program: standard input and output, the files that it reads, its
 * arguments and environment.
 *
 * The server makes two files in memory, which every run uses anew as descriptors 0 and 1. A run
 * takes place in the scratch folder, which is emptied after it. What the child writes here lies
 * outside of the subject's heap, so that its addresses do not depend on it. */
#include "abi/streams.h"
#include "driver/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Out of the way of the numbers that a program gets for its files. */
enum { FIRST_OWN_DESCRIPTOR = 103 };

static int inputFile = -1, outputFile = -1, scratch = -1; /* numbers in a row */
static uint8_t roomOfRun[16 << 10] __attribute__((aligned(16)));
static uint64_t usedOfRun;

/* Memory for argv and environ, anew for each run. */
static void *forThisRun(uint64_t bytes) {
  if (bytes > sizeof roomOfRun - usedOfRun)
    return ownMemory(bytes);
  void *at = roomOfRun + usedOfRun;
  usedOfRun += PINCER_PADDED(bytes);
  return at;
}

/* What every program finds in its environment, unless the test says otherwise. The helper in
 * emitted suites (emit/program_helper) sets the same. */
static char usualPath[] = "PATH=/usr/bin:/bin";
static char usualLocale[] = "LC_ALL=C";
static char usualZone[] = "TZ=UTC";
static char *const usual[] = {usualPath, usualLocale, usualZone};

static int makeFile(const char *name) {
  const int fd = memfd_create(name, 0);
  const int moved = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
  if (moved < 0)
    fail("no file in memory for a program");
  close(fd);
  return moved;
}

void prepareProgram(void) {
  if (!pincer_program.name)
    return;
  inputFile = makeFile("stdin");
  outputFile = makeFile("stdout");
  const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  scratch = here < 0 ? -1 : fcntl(here, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
  if (scratch < 0)
    fail("can't open the folder for programs");
  close(here);
}

/* How many bytes there are from here to the end of the test's object that holds them. */
static uint64_t bytesFrom(const Call *call, const void *place) {
  const uint8_t *at = place;
  const PincerObject *object = firstObject(call->test);
  for (uint32_t i = 0; i < call->test->objectCount; ++i, object = nextObject(object)) {
    const uint8_t *begin = call->objects[i];
    if (at >= begin && at < begin + object->size)
      return (uint64_t)(begin + object->size - at);
  }
  return 0;
}

static void writeAll(int fd, const uint8_t *bytes, uint64_t size) {
  while (size > 0) {
    const ssize_t written = write(fd, bytes, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      fail("can't write what the program is to read");
    bytes += written;
    size -= (uint64_t)written;
  }
}

static void fill(int fd, PincerStream *stream) {
  writeAll(fd, stream->contents->bytes, stream->contents->length);
  struct stat status;
  if (fstat(fd, &status) != 0)
    fail("can't look at a file of the program");
  if ((uint64_t)status.st_size > stream->contents->length &&
      ftruncate(fd, (off_t)stream->contents->length) != 0)
    fail("can't shorten a file of the program");
  stream->device = status.st_dev;
  stream->inode = status.st_ino;
}

/* What is in the folder before a program runs. As long as that is all there is after it, the files
 * are left for the next one, which has its own contents written over them: to make and remove a
 * file takes longer than most runs. */
static struct {
  uint8_t entries[1024];
  long size; /* 0: unknown */
} listing;

static long listFolder(uint8_t *to, size_t room) {
  return lseek(scratch, 0, SEEK_SET) == 0 ? syscall(SYS_getdents64, scratch, to, room) : 0;
}

static void noteFolder(void) {
  enum { LARGEST_ENTRY = 280 }; /* one more would have had room */
  if (listing.size > 0)
    return;
  listing.size = listFolder(listing.entries, sizeof listing.entries);
  if (listing.size > (long)sizeof listing.entries - LARGEST_ENTRY)
    listing.size = 0;
  for (uint32_t i = 0; i < pincer_stream_count; ++i)
    if (pincer_streams[i].name && strchr(pincer_streams[i].name, '/'))
      listing.size = 0; /* what is in its folder is not listed */
}

void tidyFolder(void) {
  static uint8_t now[sizeof listing.entries];
  if (scratch >= 0 && listing.size > 0 && listFolder(now, sizeof now) == listing.size &&
      memcmp(now, listing.entries, (size_t)listing.size) == 0)
    return;
  listing.size = 0;
  clearFolder();
}

static void makeFoldersOf(const char *path) {
  char folder[256];
  for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
    const size_t length = (size_t)(slash - path);
    if (length >= sizeof folder)
      return;
    memcpy(folder, path, length);
    folder[length] = '\0';
    mkdir(folder, 0755);
  }
}

static void makeStream(const Call *call, PincerStream *stream) {
  PincerBytes *contents = stream->contents;
  const uint64_t most = contents->bytes ? bytesFrom(call, contents->bytes) : 0;
  if (contents->length > most)
    contents->length = most;
  stream->device = stream->inode = 0;
  if (!stream->name) {
    fill(inputFile, stream);
    return;
  }
  /* One that is there is written over: file systems save what was made empty at once. */
  if (!contents->bytes || contents->length == 0)
    unlink(stream->name);
  if (!contents->bytes)
    return;
  makeFoldersOf(stream->name);
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
  int fd = open(stream->name, flags, 0644);
  if (fd < 0) { /* the program before may have seen to it that nobody can write there */
    chmod(".", 0700);
    unlink(stream->name);
    fd = open(stream->name, flags, 0644);
  }
  if (fd < 0)
    fail("can't make a file for the program");
  fchmod(fd, 0644);
  fill(fd, stream);
  close(fd);
}

static void openStream(const Call *call, PincerStream *stream) {
  const uint64_t inode = stream->inode;
  makeStream(call, stream);
  if (stream->inode != inode)
    listing.size = 0;
}

static void becomeDescriptor(int file, int number) {
  if (lseek(file, 0, SEEK_SET) != 0 || dup2(file, number) != number)
    fail("can't connect the program");
}

int closeLeftOpen(void) {
  if (inputFile < 0) {
    syscall(SYS_close_range, 3, ~0u, 0);
    return 1;
  }
  syscall(SYS_close_range, 3, inputFile - 1, 0);
  syscall(SYS_close_range, scratch + 1, ~0u, 0);
  const int hasChildren = waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
  return !hasChildren && fchdir(scratch) == 0 && fileno(stdin) == 0 && fileno(stdout) == 1;
}

/* The program before may have read ahead, or stopped among its options. */
static void resetLibrary(void) {
  __fpurge(stdin);
  rewind(stdin);
  __fpurge(stdout);
  clearerr(stdout);
  clearerr(stderr);
  optind = 0;
  if (pincerResetStreams)
    pincerResetStreams();
}

static void setArguments(const Call *call) {
  static char nothing[] = "";
  PincerTexts *texts = pincer_program.arguments;
  const uint64_t most =
      texts && texts->values ? bytesFrom(call, texts->values) / sizeof(char *) : 0;
  if (texts && texts->length > most)
    texts->length = most;
  const uint64_t count = texts ? texts->length : 0;
  char **argv = forThisRun((count + 2) * sizeof *argv);
  const size_t size = strlen(pincer_program.name) + 1;
  argv[0] = memcpy(forThisRun(size), pincer_program.name, size);
  for (uint64_t i = 0; i < count; ++i)
    argv[i + 1] = texts->values[i] ? texts->values[i] : nothing;
  pincer_program.argv = argv;
}

/* "NAME=" and room for the text, which the thunk copies there. */
static char *makeEntry(const Call *call, PincerVariable *variable) {
  const uint64_t most = bytesFrom(call, *variable->value);
  const size_t text = strnlen(*variable->value, most), name = strlen(variable->name);
  variable->size = text < most ? text + 1 : most;
  char *entry = forThisRun(name + 1 + variable->size + 1);
  memcpy(entry, variable->name, name);
  entry[name] = '=';
  variable->text = *variable->value;
  variable->copy = entry + name + 1;
  return entry;
}

static int isNamed(const char *entry) {
  for (uint32_t i = 0; i < pincer_variable_count; ++i) {
    const size_t length = strlen(pincer_variables[i].name);
    if (strncmp(entry, pincer_variables[i].name, length) == 0 && entry[length] == '=')
      return 1;
  }
  return 0;
}

static void setEnvironment(const Call *call) {
  const uint32_t usualCount = sizeof usual / sizeof *usual;
  char **entry = forThisRun((usualCount + (uint64_t)pincer_variable_count + 1) * sizeof *entry);
  environ = entry;
  for (uint32_t i = 0; i < usualCount; ++i)
    if (!isNamed(usual[i]))
      *entry++ = usual[i];
  for (uint32_t i = 0; i < pincer_variable_count; ++i)
    if (*pincer_variables[i].value)
      *entry++ = makeEntry(call, &pincer_variables[i]);
}

void startProgram(const Call *call, int isShared) {
  if (!pincer_program.name)
    return;
  usedOfRun = 0;
  if (ftruncate(inputFile, 0) != 0 || ftruncate(outputFile, 0) != 0)
    fail("can't empty the program's files");
  lseek(inputFile, 0, SEEK_SET);
  for (uint32_t i = 0; i < pincer_stream_count; ++i)
    openStream(call, &pincer_streams[i]);
  setArguments(call);
  setEnvironment(call);
  becomeDescriptor(inputFile, 0);
  becomeDescriptor(outputFile, 1);
  if (isShared) {
    noteFolder();
    resetLibrary();
    catchExit();
  } else {
    close(inputFile);
    close(outputFile);
    close(scratch);
  }
  errno = 0;
}

uint64_t readOutput(void *to, uint64_t room) {
  if (outputFile < 0)
    return 0;
  const ssize_t got = pread(outputFile, to, room, 0);
  return got > 0 ? (uint64_t)got : 0;
}

typedef struct {
  uint64_t inode;
  int64_t offset;
  uint16_t size;
  uint8_t type;
  char name[];
} Entry; /* as the kernel lays it out; the library's functions would use the subject's heap */

/* Moves a folder to the top under a name of ours. */
static int moveUp(int folder, const char *name, int top) {
  static unsigned moved;
  char fresh[16] = "left-over";
  char *end = fresh + strlen(fresh);
  for (unsigned rest = moved++; rest; rest /= 26)
    *end++ = (char)('a' + rest % 26);
  *end = 0;
  fchmodat(folder, name, 0700, AT_SYMLINK_NOFOLLOW); /* a closed folder can't be moved */
  return renameat(folder, name, top, fresh) == 0;
}

/* Removes the files and empty folders in a folder, once through; other folders are moved to `top`,
 * or, there, have the same done to them. So depth does not matter. Returns how much was done. */
static unsigned long emptyOnce(int folder, int top) {
  uint8_t buffer[4096] __attribute__((aligned(8)));
  unsigned long done = 0;
  long size;
  lseek(folder, 0, SEEK_SET);
  while ((size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
    for (long at = 0; at < size; at += ((Entry *)(buffer + at))->size) {
      const char *name = ((Entry *)(buffer + at))->name;
      if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        continue;
      if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) {
        ++done;
      } else if (folder != top) {
        done += moveUp(folder, name, top);
      } else {
        fchmodat(folder, name, 0700, AT_SYMLINK_NOFOLLOW);
        const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner < 0)
          continue;
        done += emptyOnce(inner, top);
        close(inner);
      }
    }
  return done;
}

/* The names of itself and of the folder above are all there is. */
static int isEmpty(int opened) {
  uint8_t buffer[256] __attribute__((aligned(8)));
  const long own = 2 * 24; /* each */
  return lseek(opened, 0, SEEK_SET) == 0 &&
         syscall(SYS_getdents64, opened, buffer, sizeof buffer) == own;
}

void clearFolder(void) {
  if (scratch >= 0 && isEmpty(scratch))
    return;
  chmod(".", 0700);
  const int opened = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0)
    return;
  while (emptyOnce(opened, opened) > 0)
    ;
  close(opened);
}
