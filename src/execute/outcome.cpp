#include "execute/outcome.h"

#include "execute/fence.h"

#include <csignal>
#include <cstdlib>
#include <cxxabi.h>

namespace execute {

model::Outcome makeOutcome(std::uint32_t kind, std::int64_t value) {
  switch (kind) {
  case PINCER_RETURNED:
    return model::Returned{};
  case PINCER_EXITED:
    return model::Exited{static_cast<int>(value)};
  case PINCER_CRASHED:
    return model::Crashed{static_cast<int>(value)};
  case PINCER_TIMED_OUT:
    return model::TimedOut{};
  case PINCER_OUT_OF_MEMORY:
    return model::OutOfMemory{};
  case PINCER_TOO_MUCH_OUTPUT:
    return model::TooMuchOutput{};
  case PINCER_THREW:
    return model::Threw{};
  case PINCER_STARVED:
    return model::Starved{};
  case PINCER_REJECTED:
    return model::Rejected{};
  case PINCER_FORBIDDEN:
    return model::Forbidden{systemCallName(static_cast<int>(value))};
  default:
    return model::Crashed{SIGSEGV};
  }
}

namespace {

template <std::size_t N> std::string textOf(const volatile char (&bytes)[N]) {
  std::string text;
  for (std::size_t i = 0; i < N && bytes[i] != 0; ++i)
    text += bytes[i];
  return text;
}

/// The name of a type in C++, from the one that its type_info has.
std::string readable(std::string name) {
  if (name.starts_with('*')) // compared by address, which says nothing here
    name.erase(0, 1);
  int status = 0;
  char *text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  return result;
}

} // namespace

model::Threw thrownIn(const volatile PincerControl &control) {
  return {readable(textOf(control.thrownType)), textOf(control.thrownText)};
}

bool isKilled(const model::Outcome &outcome) {
  const auto *crashed = std::get_if<model::Crashed>(&outcome);
  return crashed && crashed->signal == SIGKILL;
}

} // namespace execute
