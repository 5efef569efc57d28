#pragma once

#include "model/inputs.h"
#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>
#include <vector>

namespace execute {

/// The inputs that variants of a test may change (abi/variation.h): numbers that may be any, so
/// neither pointers nor lengths nor what has few values.
std::vector<model::Input> variedInputs(const model::Subject &subject, model::TestCase &test);

/// The variant that a target made of test number `index` of a request.
model::TestCase varied(const model::Subject &subject, const model::TestCase &test,
                       std::uint32_t seed, std::uint32_t index, std::uint32_t variant);

} // namespace execute
