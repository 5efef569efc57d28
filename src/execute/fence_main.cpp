// pincer-fence: puts up the fence and guards it. Started by startFenced (fence.cpp), never by hand.
//
//   guard    outside: starts the first process, watches memory and scratch, ends with its status;
//            if it or pincer dies, the tree dies
//   first    in new namespaces; builds the view, becomes nobody, limits itself, and is then either
//            the command (asInit) or the built-in init
//   command  started by the built-in init
//
// The order in `first` is the order of powers given up: mounts need them all, a system call filter
// needs none and comes last. It has no threads and no hostile code runs before the last step.
#include "execute/fence_filter.h"
#include "execute/fence_guard.h"
#include "execute/fence_identity.h"
#include "execute/fence_landlock.h"
#include "execute/fence_mounts.h"
#include "execute/fence_plan.h"
#include "execute/fence_scratch.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace execute {
namespace {

using support::Done;
using support::Error;
using support::Result;
using support::Status;

constexpr int highDescriptor = 512; // ours lie above those of the command while both exist

/// What the first process inherits from the guard.
struct Start {
  bool root;            // and can become somebody else
  unsigned user, group; // ours
  int ready;            // takes a byte when the view is complete, later the command's status
  int alive;            // ends when the guard does
};

/// By the class in its ELF header.
bool is32BitProgram(const std::string &path) {
  unsigned char start[5] = {};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool read = file >= 0 && ::read(file, start, sizeof start) == sizeof start;
  ::close(file);
  return read && std::memcmp(start, "\177ELF", 4) == 0 && start[4] == 1;
}

FencePlan readPlan() {
  std::string bytes;
  char buffer[4096];
  for (ssize_t got; (got = ::read(planDescriptor, buffer, sizeof buffer)) > 0;)
    bytes.append(buffer, static_cast<std::size_t>(got));
  ::close(planDescriptor);
  return decodeFencePlan(bytes);
}

[[noreturn]] void refuse(const std::string &why) {
  [[maybe_unused]] const ssize_t written = ::write(reportDescriptor, why.data(), why.size());
  ::_exit(127);
}

void require(const Status &status) {
  if (!status)
    refuse(status.error().message);
}

// ---- descriptors

/// A file of the user's, opened outside, would let fchmod and its like through: opens it again
/// inside the read-only view.
Status reopenReadOnly(int fd) {
  struct stat before, after;
  char path[4096];
  if (::fstat(fd, &before) != 0)
    return failure("fstat");
  const bool named = S_ISDIR(before.st_mode) || (S_ISREG(before.st_mode) && before.st_nlink > 0);
  const int mode = ::fcntl(fd, F_GETFL);
  if (!named || (mode & O_ACCMODE) != O_RDONLY)
    return Done{};
  const ssize_t size =
      ::readlink(fmt::format("/proc/self/fd/{}", fd).c_str(), path, sizeof path - 1);
  path[std::max<ssize_t>(size, 0)] = 0;
  const int inside = ::open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | (mode & O_APPEND));
  if (inside < 0 || ::fstat(inside, &after) != 0 || before.st_dev != after.st_dev ||
      before.st_ino != after.st_ino)
    return Error{fmt::format("descriptor of {} can't be made read-only", path)};
  if (S_ISREG(before.st_mode))
    ::lseek(inside, ::lseek(fd, 0, SEEK_CUR), SEEK_SET);
  ::dup3(inside, fd, O_CLOEXEC);
  ::close(inside);
  return Done{};
}

/// Only sockets that can't be given another address may pass.
Status checkSocket(int fd) {
  int domain = 0, type = 0;
  socklen_t size = sizeof domain;
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0)
    return Done{}; // no socket
  ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
  if (domain != AF_UNIX || (type != SOCK_STREAM && type != SOCK_SEQPACKET))
    return Error{"only connected AF_UNIX stream or seqpacket sockets can be passed in"};
  return Done{};
}

std::size_t passedCount(const FencePlan &plan) { return plan.command.descriptors.size(); }

