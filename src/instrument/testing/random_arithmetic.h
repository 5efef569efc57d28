#pragma once

#include "support/rng.h"

#include <string>

namespace instrument::testing {

/// A C text with `void subject(unsigned char *bytes, int count)` (count >= 16) that computes with
/// its bytes in all widths of integers, with every operator, through memory of every shape, and
/// branches on the results. Ends by itself; reads and writes only what is its own.
std::string randomArithmetic(support::Rng &rng);

} // namespace instrument::testing
