#pragma once

#include "support/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// The fence around code that must be taken as hostile: a test calls functions with wild arguments.
///
/// Behind it a process is an unprivileged user without capabilities, in namespaces of its own
/// (user, pid, mount, network, ipc, uts, cgroup). The file system is read-only but for the scratch
/// folder and a private, small /tmp and /dev/shm; /dev holds null, zero, full, random and urandom.
/// What a runner can rely on:
///   - These calls kill with SIGSYS; si_syscall holds the number (see systemCallName):
///     socket (but AF_UNIX), connect, bind, listen, accept*, socketpair unless AF_UNIX stream or
///     seqpacket;
///     ptrace, process_vm_*, pidfd_getfd, pidfd_send_signal; kill, tkill, tgkill, *sigqueueinfo of
///     pid 1, kill(-1); mount and its family, chroot, pivot_root, unshare, setns, clone with a new
///     namespace; bpf, perf_event_open, userfaultfd, io_uring_*, keyctl and family, modules, kexec,
///     reboot, swap*, clock and host name setting, quotactl, acct, iopl, ioperm, syslog, fanotify,
///     handles, msgget; ioctl TIOCSTI and TIOCLINUX. SIGSYS can't be blocked; a handler sees it.
///   - These give an error: changing anything outside scratch (EROFS or EACCES), setuid and setgid
///     bits anywhere (EPERM), prlimit of others, PR_SET_PDEATHSIG other than SIGKILL (EPERM),
///     AF_UNIX sockets (EACCES), terminal settings (ENOTTY), pids outside (ESRCH), more than
///     `processes` (EAGAIN), and every call that is not known to be harmless, clone3 and openat2
///     among them (ENOSYS).
///   - sync and syncfs do nothing and succeed.
///   - A file beyond fileBytes gives SIGXFSZ (or EFBIG).
///   - Inside, pid 1 ignores every signal it has no handler for. A fork server that is pid 1 must
///     therefore not run the subject in its own process: abort() would not end it cleanly. Give
///     each test a process group of its own, and mind that siblings can signal each other by pid.
///   - LeakSanitizer traces itself with ptrace: run with detect_leaks=0.
namespace execute {

/// What a fenced process tree may use. Time is watched by whoever waits for it.
struct FenceLimits {
  std::uint64_t memoryBytes = 2ull << 30;    // resident, of the whole tree
  std::uint64_t fileBytes = 16ull << 20;     // any one file it writes (scratch, captured output)
  std::uint64_t scratchBytes = 256ull << 20; // all files in scratch together
  std::uint64_t dataBytes = 0;  // private writable memory of one process, mapped or touched; 0: any
                                // (sanitizers and shadow memory map terabytes)
  std::uint32_t processes = 16; // processes and threads alive at once, in the tree
  int landlockAbi = 0;          // 0: what the kernel has; else pretend it has at most this
};

struct FencedCommand {
  std::vector<std::string> arguments;   // [0]: absolute path of the program, not inside scratch
  std::vector<std::string> environment; // NAME=value, nothing is inherited
  std::vector<std::pair<int, int>>
      descriptors; // (ours, number in the child, below maxDescriptors); everything else is closed,
                   // and 0, 1, 2 are /dev/null unless listed. A named file opened for reading
                   // arrives reopened through the read-only view.
  std::filesystem::path scratch; // the one folder of ours where it may write; it is its working
                                 // folder. When we are root it is given to an unprivileged user.
  bool randomised = false;       // addresses differ from run to run
  bool asInit = false; // the command is pid 1 itself and reaps orphans (a fork server); else a
                       // built-in init starts it, reaps, and ends everything when it ends
};

inline constexpr int maxDescriptors = 128;

/// Something the fence did to the tree while it ran.
struct FenceEvent {
  enum class Kind : std::int32_t {
    OutOfMemory, // killed one process, the largest, with SIGKILL: the tree was over memoryBytes
    ScratchFull, // killed the whole tree: scratch was over scratchBytes, or held too many files
  };
  Kind kind = Kind::OutOfMemory;
  std::int32_t pid = 0;    // as the tree itself sees it
  std::uint64_t bytes = 0; // in use when it was killed
};

/// A process tree behind the fence. It can see the file system read-only and write to its scratch
/// folder only, has no network, can't signal or trace anything outside, and dies as a whole, also
/// when our own process is killed.
class FencedProcess {
public:
  FencedProcess(FencedProcess &&other) noexcept;
  FencedProcess &operator=(FencedProcess &&other) noexcept;
  ~FencedProcess(); // kills it

  /// Ends the whole tree. Wait afterwards; then nothing of it is left.
  void kill();
  /// Waits for the end; the status is that of waitpid for the command. Call once.
  int wait();
  /// Like wait, but gives up (false) after `timeoutMs`.
  bool waitFor(int timeoutMs, int &status);

  /// What happened since the last call. An event can be read here before the death it caused can be
  /// seen by anyone, so a SIGKILL without an event was the subject's own.
  std::vector<FenceEvent> events();

private:
  friend support::Result<FencedProcess> startFenced(const FencedCommand &, const FenceLimits &);
  FencedProcess() = default;
  void release();
  int pid_ = -1; // the guard: it ends with the status of the command, after the whole tree
  int pidfd_ = -1;
  int events_ = -1;
};

/// Starts the command with the whole fence up, or not at all: the error says which part this
/// machine refuses and what may help. Needs the program pincer-fence in ../lib/pincer beside
/// support::thisProgram().
support::Result<FencedProcess> startFenced(const FencedCommand &command, const FenceLimits &limits);

/// Removes everything in a scratch folder, whatever a fenced process left there (closed folders,
/// endless depth), following no links. None may be running in it.
support::Status clearScratch(const std::filesystem::path &scratch);

/// The name of a system call, for a SIGSYS: "socket"; "call 999" if unknown. PINCER_32BIT_CALL
/// may mark it.
std::string systemCallName(int number);

} // namespace execute
