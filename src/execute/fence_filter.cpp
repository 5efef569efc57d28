// Two filters, of which the kernel obeys the stricter answer per call.
//
// The first is a list of all calls that are harmless behind the rest of the fence; whatever is not
// on it, also what kernels to come invent, "is not implemented", which makes libc fall back to
// older calls whose arguments a filter can read (clone3 to clone, openat2 to openat).
//
// The second holds what must not be: calls that no honest test makes end in a trap that names them,
// and some arguments of harmless calls are refused. Arguments that the kernel cuts to 32 bits are
// compared with a mask, or the upper half would be a way around the filter.
#include "execute/fence_filter.h"

#include <asm/ioctls.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <string>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <vector>

namespace execute {
namespace {

using support::Done;
using support::Error;
using support::Status;

constexpr const char *harmless[] = {
    // files, as far as the mounts let them
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2",
    "pwritev2", "open", "openat", "creat", "close", "close_range", "lseek", "stat", "fstat",
    "lstat", "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat", "faccessat2",
    "getdents", "getdents64", "getcwd", "chdir", "fchdir", "rename", "renameat", "renameat2",
    "mkdir", "mkdirat", "rmdir", "link", "linkat", "unlink", "unlinkat", "symlink", "symlinkat",
    "readlink", "readlinkat", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown",
    "lchown", "fchownat", "umask", "truncate", "ftruncate", "fallocate", "utime", "utimes",
    "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "getxattr", "lgetxattr",
    "fgetxattr", "listxattr", "llistxattr", "flistxattr", "removexattr", "lremovexattr",
    "fremovexattr", "fcntl", "flock", "fsync", "fdatasync", "sync", "syncfs", "sync_file_range",
    "fadvise64", "readahead", "dup", "dup2", "dup3", "pipe", "pipe2", "sendfile", "splice", "tee",
    "vmsplice", "copy_file_range", "ioctl", "inotify_init", "inotify_init1", "inotify_add_watch",
    "inotify_rm_watch", "memfd_create",
    // waiting
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "signalfd", "signalfd4",
    "timerfd_create", "timerfd_settime", "timerfd_gettime", "pause", "nanosleep", "clock_nanosleep",
    // memory
    "mmap", "munmap", "mprotect", "mremap", "brk", "madvise", "msync", "mincore", "mlock",
    "munlock", "mlock2", "mlockall", "munlockall", "membarrier", "pkey_alloc", "pkey_free",
    "pkey_mprotect", "mbind", "set_mempolicy", "get_mempolicy", "shmget", "shmat", "shmdt",
    "shmctl", "semget", "semop", "semtimedop", "semctl", "mq_open", "mq_unlink", "mq_timedsend",
    "mq_timedreceive", "mq_notify", "mq_getsetattr",
    // its own processes and threads
    "fork", "vfork", "clone", "execve", "execveat", "exit", "exit_group", "wait4", "waitid",
    "getpid", "getppid", "gettid", "getpgid", "getpgrp", "setpgid", "getsid", "setsid", "kill",
    "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "sigaltstack",
    "restart_syscall", "futex", "futex_waitv", "set_robust_list", "get_robust_list",
    "set_tid_address", "rseq", "arch_prctl", "prctl", "set_thread_area", "get_thread_area",
    "pidfd_open", "sched_yield", "sched_getaffinity", "sched_setaffinity", "sched_getparam",
    "sched_setparam", "sched_getscheduler", "sched_setscheduler", "sched_get_priority_max",
    "sched_get_priority_min", "sched_rr_get_interval", "sched_getattr", "sched_setattr",
    "getpriority", "setpriority", "ioprio_get", "ioprio_set", "getrlimit", "setrlimit", "prlimit64",
    "getrusage", "seccomp", "landlock_create_ruleset", "landlock_add_rule",
    "landlock_restrict_self",
    // who it is (it can become nobody else)
    "getuid", "geteuid", "getgid", "getegid", "getgroups", "getresuid", "getresgid", "setuid",
    "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups",
    "capget", "capset",
    // time and facts
    "time", "gettimeofday", "clock_gettime", "clock_getres", "times", "alarm", "getitimer",
    "setitimer", "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun",
    "timer_delete", "uname", "sysinfo", "getrandom", "getcpu", "sysfs",
    // sockets that lead to itself
    "socketpair", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown",
    "getsockname", "getpeername", "getsockopt", "setsockopt"};

/// What 32-bit programs have of their own.
constexpr const char *harmlessIn32Bits[] = {"mmap2",
                                            "_llseek",
                                            "fcntl64",
                                            "stat64",
                                            "fstat64",
                                            "lstat64",
                                            "fstatat64",
                                            "statfs64",
                                            "fstatfs64",
                                            "truncate64",
                                            "ftruncate64",
                                            "sendfile64",
                                            "fadvise64_64",
                                            "ugetrlimit",
                                            "_newselect",
                                            "waitpid",
                                            "sigreturn",
                                            "sigaction",
                                            "sigprocmask",
                                            "sigpending",
                                            "sigsuspend",
                                            "signal",
                                            "nice",
                                            "readdir",
                                            "getuid32",
                                            "geteuid32",
                                            "getgid32",
                                            "getegid32",
                                            "getgroups32",
                                            "getresuid32",
                                            "getresgid32",
                                            "setuid32",
                                            "setgid32",
                                            "setreuid32",
                                            "setregid32",
                                            "setresuid32",
                                            "setresgid32",
                                            "setfsuid32",
                                            "setfsgid32",
                                            "setgroups32",
                                            "chown32",
                                            "fchown32",
                                            "lchown32",
                                            "clock_gettime64",
                                            "clock_getres_time64",
                                            "clock_nanosleep_time64",
                                            "timer_gettime64",
                                            "timer_settime64",
                                            "timerfd_gettime64",
                                            "timerfd_settime64",
                                            "utimensat_time64",
                                            "pselect6_time64",
                                            "ppoll_time64",
                                            "recvmmsg_time64",
                                            "mq_timedsend_time64",
                                            "mq_timedreceive_time64",
                                            "semtimedop_time64",
                                            "rt_sigtimedwait_time64",
                                            "futex_time64",
                                            "sched_rr_get_interval_time64"};

constexpr const char *trapped[] = {"connect",
                                   "bind",
                                   "listen",
                                   "accept",
                                   "accept4",
                                   "ptrace",
                                   "process_vm_readv",
                                   "process_vm_writev",
                                   "process_madvise",
                                   "process_mrelease",
                                   "pidfd_getfd",
                                   "pidfd_send_signal",
                                   "kcmp",
                                   "mount",
                                   "umount2",
                                   "pivot_root",
                                   "chroot",
                                   "move_mount",
                                   "open_tree",
                                   "fsopen",
                                   "fsconfig",
                                   "fsmount",
                                   "fspick",
                                   "mount_setattr",
                                   "unshare",
                                   "setns",
                                   "keyctl",
                                   "add_key",
                                   "request_key",
                                   "bpf",
                                   "perf_event_open",
                                   "userfaultfd",
                                   "io_uring_setup",
                                   "io_uring_enter",
                                   "io_uring_register",
                                   "init_module",
                                   "finit_module",
                                   "delete_module",
                                   "create_module",
                                   "kexec_load",
                                   "kexec_file_load",
                                   "reboot",
                                   "swapon",
                                   "swapoff",
                                   "settimeofday",
                                   "clock_settime",
                                   "clock_adjtime",
                                   "adjtimex",
                                   "sethostname",
                                   "setdomainname",
                                   "quotactl",
                                   "quotactl_fd",
                                   "acct",
                                   "iopl",
                                   "ioperm",
                                   "syslog",
                                   "vhangup",
                                   "fanotify_init",
                                   "fanotify_mark",
                                   "name_to_handle_at",
                                   "open_by_handle_at",
                                   "lookup_dcookie",
                                   "msgget",
                                   "migrate_pages",
                                   "move_pages",
                                   "modify_ldt"};

constexpr std::uint64_t low = 0xffff'ffff;

/// A filter being built; the first failure is kept and makes load() fail.
class Filter {
public:
  Filter(std::uint32_t standard, bool also32Bits)
      : context_(seccomp_init(standard)), also32Bits_(also32Bits) {
    note(context_ != nullptr ? 0 : -ENOMEM, "seccomp_init");
    if (also32Bits)
      note(seccomp_arch_add(context_, SCMP_ARCH_X86), "32-bit system calls");
    note(seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS), "seccomp");
    note(seccomp_attr_set(context_, SCMP_FLTATR_CTL_NNP, 0), "seccomp");
    note(seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2), "seccomp");
  }
  Filter(const Filter &) = delete;
  Filter &operator=(const Filter &) = delete;
  ~Filter() { seccomp_release(context_); }

