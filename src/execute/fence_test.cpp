#include "execute/fence.h"
#include "support/file_system.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace execute {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using Strings = std::vector<std::string>;

constexpr unsigned nobody = 65534;

/// Who runs pincer, and what its kernel can do.
struct Machine {
  bool root;
  int landlockAbi;
};

std::string name(const testing::TestParamInfo<Machine> &info) {
  return fmt::format("{}{}", info.param.root ? "Root" : "User",
                     info.param.landlockAbi != 0 ? "OldLandlock" : "");
}

/// How a fenced run went, seen from a process of its own that played pincer.
struct Ran {
  bool started = false;
  char error[600] = "";
  int status = 0;
  int eventCount = 0;
  FenceEvent events[8] = {};
};

struct Report : Ran {
  std::string output;
  int code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
  int signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
};

void dropToNobody() {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(nobody, nobody, nobody) != 0 ||
      ::setresuid(nobody, nobody, nobody) != 0)
    ::_exit(99);
}

std::string contents(int fd) {
  std::string text(static_cast<std::size_t>(::lseek(fd, 0, SEEK_END)), '\0');
  EXPECT_EQ(static_cast<ssize_t>(text.size()), ::pread(fd, text.data(), text.size(), 0));
  return text;
}

/// Whether any user may go there: a build below /root can be used by root alone.
bool isOpenToAll(fs::path folder) {
  for (; folder != folder.root_path(); folder = folder.parent_path())
    if ((fs::status(folder).permissions() & fs::perms::others_exec) == fs::perms::none)
      return false;
  return true;
}

class Fence : public testing::TestWithParam<Machine> {
protected:
  void SetUp() override {
    if (GetParam().root && ::geteuid() != 0)
      GTEST_SKIP() << "not root";
    if (!GetParam().root && ::geteuid() == 0 && !isOpenToAll(support::thisProgram().parent_path()))
      GTEST_SKIP() << "an ordinary user can't reach the build folder";
    // Beside the build and not in /tmp, which the fence hides anyway.
    std::string pattern = support::thisProgram().parent_path() / "fence-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    fs::permissions(folder_, fs::perms(0755));
    scratch_ = makeFolder("scratch", 0700);
    limits_.landlockAbi = GetParam().landlockAbi;
  }
  void TearDown() override {
    if (folder_.empty())
      return;
    EXPECT_TRUE(clearScratch(scratch_));
    fs::remove_all(folder_);
    EXPECT_FALSE(fs::exists(folder_));
  }

  /// A folder of the user who runs pincer.
  fs::path makeFolder(const std::string &name, unsigned mode) {
    const fs::path path = folder_ / name;
    fs::create_directories(path);
    ::chmod(path.c_str(), mode);
    give(path);
    return path;
  }
  void give(const fs::path &path) {
    if (!GetParam().root && ::geteuid() == 0) {
      ASSERT_EQ(0, ::chown(path.c_str(), nobody, nobody));
    }
  }
  /// A file that the fenced process would have every right to change.
  fs::path makeVictim() {
    const fs::path folder = folder_ / "victims";
    fs::create_directories(folder);
    const fs::path path = folder / "victim";
    EXPECT_TRUE(support::writeFile(path, "precious\n"));
    ::chmod(path.c_str(), 0666);
    ::chmod(folder.c_str(), 0777);
    if (::geteuid() == 0) {
      EXPECT_EQ(0, ::chown(path.c_str(), nobody, nobody));
      EXPECT_EQ(0, ::chown(folder.c_str(), nobody, nobody));
    }
    return path;
  }

  static fs::path acts() { return support::thisProgram().parent_path() / "fence_acts"; }

  FencedCommand command(const Strings &act) {
    FencedCommand command;
    command.arguments = {program_.string()};
    command.arguments.insert(command.arguments.end(), act.begin(), act.end());
    command.environment = {"PATH=/usr/bin:/bin"};
    command.scratch = scratch_;
    command.asInit = asInit_;
    return command;
  }

