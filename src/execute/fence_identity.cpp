// Who the tree is. An ordinary user makes a user namespace that holds only himself: inside, file
// access is his own, which the read-only view limits. Root would keep root's power over files that
// way, so root first builds everything else, then becomes an unprivileged user, and only then
// enters a user namespace of that user. In both cases a fresh user namespace counts its processes
// from zero (Linux 5.14), which is what makes RLIMIT_NPROC a bound on this tree alone.
#include "execute/fence_identity.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace execute {
namespace {

using support::Done;
using support::Error;
using support::Status;

Status writeFileAt(int folder, const char *name, const std::string &text) {
  const int fd = ::openat(folder, name, O_WRONLY | O_CLOEXEC);
  if (fd < 0 || ::write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return failure(fmt::format("user namespace: writing {}", name));
  ::close(fd);
  return Done{};
}

Status writeMaps(int self, unsigned user, unsigned group) {
  if (auto written = writeFileAt(self, "setgroups", "deny"); !written)
    return written;
  if (auto written = writeFileAt(self, "uid_map", fmt::format("{} {} 1", fencedUser, user));
      !written)
    return written;
  return writeFileAt(self, "gid_map", fmt::format("{} {} 1", fencedUser, group));
}

Status setCapabilities(bool keepPermitted) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  if (keepPermitted) {
    if (::syscall(SYS_capget, &header, data) != 0)
      return failure("capget");
    for (auto &half : data)
      half.effective = half.permitted;
  }
  if (::syscall(SYS_capset, &header, data) != 0)
    return failure("capset");
  return Done{};
}

Status limit(int resource, rlim_t soft, rlim_t hard, const char *name) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  const rlimit wanted{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) != 0)
    return failure(name);
  return Done{};
}

/// Forks a child that ends at once. True if that worked.
bool canFork() {
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(0);
  if (child > 0)
    ::waitpid(child, nullptr, 0);
  return child > 0;
}

} // namespace

bool canBecomeFencedUser() {
  if (::geteuid() != 0)
    return false;
  // Root of a container or of another user namespace may not have that user at all.
  bool mapped = false;
  if (std::FILE *file = std::fopen("/proc/self/uid_map", "re")) {
    unsigned inside = 0, outside = 0, count = 0;
    while (std::fscanf(file, "%u %u %u", &inside, &outside, &count) == 3)
      mapped = mapped || (fencedUser >= inside && fencedUser - inside < count);
    std::fclose(file);
  }
  return mapped;
}

Status mapOwnUser(unsigned user, unsigned group) {
  const int self = ::open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
  auto written = self < 0 ? Status(failure("/proc/self")) : writeMaps(self, user, group);
  ::close(self);
  return written;
}

Status becomeFencedUser(int proc) {
  if (::prctl(PR_SET_KEEPCAPS, 1) != 0 || ::setgroups(0, nullptr) != 0 ||
      ::setresgid(fencedUser, fencedUser, fencedUser) != 0 ||
      ::setresuid(fencedUser, fencedUser, fencedUser) != 0)
    return failure("becoming an unprivileged user");
  if (auto set = setCapabilities(true); !set)
    return set;
  if (::unshare(CLONE_NEWUSER) != 0)
    return failure("user namespace (sysctl user.max_user_namespaces must not be 0)");
  // Changing users made us undumpable, and our files in /proc root's.
  if (::prctl(PR_SET_DUMPABLE, 1) != 0)
    return failure("PR_SET_DUMPABLE");
  const int self = ::openat(proc, "self", O_PATH | O_DIRECTORY | O_CLOEXEC);
  auto written = self < 0 ? Status(failure("/proc/self")) : writeMaps(self, fencedUser, fencedUser);
  ::close(self);
  return written;
}

Status dropCapabilities() {
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
    if (::prctl(PR_CAPBSET_DROP, capability) != 0)
      return failure("dropping capabilities");
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  const int bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                   SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                   SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
  if (::prctl(PR_SET_SECUREBITS, bits) != 0)
    return failure("securebits");
  if (auto set = setCapabilities(false); !set)
    return set;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return failure("no_new_privs");
  return Done{};
}

Status limitDescriptors() {
  return limit(RLIMIT_NOFILE, maxDescriptors, maxDescriptors, "RLIMIT_NOFILE");
}

Status setLimits(const FencePlan &plan) {
  const FenceLimits &limits = plan.limits;
  const rlim_t data = limits.dataBytes != 0 ? limits.dataBytes : RLIM_INFINITY;
  const struct {
    int resource;
    rlim_t soft, hard;
    const char *name;
  } table[] = {
      {RLIMIT_CORE, 0, 0, "RLIMIT_CORE"},
      {RLIMIT_FSIZE, limits.fileBytes, limits.fileBytes, "RLIMIT_FSIZE"},
      {RLIMIT_STACK, 8u << 20, RLIM_INFINITY, "RLIMIT_STACK"},
      {RLIMIT_DATA, data, data, "RLIMIT_DATA"},
      {RLIMIT_MEMLOCK, 1u << 20, 1u << 20, "RLIMIT_MEMLOCK"},
      {RLIMIT_MSGQUEUE, 1u << 20, 1u << 20, "RLIMIT_MSGQUEUE"},
      {RLIMIT_SIGPENDING, 1024, 1024, "RLIMIT_SIGPENDING"},
      {RLIMIT_RTPRIO, 0, 0, "RLIMIT_RTPRIO"},
      {RLIMIT_NICE, 0, 0, "RLIMIT_NICE"},
  };
  for (const auto &row : table)
    if (auto set = limit(row.resource, row.soft, row.hard, row.name); !set)
      return set;
  // The built-in init is ours and does not count.
  const rlim_t processes = limits.processes + (plan.command.asInit ? 0 : 1);
  if (auto set = limit(RLIMIT_NPROC, 0, processes, "RLIMIT_NPROC"); !set)
    return set;
  if (canFork())
    return Error{"the number of processes can't be limited (RLIMIT_NPROC does not bind this user; "
                 "run as an ordinary user)"};
  if (auto set = limit(RLIMIT_NPROC, processes, processes, "RLIMIT_NPROC"); !set)
    return set;
  if (processes > 1 && !canFork())
    return Error{"RLIMIT_NPROC counts processes outside the fence (needs Linux 5.14)"};
  return Done{};
}

} // namespace execute
