#include "support/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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

/// False if `stop` became true before one of the processes ended.
bool oneEndsBefore(const std::vector<pid_t> &pids, const std::function<bool()> &stop) {
  constexpr int sliceMs = 50; // between two looks at whether to stop
  std::vector<pollfd> ends;
  for (const pid_t pid : pids)
    ends.push_back({static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)), POLLIN, 0});
  const bool canWait = std::ranges::all_of(ends, [](const pollfd &end) { return end.fd >= 0; });
  bool stopped = false;
  while (canWait && ::poll(ends.data(), ends.size(), sliceMs) <= 0 && !stopped)
    stopped = stop && stop();
  for (const pollfd &end : ends)
    if (end.fd >= 0)
      ::close(end.fd);
  return !stopped;
}

int statusOf(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// How many BackgroundTasks this process is part of: what it starts stays in the group of the
/// outermost, so that one signal ends all of it.
int depth = 0;

/// In the child: Ctrl-C is for its parent to handle, and it ends when that does.
void leaveGroup() {
  if (depth == 0)
    ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/// A pipe whose one end the process and all that it starts keep open, whoever their parents are.
struct Lifeline {
  int ours = -1, theirs = -1;

  static Lifeline make() {
    int ends[2];
    return ::pipe2(ends, O_CLOEXEC) == 0 ? Lifeline{ends[0], ends[1]} : Lifeline{};
  }
};

/// Ends the process with all that it started: a linker that a compiler called must not write on
/// when nobody expects it any more.
void endGroup(pid_t pid, int lifeline) {
  constexpr int mostMs = 5000; // a process the kernel is busy with dies late
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL); // it may not have got as far as having a group
  pollfd wait{lifeline, 0, 0};
  ::poll(&wait, 1, mostMs);
}

} // namespace

