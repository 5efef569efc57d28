#include "emit/suite_runtime/test_fence.h"

// The fence that stands where a suite runs: without libraries, without root, without namespaces,
// which many machines forbid. Landlock knows paths and leaves out modes, owners and times; so the
// list of system calls leaves those out as well. Landlock before its third version lets files be
// truncated that it would not let be written: those calls are refused there, and opening a file
// for reading with O_TRUNC always.
//
// Both bind one thread and what it starts. That is the child's first one, so that a whole program
// runs there as it does by itself. What the end of the process takes and the fence forbids (gcov's
// files, the process that LeakSanitizer starts) is done by a second thread, which is there in
// builds that need it. It blocks all signals, so no handler of the subject's runs in it.

namespace emit {

const char *const testFence = R"(
// ---- A fence around tests that may change files, or do what nobody foresaw.
//
// Such a test runs in a child, in an empty folder, the one place where Landlock lets it change
// files. A list of harmless system calls keeps other processes, the network and the machine out of
// its reach. In builds that count for gcov or look for leaks, the child has a thread outside of the
// fence, which does that at the end.
#if defined(__x86_64__) && !defined(__ILP32__)
#define PINCER_FENCE_MACHINE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define PINCER_FENCE_MACHINE AUDIT_ARCH_I386
#endif

extern "C" void __llvm_profile_set_filename(const char *) __attribute__((weak));
extern "C" void __lsan_do_leak_check() __attribute__((weak));

namespace {

#ifdef PINCER_FENCE_MACHINE

enum : long { createRules = 444, addRule = 445, obeyRules = 446 }; // Landlock's system calls

struct FenceRules {
  std::uint64_t files, network, scopes;
};

struct FencePlace {
  std::uint64_t rights;
  std::int32_t path;
} __attribute__((packed));

long landlockVersion() { return syscall(createRules, nullptr, 0, 1); }

bool allowBeneath(int rules, const char *path, std::uint64_t rights) {
  const FencePlace place = {rights, open(path, O_PATH | O_CLOEXEC)};
  return place.path >= 0 && syscall(addRule, rules, 1, &place, 0) == 0 && close(place.path) == 0;
}

bool fenceFiles(const std::string &folder) {
  const long version = landlockVersion();
  if (version < 1)
    return false;
  const int known = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  const FenceRules wanted = {(1ull << known) - 1, version >= 4 ? 3u : 0u, version >= 6 ? 3u : 0u};
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int rules = static_cast<int>(syscall(createRules, &wanted, size, 0));
  const std::uint64_t execute = 1, write = 2, read = 4, list = 8, truncate = 1 << 14;
  const std::uint64_t devices = 1 << 6 | 1 << 11 | 1 << 15;
  return rules >= 0 && allowBeneath(rules, "/", read | list) &&
         allowBeneath(rules, folder.c_str(), wanted.files & ~(execute | devices)) &&
         allowBeneath(rules, "/dev/null", wanted.files & (read | write | truncate)) &&
         syscall(obeyRules, rules, 0) == 0;
}

const long harmlessCalls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_open, SYS_openat,
    SYS_creat, SYS_close, SYS_lseek, SYS_stat, SYS_fstat, SYS_lstat, SYS_statx, SYS_statfs, SYS_fstatfs,
    SYS_access, SYS_faccessat, SYS_getdents, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir,
    SYS_rename, SYS_renameat, SYS_mkdir, SYS_mkdirat, SYS_rmdir, SYS_link, SYS_linkat, SYS_unlink,
    SYS_unlinkat, SYS_symlink, SYS_symlinkat, SYS_readlink, SYS_readlinkat, SYS_mknod, SYS_mknodat,
    SYS_umask, SYS_ftruncate, SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_dup, SYS_dup2, SYS_dup3,
    SYS_pipe, SYS_pipe2, SYS_poll, SYS_ppoll, SYS_pselect6, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_pause, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_brk, SYS_madvise, SYS_msync,
    SYS_mincore, SYS_exit, SYS_exit_group, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getpgid,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend, SYS_sigaltstack, SYS_restart_syscall, SYS_futex, SYS_set_robust_list,
    SYS_set_tid_address, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_getpriority, SYS_getrlimit,
    SYS_getrusage, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getgroups, SYS_time,
    SYS_gettimeofday, SYS_clock_gettime, SYS_clock_getres, SYS_times, SYS_alarm, SYS_getitimer,
    SYS_setitimer, SYS_uname, SYS_sysinfo, SYS_getrandom, SYS_memfd_create, SYS_eventfd2,
#ifdef __i386__
    SYS_mmap2, SYS__llseek, SYS_stat64, SYS_fstat64, SYS_lstat64, SYS_fstatat64, SYS_statfs64,
    SYS_fstatfs64, SYS_ftruncate64, SYS__newselect, SYS_ugetrlimit, SYS_getuid32, SYS_geteuid32,
    SYS_getgid32, SYS_getegid32, SYS_getgroups32, SYS_sigreturn, SYS_sigaction, SYS_sigprocmask,
    403 /* clock_gettime64 */, 406 /* clock_getres_time64 */, 407 /* clock_nanosleep_time64 */,
    413 /* pselect6_time64 */, 414 /* ppoll_time64 */, 422 /* futex_time64 */,
#else
    SYS_newfstatat, SYS_select, SYS_arch_prctl,
#endif
};

// A list of instructions that the kernel runs before each system call.
class CallFilter {
public:
  CallFilter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ, PINCER_FENCE_MACHINE, 1, 0);
    add(BPF_RET, SECCOMP_RET_KILL_PROCESS);
    loadNumber();
    add(BPF_JMP | BPF_JGE, 0x40000000, 0, 1); // another machine's numbers
    refuse(ENOSYS);
  }
  void allow(long call) {
    add(BPF_JMP | BPF_JEQ, static_cast<std::uint32_t>(call), 0, 1);
    add(BPF_RET, SECCOMP_RET_ALLOW);
  }
  // `test` is BPF_JEQ or BPF_JSET.
  void allowIf(long call, unsigned argument, std::uint16_t test, std::uint32_t value) {
    add(BPF_JMP | BPF_JEQ, static_cast<std::uint32_t>(call), 0, 4);
    loadArgument(argument);
    add(BPF_JMP | test, value, 0, 1);
    add(BPF_RET, SECCOMP_RET_ALLOW);
    loadNumber();
  }
  void refuseIfMasked(long call, unsigned argument, std::uint32_t mask, std::uint32_t value) {
    add(BPF_JMP | BPF_JEQ, static_cast<std::uint32_t>(call), 0, 5);
    loadArgument(argument);
    add(BPF_ALU | BPF_AND, mask);
    add(BPF_JMP | BPF_JEQ, value, 0, 1);
    refuse(EACCES);
    loadNumber();
  }
  bool obey() {
    refuse(ENOSYS);
    const sock_fprog program = {static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

private:
  void add(int operation, std::uint32_t value, std::uint8_t yes = 0, std::uint8_t no = 0) {
    code_.push_back({static_cast<std::uint16_t>(operation), yes, no, value});
  }
  void refuse(std::uint32_t error) { add(BPF_RET, SECCOMP_RET_ERRNO | error); }
  void load(std::size_t at) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(at)); }
  void loadNumber() { load(offsetof(seccomp_data, nr)); }
  void loadArgument(unsigned number) { load(offsetof(seccomp_data, args) + 8 * number); }

  std::vector<sock_filter> code_;
};

