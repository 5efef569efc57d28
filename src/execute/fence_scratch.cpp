// A fenced process may leave folders without permissions and trees deeper than any path or stack,
// and may exchange a folder and a link while we look. So a folder is only ever changed through a
// descriptor of it, which is opened without following links: what leaves scratch is never touched.
#include "execute/fence_scratch.h"
#include "execute/fence.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace execute {
namespace {

using support::Done;
using support::Error;
using support::Status;

constexpr int folderFlags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr std::size_t maxScratchEntries = 1u << 16;

/// Opens a folder for reading, after its owner, if closed out, got these rights.
int openFolder(int at, const std::string &name, mode_t rights) {
  const int place = ::openat(at, name.c_str(), O_PATH | folderFlags);
  if (place < 0)
    return -1;
  // fchmod takes no descriptor of this kind; its name in /proc means this very folder.
  const std::string self = fmt::format("/proc/self/fd/{}", place);
  if (::access(self.c_str(), static_cast<int>(rights >> 6)) != 0)
    ::chmod(self.c_str(), rights);
  const int folder = ::openat(place, ".", O_RDONLY | folderFlags);
  const int code = errno;
  ::close(place);
  errno = code;
  return folder;
}

std::vector<std::string> namesIn(int folder) {
  std::vector<std::string> names;
  DIR *listing = ::fdopendir(::openat(folder, ".", O_RDONLY | folderFlags));
  if (listing == nullptr)
    return names;
  while (const dirent *entry = ::readdir(listing))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
      names.emplace_back(entry->d_name);
  ::closedir(listing);
  return names;
}

/// Removes a file or an empty folder.
bool removeOne(int folder, const std::string &name) {
  return ::unlinkat(folder, name.c_str(), 0) == 0 ||
         ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0;
}

/// A folder that is not empty is emptied upwards: its own folders are moved to the top. Every step
/// looks at two levels only, and each folder moves once.
bool removeUpwards(int top, const std::string &name, std::size_t &moved) {
  const int inner = openFolder(top, name, S_IRWXU);
  if (inner < 0)
    return false;
  bool empty = true;
  for (const std::string &deep : namesIn(inner)) {
    if (removeOne(inner, deep))
      continue;
    ::close(openFolder(inner, deep, S_IRWXU)); // a closed folder can't be moved
    std::string fresh;
    do
      fresh = fmt::format("left-over-{}", moved++);
    while (::faccessat(top, fresh.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    empty = ::renameat(inner, deep.c_str(), top, fresh.c_str()) == 0 && empty;
  }
  ::close(inner);
  return empty && removeOne(top, name);
}

/// Adds up a tree of any depth with one descriptor. On the way back up a folder may have been moved
/// elsewhere; then the count ends early, and the next one, soon after, sees more.
class Count {
public:
  explicit Count(int top) : here_(top) {}
  ~Count() { ::close(here_); }

  /// False if there are too many.
  bool run() {
    if (!enter())
      return false;
    while (!path_.empty()) {
      std::vector<std::string> &folders = path_.back().folders;
      if (folders.empty()) {
        path_.pop_back();
        if (!path_.empty() && !goUp())
          return true;
        continue;
      }
      const std::string name = std::move(folders.back());
      folders.pop_back();
      const int inner = openFolder(here_, name, S_IRUSR | S_IXUSR);
      if (inner < 0)
        continue; // gone, or no folder any more
      ::close(std::exchange(here_, inner));
      if (!enter())
        return false;
    }
    return true;
  }
  std::uint64_t bytes() const { return bytes_; }

private:
  struct Level {
    dev_t device;
    ino_t inode;
    std::vector<std::string> folders; // still to be entered
  };

  bool enter() {
    struct stat info;
    if (::fstat(here_, &info) != 0)
      return false;
    Level level{info.st_dev, info.st_ino, {}};
    for (std::string &name : namesIn(here_)) {
      if (::fstatat(here_, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      bytes_ += static_cast<std::uint64_t>(info.st_blocks) * 512;
      if (++entries_ > maxScratchEntries)
        return false;
      if (S_ISDIR(info.st_mode))
        level.folders.push_back(std::move(name));
    }
    path_.push_back(std::move(level));
    return true;
  }

  bool goUp() {
    struct stat info;
    const int above = ::openat(here_, "..", O_RDONLY | folderFlags);
    if (above < 0)
      return false;
    ::close(std::exchange(here_, above));
    return ::fstat(here_, &info) == 0 && info.st_dev == path_.back().device &&
           info.st_ino == path_.back().inode;
  }

  int here_;
  std::vector<Level> path_;
  std::size_t entries_ = 0;
  std::uint64_t bytes_ = 0;
};

} // namespace

std::optional<std::uint64_t> scratchUse(const std::string &scratch) {
  const int top = openFolder(AT_FDCWD, scratch, S_IRUSR | S_IXUSR);
  if (top < 0)
    return 0;
  Count count(top);
  if (!count.run())
    return std::nullopt;
  return count.bytes();
}

Status clearScratch(const std::filesystem::path &scratch) {
  const int top = openFolder(AT_FDCWD, scratch.string(), S_IRWXU);
  const auto failed = [&](const std::string &name) {
    const int code = errno;
    if (top >= 0)
      ::close(top);
    return Error{fmt::format("{}: {}", (scratch / name).string(), std::strerror(code))};
  };
  if (top < 0)
    return failed("");
  std::size_t moved = 0;
  for (auto names = namesIn(top); !names.empty(); names = namesIn(top))
    for (const std::string &name : names)
      if (!removeOne(top, name) && !removeUpwards(top, name, moved))
        return failed(name);
  ::close(top);
  return Done{};
}

} // namespace execute
