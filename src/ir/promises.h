#pragma once

#include <llvm/IR/Module.h>

namespace ir {

/// Removes what the front end promised and a wrong program may break: attributes, flags, metadata
/// and alignments from which an optimiser could conclude what does not hold on the machine.
void dropPromises(llvm::Module &module);

} // namespace ir