Result<BackgroundCommand> BackgroundCommand::start(const Command &command) {
  assert(!command.arguments.empty());
  BackgroundCommand started;
  started.output_ = memoryFile("stdout");
  started.errors_ = memoryFile("stderr");
  const Lifeline lifeline = Lifeline::make();
  started.lifeline_ = lifeline.ours;
  int failure[2];
  if (started.output_ < 0 || started.errors_ < 0 || lifeline.ours < 0 ||
      ::pipe2(failure, O_CLOEXEC) != 0)
    return Error{fmt::format("{}: {}", command.arguments[0], std::strerror(errno))};

  std::vector<char *> argv;
  for (const std::string &argument : command.arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  const std::string directory = command.directory ? command.directory->string() : std::string();

  started.pid_ = ::fork();
  if (started.pid_ == 0) {
    leaveGroup(); // a compiler that dies of Ctrl-C would look like a broken source
    const int null = ::open("/dev/null", O_RDONLY);
    ::dup2(null, 0);
    ::dup2(started.output_, 1);
    ::dup2(started.errors_, 2);
    ::fcntl(lifeline.theirs, F_SETFD, 0);
    if (directory.empty() || ::chdir(directory.c_str()) == 0)
      ::execvp(argv[0], argv.data());
    const int code = errno;
    [[maybe_unused]] ssize_t ignored = ::write(failure[1], &code, sizeof code);
    ::_exit(127);
  }
  ::close(lifeline.theirs);
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
      errors_(std::exchange(other.errors_, -1)), lifeline_(std::exchange(other.lifeline_, -1)) {}

BackgroundCommand &BackgroundCommand::operator=(BackgroundCommand &&other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(lifeline_, other.lifeline_);
  return *this;
}

BackgroundCommand::~BackgroundCommand() {
  if (pid_ > 0) {
    endGroup(pid_, lifeline_);
    wait();
  }
  for (const int fd : {output_, errors_, lifeline_})
    if (fd >= 0)
      ::close(fd);
}

CommandResult BackgroundCommand::wait() {
  assert(pid_ > 0);
  const int status = statusOf(std::exchange(pid_, -1));
  CommandResult result;
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = drain(std::exchange(output_, -1));
  result.errors = drain(std::exchange(errors_, -1));
  return result;
}

std::optional<CommandResult> BackgroundCommand::waitUnless(const std::function<bool()> &stop) {
  if (oneEndsBefore({pid_}, stop))
    return wait();
  endGroup(pid_, lifeline_);
  wait();
  return std::nullopt;
}

Result<CommandResult> runCommand(const Command &command) {
  auto started = BackgroundCommand::start(command);
  if (!started)
    return started.error();
  return started->wait();
}

std::mutex &BackgroundTask::copying() {
  static std::mutex mutex;
  return mutex;
}

Result<BackgroundTask> BackgroundTask::start(const std::function<Result<std::string>()> &work) {
  BackgroundTask task;
  task.result_ = memoryFile("result");
  const Lifeline lifeline = Lifeline::make();
  task.lifeline_ = lifeline.ours;
  {
    const std::lock_guard lock(copying());
    task.pid_ = task.result_ < 0 || lifeline.ours < 0 ? -1 : ::fork();
  }
  if (task.pid_ != 0 && lifeline.theirs >= 0)
    ::close(lifeline.theirs);
  if (task.pid_ < 0)
    return Error{fmt::format("work can't be done beside: {}", std::strerror(errno))};
  if (task.pid_ > 0)
    return task;
  leaveGroup();
  // The result and the lifelines of this task and of those around it; all else is the parent's.
  const int result = 3, life = result + ++depth;
  const int held = ::fcntl(lifeline.theirs, F_DUPFD, life + 1);
  ::dup2(task.result_, result);
  ::dup2(held, life);
  ::close_range(static_cast<unsigned>(life) + 1, ~0u, 0);
  std::string text;
  try {
    const Result<std::string> made = work();
    text = made ? "+" + *made : "-" + made.error().message;
  } catch (const std::exception &error) {
    text = std::string("-") + error.what();
  }
  [[maybe_unused]] const ssize_t ignored = ::write(result, text.data(), text.size());
  ::_exit(0);
}

BackgroundTask::BackgroundTask(BackgroundTask &&other) noexcept
    : pid_(std::exchange(other.pid_, -1)), result_(std::exchange(other.result_, -1)),
      lifeline_(std::exchange(other.lifeline_, -1)) {}

BackgroundTask &BackgroundTask::operator=(BackgroundTask &&other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(result_, other.result_);
  std::swap(lifeline_, other.lifeline_);
  return *this;
}

BackgroundTask::~BackgroundTask() {
  if (pid_ > 0) {
    endGroup(pid_, lifeline_);
    statusOf(pid_);
  }
  for (const int fd : {result_, lifeline_})
    if (fd >= 0)
      ::close(fd);
}

bool BackgroundTask::hasEnded() const {
  siginfo_t info = {};
  return pid_ <= 0 ||
         (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          info.si_pid == pid_);
}

std::optional<Result<std::string>> BackgroundTask::waitUnless(const std::function<bool()> &stop) {
  assert(pid_ > 0);
  if (!oneEndsBefore({pid_}, stop))
    return std::nullopt;
  const int status = statusOf(std::exchange(pid_, -1));
  const std::string text = drain(std::exchange(result_, -1));
  if (text.empty())
    return Error{WIFSIGNALED(status) ? fmt::format("it ended by signal {}", WTERMSIG(status))
                                     : "it ended without a result"};
  return text[0] == '+' ? Result<std::string>(text.substr(1)) : Error{text.substr(1)};
}

bool BackgroundTask::waitForAny(const std::vector<BackgroundTask> &tasks,
                                const std::function<bool()> &stop) {
  std::vector<pid_t> pids;
  for (const BackgroundTask &task : tasks)
    pids.push_back(task.pid_);
  return oneEndsBefore(pids, stop);
}

Result<std::vector<std::string>>
doBeside(std::size_t count, unsigned jobs,
         const std::function<Result<std::string>(std::size_t)> &work,
         const std::function<bool()> &stop) {
  std::vector<std::string> results(count);
  std::vector<BackgroundTask> tasks;
  std::vector<std::size_t> pieces; // of the tasks
  for (std::size_t next = 0; next < count || !tasks.empty();) {
    if (next < count && tasks.size() < std::max(1u, jobs)) {
      auto task = BackgroundTask::start([&] { return work(next); });
      if (!task)
        return task.error();
      tasks.push_back(std::move(*task));
      pieces.push_back(next++);
      continue;
    }
    if (!BackgroundTask::waitForAny(tasks, stop))
      return Error{"it was stopped"};
    for (std::size_t i = tasks.size(); i-- > 0;) {
      if (!tasks[i].hasEnded())
        continue;
      auto result = tasks[i].waitUnless({});
      if (!*result)
        return result->error();
      results[pieces[i]] = std::move(**result);
      tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(i));
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return results;
}

} // namespace support
