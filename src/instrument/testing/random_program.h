#pragma once

#include "support/rng.h"

#include <string>

namespace instrument::testing {

/// A C program, different for each state of `rng`, that uses every construct in which clang makes
/// branch regions, and that ends by itself. Its main calls its functions with many arguments.
std::string randomProgram(support::Rng &rng);

} // namespace instrument::testing