  /// Does something as pincer would: in a process of its own, as the machine's user.
  template <class Body> pid_t asPincer(Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
      if (!GetParam().root && ::geteuid() == 0)
        dropToNobody();
      body();
      ::_exit(0);
    }
    return child;
  }

  Report run(const Strings &act, const std::function<void()> &before = [] {}) {
    Report report;
    const int output = ::memfd_create("output", MFD_CLOEXEC);
    const int result = ::memfd_create("result", MFD_CLOEXEC);
    const pid_t pincer = asPincer([&] {
      before();
      Ran ran;
      FencedCommand wanted = command(act);
      wanted.descriptors = {{output, 1}, {output, 2}};
      if (stdin_ >= 0)
        wanted.descriptors.emplace_back(stdin_, 0);
      auto process = startFenced(wanted, limits_);
      ran.started = static_cast<bool>(process);
      if (!process) {
        std::strncpy(ran.error, process.error().message.c_str(), sizeof ran.error - 1);
      } else {
        if (!process->waitFor(120000, ran.status))
          std::strcpy(ran.error, "still running after two minutes");
        for (const FenceEvent &event : process->events())
          if (ran.eventCount < 8)
            ran.events[ran.eventCount++] = event;
      }
      (void)!::write(result, &ran, sizeof ran);
    });
    int status = 0;
    ::waitpid(pincer, &status, 0);
    EXPECT_EQ(0, status);
    EXPECT_EQ(static_cast<ssize_t>(sizeof(Ran)),
              ::pread(result, static_cast<Ran *>(&report), sizeof(Ran), 0));
    report.output = contents(output);
    ::close(output);
    ::close(result);
    return report;
  }

  void expectHonest() {
    const Report report = run({"honest"});
    EXPECT_STREQ("", report.error);
    EXPECT_EQ(0, report.code()) << report.output << report.signal();
  }

  fs::path folder_, scratch_, program_ = acts();
  FenceLimits limits_;
  bool asInit_ = false;
  int stdin_ = -1;
};

INSTANTIATE_TEST_SUITE_P(Machines, Fence,
                         testing::Values(Machine{true, 0}, Machine{false, 0}, Machine{true, 2},
                                         Machine{false, 2}),
                         name);

TEST_P(Fence, ForwardsTheStatus) {
  EXPECT_EQ(7, run({"exit", "7"}).code());
  EXPECT_EQ(SIGABRT, run({"crash"}).signal());
  asInit_ = true;
  EXPECT_EQ(7, run({"exit", "7"}).code());
}

TEST_P(Fence, HonestCodeWorksAndLeavesOnlyScratch) {
  ::unlink("/dev/shm/left-over");
  expectHonest();
  EXPECT_EQ("hell", *support::readFile(scratch_ / "written"));
  EXPECT_FALSE(fs::exists("/dev/shm/left-over"));
  EXPECT_FALSE(fs::exists("/tmp/left-over"));
}

TEST_P(Fence, GivesExactlyWhatIsListed) {
  const Report report = run({"describe"});
  const std::string expected = fmt::format("env PATH=/usr/bin:/bin\nfd 0\nfd 1\nfd 2\ncwd {}\n"
                                           "ids 65534 65534\n",
                                           scratch_.string());
  EXPECT_EQ(expected, report.output.substr(0, expected.size()));
  EXPECT_EQ(report.output, run({"describe"}).output) << "addresses vary";
}

TEST_P(Fence, ChangesNothingOutsideScratch) {
  const fs::path victim = makeVictim();
  const std::string pipe = victim.string() + ".pipe";
  ASSERT_EQ(0, ::mkfifo(pipe.c_str(), 0666));
  ASSERT_EQ(0, ::chmod(pipe.c_str(), 0666));
  struct stat before, after;
  ASSERT_EQ(0, ::stat(victim.c_str(), &before));
  for (const char *act : {"change", "change-by-link"}) {
    const Report report = run({act, victim});
    EXPECT_EQ(0, report.code()) << report.error;
    EXPECT_EQ("", report.output);
  }
  ASSERT_EQ(0, ::stat(victim.c_str(), &after));
  EXPECT_EQ(0, std::memcmp(&before, &after, sizeof before));
  EXPECT_EQ("precious\n", *support::readFile(victim));
  EXPECT_EQ(2, std::distance(fs::directory_iterator(victim.parent_path()), {}));
}

TEST_P(Fence, ChangesNothingThroughADescriptor) {
  const fs::path victim = makeVictim();
  struct stat before, after;
  stdin_ = ::open(victim.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(0, ::stat(victim.c_str(), &before));
  const Report report = run({"change-stdin"});
  ::close(stdin_);
  EXPECT_EQ("", report.output);
  EXPECT_EQ(0, report.code()) << report.error;
  ASSERT_EQ(0, ::stat(victim.c_str(), &after));
  EXPECT_EQ(0, std::memcmp(&before, &after, sizeof before));
}

TEST_P(Fence, RefusesDescriptorsThatLeadOut) {
  int pair[2];
  ASSERT_EQ(0, ::socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair));
  stdin_ = pair[0];
  EXPECT_THAT(run({"exit", "0"}).error, HasSubstr("sockets can be passed in"));
  ::close(pair[0]), ::close(pair[1]);
}

