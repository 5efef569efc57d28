#include "emit/suite_runtime/call_endings.h"

// A child that comes back from the call must not pass for one that the call has ended. It ends
// itself by SIGKILL, which no call does: who sends that to itself also loses its coverage.

namespace emit {

const char *const endingsHeader = R"(#pragma once

#include <csignal>
#include <sys/wait.h>

// Calls what ends its process in a child. What waitpid says of it; SIGKILL if the call comes back.
extern "C" int pincer_end_of(void (*call)(const void *), const void *given);

namespace pincer {

template <class Call> int endOf(const Call &call) {
  return pincer_end_of([](const void *given) { (*static_cast<const Call *>(given))(); }, &call);
}

template <class Call> bool exitsWith(int code, const Call &call) {
  const int status = endOf(call);
  return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

template <class Call> bool isKilledBy(int signal, const Call &call) {
  const int status = endOf(call);
  return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

// Sanitizers turn signals into exit codes.
template <class Call> bool dies(const Call &call) {
  const int status = endOf(call);
  return WIFSIGNALED(status) ? WTERMSIG(status) != SIGKILL : WEXITSTATUS(status) != 0;
}

} // namespace pincer
)";

const char *const callEndings = R"(
extern "C" int pincer_end_of(void (*call)(const void *), const void *given) {
  struct Call {
    void (*call)(const void *);
    const void *given;
  } const ending = {call, given};
  const auto body = [](const void *given) {
    // Those of the framework are not for here.
    const int signals[] = {SIGSEGV, SIGFPE, SIGILL, SIGTERM, SIGINT};
    for (const int signal : signals)
      std::signal(signal, SIG_DFL);
    std::signal(SIGABRT, __gcov_dump || __gcov_exit || __llvm_profile_write_file
                             ? keepCountsAndAbort
                             : SIG_DFL);
    if (!std::freopen("/dev/null", "w", stderr)) // what it says there is meant to be said
      std::raise(SIGKILL);
    const Call &ending = *static_cast<const Call *>(given);
    try {
      ending.call(ending.given);
    } catch (...) {
    }
    std::raise(SIGKILL);
  };
  return pincer_in_child(body, &ending);
}
)";

} // namespace emit
