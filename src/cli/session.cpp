#include "cli/session.h"

#include "cli/say.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Result;

namespace {

/// An inspect target is not optimised; what a test may take elsewhere it must get here.
constexpr std::uint32_t inspectTimeFactor = 10;

volatile std::sig_atomic_t interrupted = 0; // a signal handler has nowhere else to write

/// Where MemorySanitizer alone decides, every test that is judged runs there.
bool needsMemory(const model::Subject &subject) {
  return !build::is32Bit(subject) &&
         std::ranges::any_of(subject.functions, [](const model::Function &function) {
           return !function.undrivable && function.facts.readsFresh && function.facts.writesKnown;
         });
}

void noteInterrupt(int) {
  if (interrupted)
    ::_exit(Interrupted);
  interrupted = 1;
}

void leaveAtOnce(int) {
  constexpr std::string_view message =
      "\npincer: interrupted before the search began; no test was found\n";
  [[maybe_unused]] const ssize_t ignored = ::write(2, message.data(), message.size());
  ::_exit(Interrupted); // compilers end with us
}

} // namespace

Result<OutputFolder> OutputFolder::open(const fs::path &path) {
  std::error_code code;
  const fs::path absolute = fs::absolute(path).lexically_normal();
  if (fs::exists(absolute / ".pincer", code) && !fs::is_empty(absolute / ".pincer", code) &&
      !fs::exists(absolute / ".pincer" / "lock", code))
    return Error{fmt::format("{}: was not made by pincer, so nothing is written there (move it "
                             "away, or choose another folder with -o)",
                             (absolute / ".pincer").string())};
  fs::create_directories(absolute / ".pincer", code);
  if (code)
    return Error{
        fmt::format("{}: can't be used as output folder: {}", path.string(), code.message())};
  const fs::path lock = absolute / ".pincer" / "lock";
  const int fd = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0)
    return Error{fmt::format("{}: {}", lock.string(), std::strerror(errno))};
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return Error{fmt::format("{}: another pincer works in this folder", path.string())};
  }
  return OutputFolder(absolute, fd);
}

