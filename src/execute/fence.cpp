// Our side of the fence. The fence itself is put up by a small program of its own, pincer-fence
// (fence_main.cpp), for three reasons: starting it costs the same however large our own process has
// grown (a fork would copy our page tables and later our pages); nothing of ours, neither memory
// nor descriptors nor locks held by other threads, exists in the process that becomes hostile; and
// its first process stays outside as a guard that watches memory and scratch and notices our death.
#include "execute/fence.h"

#include "abi/channel.h"
#include "execute/fence_plan.h"
#include "support/file_system.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <seccomp.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace execute {
namespace {

using support::Error;
using support::Result;
using support::Status;

/// Descriptors that are closed at the end of their scope.
class Held {
public:
  Held() = default;
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;
  ~Held() {
    for (int fd : all_)
      ::close(fd);
  }
  /// Keeps `fd` if it is one.
  int keep(int fd) {
    if (fd >= 0)
      all_.push_back(fd);
    return fd;
  }
  void drop(int fd) {
    std::erase(all_, fd);
    ::close(fd);
  }
  int release(int fd) {
    std::erase(all_, fd);
    return fd;
  }

private:
  std::vector<int> all_;
};

bool contains(const std::filesystem::path &folder, const std::filesystem::path &path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

/// Checks the command and fills in what the fence needs to know about it.
Result<FencePlan> planFor(const FencedCommand &command, const FenceLimits &limits) {
  assert(!command.arguments.empty());
  FencePlan plan{command, {}, limits, ::getpid()};
  std::error_code error;
  const auto program = std::filesystem::canonical(command.arguments[0], error);
  if (error)
    return Error{fmt::format("{}: {}", command.arguments[0], error.message())};
  plan.command.scratch = std::filesystem::canonical(command.scratch, error);
  if (error || !std::filesystem::is_directory(plan.command.scratch))
    return Error{fmt::format("{}: not a folder", command.scratch.string())};
  if (contains(plan.command.scratch, program))
    return Error{fmt::format("{}: the program must not lie in its scratch folder {}",
                             program.string(), plan.command.scratch.string())};
  for (const char *system : {"/tmp", "/dev/shm", "/proc"})
    if (contains(plan.command.scratch, system))
      return Error{fmt::format("{}: can't be a scratch folder", plan.command.scratch.string())};
  plan.program = program.string();
  for (const auto &[ours, inside] : command.descriptors)
    if (inside < 0 || inside >= maxDescriptors || ::fcntl(ours, F_GETFD) < 0)
      return Error{fmt::format("descriptor {} can't be passed as {}", ours, inside)};
  return plan;
}

Result<int> memoryFile(std::string_view contents, Held &held) {
  const int fd = held.keep(::memfd_create("plan", MFD_CLOEXEC));
  if (fd < 0 ||
      ::write(fd, contents.data(), contents.size()) != static_cast<ssize_t>(contents.size()) ||
      ::lseek(fd, 0, SEEK_SET) != 0)
    return failure("memory file");
  return fd;
}

/// Starts pincer-fence with (ours, its number) descriptors and nothing else of ours.
Result<int> spawnGuard(const std::vector<std::pair<int, int>> &descriptors) {
  const std::string helper =
      (support::thisProgram().parent_path() / "../lib/pincer/pincer-fence").lexically_normal();
  Held held;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // Copies above all numbers in use, so that no dup2 runs over a descriptor still to be passed.
  bool complete = true;
  for (const auto &[ours, number] : descriptors) {
    const int copy = held.keep(::fcntl(ours, F_DUPFD_CLOEXEC, 256));
    complete = complete && copy >= 0;
    posix_spawn_file_actions_adddup2(&actions, copy, number);
  }
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  char name[] = "pincer-fence";
  char *arguments[] = {name, nullptr};
  char *environment[] = {nullptr};
  pid_t pid = -1;
  const int error =
      complete ? posix_spawn(&pid, helper.c_str(), &actions, &attributes, arguments, environment)
               : EMFILE;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0)
    return Error{fmt::format("no fence: {}: {}", helper, std::strerror(error))};
  return pid;
}

std::string readAll(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = ::read(fd, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0)
      text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

} // namespace

Result<FencedProcess> startFenced(const FencedCommand &command, const FenceLimits &limits) {
  auto plan = planFor(command, limits);
  if (!plan)
    return plan.error();
  Held held;
  const auto planFile = memoryFile(encode(*plan), held);
  if (!planFile)
    return planFile.error();
  int report[2], events[2];
  if (::pipe2(report, O_CLOEXEC) != 0)
    return failure("pipe");
  held.keep(report[0]), held.keep(report[1]);
  if (::pipe2(events, O_CLOEXEC | O_NONBLOCK) != 0)
    return failure("pipe");
  held.keep(events[0]), held.keep(events[1]);

  std::vector<std::pair<int, int>> descriptors = {
      {*planFile, planDescriptor}, {report[1], reportDescriptor}, {events[1], eventsDescriptor}};
  for (std::size_t i = 0; i < command.descriptors.size(); ++i)
    descriptors.emplace_back(command.descriptors[i].first,
                             firstPassedDescriptor + static_cast<int>(i));
  const auto guard = spawnGuard(descriptors);
  if (!guard)
    return guard.error();

  FencedProcess process;
  process.pid_ = *guard;
  process.pidfd_ = static_cast<int>(::syscall(SYS_pidfd_open, *guard, 0));
  process.events_ = held.release(events[0]);
  held.drop(report[1]);
  const std::string complaint = readAll(report[0]);
  if (process.pidfd_ < 0)
    return failure("no fence: pidfd_open");
  if (!complaint.empty())
    return Error{fmt::format("no fence, so nothing was run: {}", complaint)};
  return process;
}

FencedProcess::FencedProcess(FencedProcess &&other) noexcept
    : pid_(std::exchange(other.pid_, -1)), pidfd_(std::exchange(other.pidfd_, -1)),
      events_(std::exchange(other.events_, -1)) {}

FencedProcess &FencedProcess::operator=(FencedProcess &&other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(pidfd_, other.pidfd_);
  std::swap(events_, other.events_);
  return *this;
}

FencedProcess::~FencedProcess() {
  if (pid_ > 0) {
    kill();
    wait();
  }
  release();
}

void FencedProcess::release() {
  if (pidfd_ >= 0)
    ::close(std::exchange(pidfd_, -1));
  if (events_ >= 0)
    ::close(std::exchange(events_, -1));
}

void FencedProcess::kill() {
  // SIGTERM and not SIGKILL: the guard ends the tree, waits until all of it is gone, and then ends
  // itself.
  if (pid_ > 0)
    ::kill(pid_, SIGTERM);
}

int FencedProcess::wait() {
  assert(pid_ > 0);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

bool FencedProcess::waitFor(int timeoutMs, int &status) {
  assert(pid_ > 0);
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(timeoutMs);
  pollfd ended{pidfd_, POLLIN, 0};
  int left = timeoutMs;
  while (::poll(&ended, 1, left) <= 0) {
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (rest <= 0)
      return false;
    left = static_cast<int>(rest);
  }
  status = wait();
  return true;
}

std::vector<FenceEvent> FencedProcess::events() {
  std::vector<FenceEvent> found;
  FenceEvent event;
  while (::read(events_, &event, sizeof event) == sizeof event)
    found.push_back(event);
  return found;
}

std::string systemCallName(int number) {
  const bool is32Bit = (static_cast<unsigned>(number) & PINCER_32BIT_CALL) != 0;
  number &= ~static_cast<int>(PINCER_32BIT_CALL);
  char *name = seccomp_syscall_resolve_num_arch(is32Bit ? SCMP_ARCH_X86 : SCMP_ARCH_NATIVE, number);
  std::string text = name != nullptr ? name : fmt::format("call {}", number);
  ::free(name);
  return text;
}

} // namespace execute
