#pragma once

#include "model/test_case.h"

namespace campaign {

/// The test with const methods behind its last step that say in which state it leaves its objects.
/// The same test if there are none.
model::TestCase withObservers(const model::Subject &subject, const model::TestCase &test);

} // namespace campaign
