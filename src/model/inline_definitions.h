#pragma once

#include "model/subject.h"

#include <string>

namespace model {

/// C99: `inline` alone leaves it to another file to hold the function. Declarations, to come after
/// the unit's source, by which its object holds those functions, in case nobody else does.
std::string inlineDefinitions(const Subject &subject, UnitId unit);

} // namespace model
