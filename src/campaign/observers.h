#pragma once

#include "model/test_case.h"

namespace campaign {

/// The test with calls behind its last step: const methods that say in which state it leaves its
/// objects, and functions of C that release them. The same test if there are none.
model::TestCase withObservers(const model::Subject &subject, const model::TestCase &test);

/// For tests whose calls free the memory that the test made.
model::TestCase withoutEndsOfStorage(const model::Subject &subject, model::TestCase test);

} // namespace campaign
