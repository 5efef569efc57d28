#include "execute/server.h"

#include "execute/executor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace execute {

using support::Error;
using support::Result;

namespace {

struct Pipe {
  Descriptor read, write;
};

Result<Pipe> makePipe() {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error{fmt::format("no pipe to a target: {}", std::strerror(errno))};
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// The same for every run, on every machine. The sanitizers' reports end a run by abort(), which
/// tells them from exit; leaks are no finding of a single call.
std::vector<std::string> environment(std::uint64_t mostBytes, std::uint64_t memoryBytes) {
  const std::string common = "abort_on_error=1:handle_abort=0:symbolize=0:print_summary=1";
  return {
      "PATH=/usr/bin:/bin",
      "LC_ALL=C",
      "TZ=UTC",
      fmt::format(
          "ASAN_OPTIONS={}:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb={}",
          common, mostBytes >> 20),
      fmt::format(
          "MSAN_OPTIONS={}:halt_on_error=0:allocator_may_return_null=1:max_allocation_size_mb={}",
          common, memoryBytes >> 23 /* it takes a note for every byte of a block */),
      fmt::format("UBSAN_OPTIONS={}:halt_on_error=1:print_stacktrace=1", common)};
}

/// The folder, emptied of what an earlier target left there; one beside it where that can't be
/// done.
Result<std::filesystem::path> emptyScratch(const std::filesystem::path &wanted) {
  constexpr int mostFolders = 16;
  std::filesystem::path folder = wanted;
  for (int next = 2;; ++next) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    const auto cleared = clearScratch(folder);
    if (cleared)
      return folder;
    if (next > mostFolders)
      return cleared.error();
    folder = fmt::format("{}-{}", wanted.string(), next);
  }
}

std::string firstWords(const Descriptor &output) {
  std::array<char, 400> text;
  const ssize_t got = ::pread(output.number(), text.data(), text.size(), 0);
  std::string words(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  words.resize(std::strlen(words.c_str()));
  while (!words.empty() && words.back() == '\n')
    words.pop_back();
  return words;
}

std::string describeEnd(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) // it is process 1, which can't kill itself
    return "it called abort(), or what no test may do";
  return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("exit code {}", WEXITSTATUS(status));
}

/// The subject's own constructors run before the driver does.
std::string describeStart(int status, bool ranOut, std::uint64_t memoryBytes,
                          const std::string &words) {
  const std::string why =
      ranOut ? fmt::format("it used more than {} MB", memoryBytes >> 20) : describeEnd(status);
  return fmt::format("{}: {}. Its constructors and the initialisers of its variables run first{}{}",
                     endsAtStart, why, words.empty() ? "" : "; it says: ", words);
}

} // namespace

Result<Server> Server::start(const Setup &setup, const Channel &channel, const Descriptor &output) {
  auto commands = makePipe(), replies = makePipe();
  if (!commands || !replies)
    return commands ? replies.error() : commands.error();
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (nothing.number() < 0)
    return Error{fmt::format("/dev/null: {}", std::strerror(errno))};
  if (::lseek(output.number(), 0, SEEK_SET) != 0 || ::ftruncate(output.number(), 0) != 0)
    return Error{fmt::format("the file for a target's output: {}", std::strerror(errno))};
  const auto scratch = emptyScratch(setup.scratch);
  if (!scratch)
    return scratch.error();
  FencedCommand command;
  command.arguments = {setup.program.string()};
  command.environment = environment(setup.mostBytes, setup.limits.memoryBytes);
  command.descriptors = {{nothing.number(), 0},
                         {output.number(), 1},
                         {output.number(), 2},
                         {channel.descriptor(), PINCER_CHANNEL_FD},
                         {commands->read.number(), PINCER_COMMAND_FD},
                         {replies->write.number(), PINCER_REPLY_FD}};
  command.scratch = *scratch;
  command.asInit = true;
  auto process = startFenced(command, setup.limits);
  if (!process)
    return process.error();
  Server server(std::move(*process), channel);
  server.commands_ = std::move(commands->write);
  server.replies_ = std::move(replies->read);
  replies->write.close(); // or else its end would go unnoticed
  commands->read.close();
  // Twice what the fork server waits before it kills, and some for a busy machine.
  server.stop_ = setup.stop;
  server.patienceMs_ =
      static_cast<int>(std::min<std::uint64_t>(setup.timeoutMs, 10'000'000)) * 200 + 10'000;
  switch (server.readWhole(&server.hello_, sizeof server.hello_, 60'000)) {
  case Read::Whole:
    break;
  case Read::End: {
    const int status = server.awaitEnd();
    return Error{describeStart(status, server.ranOutOfMemory(), setup.limits.memoryBytes,
                               firstWords(output))};
  }
  case Read::Late:
    return Error{
        fmt::format("{}: the target did not start within a minute", setup.program.string())};
  case Read::Stopped:
    return Error{"stopped"};
  }
  if (server.hello_.magic != PINCER_CHANNEL_MAGIC || server.hello_.version != PINCER_ABI_VERSION ||
      server.hello_.coverageSize > PINCER_COVERAGE_CAPACITY)
    return Error{fmt::format("{}: built for another version of pincer", setup.program.string())};
  return server;
}

void Server::send(const PincerCommand &command) {
  // Fits into the pipe at once. If the target is dead, so says the answer, and not a signal; other
  // threads may be sending to other targets, so it is blocked for this one and taken back.
  sigset_t broken, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t written = ::write(commands_.number(), &command, sizeof command);
  const timespec atOnce = {};
  if (written < 0 && errno == EPIPE)
    ::sigtimedwait(&broken, nullptr, &atOnce);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Server::Read Server::readWhole(void *to, std::size_t size, int patienceMs) {
  constexpr int sliceMs = 50; // between two looks at whether to stop
  pollfd ready{replies_.number(), POLLIN, 0};
  std::uint32_t index = channel_->control().index;
  for (int waitedMs = 0;;) {
    const int polled = ::poll(&ready, 1, std::min(sliceMs, patienceMs));
    if (polled <= 0 && stop_ && stop_())
      return Read::Stopped;
    if (polled < 0 && errno == EINTR)
      continue;
    if (polled == 0) {
      waitedMs += sliceMs;
      if (channel_->control().index != index) {
        index = channel_->control().index;
        waitedMs = 0;
      }
      if (waitedMs >= patienceMs)
        return Read::Late;
      continue;
    }
    // A message is far smaller than a pipe's buffer, so it arrives whole.
    const ssize_t got = ::read(replies_.number(), to, size);
    if (got < 0 && errno == EINTR)
      continue;
    return got == static_cast<ssize_t>(size) ? Read::Whole : Read::End;
  }
}

int Server::awaitEnd() {
  int status = 0;
  if (process_.waitFor(10'000, status))
    return status;
  process_.kill();
  return process_.wait();
}

Answer Server::receive() {
  PincerReply reply;
  switch (readWhole(&reply, sizeof reply, patienceMs_)) {
  case Read::Whole:
    return reply;
  case Read::End:
    return TargetDied{awaitEnd()};
  case Read::Late:
    process_.kill();
    process_.wait();
    return TargetHung{};
  case Read::Stopped:
    break;
  }
  process_.kill();
  process_.wait();
  return TargetStopped{};
}

bool Server::ranOutOfMemory() {
  for (const FenceEvent &event : process_.events())
    if (event.kind == FenceEvent::Kind::OutOfMemory)
      return true;
  return false;
}

} // namespace execute
