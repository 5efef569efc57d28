#pragma once

#include "model/suite.h"

#include <string>

namespace emit {

/// A value as C would write it, for people: "{1, 2, 3}", "\"abc\"", "&{.x = 1, .y = 2}", "NULL".
std::string valueText(const model::Subject &subject, model::TypeId type, const model::Value &value);

/// The call of a test: "classify(3, 4, 5)".
std::string stepText(const model::Subject &subject, const model::Step &step);
std::string callText(const model::Subject &subject, const model::TestCase &test);

} // namespace emit
