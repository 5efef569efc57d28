#include "cli/progress.h"

#include "cli/say.h"

#include <fmt/format.h>
#include <unistd.h>

namespace cli {

using std::chrono::steady_clock;

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(::isatty(2)) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::stage(const std::string &what) {
  if (!quiet_)
    print(what);
}

void ProgressLine::stage(const std::string &what, std::size_t done, std::size_t of) {
  if (!quiet_ && isDue())
    print(fmt::format("{}: {} of {}", what, done, of));
}

void ProgressLine::show(const campaign::Progress &progress) {
  if (quiet_ || !isDue())
    return;
  const double seconds = std::chrono::duration<double>(steady_clock::now() - start_).count();
  print(fmt::format("{:.0f} s  {}/{} branches  {} tests  {} runs  {}", seconds, progress.covered,
                    progress.sites, progress.tests, progress.executions, progress.function));
}

void ProgressLine::clear() {
  if (dirty_)
    say(stderr, "\r\x1b[K");
  dirty_ = false;
}

bool ProgressLine::isDue() {
  const auto now = steady_clock::now();
  const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10);
  if (now - last_ < pause)
    return false;
  last_ = now;
  return true;
}

void ProgressLine::print(const std::string &text) {
  if (terminal_) {
    say(stderr, "\r\x1b[K{}", text.substr(0, 100));
    dirty_ = true;
  } else {
    say(stderr, "pincer: {}\n", text);
  }
}

} // namespace cli