bool fenceCalls(bool canTruncate) {
  CallFilter filter;
  filter.refuseIfMasked(SYS_open, 1, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC);
  filter.refuseIfMasked(SYS_openat, 2, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC);
  for (const long call : harmlessCalls)
    filter.allow(call);
  if (canTruncate) {
    filter.allow(SYS_truncate);
#ifdef __i386__
    filter.allow(SYS_truncate64);
#endif
  }
  const auto self = static_cast<std::uint32_t>(getpid());
  filter.allowIf(SYS_kill, 0, BPF_JEQ, self);
  filter.allowIf(SYS_tgkill, 0, BPF_JEQ, self);
  filter.allowIf(SYS_clone, 0, BPF_JSET, CLONE_THREAD);
  for (const std::uint32_t request : {TCGETS, TIOCGWINSZ, FIONREAD})
    filter.allowIf(SYS_ioctl, 1, BPF_JEQ, request);
  for (const std::uint32_t option : {PR_SET_NAME, PR_GET_NAME})
    filter.allowIf(SYS_prctl, 0, BPF_JEQ, option);
  filter.allowIf(SYS_prlimit64, 2, BPF_JEQ, 0); // asking
  for (const std::uint32_t command :
       {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW}) {
    filter.allowIf(SYS_fcntl, 1, BPF_JEQ, command);
#ifdef __i386__
    filter.allowIf(SYS_fcntl64, 1, BPF_JEQ, command);
#endif
  }
  return filter.obey();
}

