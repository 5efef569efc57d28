#pragma once

#include "expr/pool.h"

namespace expr {

/// A term that always has the same value and is simpler, or none. Commutative operands are in
/// order: a constant comes second.
TermId simplify(Pool &pool, const Term &term);

} // namespace expr