Status checkDescriptors(const FencePlan &plan) {
  for (std::size_t i = 0; i < passedCount(plan); ++i) {
    const int fd = firstPassedDescriptor + static_cast<int>(i);
    if (auto checked = checkSocket(fd); !checked)
      return checked;
    if (auto opened = reopenReadOnly(fd); !opened)
      return opened;
  }
  return Done{};
}

/// Gives the command its descriptors under their numbers; all others close when it starts.
Status arrangeDescriptors(const FencePlan &plan, int &report) {
  report = ::fcntl(reportDescriptor, F_DUPFD_CLOEXEC, highDescriptor);
  std::vector<int> high;
  for (std::size_t i = 0; i < passedCount(plan); ++i)
    high.push_back(
        ::fcntl(firstPassedDescriptor + static_cast<int>(i), F_DUPFD_CLOEXEC, highDescriptor));
  const int null =
      ::fcntl(::open("/dev/null", O_RDWR | O_CLOEXEC), F_DUPFD_CLOEXEC, highDescriptor);
  if (report < 0 || null < 0 || std::ranges::count(high, -1) > 0)
    return failure("descriptors");
  ::close_range(0, highDescriptor - 1, 0);
  for (int standard = 0; standard < 3; ++standard)
    ::dup2(null, standard);
  for (std::size_t i = 0; i < high.size(); ++i)
    if (::dup2(high[i], plan.command.descriptors[i].second) < 0)
      return failure("descriptors");
  ::close(null);
  for (int fd : high)
    ::close(fd);
  return limitDescriptors();
}

// ---- the first process

[[noreturn]] void execCommand(const FencePlan &plan, int report) {
  const auto pointers = [](const std::vector<std::string> &texts) {
    std::vector<char *> result;
    for (const std::string &text : texts)
      result.push_back(const_cast<char *>(text.c_str()));
    result.push_back(nullptr);
    return result;
  };
  ::execve(plan.program.c_str(), pointers(plan.command.arguments).data(),
           pointers(plan.command.environment).data());
  const std::string why = failure(plan.program).message;
  [[maybe_unused]] const ssize_t written = ::write(report, why.data(), why.size());
  ::_exit(127);
}

/// The built-in init: starts the command, reaps whatever ends, ends with the command.
[[noreturn]] void runInit(const FencePlan &plan, int report, int ready) {
  // Nobody inside may look into it.
  ::prctl(PR_SET_DUMPABLE, 0);
  const pid_t command = ::fork();
  if (command == 0)
    execCommand(plan, report);
  if (command < 0) {
    const std::string why = failure("starting the command").message;
    [[maybe_unused]] const ssize_t written = ::write(report, why.data(), why.size());
    ::_exit(127);
  }
  for (std::size_t i = 0; i < passedCount(plan); ++i)
    ::close(plan.command.descriptors[i].second);
  ::close(report);
  for (;;) {
    int status = 0;
    const pid_t ended = ::wait(&status);
    if (ended == command) {
      [[maybe_unused]] const ssize_t written = ::write(ready, &status, sizeof status);
      ::_exit(0);
    }
  }
}

Status makeNobody(const FencePlan &plan, const Start &start, const FenceView &view) {
  if (start.root)
    if (auto became = becomeFencedUser(view.writableProc()); !became)
      return became;
  if (auto limited = setLimits(plan); !limited)
    return limited;
  if (auto dropped = dropCapabilities(); !dropped)
    return dropped;
  // Only now: a change of user clears it.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    return failure("PR_SET_PDEATHSIG");
  pollfd guard{start.alive, POLLIN, 0};
  if (::poll(&guard, 1, 0) != 0)
    ::_exit(127); // the guard died before the signal was set
  return Done{};
}