TEST_P(Fence, ChangesNothingOfTheSystem) {
  const Report report = run({"change-system"});
  EXPECT_EQ("", report.output);
  EXPECT_EQ(0, report.code()) << report.error << report.signal();
}

TEST_P(Fence, MakesNoSetuidFiles) {
  const Report report = run({"setuid-file"});
  EXPECT_EQ("", report.output);
  EXPECT_EQ(0, report.code()) << report.error;
}

TEST_P(Fence, SignalsNobodyOutside) {
  const pid_t victim = ::fork();
  if (victim == 0) {
    if (::geteuid() == 0)
      dropToNobody(); // the same user as the fenced process
    ::sleep(100);
    ::_exit(0);
  }
  EXPECT_EQ(0, run({"kill-pid", std::to_string(victim)}).code());
  EXPECT_EQ(0, run({"read-memory", std::to_string(victim)}).code());
  EXPECT_EQ(SIGSYS, run({"kill-parent"}).signal());
  EXPECT_EQ(SIGSYS, run({"kill-all"}).signal());
  EXPECT_EQ(0, ::waitpid(victim, nullptr, WNOHANG));
  ::kill(victim, SIGKILL);
  ::waitpid(victim, nullptr, 0);
}

TEST_P(Fence, AForkServerOutlivesItsTests) {
  asInit_ = true;
  EXPECT_EQ(fmt::format("pid 1 child {}\n", -SIGSYS), run({"serve", "kill-parent"}).output);
  EXPECT_EQ(fmt::format("pid 1 child {}\n", -SIGSYS), run({"serve", "kill-all"}).output);
  EXPECT_EQ("pid 1 child 5\n", run({"serve", "exit", "5"}).output);
  limits_.memoryBytes = 128 << 20;
  const Report report = run({"serve", "fill-memory", "100"});
  EXPECT_EQ(fmt::format("pid 1 child {}\n", -SIGKILL), report.output);
  ASSERT_LE(1, report.eventCount);
  EXPECT_EQ(FenceEvent::Kind::OutOfMemory, report.events[0].kind);
  EXPECT_EQ(3, report.events[0].pid);
  limits_.fileBytes = 1 << 20;
  EXPECT_EQ(fmt::format("pid 1 child {}\n", -SIGXFSZ), run({"serve", "fill-file"}).output);
}

TEST_P(Fence, TrapsWhatNoTestMayDo) {
  const auto number = [](long value) { return fmt::format("{}", value); };
  const Strings calls[] = {
      {number(SYS_socket), number(AF_INET), number(SOCK_STREAM)},
      {number(SYS_socket), number(AF_NETLINK), number(SOCK_RAW)},
      {number(SYS_socket), fmt::format("{}", (1ull << 32) + AF_INET), number(SOCK_STREAM)},
      {number(SYS_socketpair), number(AF_UNIX), number(SOCK_DGRAM), "0", "0"},
      {number(SYS_socketpair), number(AF_UNIX), fmt::format("{}", (1ull << 32) + SOCK_RAW)},
      {number(SYS_connect), "0", "0", "0"},
      {number(SYS_ptrace), "0"},
      {number(SYS_ptrace), "16", "1"},
      {number(SYS_process_vm_writev), "1", "0", "0", "0", "0", "0"},
      {number(SYS_mount), "0", "0", "0", "0", "0"},
      {number(SYS_umount2), "0", "2"},
      {number(SYS_unshare), number(CLONE_NEWUSER)},
      {number(SYS_setns), "0", "0"},
      {number(SYS_clone), number(CLONE_NEWUSER | SIGCHLD)},
      {number(SYS_clone), fmt::format("{}", (1ull << 32) + CLONE_NEWNS + SIGCHLD)},
      {number(SYS_keyctl), "0"},
      {number(SYS_bpf), "0"},
      {number(SYS_perf_event_open), "0"},
      {number(SYS_userfaultfd), "0"},
      {number(SYS_io_uring_setup), "1", "0"},
      {number(SYS_finit_module), "0", "0", "0"},
      {number(SYS_reboot), "0"},
      {number(SYS_swapon), "0"},
      {number(SYS_settimeofday), "0", "0"},
      {number(SYS_quotactl), "0"},
      {number(SYS_kill), fmt::format("{}", (1ull << 32) + 1), "9"},
      {number(SYS_kill), "0xffffffff", "9"},
      {number(SYS_tgkill), "1", "1", "9"},
      {number(SYS_pidfd_send_signal), "0", "9", "0", "0"},
      {number(SYS_ioctl), "0", fmt::format("{}", (1ull << 32) + 0x5412), "0"},
  };
  for (const Strings &call : calls) {
    Strings act = {"raw"};
    act.insert(act.end(), call.begin(), call.end());
    const Report report = run(act);
    EXPECT_EQ(SIGSYS, report.signal()) << systemCallName(std::stoi(call[0])) << report.error;
  }
}

