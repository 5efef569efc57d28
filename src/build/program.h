#pragma once

#include "model/subject.h"

#include <string>

namespace build {

/// The thunk of a program's main: computes argc, puts the environment's texts where they belong,
/// calls main, and exits with what it returns. Belongs behind the source of its unit; good as C and
/// as C++.
std::string programThunk(const model::Subject &subject);

/// The tables of abi/streams.h: empty ones for a subject that is no program.
std::string programTable(const model::Subject &subject);

} // namespace build
