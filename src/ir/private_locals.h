#pragma once

namespace llvm {
class Value;
} // namespace llvm

// The second route of proofs has functions of its own for both (proof/memory.cpp): what is wrong in
// one is not wrong in the other.

namespace ir {

/// Whether a local is only loaded from, stored to and stepped through: no other pointer leads
/// there.
bool isOnlyUsedInPlace(const llvm::Value &pointer);

/// The local or global that a pointer is a step from, as far as the function itself shows.
const llvm::Value *objectOf(const llvm::Value *pointer);

} // namespace ir
