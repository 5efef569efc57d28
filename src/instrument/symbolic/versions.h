#pragma once

#include <llvm/ADT/DenseSet.h>

namespace llvm {
class BasicBlock;
class Function;
class Value;
} // namespace llvm

namespace instrument {

/// What was added to a function so that it carries terms.
struct TermCode {
  llvm::DenseSet<const llvm::Value *> terms;      // of values; all of them phis
  llvm::DenseSet<const llvm::BasicBlock *> tasks; // where terms are made, if there are some
};

/// Gives a function with loops a second version of its code, in which everything is concrete: it
/// starts there, and goes over where it meets something symbolic; at the beginning of a round it
/// goes back, if no term is left.
void addConcreteVersion(llvm::Function &function, const TermCode &code);

} // namespace instrument
