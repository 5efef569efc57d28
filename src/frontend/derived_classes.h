#pragma once

#include "frontend/call_reader.h"

#include <vector>

namespace frontend {

/// A class derived from an abstract one, for tests: its methods return what its constructor was
/// given. The constructor and the conversion to the base; none if such a class can't be written.
/// `start` has what all callables have in common.
std::vector<model::Function> derivedForTests(clang::Sema &sema, CallReader &calls,
                                             TypeReader &types, const clang::CXXRecordDecl &base,
                                             const model::Function &start);

/// Gives up those whose base nobody wants, or something else makes. All functions must be known.
void keepNeededClasses(model::Subject &subject);

} // namespace frontend
