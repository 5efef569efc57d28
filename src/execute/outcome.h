#pragma once

#include "abi/channel.h"
#include "model/execution.h"

#include <cstdint>

namespace execute {

/// The end of a run as a target words it (PINCER_RETURNED...); what it can't have said is a crash.
model::Outcome makeOutcome(std::uint32_t kind, std::int64_t value);

/// The exception that a target notes there.
model::Threw thrownIn(const volatile PincerControl &control);

/// True if SIGKILL ended it: by the fence, or by itself.
bool isKilled(const model::Outcome &outcome);

} // namespace execute
