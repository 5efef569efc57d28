#pragma once

#include "model/subject.h"

#include <string>

namespace model {

/// The text `include` (an #include of the unit's source, or that source), and around it what makes
/// `name` the symbol of a main that is defined there, and declares it under that name.
std::string withMainAs(const std::string &name, const Subject &subject, UnitId unit,
                       const std::string &include);

} // namespace model