bool raiseFence(const std::string &folder) {
  const bool canTruncate = landlockVersion() >= 3;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && fenceFiles(folder) &&
         fenceCalls(canTruncate);
}

#else

bool raiseFence(const std::string &) { return false; } // no list for this machine

#endif

// The thread outside of the fence, and what it is to do.
void (*errand)() = nullptr;
sem_t errandIsGiven, errandIsDone;

void await(sem_t &what) {
  while (sem_wait(&what) != 0) {
  }
}

void runErrands() {
  for (;;) {
    await(errandIsGiven);
    errand();
    sem_post(&errandIsDone);
  }
}

void giveErrand(void (*what)()) {
  errand = what;
  sem_post(&errandIsGiven);
  await(errandIsDone);
}

void startErrands() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  sem_init(&errandIsGiven, 0, 0);
  sem_init(&errandIsDone, 0, 0);
  std::thread(runErrands).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  callUnfenced = giveErrand;
  if (__lsan_do_leak_check)
    std::atexit([] { callUnfenced(__lsan_do_leak_check); }); // it looks only once
}

// After all that the subject does at the end, and before gcov itself would write. (clang's then
// does so again, in vain, and says so.)
__attribute__((destructor(101))) void writeGcovUnfenced() {
  if (callUnfenced == callHere || !(__gcov_dump || __gcov_exit))
    return;
  callUnfenced(writeGcov);
  dup2(open("/dev/null", O_WRONLY), 2);
}

} // namespace

// Whether a fence can be put up here.
extern "C" bool pincer_has_fence() {
  static const int status = pincer_in_child(
      [](const void *) { syscall(SYS_exit_group, raiseFence("/") ? 0 : 1); }, nullptr);
  return status == 0;
}

// Puts a child behind the fence, where nothing is open but standard input, output and errors.
extern "C" bool pincer_raise_fence(const char *folder) {
  if (syscall(436 /* close_range */, 3u, ~0u, 0) != 0)
    for (int open = 3; open < 65536; ++open)
      close(open);
  if (__llvm_profile_set_filename) // the parent writes what this process counts
    __llvm_profile_set_filename("/dev/null");
  if (__gcov_dump || __gcov_exit || __lsan_do_leak_check)
    startErrands();
  return raiseFence(folder);
}

namespace {

struct FencedTest {
  void (*test)();
  std::string folder;
  std::FILE *output;
};

void startFenced(const void *given) {
  const FencedTest &fenced = *static_cast<const FencedTest *>(given);
  const int nothing = open("/dev/null", O_RDWR);
  umask(022);
  if (nothing < 0 || dup2(nothing, 0) != 0 || dup2(fileno(fenced.output), 1) != 1 ||
      dup2(fileno(fenced.output), 2) != 2 || chdir(fenced.folder.c_str()) != 0 ||
      !pincer_raise_fence(fenced.folder.c_str())) {
    fail("there is no fence now");
    return;
  }
  try {
    fenced.test();
  } catch (...) {
    fail("an exception was thrown");
  }
}

} // namespace

// Runs a test behind the fence. What fails is printed there.
extern "C" void pincer_behind_fence(void (*test)()) {
  if (!pincer_has_fence())
    return skipHere("this test may change files, and the kernel here has no fence for it: that "
                    "takes Landlock and seccomp");
  std::error_code ignored;
  FencedTest fenced = {test, (std::filesystem::temp_directory_path(ignored) / "pincer-XXXXXX").string(),
                       std::tmpfile()};
  if (!fenced.output || !mkdtemp(fenced.folder.data()))
    return skipHere("there is no temporary folder for a test that may change files");
  const int status = pincer_in_child(startFenced, &fenced);
  std::rewind(fenced.output);
  for (int c; (c = std::getc(fenced.output)) != EOF;)
    std::putchar(c);
  std::fclose(fenced.output);
  std::filesystem::remove_all(fenced.folder, ignored);
  judgeChild(status);
}
)";

} // namespace emit
