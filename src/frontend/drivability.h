#pragma once

#include "model/subject.h"

#include <optional>
#include <string>

namespace frontend {

/// Why no test can call the function yet, as a sentence about "it"; none if a test can.
/// Pointers that can't be made are an obstacle as parameters only: as fields they stay null.
std::optional<std::string> whyUndrivable(const model::Subject &subject,
                                         const model::Function &function, bool isVariadic);

} // namespace frontend
