#pragma once

#include "model/test_case.h"

namespace model {

/// What callers promise of a function's arguments holds. libFuzzer promises that there are as many
/// bytes as it says; nothing is known of other callers.
bool keepsPromises(const Subject &subject, const TestCase &test);

} // namespace model
