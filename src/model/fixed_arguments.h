#pragma once

#include "model/subject.h"

#include <string>
#include <vector>

namespace model {

/// What stands in the parentheses of a call, given what stands for each of the parameters.
std::string callArguments(const Function &function, const std::vector<std::string> &arguments);

} // namespace model
