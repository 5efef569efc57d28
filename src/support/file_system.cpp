#include "support/file_system.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace support {

namespace fs = std::filesystem;

Result<std::string> readFile(const fs::path &path) {
  std::error_code code;
  if (fs::is_directory(path, code))
    return Error{fmt::format("{}: is a directory", path.string())};
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error{fmt::format("{}: {}", path.string(), std::strerror(errno))};
  std::ostringstream contents;
  contents << in.rdbuf();
  if (in.bad())
    return Error{fmt::format("{}: can't be read", path.string())};
  return std::move(contents).str();
}

Status writeFile(const fs::path &path, std::string_view contents) {
  std::error_code code;
  if (path.has_parent_path())
    fs::create_directories(path.parent_path(), code);
  if (code)
    return Error{fmt::format("{}: {}", path.parent_path().string(), code.message())};
  const fs::path temporary = fmt::format("{}.{}.part", path.string(), ::getpid());
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0)
    return Error{fmt::format("{}: {}", path.string(), std::strerror(errno))};
  while (!contents.empty()) {
    const ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0) {
      Error error{fmt::format("{}: {}", path.string(), std::strerror(errno))};
      ::close(fd);
      ::unlink(temporary.c_str());
      return error;
    }
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  ::close(fd);
  fs::rename(temporary, path, code);
  if (code)
    return Error{fmt::format("{}: {}", path.string(), code.message())};
  return Done{};
}

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = (fs::temp_directory_path() / "pincer.XXXXXX").string();
  const char *made = ::mkdtemp(pattern.data());
  assert(made && "the temporary folder must be writable");
  path_ = made;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path thisProgram() { return fs::read_symlink("/proc/self/exe"); }

} // namespace support
