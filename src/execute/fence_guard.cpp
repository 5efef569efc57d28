// Memory is limited by watching, not by a cgroup or an rlimit. Cgroups can be written to by root
// and by few users, come in two versions, and stay behind when we are killed; RLIMIT_AS and
// RLIMIT_DATA count what is mapped, and sanitizers and our own shadow memory map terabytes without
// touching them. One way that works for everyone and is always tested is better than three.
//
// A tree shares pages (a fork server and its children, later snapshots), so the sum of the resident
// sizes overstates. The cases in order of cost: the sum is within the limit, fine; one process
// alone is beyond it, kill it; otherwise ask the kernel for the proportional sizes, which takes
// milliseconds, and not again before the sum has grown.
//
// What is invisible here is memory that no process maps: files in memory, shared memory unmapped
// again. Sizes and numbers of those are bounded (RLIMIT_FSIZE, RLIMIT_NOFILE), but not below the
// size of a small machine. So there is a last line: when the machine itself is short of memory and
// its shared memory grew by more than the limit since we began, or the tree is large, it is us.
#include "execute/fence_guard.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace execute {
namespace {

constexpr std::uint64_t fastestFillPerMs = 32u << 20; // 32 GB/s: how fast a tree may grow
constexpr int shortestPauseMs = 2, longestPauseMs = 20;
constexpr int looksForDying = 50;

std::string readAt(int folder, const std::string &name) {
  std::string text(8192, '\0');
  const int fd = ::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd < 0 ? 0 : ::read(fd, text.data(), text.size());
  if (fd >= 0)
    ::close(fd);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

/// The number after `label` in a file of lines "Label:  123 kB", in bytes; 0 if there is none.
std::uint64_t kilobytes(const std::string &text, const char *label) {
  const std::size_t at = text.find(label);
  return at == std::string::npos
             ? 0
             : std::strtoull(text.c_str() + at + std::strlen(label), nullptr, 10) << 10;
}

/// How a process is called in the innermost pid namespace it lives in.
int innerPid(const std::string &status) {
  const std::size_t at = status.find("NSpid:");
  const std::size_t end = status.find('\n', at);
  if (at == std::string::npos || end == std::string::npos)
    return 0;
  const std::size_t last = status.find_last_of(" \t:", end);
  return std::atoi(status.c_str() + last + 1);
}

std::string linkAt(int folder, const std::string &name) {
  char target[64];
  const ssize_t size = ::readlinkat(folder, name.c_str(), target, sizeof target);
  return std::string(target, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
}

} // namespace

struct MemoryWatch::Member {
  std::string name; // its folder in proc_
  std::uint64_t resident = 0;
};

MemoryWatch::MemoryWatch(int init, std::uint64_t limitBytes) : limit_(limitBytes) {
  proc_ =
      ::open(fmt::format("/proc/{}/root/proc", init).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // In the tree's own /proc we do not exist.
  if (proc_ < 0 || !linkAt(proc_, "self").empty()) {
    if (proc_ >= 0)
      ::close(proc_);
    proc_ = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    pidSpace_ = linkAt(proc_, fmt::format("{}/ns/pid", init));
  }
  first_ = pidSpace_.empty() ? "1" : fmt::format("{}", init);
  sharedAtStart_ = kilobytes(readAt(AT_FDCWD, "/proc/meminfo"), "\nShmem:");
}

MemoryWatch::~MemoryWatch() { ::close(proc_); }

bool MemoryWatch::isMember(const char *name) const {
  return *name >= '1' && *name <= '9' &&
         (pidSpace_.empty() || linkAt(proc_, std::string(name) + "/ns/pid") == pidSpace_);
}

std::optional<MemoryWatch::Member> MemoryWatch::member(const std::string &name) const {
  unsigned long long size = 0, pages = 0;
  const std::string statm = readAt(proc_, name + "/statm");
  if (std::sscanf(statm.c_str(), "%llu %llu", &size, &pages) != 2)
    return std::nullopt;
  return Member{name, pages * static_cast<std::uint64_t>(::getpagesize())};
}

/// A target waits for commands most of the time, and then there is nothing to look through /proc
/// for: whatever it starts is its child, or becomes one. (False where the kernel does not say.)
bool MemoryWatch::isFirstAlone() const {
  constexpr nlink_t ofOneThread = 3; // of the folder of threads; others have children of their own
  struct stat threads = {};
  if (::fstatat(proc_, (first_ + "/task").c_str(), &threads, 0) != 0 ||
      threads.st_nlink != ofOneThread)
    return false;
  const std::string name = fmt::format("{0}/task/{0}/children", first_);
  char child;
  const int fd = ::openat(proc_, name.c_str(), O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd < 0 ? -1 : ::read(fd, &child, 1);
  if (fd >= 0)
    ::close(fd);
  return got == 0;
}

std::vector<MemoryWatch::Member> MemoryWatch::members() const {
  std::vector<Member> found;
  if (isFirstAlone())
    if (auto first = member(first_))
      return {std::move(*first)};
  DIR *listing = ::fdopendir(::openat(proc_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (listing == nullptr)
    return found;
  while (const dirent *entry = ::readdir(listing)) {
    if (isMember(entry->d_name))
      if (auto one = member(entry->d_name))
        found.push_back(std::move(*one));
  }
  ::closedir(listing);
  return found;
}

/// Kills the largest process, unless one killed before is still giving back its memory.
void MemoryWatch::reduce(const std::vector<Member> &members, std::uint64_t bytes, int events) {
  const bool stillDying = std::ranges::any_of(
      members, [&](const Member &m) { return m.name == dying_ && m.resident > 0; });
  if (members.empty() || (stillDying && --patience_ > 0))
    return;
  const Member &largest = *std::ranges::max_element(members, {}, &Member::resident);
  const int process = ::openat(proc_, largest.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (process < 0)
    return;
  const FenceEvent event{FenceEvent::Kind::OutOfMemory, innerPid(readAt(process, "status")), bytes};
  [[maybe_unused]] const ssize_t written = ::write(events, &event, sizeof event);
  ::syscall(SYS_pidfd_send_signal, process, SIGKILL, nullptr, 0);
  ::close(process);
  dying_ = largest.name;
  patience_ = looksForDying;
}

int MemoryWatch::look(int events) {
  const auto all = members();
  std::uint64_t sum = 0, largest = 0;
  for (const Member &member : all) {
    sum += member.resident;
    largest = std::max(largest, member.resident);
  }
  const std::string machine = readAt(AT_FDCWD, "/proc/meminfo");
  const std::uint64_t available = kilobytes(machine, "\nMemAvailable:");
  const std::uint64_t reserve =
      std::min<std::uint64_t>(kilobytes(machine, "MemTotal:") / 16, 1ull << 30);
  const bool hidden = kilobytes(machine, "\nShmem:") > sharedAtStart_ + limit_;
  if (available < reserve && (hidden || sum > limit_ / 4)) {
    reduce(all, sum, events);
    return shortestPauseMs;
  }
  if (sum <= limit_) {
    nextExactLook_ = 0;
    return static_cast<int>(std::clamp<std::uint64_t>((limit_ - sum) / fastestFillPerMs,
                                                      shortestPauseMs, longestPauseMs));
  }
  if (largest > limit_) {
    reduce(all, largest, events);
  } else if (sum >= nextExactLook_) {
    std::uint64_t exact = 0;
    for (const Member &member : all) {
      const std::string rollup = readAt(proc_, member.name + "/smaps_rollup");
      exact += rollup.empty() ? member.resident : kilobytes(rollup, "\nPss:");
    }
    if (exact > limit_)
      reduce(all, exact, events);
    else
      nextExactLook_ = sum + std::max<std::uint64_t>((limit_ - exact) / 2, 1u << 20);
  }
  return shortestPauseMs;
}

} // namespace execute
