#include "cli/session.h"

#include "cli/say.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Result;

namespace {

/// An inspect target is not optimised; what a test may take elsewhere it must get here.
constexpr std::uint32_t inspectTimeFactor = 10;

volatile std::sig_atomic_t interrupted = 0; // a signal handler has nowhere else to write

void noteInterrupt(int) {
  if (interrupted)
    ::_exit(Interrupted);
  interrupted = 1;
}

} // namespace

Result<OutputFolder> OutputFolder::open(const fs::path &path) {
  std::error_code code;
  const fs::path absolute = fs::absolute(path).lexically_normal();
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
                                                bool withSymbolic) {
  std::unique_ptr<Targets> targets(new Targets(program, work, limits));
  // The first fence goes up before a second thread exists.
  const fs::path scratch = work.root() / "scratch-plain";
  fs::create_directories(scratch);
  auto plain = execute::startTarget(program.plain, program.subject, scratch, limits);
  if (!plain)
    return plain.error();
  targets->plain_ = std::move(*plain);
  targets->sanitizedProgram_ = std::async(std::launch::async, [&program, work, jobs] {
    return build::buildSanitized(program, work, jobs);
  });
  if (withSymbolic)
    targets->symbolicProgram_ = std::async(
        std::launch::async, [&program, work] { return build::buildSymbolic(program, work); });
  return targets;
}

Result<fs::path> Targets::await(Building &building) {
  const auto start = std::chrono::steady_clock::now();
  auto program = building.get();
  secondsWaited_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return program;
}

Result<execute::Recorder *> Targets::symbolic() {
  if (symbolic_)
    return symbolic_.get();
  if (!symbolicProgram_.valid())
    return Error{"there is no symbolic target"};
  auto program = await(symbolicProgram_);
  if (!program)
    return program.error();
  const fs::path scratch = work_.root() / "scratch-symbolic";
  fs::create_directories(scratch);
  auto started = execute::startSymbolicTarget(*program, program_.subject, scratch, limits_);
  if (!started)
    return started.error();
  symbolic_ = std::move(*started);
  return symbolic_.get();
}

Result<execute::Inspector *> Targets::inspect() {
  if (inspect_)
    return inspect_.get();
  auto program = build::buildInspect(program_, work_);
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

Result<execute::Executor *> Targets::sanitized() {
  if (sanitized_)
    return sanitized_.get();
  auto program = await(sanitizedProgram_);
  if (!program)
    return program.error();
  const fs::path scratch = work_.root() / "scratch-sanitized";
  fs::create_directories(scratch);
  auto started = execute::startTarget(*program, program_.subject, scratch, limits_);
  if (!started)
    return started.error();
  sanitized_ = std::move(*started);
  return sanitized_.get();
}

void outliveReaders() {
  // A handler, unlike SIG_IGN, is not passed on to the programs we start.
  ::signal(SIGPIPE, [](int) {});
}

void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = noteInterrupt;
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
