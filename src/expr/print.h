#pragma once

#include "expr/pool.h"

#include <functional>
#include <span>
#include <string>

namespace expr {

/// How an input is called: "n", "s[3]".
using InputName = std::function<std::string(std::uint32_t input)>;

/// As a C programmer would write it, cut with "..." after about `most` characters.
std::string toText(const Pool &pool, TermId term, const InputName &name, std::size_t most = 200);

/// A whole SMT-LIB script (QF_BV) that asks whether all conditions can hold; shared sub-terms are
/// named once.
std::string toSmtLib(const Pool &pool, std::span<const TermId> conditions);

} // namespace expr
