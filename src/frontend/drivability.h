#pragma once

#include "model/subject.h"

#include <optional>
#include <set>
#include <string>

namespace frontend {

/// Why no test can call the function yet, as a sentence about "it"; none if a test can.
/// Pointers to what can't be made are no obstacle: they stay null.
std::optional<std::string> whyUndrivable(const model::Subject &subject,
                                         const model::Function &function, bool isVariadic);

/// What tests of the function can't do, as a sentence about "it": a parameter that is always null.
/// `made` are the opaque types that some call makes.
std::optional<std::string> limitOf(const model::Subject &subject, const model::Function &function,
                                   const std::set<model::TypeId> &made);

/// What people call a class or struct.
std::string nameOf(const model::Type &type);

} // namespace frontend
