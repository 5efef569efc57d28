#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Locals that the source leaves uninitialised, which marked bitcode starts as zeros, start as what
/// fresh memory holds in a run: PINCER_FRESH_BYTES (abi/target.h), zero unless the driver says
/// otherwise.
void fillFreshLocals(llvm::Module &module);

/// After optimising: whether a local may still be read before anything is stored in it. (All other
/// filling was dead, and is gone.)
bool readsFreshLocals(llvm::Module &module);

} // namespace instrument
