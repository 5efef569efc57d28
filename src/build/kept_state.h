#pragma once

#include "ir/call_graph.h"
#include "model/subject.h"

#include <optional>
#include <string>

namespace build {

/// A variable, as C++ writes it, that a function may change and that copying bytes does not put
/// back: it owns things elsewhere, is made by the first call, or lies where emitted code can't find
/// it. Tests of such a function get a process each.
std::optional<std::string> keptState(const model::Subject &subject, const ir::Reach &reach);

/// Whether it may change variables that only the symbol table of the test program tells of.
bool changesStaticLocals(const model::Subject &subject, const ir::Reach &reach);

} // namespace build