TEST_P(Fence, RefusesWithAnError) {
  const auto result = [&](std::initializer_list<long> values) {
    Strings act = {"raw"};
    for (long value : values)
      act.push_back(fmt::format("{}", value));
    return run(act).output;
  };
  EXPECT_EQ("-1 ENOSYS\n", result({SYS_clone3, 0, 0}));
  EXPECT_EQ("-1 ENOSYS\n", result({SYS_openat2, 0, 0, 0, 0}));
  EXPECT_EQ("-1 ENOSYS\n", result({9999}));
  EXPECT_EQ("-1 ENOSYS\n", result({SYS_personality, 8}));
  EXPECT_EQ("-1 EPERM\n", result({SYS_prctl, 1, 0}));
  EXPECT_EQ("-1 EPERM\n", result({SYS_prlimit64, 1, 7, 0, 0}));
  EXPECT_EQ("-1 EACCES\n", result({SYS_socket, AF_UNIX, SOCK_DGRAM}));
  EXPECT_EQ("0 \n", result({SYS_sync}));
  EXPECT_EQ("0 \n", result({SYS_prctl, 1, SIGKILL}));
}

TEST_P(Fence, StaysUpAcrossExec) {
  const Strings inet = {"raw", std::to_string(SYS_socket), std::to_string(AF_INET), "1"};
  Strings act = {"exec", acts()};
  act.insert(act.end(), inet.begin(), inet.end());
  EXPECT_EQ(SIGSYS, run(act).signal());
  EXPECT_EQ(0, run({"exec", "/bin/true"}).code());
}

TEST_P(Fence, BoundsTheNumberOfProcesses) {
  limits_.processes = 12;
  const Report report = run({"fork-bomb"});
  EXPECT_EQ(0, report.code()) << report.error;
  EXPECT_EQ("12\n", report.output);
}

TEST_P(Fence, BoundsOneFile) {
  EXPECT_EQ(SIGXFSZ, run({"fill-file"}).signal());
  EXPECT_EQ(limits_.fileBytes, fs::file_size(scratch_ / "large"));
}

TEST_P(Fence, BoundsAllOfScratch) {
  limits_.scratchBytes = 32 << 20;
  const Report report = run({"fill-folder"});
  EXPECT_EQ(SIGKILL, report.signal());
  ASSERT_EQ(1, report.eventCount);
  EXPECT_EQ(FenceEvent::Kind::ScratchFull, report.events[0].kind);
}

TEST_P(Fence, BoundsMemory) {
  limits_.memoryBytes = 256 << 20;
  const Report report = run({"fill-memory", "100"});
  EXPECT_EQ(SIGKILL, report.signal());
  ASSERT_LE(1, report.eventCount);
  EXPECT_EQ(FenceEvent::Kind::OutOfMemory, report.events[0].kind);
  EXPECT_LT(report.events[0].bytes, 4ull << 30) << "the watch is too slow";
}

TEST_P(Fence, BoundsMemoryOfTheTree) {
  limits_.memoryBytes = 256 << 20;
  const Report report = run({"fill-memory-together"});
  EXPECT_EQ(0, report.code());
  EXPECT_THAT(report.output, AnyOf("4\n", "5\n", "6\n", "7\n", "8\n"));
}

TEST_P(Fence, CountsSharedMemoryOnce) {
  limits_.memoryBytes = 256 << 20;
  EXPECT_EQ("0\n", run({"share-memory"}).output);
}

TEST_P(Fence, BoundsDataWhenAsked) {
  limits_.dataBytes = 64 << 20;
  EXPECT_EQ(42, run({"fill-memory", "1"}).code());
}

