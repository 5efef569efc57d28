#pragma once

#include "model/check.h"

#include <cstdint>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace ir {

/// What clang's -fsanitize with -fsanitize-trap asks for: kinds of operations that can go wrong and
/// have an order of evaluation to go wrong in. (Memory is watched elsewhere.)
inline constexpr const char *checkFlags[] = {
    "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,float-cast-overflow,array-"
    "bounds,vla-bound,builtin",
    "-fsanitize-trap=all"};

/// Turns each branch that clang made to trap before an operation goes wrong into a check marker
/// (abi/target.h), numbered from `first`, and the arithmetic that reported its overflow into plain
/// arithmetic. A signed division has two: of the divisor zero, and of the minimum by -1. What is
/// left is the code as it would be without the flags, and the markers.
std::vector<model::Check> markChecks(llvm::Module &module, std::uint32_t first);

/// Removes the markers, and what was computed for them alone.
void dropChecks(llvm::Module &module);

} // namespace ir
