// A fenced process may leave folders without permissions and trees deeper than any path or stack.
// So folders are opened up first, and a folder that is not empty is emptied upwards: its own
// folders are moved to the top. Every step looks at two levels only, and each folder moves once.
#include "execute/fence.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace execute {
namespace {

using support::Done;
using support::Error;
using support::Status;

std::vector<std::string> namesIn(int folder) {
  std::vector<std::string> names;
  DIR *listing = ::fdopendir(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (listing == nullptr)
    return names;
  while (const dirent *entry = ::readdir(listing))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
      names.emplace_back(entry->d_name);
  ::closedir(listing);
  return names;
}

/// Removes a file or an empty folder. A folder that stays is open to us afterwards.
bool removeOne(int folder, const std::string &name) {
  struct stat info;
  if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT;
  if (!S_ISDIR(info.st_mode))
    return ::unlinkat(folder, name.c_str(), 0) == 0;
  ::fchmodat(folder, name.c_str(), 0700, 0);
  return ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0;
}

} // namespace

Status clearScratch(const std::filesystem::path &scratch) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  ::chmod(scratch.c_str(), 0700);
  const int top = ::open(scratch.c_str(), flags);
  const auto failed = [&](const std::string &name) {
    const int code = errno;
    if (top >= 0)
      ::close(top);
    return Error{fmt::format("{}: {}", (scratch / name).string(), std::strerror(code))};
  };
  if (top < 0)
    return failed("");
  std::size_t moved = 0;
  for (auto names = namesIn(top); !names.empty(); names = namesIn(top)) {
    for (const std::string &name : names) {
      if (removeOne(top, name))
        continue;
      const int inner = errno == ENOTEMPTY ? ::openat(top, name.c_str(), flags) : -1;
      if (inner < 0)
        return failed(name);
      bool empty = true;
      for (const std::string &deep : namesIn(inner)) {
        if (removeOne(inner, deep))
          continue;
        std::string fresh;
        do
          fresh = fmt::format("left-over-{}", moved++);
        while (::faccessat(top, fresh.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
        empty = ::renameat(inner, deep.c_str(), top, fresh.c_str()) == 0 && empty;
      }
      ::close(inner);
      if (!empty || !removeOne(top, name))
        return failed(name);
    }
  }
  ::close(top);
  return Done{};
}

} // namespace execute
