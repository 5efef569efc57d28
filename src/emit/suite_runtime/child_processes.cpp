#include "emit/suite_runtime/child_processes.h"

// A process that was forked counts for itself. With gcov it adds its counts to the files when it
// exits; with clang it would write them where its parent writes its own later, so they are handed
// back through shared memory. Neither happens at _exit, so that has a definition here: a weak one,
// since a subject may have its own; nor at abort, so main handles its signal. Behind a fence
// (test_fence.cpp) no file of gcov's can be written, so another thread does. (A weak reference
// takes no member out of an archive: gcc's libgcov has __gcov_exit wherever something counts,
// __gcov_dump only where somebody calls it; clang's has the latter.)

namespace emit {

const char *const childProcesses = R"(
// What counts for gcov and for llvm-cov, where the suite is built with either.
extern "C" void __gcov_dump() __attribute__((weak));
extern "C" void __gcov_exit() __attribute__((weak));
extern "C" char *__llvm_profile_begin_counters() __attribute__((weak));
extern "C" char *__llvm_profile_end_counters() __attribute__((weak));
extern "C" int __llvm_profile_write_file() __attribute__((weak));

namespace {

// Memory for the counts of a child, shared with it, and behind them a byte that says that they are
// there; in the child, `isChild` says so.
void *childCounts = MAP_FAILED;
bool isChild = false;

std::size_t countedBytes() {
  return __llvm_profile_begin_counters
             ? static_cast<std::size_t>(__llvm_profile_end_counters() -
                                        __llvm_profile_begin_counters())
             : 0;
}

// The last thing that exit does.
__attribute__((destructor)) void leaveCounts() {
  if (isChild && childCounts != MAP_FAILED) {
    std::memcpy(childCounts, __llvm_profile_begin_counters(), countedBytes());
    static_cast<char *>(childCounts)[countedBytes()] = 1;
  }
}

void writeGcov() {
  if (__gcov_dump)
    __gcov_dump();
  else if (__gcov_exit)
    __gcov_exit();
}

// What a fence around this process would not let it do is done through here.
void callHere(void (*what)()) { what(); }
void (*callUnfenced)(void (*)()) = callHere;

// For ends of the process that do not count by themselves.
void keepCounts() {
  if (isChild)
    leaveCounts();
  else if (__llvm_profile_write_file)
    __llvm_profile_write_file();
  callUnfenced(writeGcov);
}

extern "C" void keepCountsAndAbort(int) {
  keepCounts();
  std::signal(SIGABRT, SIG_DFL);
  std::raise(SIGABRT);
}

} // namespace

// Ends the process at once, but not without its counts.
extern "C" __attribute__((weak)) void _exit(int code) {
  keepCounts();
  for (;;)
    syscall(SYS_exit_group, code);
}
extern "C" __attribute__((weak)) void _Exit(int code) noexcept { _exit(code); }

// Calls `body` in a child, which has the subject as it was before any test, and exits when it
// returns. What waitpid said of it, or -1.
extern "C" int pincer_in_child(void (*body)(const void *), const void *given) {
  if (countedBytes() > 0)
    childCounts = mmap(nullptr, countedBytes() + 1, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    isChild = true;
    body(given);
    std::exit(hasFailed() ? 1 : 0);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (childCounts != MAP_FAILED) {
    if (static_cast<char *>(childCounts)[countedBytes()] != 0)
      std::memcpy(__llvm_profile_begin_counters(), childCounts, countedBytes());
    munmap(childCounts, countedBytes() + 1);
    childCounts = MAP_FAILED;
  }
  return status;
}
)";

} // namespace emit