OutputFolder::OutputFolder(OutputFolder &&other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

OutputFolder::~OutputFolder() {
  if (lock_ >= 0)
    ::close(lock_);
}

Result<std::unique_ptr<Targets>> Targets::start(const build::Program &program,
                                                const build::WorkFolder &work,
                                                const execute::TargetLimits &limits, unsigned jobs,
                                                bool withSymbolic, Patience patience) {
  std::unique_ptr<Targets> targets(new Targets(program, work, limits, jobs, std::move(patience)));
  const fs::path scratch = work.root() / "scratch-plain";
  fs::create_directories(scratch);
  auto plain = execute::startTarget(program.plain, program.subject, scratch, limits);
  if (!plain)
    return plain.error();
  targets->plain_ = std::move(*plain);
  support::Status begun =
      begin(targets->sanitizedProgram_, [&] { return build::buildSanitized(program, work, jobs); });
  if (begun)
    begun = begin(targets->movedProgram_, [&] { return build::linkMoved(program, work); });
  if (begun && needsMemory(program.subject))
    begun = begin(targets->memoryProgram_, [&] { return build::buildMemory(program, work, jobs); });
  if (begun && withSymbolic)
    begun =
        begin(targets->symbolicProgram_, [&] { return build::buildSymbolic(program, work, jobs); });
  if (!begun)
    return begun.error();
  return targets;
}

/// A copy of this process builds it: it can be ended, whatever LLVM is at.
support::Status Targets::begin(Building &building, const std::function<Result<fs::path>()> &build) {
  auto task = support::BackgroundTask::start([&] {
    const Result<fs::path> path = build();
    return path ? Result<std::string>(path->string()) : path.error();
  });
  if (!task)
    return task.error();
  building = std::move(*task);
  return support::Done{};
}

Result<fs::path> Targets::await(Building &building, const char *what,
                                std::optional<double> mostSeconds) {
  if (!building)
    return Error{fmt::format("there is no {}", what)};
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  bool told = false;
  const auto program = building->waitUnless([&] {
    if (!std::exchange(told, true) && patience_.tell)
      patience_.tell(what);
    return patience_.deadline.wasInterrupted() || (mostSeconds && seconds() > *mostSeconds);
  });
  building.reset();
  patience_.deadline.addWaiting(seconds());
  if (!program)
    return Error{fmt::format("the {} was not built within {:.0f} s", what, seconds())};
  if (!*program)
    return Error{fmt::format("the {} can't be built: {}", what, program->error().message)};
  return fs::path(**program);
}

Result<std::unique_ptr<execute::Recorder>> Targets::startRecorder(Building &building,
                                                                  const char *what,
                                                                  std::optional<double> mostSeconds,
                                                                  const char *scratch) {
  auto program = await(building, what, mostSeconds);
  if (!program)
    return program.error();
  fs::create_directories(work_.root() / scratch);
  return execute::startSymbolicTarget(*program, program_.subject, work_.root() / scratch, limits_);
}

Result<execute::Recorder *> Targets::symbolic() {
  if (symbolic_)
    return symbolic_.get();
  auto started = startRecorder(symbolicProgram_, "symbolic target", patience_.symbolicSeconds,
                               "scratch-symbolic");
  if (!started)
    return started.error();
  symbolic_ = std::move(*started);
  return symbolic_.get();
}

support::Status Targets::beginChecked() {
  if (std::exchange(checkedIsBegun_, true))
    return support::Done{};
  return begin(checkedProgram_, [this] { return build::buildChecked(program_, work_, jobs_); });
}

bool Targets::hasChecked() { return !beginChecked() || hasEnded(checkedProgram_); }

Result<execute::Recorder *> Targets::checked() {
  if (checked_)
    return checked_.get();
  if (support::Status begun = beginChecked(); !begun)
    return begun.error();
  auto started = startRecorder(checkedProgram_, "checked target", patience_.symbolicSeconds,
                               "scratch-checked");
  if (!started)
    return started.error();
  checked_ = std::move(*started);
  return checked_.get();
}

Result<execute::Inspector *> Targets::inspect() {
  if (inspect_)
    return inspect_.get();
  auto program = build::buildInspect(program_, work_, jobs_);
  if (!program)
    return program.error();
  const fs::path scratch = work_.root() / "scratch-inspect";
  fs::create_directories(scratch);
  execute::TargetLimits limits = limits_;
  limits.timeoutMs *= inspectTimeFactor;
  auto started = execute::startInspectTarget(*program, program_.subject, scratch, limits);
  if (!started)
    return started.error();
  inspect_ = std::move(*started);
  return inspect_.get();
}

bool Targets::canJudge() const {
  return hasEnded(sanitizedProgram_) && hasEnded(movedProgram_) && hasEnded(memoryProgram_);
}

campaign::Doubts Targets::doubts() {
  return {.moved = [this] { return moved(); },
          .connects =
              [this](const model::TestCase &test, const std::vector<model::BranchId> &taken) {
                return program_.connects(test, taken);
              }};
}

Result<execute::Executor *> Targets::awaitTarget(Building &building, const char *what,
                                                 const char *scratch,
                                                 std::unique_ptr<execute::Executor> &executor) {
  if (executor)
    return executor.get();
  auto program = await(building, what, std::nullopt);
  if (!program)
    return program.error();
  const fs::path folder = work_.root() / scratch;
  fs::create_directories(folder);
  auto started = execute::startTarget(*program, program_.subject, folder, limits_);
  if (!started)
    return started.error();
  executor = std::move(*started);
  return executor.get();
}

Result<execute::Executor *> Targets::moved() {
  // Where the objects can't be linked that way, heap and stack still move.
  if (!moved_ && !movedProgram_)
    return plain_.get();
  auto target = awaitTarget(movedProgram_, "moved target", "scratch-moved", moved_);
  return target ? target : plain_.get();
}

Result<execute::Executor *> Targets::sanitized() {
  return awaitTarget(sanitizedProgram_, "sanitized target", "scratch-sanitized", sanitized_);
}

Result<execute::Executor *> Targets::memory() {
  if (!memory_ && !memoryProgram_)
    if (support::Status begun =
            begin(memoryProgram_, [this] { return build::buildMemory(program_, work_, jobs_); });
        !begun)
      return begun.error();
  auto target = awaitTarget(memoryProgram_, "target of MemorySanitizer", "scratch-memory", memory_);
  if (!target)
    memoryFailure_ = target.error().message;
  return target;
}

void outliveReaders() {
  // A handler, unlike SIG_IGN, is not passed on to the programs we start.
  ::signal(SIGPIPE, [](int) {});
}

void catchInterrupts(OnInterrupt what) {
  struct sigaction action = {};
  action.sa_handler = what == OnInterrupt::Leave ? leaveAtOnce : noteInterrupt;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool wasInterrupted() { return interrupted != 0; }

int fail(ExitCode code, const std::string &message) {
  say(stderr, "pincer: {}\n", message);
  return code;
}

} // namespace cli
