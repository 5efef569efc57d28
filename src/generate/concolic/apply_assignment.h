#pragma once

#include "model/test_case.h"
#include "solver/solver.h"

#include <cstdint>
#include <optional>
#include <span>

namespace generate {

/// The value of pointer input `number` that stands for "an object of its own", in no run an address
/// of anything.
std::uint64_t addressOfNewObject(std::uint32_t number, unsigned width);

/// The test with some of its inputs changed. `values` are the inputs of the run that the assignment
/// is for: a pointer that is to equal another one's address becomes an alias. Texts stay
/// terminated, and arrays grow to the lengths that are said to measure them. None if a pointer is
/// to be what no test can make it.
std::optional<model::TestCase> applyAssignment(const model::Subject &subject,
                                               const model::TestCase &test,
                                               std::span<const std::uint64_t> values,
                                               const solver::Assignment &assignment);

} // namespace generate
