#include "library/streams.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* Files by descriptor. The real call is always made: it keeps position and errors as they are. */

HELPER Place placeOf(int descriptor) {
  Place place = {pincerStreamBehind(descriptor), 0};
  if (place.stream >= 0) {
    const off_t at = lseek(descriptor, 0, SEEK_CUR);
    if (at < 0)
      place.stream = -1;
    place.at = (uint64_t)at;
  }
  return place;
}

HELPER ssize_t taken(Place place, void *to, size_t wanted, ssize_t given) {
  if (place.stream < 0 || given < 0)
    return given;
  pincerTakeStream(to, place.stream, place.at, (size_t)given);
  return (ssize_t)available(place, wanted, (size_t)given);
}

ssize_t OURS(read)(int descriptor, void *to, size_t size) {
  const Place place = placeOf(descriptor);
  return taken(place, to, size, read(descriptor, to, size));
}

ssize_t OURS(pread)(int descriptor, void *to, size_t size, off_t at) {
  const Place place = {pincerStreamBehind(descriptor), (uint64_t)at};
  return taken(place, to, size, pread(descriptor, to, size, at));
}

ssize_t OURS(readv)(int descriptor, const struct iovec *parts, int count) {
  Place place = placeOf(descriptor);
  const ssize_t given = readv(descriptor, parts, count);
  if (given < 0)
    return given;
  size_t left = (size_t)given, wanted = 0;
  const Place begin = place;
  for (int i = 0; i < count; ++i) {
    const size_t size = parts[i].iov_len < left ? parts[i].iov_len : left;
    if (place.stream >= 0)
      pincerTakeStream(parts[i].iov_base, place.stream, place.at, size);
    else
      pincerForgetTerms(parts[i].iov_base, size);
    place.at += size;
    left -= size;
    wanted += parts[i].iov_len;
  }
  return begin.stream < 0 ? given : (ssize_t)available(begin, wanted, (size_t)given);
}

off_t OURS(lseek)(int descriptor, off_t offset, int whence) {
  const off_t at = lseek(descriptor, offset, whence);
  const int stream = whence == SEEK_END ? pincerStreamBehind(descriptor) : -1;
  if (stream < 0 || at < 0)
    return at;
  const off_t expected = (off_t)lengthOf(stream) + offset;
  return pincerSame(&expected, &at, sizeof at) ? expected : at;
}

/* Sizes of files */

HELPER int withSize(int result, struct stat *status) {
  if (result != 0)
    return result;
  const int stream = pincerStreamOfFile(status->st_dev, status->st_ino);
  if (stream >= 0) {
    const off_t length = (off_t)lengthOf(stream);
    if (pincerSame(&length, &status->st_size, sizeof length))
      status->st_size = length;
  }
  return 0;
}

int OURS(fstat)(int descriptor, struct stat *status) {
  pincerForgetTerms(status, sizeof *status);
  return withSize(fstat(descriptor, status), status);
}

int OURS(stat)(const char *path, struct stat *status) {
  pincerForgetTerms(status, sizeof *status);
  pincerNoteExistence(path);
  return withSize(stat(path, status), status);
}

int OURS(lstat)(const char *path, struct stat *status) {
  pincerForgetTerms(status, sizeof *status);
  pincerNoteExistence(path);
  return withSize(lstat(path, status), status);
}

int OURS(fstatat)(int folder, const char *path, struct stat *status, int flags) {
  pincerForgetTerms(status, sizeof *status);
  if (folder == AT_FDCWD)
    pincerNoteExistence(path);
  return withSize(fstatat(folder, path, status, flags), status);
}

void *OURS(mmap)(void *address, size_t size, int protection, int flags, int descriptor,
                 off_t offset) {
  void *memory = mmap(address, size, protection, flags, descriptor, offset);
  if (memory == MAP_FAILED)
    return memory;
  pincerForgetTerms(memory, size);
  const int stream = flags & MAP_ANONYMOUS ? -1 : pincerStreamBehind(descriptor);
  struct stat status;
  if (stream < 0 || !(protection & PROT_READ) || fstat(descriptor, &status) != 0 ||
      status.st_size <= offset)
    return memory;
  const size_t held = (size_t)(status.st_size - offset);
  pincerTakeStream(memory, stream, (uint64_t)offset, size < held ? size : held);
  return memory;
}
