#pragma once

#include <llvm/IR/Module.h>

namespace ir {

/// Gives every operation that C or LLVM leaves undefined the meaning it has on x86-64, and takes
/// away every promise from which an optimiser could conclude otherwise. Idempotent.
void normalise(llvm::Module &module);

} // namespace ir
