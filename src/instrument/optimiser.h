#pragma once

#include <llvm/Passes/OptimizationLevel.h>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace instrument {

/// Optimises a marked module, without vectorisers, its markers opaque.
void optimise(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level);

/// Does what code generation can't do without, and nothing more: functions that must be inlined,
/// coroutines.
void onlyWhatIsNeeded(llvm::Module &module, llvm::TargetMachine &machine);

/// After a lowering: what a few local passes find in the code it left behind. `branches`: also
/// simplifies control flow.
void cleanUp(llvm::Module &module, llvm::TargetMachine &machine, bool branches);

} // namespace instrument
