#pragma once

#include "expr/pool.h"

#include <span>

namespace backward {

/// Whether conditions look at the bits of a number that floating-point arithmetic gave. Which NaN
/// that may be is the machine's business, and terms name one of them: nothing may rest on it.
bool looksAtFloatBits(const expr::Pool &pool, std::span<const expr::TermId> conditions);

} // namespace backward
