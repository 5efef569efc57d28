#pragma once

#include "model/test_case.h"

namespace model {

/// Makes the values of library classes (Type::literal) what they can be: a text or range has
/// exactly the elements that it says it has. What is too long becomes as long as it says; what says
/// too much says what there is.
void repairLiterals(const Subject &subject, TestCase &test);

} // namespace model
