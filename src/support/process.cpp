#include "support/process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace support {
namespace {

/// Output goes to memory files, so a chatty child never blocks on a full pipe and needs no reader.
int memoryFile(const char *name) { return ::memfd_create(name, MFD_CLOEXEC); }

std::string drain(int fd) {
  std::string text;
  char buffer[65536];
  ::lseek(fd, 0, SEEK_SET);
  for (ssize_t got; (got = ::read(fd, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  ::close(fd);
  return text;
}

} // namespace

Result<BackgroundCommand> BackgroundCommand::start(const Command &command) {
  assert(!command.arguments.empty());
  BackgroundCommand started;
  started.output_ = memoryFile("stdout");
  started.errors_ = memoryFile("stderr");
  int failure[2];
  if (started.output_ < 0 || started.errors_ < 0 || ::pipe2(failure, O_CLOEXEC) != 0)
    return Error{fmt::format("{}: {}", command.arguments[0], std::strerror(errno))};

  std::vector<char *> argv;
  for (const std::string &argument : command.arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  const std::string directory = command.directory ? command.directory->string() : std::string();

  started.pid_ = ::fork();
  if (started.pid_ == 0) {
    // Ctrl-C is for us to handle: a compiler that dies of it would look like a broken source.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int null = ::open("/dev/null", O_RDONLY);
    ::dup2(null, 0);
    ::dup2(started.output_, 1);
    ::dup2(started.errors_, 2);
    if (directory.empty() || ::chdir(directory.c_str()) == 0)
      ::execvp(argv[0], argv.data());
    const int code = errno;
    [[maybe_unused]] ssize_t ignored = ::write(failure[1], &code, sizeof code);
    ::_exit(127);
  }
  ::close(failure[1]);
  int code = started.pid_ < 0 ? errno : 0;
  [[maybe_unused]] ssize_t got = ::read(failure[0], &code, sizeof code);
  ::close(failure[0]);
  if (code != 0) {
    if (started.pid_ > 0)
      started.wait();
    return Error{fmt::format("{}: {}", command.arguments[0], std::strerror(code))};
  }
  return started;
}

BackgroundCommand::BackgroundCommand(BackgroundCommand &&other) noexcept
    : pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)) {}

BackgroundCommand &BackgroundCommand::operator=(BackgroundCommand &&other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  return *this;
}

BackgroundCommand::~BackgroundCommand() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    wait();
  } else if (output_ >= 0) {
    ::close(output_);
    ::close(errors_);
  }
}

CommandResult BackgroundCommand::wait() {
  assert(pid_ > 0);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  CommandResult result;
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = drain(std::exchange(output_, -1));
  result.errors = drain(std::exchange(errors_, -1));
  return result;
}

Result<CommandResult> runCommand(const Command &command) {
  auto started = BackgroundCommand::start(command);
  if (!started)
    return started.error();
  return started->wait();
}

} // namespace support
