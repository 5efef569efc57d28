#pragma once

#include "model/test_case.h"

#include <string>

// Tests of classes include the source, and call everything there by its own name.

namespace emit {

/// A function's name without the types of its parameters.
std::string withoutParameters(const std::string &name);
/// A function, method or constructor by the name that code behind the source calls it, without the
/// types of its parameters.
std::string realName(const model::Function &function);
/// "push" of "ns::Stack<int>::push".
std::string lastPart(const std::string &qualified);
/// Whether others share its name, so that arguments must have the types of its parameters.
bool isOverloaded(const model::Function &function);

/// Whether a test calls C++, so that its file includes the source.
bool needsRealNames(const model::Subject &subject, const model::TestCase &test);

} // namespace emit
