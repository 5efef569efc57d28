#pragma once

#include "frontend/call_reader.h"

#include <vector>

namespace frontend {

/// What makes objects of a class though no text says how: constructors of the compiler's, braces
/// around the fields, and the conversions to its bases. `start` has what they share: the unit, the
/// place. They are called `name` with what tells them apart.
std::vector<model::Function> implicitCallables(clang::Sema &sema, CallReader &calls,
                                               TypeReader &types,
                                               const clang::CXXRecordDecl &record,
                                               const std::string &name,
                                               const model::Function &start);

} // namespace frontend
