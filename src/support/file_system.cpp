#include "support/file_system.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
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

Result<std::string> readRegularFile(const fs::path &path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return Error{fmt::format("{}: {}", path.string(), std::strerror(errno))};
  struct stat status = {};
  std::string contents;
  char buffer[65536];
  ssize_t got = -1;
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
    while ((got = ::read(fd, buffer, sizeof buffer)) > 0)
      contents.append(buffer, static_cast<std::size_t>(got));
  ::close(fd);
  if (got < 0)
    return Error{fmt::format("{}: is no file that can be read", path.string())};
  return contents;
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

std::optional<Error> fullDisk(const fs::path &path, std::uintmax_t leastBytes) {
  std::error_code code;
  const fs::path folder = fs::absolute(path, code).parent_path();
  const fs::space_info space = fs::space(folder, code);
  if (code || space.available >= leastBytes)
    return std::nullopt;
  return Error{fmt::format("{}: no space left on this disk; make room, or choose another folder "
                           "with -o",
                           folder.string())};
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
