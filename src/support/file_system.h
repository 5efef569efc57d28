#pragma once

#include "support/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace support {

Result<std::string> readFile(const std::filesystem::path &path);

/// The same, of a place where somebody may have put a pipe, a link or a device instead: an error at
/// once.
Result<std::string> readRegularFile(const std::filesystem::path &path);

/// Replaces the file in one step: a reader, or a kill -9, sees the old contents or the new, never a
/// part. Creates missing folders.
Status writeFile(const std::filesystem::path &path, std::string_view contents);

/// The reason why something could not be written there, if less than so many bytes are free.
std::optional<Error> fullDisk(const std::filesystem::path &path, std::uintmax_t leastBytes);

/// A fresh folder under the system's temporary one, removed with everything in it at the end of its
/// life.
class TemporaryDirectory {
public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// The running program's own file.
std::filesystem::path thisProgram();

} // namespace support
