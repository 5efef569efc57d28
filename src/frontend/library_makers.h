#pragma once

#include "frontend/call_reader.h"

#include <vector>

namespace frontend {

/// What makes objects of classes of C++'s library that tests don't write as literals: constructors
/// that take what tests write, and for containers what adds an element. `start` has what all of
/// them share: the unit, the place.
std::vector<model::Function> libraryMakers(clang::Sema &sema, CallReader &calls, TypeReader &types,
                                           const clang::CXXRecordDecl &record,
                                           const model::Function &start);

} // namespace frontend