TEST_P(Fence, LeavesNoDaemons) {
  EXPECT_EQ(0, run({"stay-behind"}).code());
  const auto size = fs::file_size(scratch_ / "heartbeat");
  EXPECT_LT(0u, size);
  ::usleep(50000);
  EXPECT_EQ(size, fs::file_size(scratch_ / "heartbeat"));
}

pid_t childOf(pid_t parent) {
  for (const auto &entry : fs::directory_iterator("/proc")) {
    const auto stat = support::readFile(entry.path() / "stat");
    const std::size_t state = stat ? stat->rfind(") ") : std::string::npos;
    if (state != std::string::npos && std::atoi(stat->c_str() + state + 3) == parent)
      return std::stoi(entry.path().filename());
  }
  return -1;
}

/// The write end of a pipe that only the fenced process holds tells when it is gone.
TEST_P(Fence, DiesWithPincerAndWithTheGuard) {
  for (int kind = 0; kind < 4; ++kind) {
    asInit_ = kind % 2 == 1;
    const bool guard = kind >= 2;
    int ends[2], ready[2];
    ASSERT_EQ(0, ::pipe2(ends, O_CLOEXEC));
    ASSERT_EQ(0, ::pipe2(ready, O_CLOEXEC));
    const pid_t pincer = asPincer([&] {
      FencedCommand wanted = command({"sleep"});
      wanted.descriptors = {{ends[1], 5}};
      auto process = startFenced(wanted, limits_);
      ::close(ends[1]);
      (void)!::write(ready[1], process ? "y" : "n", 1);
      ::sleep(100);
    });
    ::close(ends[1]);
    char answer = 0;
    ASSERT_EQ(1, ::read(ready[0], &answer, 1));
    EXPECT_EQ('y', answer);
    pollfd end{ends[0], POLLIN, 0};
    EXPECT_EQ(0, ::poll(&end, 1, 50)) << "gone too early";
    ASSERT_LT(1, childOf(pincer));
    ::kill(guard ? childOf(pincer) : pincer, SIGKILL);
    EXPECT_EQ(1, ::poll(&end, 1, 60'000)) << "survived";
    ::kill(pincer, SIGKILL);
    ::waitpid(pincer, nullptr, 0);
    ::close(ends[0]), ::close(ready[0]), ::close(ready[1]);
  }
}

TEST_P(Fence, CanBeKilledAndTimedOut) {
  int status = 0;
  const pid_t pincer = asPincer([&] {
    auto process = startFenced(command({"sleep"}), limits_);
    int ended = 0;
    const bool early = !process || process->waitFor(50, ended);
    if (!early)
      process->kill();
    ::_exit(!early && process->waitFor(60'000, ended) && WIFSIGNALED(ended) ? 0 : 1);
  });
  ::waitpid(pincer, &status, 0);
  EXPECT_EQ(0, status);
}

TEST_P(Fence, ReachesTheProgramWhereverItLies) {
  const struct {
    const char *folder;
    unsigned folderMode, programMode;
  } places[] = {{"open", 0755, 0755}, {"closed", 0700, 0755}, {"private", 0700, 0700}};
  for (const auto &place : places) {
    const fs::path outer = makeFolder(place.folder, place.folderMode);
    const fs::path inner = makeFolder(std::string(place.folder) + "/bin", place.folderMode);
    program_ = inner / "acts";
    fs::copy_file(acts(), program_);
    ::chmod(program_.c_str(), place.programMode);
    give(program_);
    scratch_ = makeFolder(std::string(place.folder) + "/scratch", 0700);
    expectHonest();
    EXPECT_TRUE(fs::exists(scratch_ / "written")) << place.folder;
    struct stat info;
    ASSERT_EQ(0, ::stat(outer.c_str(), &info));
    EXPECT_EQ(place.folderMode, info.st_mode & 07777);
    EXPECT_TRUE(clearScratch(scratch_));
  }
}

TEST_P(Fence, ReachesTheProgramUnderTemporaryFolders) {
  const fs::path kept = folder_;
  for (const char *parent : {"/tmp", "/dev/shm"}) {
    std::string pattern = std::string(parent) + "/fence-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    give(folder_);
    program_ = folder_ / "acts";
    fs::copy_file(acts(), program_);
    give(program_);
    scratch_ = makeFolder("scratch", 0700);
    expectHonest();
    EXPECT_TRUE(fs::exists(scratch_ / "written"));
    const fs::path victim = makeVictim();
    ASSERT_EQ(0, ::mkfifo((victim.string() + ".pipe").c_str(), 0666));
    EXPECT_EQ("", run({"change", victim}).output);
    fs::remove_all(folder_);
  }
  folder_ = kept;
  scratch_ = makeFolder("scratch", 0700);
}

TEST_P(Fence, RefusesAProgramInScratch) {
  program_ = scratch_ / "acts";
  fs::copy_file(acts(), program_);
  give(program_);
  EXPECT_THAT(run({"exit", "0"}).error, HasSubstr("must not lie in its scratch folder"));
}

TEST_P(Fence, ScratchCanBeClearedWhateverIsLeft) {
  EXPECT_EQ(0, run({"close-folder"}).code());
  const pid_t pincer = asPincer([&] { ::_exit(clearScratch(scratch_) ? 0 : 1); });
  int status = 0;
  ::waitpid(pincer, &status, 0);
  EXPECT_EQ(0, status);
  EXPECT_TRUE(fs::is_empty(scratch_));
  run({"close-folders"}); // deeper than any path
  EXPECT_TRUE(clearScratch(scratch_));
  EXPECT_TRUE(fs::is_empty(scratch_));
}

TEST_P(Fence, DepthOfScratchDoesNotMatter) {
  const Report report = run({"deepen"});
  EXPECT_EQ(0, report.code());
  EXPECT_EQ(0, report.eventCount);
}

/// A minute of it: PINCER_RACE_SECONDS=60 build/bin/fence_test --gtest_filter='*Exchanged*'.
TEST_P(Fence, AnExchangedLinkLeadsNobodyOut) {
  if (GetParam().landlockAbi != 0)
    GTEST_SKIP() << "who looks in is outside of Landlock";
  const char *wanted = std::getenv("PINCER_RACE_SECONDS");
  const std::string seconds = wanted != nullptr ? wanted : "1";
  const fs::path victim = makeVictim();
  for (const fs::path &target : {victim, victim.parent_path()}) {
    struct stat before, after;
    ASSERT_EQ(0, ::chmod(target.c_str(), 0100));
    ASSERT_EQ(0, ::stat(target.c_str(), &before));
    const Report report = run({"exchange", target, seconds});
    EXPECT_EQ(0, report.code()) << report.error;
    const pid_t pincer = asPincer([&] { ::_exit(clearScratch(scratch_) ? 0 : 1); });
    int status = 0;
    ::waitpid(pincer, &status, 0);
    EXPECT_EQ(0, status);
    ASSERT_EQ(0, ::stat(target.c_str(), &after));
    EXPECT_EQ(before.st_mode, after.st_mode) << target;
    ASSERT_EQ(0, ::chmod(target.c_str(), 0700)); // or nobody but root can remove it
  }
}

/// Plays a kernel that refuses a system call.
void deny(const char *call, int error, std::vector<scmp_arg_cmp> conditions = {}) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)),
                             seccomp_syscall_resolve_name(call),
                             static_cast<unsigned>(conditions.size()), conditions.data()) != 0 ||
      seccomp_load(filter) != 0)
    ::_exit(98);
  seccomp_release(filter);
}

