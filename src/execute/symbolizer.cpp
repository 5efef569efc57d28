#include "execute/symbolizer.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace execute {

namespace {

constexpr const char *tool = "/usr/lib/llvm-19/bin/llvm-symbolizer";
constexpr int patienceMs = 10'000; // the first answer takes reading all debug information
constexpr int mostFrames = 32;

} // namespace

Symbolizer::~Symbolizer() { stop(); }

void Symbolizer::stop() {
  questions_.close();
  answers_.close();
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  process_ = -1;
}

bool Symbolizer::start() {
  if (process_ > 0 || failed_)
    return process_ > 0;
  failed_ = true;
  int in[2], out[2];
  if (::pipe2(in, O_CLOEXEC) != 0)
    return false;
  Descriptor theirIn(in[0]);
  questions_ = Descriptor(in[1]);
  if (::pipe2(out, O_CLOEXEC) != 0)
    return false;
  Descriptor theirOut(out[1]);
  answers_ = Descriptor(out[0]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, theirIn.number(), 0);
  ::posix_spawn_file_actions_adddup2(&actions, theirOut.number(), 1);
  std::string name = tool, object = "--obj=" + program_.string(), inlines = "--inlines";
  char *const arguments[] = {name.data(), object.data(), inlines.data(), nullptr};
  const bool started = ::posix_spawn(&process_, tool, &actions, nullptr, arguments, environ) == 0;
  ::posix_spawn_file_actions_destroy(&actions);
  if (!started)
    process_ = -1;
  failed_ = !started;
  return started;
}

bool Symbolizer::readLine(std::string &line) {
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return true;
    }
    pollfd ready{answers_.number(), POLLIN, 0};
    char buffer[4096];
    if (::poll(&ready, 1, patienceMs) <= 0)
      return false;
    const ssize_t got = ::read(answers_.number(), buffer, sizeof buffer);
    if (got <= 0)
      return false;
    unread_.append(buffer, static_cast<std::size_t>(got));
  }
}

/// An answer is a function and a place for each call that was inlined there, innermost first, and
/// an empty line.
std::vector<std::string> Symbolizer::ask(std::string_view offset) {
  const std::string question = std::string(offset) + "\n";
  std::vector<std::string> frames;
  bool isAnswered = ::write(questions_.number(), question.data(), question.size()) ==
                    static_cast<ssize_t>(question.size());
  for (std::string function, place; isAnswered;) {
    isAnswered = readLine(function);
    if (!isAnswered || function.empty())
      break;
    isAnswered = readLine(place);
    if (!function.starts_with("??") && !place.starts_with("??"))
      frames.push_back(function + " " + place);
  }
  if (!isAnswered) {
    stop();
    failed_ = true;
    return {};
  }
  return frames;
}

std::string Symbolizer::withNames(const std::string &report) {
  const std::string inProgram = "(" + program_.string() + "+";
  std::string named;
  int frames = 0;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = std::min(report.find('\n', at), report.size());
    std::string line = report.substr(at, end - at);
    at = end + 1;
    const std::size_t module = line.find(inProgram);
    const std::size_t close = line.find(')', module);
    if (line.starts_with("    #") && module != std::string::npos && close != std::string::npos &&
        frames < mostFrames && start()) {
      ++frames;
      const std::size_t offset = module + inProgram.size();
      const std::vector<std::string> names =
          ask(std::string_view(line).substr(offset, close - offset));
      const std::string head = line.substr(0, module) + "in ";
      if (!names.empty())
        line = fmt::format("{}{}", head, fmt::join(names, "\n" + head));
    }
    named += line;
    if (end < report.size())
      named += '\n';
  }
  return named;
}

} // namespace execute