  /// A name that libseccomp does not know is left to the default.
  void rule(const char *name, std::uint32_t action, std::vector<scmp_arg_cmp> conditions = {}) {
    const int number = seccomp_syscall_resolve_name(name);
    // Calls that only another architecture has are negative.
    if (number >= 0 || (also32Bits_ && number != __NR_SCMP_ERROR))
      note(seccomp_rule_add_array(context_, action, number,
                                  static_cast<unsigned>(conditions.size()), conditions.data()),
           name);
  }
  Status load() {
    note(problem_.empty() ? seccomp_load(context_) : 0, "seccomp_load");
    return problem_.empty() ? Status(Done{}) : Status(Error{"system call filter: " + problem_});
  }

private:
  void note(int code, const char *what) {
    if (code < 0 && problem_.empty())
      problem_ = fmt::format("{}: {}", what, std::strerror(-code));
  }
  scmp_filter_ctx context_;
  bool also32Bits_;
  std::string problem_;
};

/// The argument, as the kernel's int, is `value`.
scmp_arg_cmp is(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, low, value & low};
}
scmp_arg_cmp hasBit(unsigned argument, std::uint64_t bit) {
  return {argument, SCMP_CMP_MASKED_EQ, bit, bit};
}
scmp_arg_cmp isNot(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_NE, value, 0};
}

