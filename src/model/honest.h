#pragma once

#include "model/test_case.h"

namespace model {

/// Makes true what callers promise of a function's arguments: libFuzzer passes exactly as many
/// bytes as it says. Nothing is known of the callers of other functions.
void keepPromises(const Subject &subject, TestCase &test);

} // namespace model
