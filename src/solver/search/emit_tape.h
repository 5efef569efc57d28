#pragma once

#include "solver/search/skeleton.h"

#include <llvm/IR/Module.h>

namespace solver::search {

/// The name of the function that emitTape makes, and its type.
constexpr const char *fitnessName = "fitness";
using FitnessFunction = void(const std::uint64_t *inputs, std::uint64_t *values, Distance *sum);

/// Writes the function into the module. False: there is an operation that code can't compute.
bool emitTape(llvm::Module &module, const Tape &tape, const Skeleton &skeleton);

} // namespace solver::search