[[noreturn]] void runFirst(const FencePlan &plan, const Start &start) {
  if (!start.root)
    require(mapOwnUser(start.user, start.group));
  if (::sethostname("pincer", 6) != 0)
    refuse(failure("uts namespace").message);
  FenceView view(plan, start.root);
  require(view.close());
  require(checkDescriptors(plan));
  require(view.furnish());
  if (::write(start.ready, "r", 1) != 1)
    ::_exit(127);
  require(makeNobody(plan, start, view));
  ::umask(022);
  if (::chdir(plan.command.scratch.c_str()) != 0)
    refuse(failure(plan.command.scratch.string()).message);
  if (::personality(plan.command.randomised ? 0 : ADDR_NO_RANDOMIZE) < 0)
    refuse(failure("switching address randomisation").message);
  require(restrictFiles(plan.command.scratch, plan.limits.landlockAbi));
  require(filterSystemCalls(is32BitProgram(plan.program)));
  int report = -1;
  require(arrangeDescriptors(plan, report));
  if (plan.command.asInit)
    execCommand(plan, report);
  runInit(plan, report, start.ready);
}

// ---- the guard

/// Root's scratch folder becomes the property of the user the tree will be.
Status giveScratch(const FencePlan &plan) {
  const int fd =
      ::open(plan.command.scratch.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info;
  if (fd < 0 || ::fstat(fd, &info) != 0 || ::fchown(fd, fencedUser, fencedUser) != 0 ||
      ::fchmod(fd, (info.st_mode & 07777) | 0700) != 0)
    return failure(plan.command.scratch.string());
  ::close(fd);
  return Done{};
}

std::string whyNoNamespaces(int code, bool root) {
  std::string why = fmt::format("this machine forbids namespaces ({})", std::strerror(code));
  if (code == ENOSPC)
    return why + ": sysctl user.max_user_namespaces and its like are used up or 0";
  if (code != EPERM)
    return why;
  if (root)
    return why + ": root needs CAP_SYS_ADMIN here; in a container, run it with --privileged or as "
                 "an ordinary user who may make user namespaces";
  return why + ": allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or "
               "kernel.apparmor_restrict_unprivileged_userns=0; in a container, a seccomp profile "
               "that permits them)";
}

/// Watches until the tree has ended by itself or was ended.
class Guard {
public:
  Guard(const FencePlan &plan, int parent, int signals, int first, int ready)
      : plan_(plan), parent_(parent), signals_(signals), first_(first), ready_(ready),
        freeAtStart_(freeSpace()) {}

  /// Returns the status of the command.
  int run() {
    const int firstEnd = static_cast<int>(::syscall(SYS_pidfd_open, first_, 0));
    char byte;
    // The view must be complete before we can look through it; a failed start closes the pipe.
    if (waitForReady(firstEnd) && ::read(ready_, &byte, 1) == 1)
      watch(firstEnd);
    ::kill(first_, SIGKILL);
    int status = 0;
    while (::waitpid(first_, &status, 0) < 0 && errno == EINTR) {
    }
    int inner = 0;
    if (!plan_.command.asInit && ::read(ready_, &inner, sizeof inner) == sizeof inner)
      return inner;
    return status;
  }

private:
  /// False if it is time to end.
  bool waitForReady(int firstEnd) {
    pollfd all[] = {
        {firstEnd, POLLIN, 0}, {parent_, POLLIN, 0}, {signals_, POLLIN, 0}, {ready_, POLLIN, 0}};
    while (::poll(all, 4, -1) < 0 && errno == EINTR) {
    }
    return (all[0].revents | all[1].revents | all[2].revents) == 0 || all[3].revents == POLLIN;
  }

  void watch(int firstEnd) {
    using Clock = std::chrono::steady_clock;
    MemoryWatch memory(first_, plan_.limits.memoryBytes);
    auto nextScratch = Clock::now();
    for (;;) {
      const int pauseMs = memory.look(eventsDescriptor);
      if (Clock::now() >= nextScratch) {
        const auto begin = Clock::now();
        if (scratchIsFull())
          return;
        // A large scratch folder takes long to add up: spend a tenth of the time on it at most.
        nextScratch = Clock::now() + std::max<Clock::duration>(std::chrono::milliseconds(50),
                                                               10 * (Clock::now() - begin));
      }
      pollfd all[] = {{firstEnd, POLLIN, 0}, {parent_, POLLIN, 0}, {signals_, POLLIN, 0}};
      if (::poll(all, 3, pauseMs) > 0)
        return;
    }
  }

  std::uint64_t freeSpace() const {
    struct statvfs info;
    if (::statvfs(plan_.command.scratch.c_str(), &info) != 0)
      return ~0ull;
    return info.f_bavail * info.f_frsize;
  }

  /// Files that were deleted while open are not found by adding up; so when the disk itself runs
  /// short and lost more than the limit since the start, it is us.
  bool scratchIsFull() const {
    const auto use = scratchUse(plan_.command.scratch);
    const std::uint64_t free = freeSpace();
    const bool diskShort = free < (1ull << 30) && free + plan_.limits.scratchBytes < freeAtStart_;
    if (use && *use <= plan_.limits.scratchBytes && !diskShort)
      return false;
    const FenceEvent event{FenceEvent::Kind::ScratchFull, 1, use.value_or(0)};
    [[maybe_unused]] const ssize_t written = ::write(eventsDescriptor, &event, sizeof event);
    return true;
  }

  const FencePlan &plan_;
  int parent_, signals_, first_, ready_;
  std::uint64_t freeAtStart_;
};

/// Ends the way the command did.
[[noreturn]] void endLike(int status) {
  if (WIFSIGNALED(status)) {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    ::sigfillset(&all);
    ::raise(WTERMSIG(status));
    ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 127);
}

/// Starts the first process; returns its pid, and in `ready` what it says.
int startFirst(const FencePlan &plan, int &ready) {
  Start start{canBecomeFencedUser(), ::geteuid(), ::getegid(), -1, -1};
  if (start.root)
    require(giveScratch(plan));
  int readyPipe[2], alivePipe[2];
  if (::pipe2(readyPipe, O_CLOEXEC) != 0 || ::pipe2(alivePipe, O_CLOEXEC) != 0)
    refuse(failure("pipe").message);
  // Above the numbers of the command, which overwrites what lies there.
  start.ready = ::fcntl(readyPipe[1], F_DUPFD_CLOEXEC, highDescriptor);
  start.alive = ::fcntl(alivePipe[0], F_DUPFD_CLOEXEC, highDescriptor);
  if (start.ready < 0 || start.alive < 0)
    refuse(failure("descriptors (ulimit -n must be at least 1024)").message);
  const unsigned long spaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC |
                               CLONE_NEWUTS | CLONE_NEWCGROUP | (start.root ? 0 : CLONE_NEWUSER);
  const pid_t first = static_cast<pid_t>(
      ::syscall(SYS_clone, spaces | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (first < 0)
    refuse(whyNoNamespaces(errno, start.root));
  if (first == 0) {
    ::close(alivePipe[1]);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    runFirst(plan, start);
  }
  ::close(readyPipe[1]);
  ::close(start.ready);
  ready = readyPipe[0];
  return first;
}

int guardMain() {
  const FencePlan plan = readPlan();
  const unsigned last = firstPassedDescriptor + static_cast<unsigned>(passedCount(plan));
  ::close_range(last, ~0u, 0);
  ::setsid(); // no terminal, and not in the group that Ctrl-C reaches
  for (int standard = 0; standard < 3; ++standard)
    ::close(standard);
  for (int standard = 0; standard < 3; ++standard)
    if (::open("/dev/null", O_RDWR) != standard)
      refuse("/dev/null can't be opened");
  for (int fd : {reportDescriptor, eventsDescriptor})
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);

  const int parent = static_cast<int>(::syscall(SYS_pidfd_open, plan.parent, 0));
  if (parent < 0 || ::getppid() != plan.parent)
    return 127;
  sigset_t ending;
  ::sigemptyset(&ending);
  for (int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    ::sigaddset(&ending, signal);
  ::sigprocmask(SIG_BLOCK, &ending, nullptr);
  const int signals = ::signalfd(-1, &ending, SFD_CLOEXEC);

  int ready = -1;
  const int first = startFirst(plan, ready);
  ::close(reportDescriptor);
  for (unsigned fd = firstPassedDescriptor; fd < last; ++fd)
    ::close(static_cast<int>(fd));
  endLike(Guard(plan, parent, signals, first, ready).run());
}

} // namespace
} // namespace execute

int main() { return execute::guardMain(); }
