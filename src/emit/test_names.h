#pragma once

#include "model/suite.h"

#include <string>
#include <string_view>
#include <vector>

namespace emit {

struct TestName {
  std::string suite, test; // no underscores: GoogleTest keeps those for itself

  std::string full() const { return suite + "." + test; }
};

/// A name for each test of the suite, in its order: what the test covers first, in words. The same
/// call gets the same name in every run that gives it the same purpose.
std::vector<TestName> nameTests(const model::Suite &suite);

/// "a <= 0", "false" becomes "AIsGreaterThan0".
std::string conditionInWords(std::string_view condition, std::string_view outcome);

} // namespace emit
