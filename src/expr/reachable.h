#pragma once

#include "expr/pool.h"

#include <span>
#include <vector>

namespace expr {

/// The given terms and everything they are made of, each once, ascending: operands come before what
/// they are operands of.
std::vector<TermId> reachable(const Pool &pool, std::span<const TermId> terms);

} // namespace expr
