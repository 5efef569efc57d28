#pragma once

#include "model/memory_image.h"
#include "model/test_case.h"
#include "support/result.h"

namespace execute {

/// What the test lays out in memory, read back from its encoded form; inputs are numbered as those
/// of a recorded run. An error says what of the test has no such form yet.
support::Result<model::MemoryImage> imageOf(const model::Subject &subject,
                                            const model::TestCase &test);

} // namespace execute
