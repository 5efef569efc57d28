#pragma once

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace ir {

/// Whether the instruction stores zeros in a local that the source leaves uninitialised. Clang says
/// so of its own (-ftrivial-auto-var-init), and normalise() of those that it adds.
bool isAutoInit(const llvm::Instruction &instruction);

/// Locals that may be read before the source stores anything in them get their first bytes from the
/// function PINCER_FRESH_INPUT (abi/target.h), which asks the test for them.
void askForFreshLocals(llvm::Module &module);

} // namespace ir
