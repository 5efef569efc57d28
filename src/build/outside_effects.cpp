#include "build/outside_effects.h"

#include <algorithm>
#include <array>
#include <string_view>

// Behind the fence a call of unlink fails and harms nobody, and so looks like a fine test. On a
// user's machine the emitted test would delete the file. Whether a call really gets there, and with
// which arguments, is not known, so everything that may get there counts; fopen too, since its mode
// is an argument like any other.

namespace build {
namespace {

/// What these change is named by a path or an open file.
constexpr auto changingFiles = std::to_array<std::string_view>({
    // files
    "creat",        "creat64",         "open",       "open64",          "openat",
    "openat64",     "__open_2",        "fopen",      "fopen64",         "freopen",
    "freopen64",    "unlink",          "unlinkat",   "remove",          "rmdir",
    "rename",       "renameat",        "renameat2",  "mkdir",           "mkdirat",
    "mknod",        "mkfifo",          "link",       "linkat",          "symlink",
    "symlinkat",    "truncate",        "truncate64", "ftruncate",       "ftruncate64",
    "fallocate",    "posix_fallocate", "chmod",      "fchmod",          "fchmodat",
    "lchmod",       "chown",           "fchown",     "lchown",          "fchownat",
    "utime",        "utimes",          "utimensat",  "futimens",        "futimes",
    "lutimes",      "setxattr",        "lsetxattr",  "fsetxattr",       "removexattr",
    "lremovexattr", "fremovexattr",    "mkstemp",    "mkstemps",        "mkdtemp",
    "mktemp",       "tmpfile",         "tempnam",    "copy_file_range", "sendfile",
    "nftw",         "umask",
});

constexpr auto changingOthers = std::to_array<std::string_view>({
    // processes
    "fork",
    "vfork",
    "_Fork",
    "clone",
    "system",
    "popen",
    "execl",
    "execle",
    "execlp",
    "execv",
    "execve",
    "execvp",
    "execvpe",
    "fexecve",
    "posix_spawn",
    "posix_spawnp",
    "kill",
    "killpg",
    "tgkill",
    "sigqueue",
    "pthread_kill",
    "ptrace",
    "daemon",
    "setsid",
    "setpgid",
    "setpriority",
    "nice",
    "wordexp",
    // the machine
    "shm_open",
    "shm_unlink",
    "sem_open",
    "sem_unlink",
    "mq_open",
    "mq_unlink",
    "sync",
    "mount",
    "umount",
    "umount2",
    "chroot",
    "pivot_root",
    "reboot",
    "sethostname",
    "setdomainname",
    "settimeofday",
    "clock_settime",
    "stime",
    "adjtime",
    "adjtimex",
    "swapon",
    "swapoff",
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setgroups",
    "syscall",
    "ioctl",
    "syslog",
    "openlog",
    "iopl",
    "ioperm",
    // the network
    "socket",
    "connect",
    "bind",
    "listen",
    "send",
    "sendto",
    "sendmsg",
    "getaddrinfo",
    "gethostbyname",
});

template <class List>
std::optional<std::string> firstOf(const List &list, const std::set<std::string> &externals) {
  for (const std::string &name : externals)
    if (std::find(list.begin(), list.end(), name) != list.end())
      return name;
  return std::nullopt;
}

/// Parts of C++ symbols, and what people call that.
constexpr auto changingFilesInCxx = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"St14basic_ofstream", "std::ofstream"},
    {"St13basic_fstream", "std::fstream"},
    {"St13basic_filebuf", "std::filebuf"},
    {"_ZNSt10filesystem", "std::filesystem"},
});

std::optional<std::string> firstInCxx(const std::set<std::string> &externals) {
  for (const std::string &symbol : externals)
    for (const auto &[part, name] : changingFilesInCxx)
      if (symbol.starts_with("_Z") && symbol.find(part) != std::string::npos)
        return std::string(name);
  return std::nullopt;
}

} // namespace

std::optional<std::string> outsideEffect(const std::set<std::string> &externals) {
  const auto files = firstOf(changingFiles, externals), others = firstOf(changingOthers, externals);
  if (!files && !others)
    return firstInCxx(externals);
  return files && others ? std::min(files, others) : files ? files : others;
}

std::optional<std::string> effectBeyondFiles(const std::set<std::string> &externals) {
  return firstOf(changingOthers, externals);
}

} // namespace build
