#include "library/streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a file is there and whether an environment variable is set: both are inputs of a whole
 * program (abi/streams.h), and what the real call finds is what the test says. So the real call is
 * made, and what it rests on is recorded: which of the names that are inputs was asked for (an
 * argument may become the name of a file), and whether the test has something under that name. */

HELPER int isNamed(const char *path, const char *name) {
  if (path[0] == '.' && path[1] == '/')
    path += 2;
  return OURS(strcmp)(path, name) == 0;
}

void pincerNoteExistence(const char *path) {
  for (uint32_t i = 0; i < pincer_stream_count; ++i)
    if (pincer_streams[i].name != NULL && isNamed(path, pincer_streams[i].name)) {
      note(pincer_streams[i].contents->bytes != NULL);
      return;
    }
}

char *OURS(getenv)(const char *name) {
  for (uint32_t i = 0; i < pincer_variable_count; ++i)
    if (OURS(strcmp)(name, pincer_variables[i].name) == 0) {
      note(*pincer_variables[i].value != NULL);
      break;
    }
  return getenv(name);
}

/* A file that is opened to be written comes into being. */
HELPER void noteForMode(const char *path, const char *mode) {
  if (mode[0] == 'r')
    pincerNoteExistence(path);
}

FILE *OURS(fopen)(const char *path, const char *mode) {
  noteForMode(path, mode);
  return fopen(path, mode);
}

FILE *OURS(freopen)(const char *path, const char *mode, FILE *file) {
  pincerForgetFile(file);
  if (path != NULL)
    noteForMode(path, mode);
  return freopen(path, mode, file);
}

HELPER void noteForFlags(const char *path, int flags) {
  if (!(flags & O_CREAT) || (flags & O_EXCL))
    pincerNoteExistence(path);
}

/* The last argument, where there is one. */
HELPER mode_t permissionsFor(int flags, va_list *list) {
  const int isThere = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return isThere ? va_arg(*list, mode_t) : 0;
}

int OURS(open)(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t permissions = permissionsFor(flags, &list);
  va_end(list);
  noteForFlags(path, flags);
  return open(path, flags, permissions);
}

int OURS(openat)(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t permissions = permissionsFor(flags, &list);
  va_end(list);
  if (folder == AT_FDCWD)
    noteForFlags(path, flags);
  return openat(folder, path, flags, permissions);
}

int OURS(access)(const char *path, int kind) {
  pincerNoteExistence(path);
  return access(path, kind);
}

int OURS(faccessat)(int folder, const char *path, int kind, int flags) {
  if (folder == AT_FDCWD)
    pincerNoteExistence(path);
  return faccessat(folder, path, kind, flags);
}
