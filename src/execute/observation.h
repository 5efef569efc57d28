#pragma once

#include "model/execution.h"

#include <cstddef>
#include <optional>
#include <span>

namespace execute {

/// Reads what a target wrote down after a call of `test`. The subject may have scribbled over it,
/// so everything in it is doubted: nothing if it makes no sense.
std::optional<model::Observation> decodeObservation(const model::Subject &subject,
                                                    const model::TestCase &test,
                                                    std::span<const std::byte> written);

} // namespace execute