void forbidSignals(Filter &filter) {
  for (const char *call : {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"})
    filter.rule(call, SCMP_ACT_TRAP, {is(0, 1)});
  filter.rule("kill", SCMP_ACT_TRAP, {is(0, low)}); // everybody
  filter.rule("pidfd_open", SCMP_ACT_ERRNO(EPERM), {is(0, 1)});
}

void forbidNamespaces(Filter &filter) {
  for (std::uint64_t flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                             CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET})
    filter.rule("clone", SCMP_ACT_TRAP, {hasBit(0, flag)});
}

/// Datagram sockets could be sent to any path, stream sockets stay with their pair. libc asks for a
/// local socket by itself (getpwnam, syslog) and can do without.
void forbidSockets(Filter &filter, bool also32Bits) {
  if (also32Bits) { // there, one call does it all, and its arguments lie in memory
    for (const char *call : {"socket", "socketpair"})
      filter.rule(call, SCMP_ACT_ERRNO(EACCES));
    return;
  }
  filter.rule("socket", SCMP_ACT_ERRNO(EACCES), {is(0, AF_UNIX)});
  filter.rule("socket", SCMP_ACT_TRAP, {isNot(0, AF_UNIX)});
  filter.rule("socketpair", SCMP_ACT_TRAP, {isNot(0, AF_UNIX)});
  for (std::uint64_t type = 0; type < 16; ++type)
    if (type != SOCK_STREAM && type != SOCK_SEQPACKET)
      filter.rule("socketpair", SCMP_ACT_TRAP, {{1, SCMP_CMP_MASKED_EQ, 0xf, type}});
}

/// A setuid file in scratch would outlive the fence and serve others to become our user.
void forbidSetuidFiles(Filter &filter) {
  struct Mode {
    const char *call;
    unsigned argument;
  };
  for (Mode mode : {Mode{"chmod", 1},
                    {"fchmod", 1},
                    {"fchmodat", 2},
                    {"creat", 1},
                    {"mknod", 1},
                    {"mknodat", 2},
                    {"mkdir", 1},
                    {"mkdirat", 2}})
    for (std::uint64_t bit : {04000, 02000})
      filter.rule(mode.call, SCMP_ACT_ERRNO(EPERM), {hasBit(mode.argument, bit)});
  // Without O_CREAT the mode is not an argument and holds anything.
  constexpr std::uint64_t creates = 0100;
  for (std::uint64_t bit : {04000, 02000}) {
    filter.rule("open", SCMP_ACT_ERRNO(EPERM), {hasBit(1, creates), hasBit(2, bit)});
    filter.rule("openat", SCMP_ACT_ERRNO(EPERM), {hasBit(2, creates), hasBit(3, bit)});
  }
}

/// A terminal may be among the descriptors passed in.
void forbidTerminals(Filter &filter) {
  constexpr std::uint64_t tioclinux = 0x541c;
  for (std::uint64_t request : {std::uint64_t{TIOCSTI}, tioclinux})
    filter.rule("ioctl", SCMP_ACT_TRAP, {is(1, request)});
  for (std::uint64_t request : {TCSETS, TCSETSW, TCSETSF, TCSETA, TCSETAW, TCSETAF, TIOCSWINSZ,
                                TIOCSPGRP, TIOCSCTTY, TIOCSETD, TIOCCONS, TIOCEXCL})
    filter.rule("ioctl", SCMP_ACT_ERRNO(ENOTTY), {is(1, request)});
}

} // namespace

Status filterSystemCalls(bool also32Bits) {
  Filter known(SCMP_ACT_ERRNO(ENOSYS), also32Bits);
  for (const char *call : harmless)
    known.rule(call, SCMP_ACT_ALLOW);
  if (also32Bits)
    for (const char *call : harmlessIn32Bits)
      known.rule(call, SCMP_ACT_ALLOW);
  for (std::uint64_t persona : {std::uint64_t{0}, std::uint64_t{ADDR_NO_RANDOMIZE}, low})
    known.rule("personality", SCMP_ACT_ALLOW, {is(0, persona)});

  Filter forbidden(SCMP_ACT_ALLOW, also32Bits);
  for (const char *call : trapped)
    forbidden.rule(call, SCMP_ACT_TRAP);
  forbidSignals(forbidden);
  forbidNamespaces(forbidden);
  forbidSockets(forbidden, also32Bits);
  forbidSetuidFiles(forbidden);
  forbidTerminals(forbidden);
  // Whoever undoes the signal that ends him with his guard could stay behind.
  forbidden.rule("prctl", SCMP_ACT_ERRNO(EPERM), {is(0, PR_SET_PDEATHSIG), isNot(1, SIGKILL)});
  forbidden.rule("prlimit64", SCMP_ACT_ERRNO(EPERM), {isNot(0, 0)});
  // Flushing all disks of the machine is nobody's business, but no crime.
  forbidden.rule("sync", SCMP_ACT_ERRNO(0));
  forbidden.rule("syncfs", SCMP_ACT_ERRNO(0));

  // Loading the list of known calls first leaves the call to load the other one possible.
  if (auto loaded = known.load(); !loaded)
    return loaded;
  return forbidden.load();
}

} // namespace execute
