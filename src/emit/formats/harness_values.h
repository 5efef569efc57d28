#pragma once

#include "model/suite.h"

#include <string>
#include <vector>

namespace emit {

/// One input that a run asked for, in the order in which it asked.
struct HarnessValue {
  model::SupplyId source;
  model::TypeId type; // of a number or pointer; none: plain bytes
  std::string name;   // what the harness calls it, or the function that gave it
  std::string bytes;
};

/// What the run of a test was given through functions that nobody defines: what the test says, and
/// zeros beyond. Calls that give back more than a number, a pointer or bytes are left out.
std::vector<HarnessValue> harnessValues(const model::Subject &subject, const model::KeptTest &test);

} // namespace emit
