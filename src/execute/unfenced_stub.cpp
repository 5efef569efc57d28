// Stands in for fence.cpp until that is merged: a process namespace and nothing else. Delete this
// file then.
#include "execute/fence.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace execute {

FencedProcess::FencedProcess(FencedProcess &&other) noexcept
    : pid_(std::exchange(other.pid_, -1)), pidfd_(std::exchange(other.pidfd_, -1)) {}
FencedProcess &FencedProcess::operator=(FencedProcess &&other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(pidfd_, other.pidfd_);
  return *this;
}
FencedProcess::~FencedProcess() {
  if (pid_ > 0) {
    kill();
    wait();
  }
  if (pidfd_ >= 0)
    ::close(pidfd_);
}
void FencedProcess::kill() { ::kill(pid_, SIGKILL); }
int FencedProcess::wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR)
    ;
  pid_ = -1;
  return status;
}
bool FencedProcess::waitFor(int timeoutMs, int &status) {
  pollfd ready{pidfd_, POLLIN, 0};
  if (::poll(&ready, 1, timeoutMs) <= 0)
    return false;
  status = wait();
  return true;
}
std::vector<FenceEvent> FencedProcess::events() { return {}; }

support::Result<FencedProcess> startFenced(const FencedCommand &command, const FenceLimits &) {
  std::vector<char *> arguments, environment;
  for (const std::string &argument : command.arguments)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  for (const std::string &variable : command.environment)
    environment.push_back(const_cast<char *>(variable.c_str()));
  arguments.push_back(nullptr);
  environment.push_back(nullptr);
  const long pid = ::syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
  if (pid < 0)
    return support::Error{fmt::format("no process namespace: {}", std::strerror(errno))};
  if (pid == 0) {
    ::personality(ADDR_NO_RANDOMIZE);
    if (::chdir(command.scratch.c_str()) != 0)
      ::_exit(71);
    std::vector<int> moved;
    for (const auto &[ours, theirs] : command.descriptors)
      moved.push_back(::fcntl(ours, F_DUPFD, 300));
    for (std::size_t i = 0; i < moved.size(); ++i)
      ::dup2(moved[i], command.descriptors[i].second);
    ::close_range(103, ~0u, 0);
    ::close_range(3, 99, 0);
    ::execve(arguments[0], arguments.data(), environment.data());
    ::_exit(72);
  }
  FencedProcess process;
  process.pid_ = static_cast<int>(pid);
  process.pidfd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  return process;
}

std::string systemCallName(int number) {
  char *name = ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
  const std::string result = name ? name : fmt::format("call {}", number);
  std::free(name);
  return result;
}

} // namespace execute
