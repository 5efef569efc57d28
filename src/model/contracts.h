#pragma once

#include "model/subject.h"

#include <string>
#include <vector>

namespace model {

/// SanitizerVerdict::kind of an object that breaks one.
inline constexpr const char *brokenContract = "broken-contract";

/// What every caller expects of the operators that classes of the subject define, as functions that
/// tests can call (CallForm::Contract): `a == a`, `!(a < a)`, `!(a < b && b < a)`, and that a copy
/// equals what it was made of.
void addContracts(Subject &subject);

/// The condition of a contract over these objects, each written as an operand, of this class.
std::string claim(const Function &contract, const std::string &owner,
                  const std::vector<std::string> &objects);

} // namespace model
