#pragma once

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace ir {

/// Marks calls and loads whose order C and C++ leave to the compiler, and of which one may change
/// what the other gives: `f(next(), next())`, `shared + change()`.
void markOpenOrder(llvm::Module &module);
bool isOrderOpen(const llvm::Instruction &instruction);

} // namespace ir