TEST_P(Fence, RefusesWhereAPartIsMissing) {
  const scmp_arg_cmp newPids{0, SCMP_CMP_MASKED_EQ, CLONE_NEWPID, CLONE_NEWPID};
  const struct {
    const char *call;
    int error;
    std::vector<scmp_arg_cmp> conditions;
    const char *complaint;
  } kernels[] = {
      {"clone", EPERM, {newPids}, "this machine forbids namespaces"},
      {"clone", ENOSPC, {newPids}, "max_user_namespaces"},
      {"mount", EPERM, {}, "a private view of the file system"},
      {"mount_setattr", ENOSYS, {}, "mount_setattr, Linux 5.12"},
      {"landlock_create_ruleset", EOPNOTSUPP, {}, "Landlock"},
      {"capset", EPERM, {}, "capset"},
      {"personality", EPERM, {}, "address randomisation"},
  };
  for (const auto &kernel : kernels) {
    const Report report =
        run({"honest"}, [&] { deny(kernel.call, kernel.error, kernel.conditions); });
    EXPECT_FALSE(report.started);
    EXPECT_THAT(report.error, HasSubstr("nothing was run"));
    EXPECT_THAT(report.error, HasSubstr(kernel.complaint));
    EXPECT_TRUE(fs::is_empty(scratch_)) << "something ran";
  }
}

TEST(SystemCallName, KnowsNumbers) {
  EXPECT_EQ("socket", systemCallName(SYS_socket));
  EXPECT_EQ("call 99999", systemCallName(99999));
}

} // namespace
} // namespace execute
