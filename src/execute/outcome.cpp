#include "execute/outcome.h"

#include "abi/channel.h"
#include "execute/fence.h"

#include <csignal>

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

bool isKilled(const model::Outcome &outcome) {
  const auto *crashed = std::get_if<model::Crashed>(&outcome);
  return crashed && crashed->signal == SIGKILL;
}

} // namespace execute
