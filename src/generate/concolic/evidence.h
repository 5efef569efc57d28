#pragma once

#include "generate/concolic/concolic_generator.h"

#include <string>
#include <vector>

namespace generate {

/// Adds what the solver said when it was asked for a flip.
void note(const Flip &flip, const FlipAnswer &answer, Asked &asked);

/// What makes a condition hard to solve, for people: "64-bit division", "product of inputs".
std::vector<std::string> hardParts(const expr::Pool &pool, expr::TermId condition);

} // namespace generate
