// The view is the machine's own file tree, made read-only in one step (mount_setattr, recursive).
// Whatever must survive changed attributes or lie under something private is cloned first as a
// detached mount (open_tree) and attached afterwards (move_mount): the scratch folder, which keeps
// its write permission; the devices, which keep being devices; the program, which may lie under
// /tmp. The clone of a folder is another mount, so links and renames across its edge fail.
//
// If we are root, the tree is somebody else, and the path to scratch or program may lead through
// folders that are closed to others (/root, a mkdtemp folder). The first closed folder on such a
// path is covered with an empty one that holds only the way to the part. Nothing is lost: the tree
// could not have looked into the closed folder anyway. No mode of a user's folder is changed.
#include "execute/fence_mounts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

namespace execute {
namespace {

using support::Done;
using support::Error;
using support::Result;
using support::Status;

constexpr std::uint64_t sealed = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
constexpr const char *temporaryOptions = "size=64m,nr_inodes=4096,mode=1777";
constexpr const char *coverOptions = "size=1m,nr_inodes=1024,mode=755";

Status setAttributes(int fd, const char *path, unsigned flags, std::uint64_t attributes) {
  mount_attr change{};
  change.attr_set = attributes;
  if (::mount_setattr(fd, path, flags, &change, sizeof change) != 0)
    return failure(fmt::format("making {} read-only (mount_setattr, Linux 5.12)",
                               *path != 0 ? path : "a part of the view"));
  return Done{};
}

/// Whether the path is one of the places that the fenced process may change, or lies below one:
/// they hide what is there, and Landlock lets all below them be opened. Named pipes could then be
/// written to, although the file system is read-only.
bool isTemporary(const std::string &path) {
  return std::ranges::any_of(std::array{"/tmp", "/dev/shm"}, [&](const std::string &place) {
    return path == place || path.starts_with(place + "/");
  });
}

} // namespace

FenceView::FenceView(const FencePlan &plan, bool unprivileged)
    : plan_(plan), unprivileged_(unprivileged) {}

Status FenceView::keep(const std::string &path, std::uint64_t attributes, bool always) {
  struct stat info;
  const int tree = ::open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  if (tree < 0 || ::fstat(tree, &info) != 0)
    return failure(fmt::format("keeping {} in view (open_tree)", path));
  if (auto set = setAttributes(tree, "", AT_EMPTY_PATH, attributes); !set)
    return set;
  parts_.push_back({path, tree, S_ISDIR(info.st_mode), always});
  return Done{};
}

/// A copy of a file that others may not read, as a file that anyone may read; it lies in a
/// temporary file system mounted over /proc, for the caller to clone and unmount.
Result<std::string> FenceView::stagedCopy(const std::string &path) {
  if (::mount("tmpfs", "/proc", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") != 0)
    return failure("a private copy of the program");
  const int from = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const int to = ::open("/proc/program", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0555);
  bool copied = from >= 0 && to >= 0 && ::fchmod(to, 0555) == 0;
  ssize_t sent = 1;
  while (copied && sent > 0) {
    sent = ::sendfile(to, from, nullptr, std::size_t{1} << 30);
    copied = sent >= 0;
  }
  if (!copied)
    return failure(fmt::format("a private copy of {}", path));
  ::close(from);
  ::close(to);
  return std::string("/proc/program");
}

/// Keeps the program's folder, or the program alone where its folder is no place of its own.
Status FenceView::keepProgram() {
  const std::string folder = std::filesystem::path(plan_.program).parent_path();
  struct stat folderInfo, info;
  if (::stat(folder.c_str(), &folderInfo) != 0 || ::stat(plan_.program.c_str(), &info) != 0)
    return failure(plan_.program);
  if (unprivileged_ && (info.st_mode & 05) != 05) {
    const auto copy = stagedCopy(plan_.program);
    if (!copy)
      return copy.error();
    if (auto kept = keep(*copy, sealed, true); !kept)
      return kept;
    parts_.back().path = plan_.program;
    if (::umount2("/proc", MNT_DETACH) != 0)
      return failure("a private copy of the program");
    return Done{};
  }
  const bool open = !unprivileged_ || (folderInfo.st_mode & 05) == 05;
  const bool own = folder != "/" && folder != "/dev" && !isTemporary(folder);
  return keep(open && own ? folder : plan_.program, sealed, false);
}

Status FenceView::close() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return failure("a private view of the file system (mount)");
  if (auto kept = keep(plan_.command.scratch, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, true); !kept)
    return kept;
  if (auto kept = keepProgram(); !kept)
    return kept;
  for (const char *name : {"null", "zero", "full", "random", "urandom"}) {
    const std::string path = std::string("/dev/") + name;
    const int tree = ::open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (tree < 0)
      return failure(path);
    devices_.push_back({path, tree, false, true});
  }
  if (unprivileged_) { // otherwise nobody needs it, and containers may not let us clone it
    proc_ = ::open_tree(AT_FDCWD, "/proc", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (proc_ < 0)
      return failure("/proc");
  }
  return setAttributes(AT_FDCWD, "/", AT_RECURSIVE, sealed);
}

Status FenceView::cover(const std::string &path) {
  if (::mount("tmpfs", path.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, coverOptions) != 0)
    return failure(fmt::format("covering {} (tmpfs)", path));
  covers_.push_back(path);
  return Done{};
}

Status FenceView::furnishTemporary(const std::string &path) {
  if (::mount("tmpfs", path.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, temporaryOptions) != 0)
    return failure(fmt::format("a private {} (tmpfs)", path));
  return Done{};
}

Status FenceView::furnishDevices() {
  if (auto covered = cover("/dev"); !covered)
    return covered;
  for (const Part &device : devices_) {
    const int fd = ::open(device.path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0 ||
        ::move_mount(device.tree, "", AT_FDCWD, device.path.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0)
      return failure(device.path);
    ::close(fd);
  }
  if (::symlink("/proc/self/fd", "/dev/fd") != 0 ||
      ::symlink("/proc/self/fd/0", "/dev/stdin") != 0 ||
      ::symlink("/proc/self/fd/1", "/dev/stdout") != 0 ||
      ::symlink("/proc/self/fd/2", "/dev/stderr") != 0 || ::mkdir("/dev/shm", 01777) != 0)
    return failure("a private /dev");
  return furnishTemporary("/dev/shm");
}

/// Makes the folders above `path` exist and be open to the tree.
Status FenceView::makeWay(const std::string &path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    struct stat info;
    if (::stat(folder.c_str(), &info) != 0) {
      if (::mkdir(folder.c_str(), 0755) != 0 || ::chmod(folder.c_str(), 0755) != 0)
        return failure(fmt::format("a way to {}", path));
    } else if (unprivileged_ && (info.st_mode & 01) == 0) {
      if (auto covered = cover(folder); !covered)
        return covered;
    }
  }
  return Done{};
}

Status FenceView::attach(const Part &part) {
  if (auto way = makeWay(part.path); !way)
    return way;
  struct stat there, wanted;
  const bool exists = ::stat(part.path.c_str(), &there) == 0;
  if (exists && !part.always && ::fstat(part.tree, &wanted) == 0 && there.st_dev == wanted.st_dev &&
      there.st_ino == wanted.st_ino)
    return Done{};
  if (!exists) {
    const int fd =
        part.folder ? -1 : ::open(part.path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (part.folder ? ::mkdir(part.path.c_str(), 0755) != 0 : fd < 0)
      return failure(part.path);
    if (fd >= 0)
      ::close(fd);
  }
  if (::move_mount(part.tree, "", AT_FDCWD, part.path.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0)
    return failure(fmt::format("showing {} (move_mount)", part.path));
  return Done{};
}

Status FenceView::furnish() {
  // Where a container hides parts of /proc, the kernel may refuse a new one; then the old one
  // stays, read-only: processes outside can be seen in it, but the user namespace keeps their
  // memory, files and environment out of reach.
  if (::mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) !=
          0 &&
      errno != EPERM)
    return failure("a /proc of its own");
  if (auto made = furnishDevices(); !made)
    return made;
  if (auto made = furnishTemporary("/tmp"); !made)
    return made;
  // Outer folders first: a later part may lie inside an earlier one.
  std::ranges::sort(parts_, {}, [](const Part &part) { return part.path.size(); });
  for (const Part &part : parts_)
    if (auto attached = attach(part); !attached)
      return attached;
  for (const std::string &path : covers_)
    if (auto set = setAttributes(AT_FDCWD, path.c_str(), 0, sealed); !set)
      return set;
  return Done{};
}

} // namespace execute
