#pragma once

#include "model/subject.h"

#include <optional>
#include <string>

namespace model {

// What old C leaves out of its declarations, so that code in front of the source or behind it must
// say it.

/// The flag by which the frontend marks a unit that calls the function undeclared, if it is one
/// that a compiler must not take for any function that returns int.
std::optional<std::string> markOfUndeclared(const std::string &function);

/// Declarations, to come before the unit's source, of what is marked so.
std::string declarationsOfUndeclared(const Unit &unit);

/// Declarations, to come after the unit's source, of its arrays of one element. `int a[];` has one
/// at the end of the file, and nobody can ask for its size before; for others they change nothing.
std::string arrayCompletions(const Subject &subject, UnitId unit);

} // namespace model
