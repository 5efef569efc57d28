#include "emit/suite_runtime/files_header.h"

// As in the target (driver/files.c): in memory, with a descriptor, open for reading and writing.

namespace emit {

const char *const filesHeader = R"(#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace pincer {

// A file in memory that holds these bytes, at its beginning.
inline FILE *fileWith(const std::string &bytes) {
  const int descriptor = memfd_create("file", 0);
  FILE *file = descriptor < 0 ? nullptr : fdopen(descriptor, "w+");
  if (!file ||
      write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()) ||
      lseek(descriptor, 0, SEEK_SET) != 0)
    std::abort();
  return file;
}

// All that such a file holds, at most 65536 bytes.
inline std::string contentsOf(FILE *file) {
  std::fflush(file);
  std::string bytes(65536, '\0');
  const ssize_t size = pread(fileno(file), &bytes[0], bytes.size(), 0);
  bytes.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return bytes;
}

} // namespace pincer
)";

} // namespace emit
