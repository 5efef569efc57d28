#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace backward {

/// What is known of a function before any path is looked at.
class FunctionFacts {
public:
  explicit FunctionFacts(const llvm::Function &function);

  /// A local that is only loaded from, stored to and stepped through: no other pointer leads there.
  bool isPrivate(const llvm::Value *local) const { return private_.contains(local); }
  /// Why paths through it can't be followed.
  const std::optional<std::string> &refusal() const { return refusal_; }
  const llvm::BasicBlock *dominator(const llvm::BasicBlock &block) const;
  /// Smaller is nearer to the entry.
  unsigned distance(const llvm::BasicBlock &block) const;
  /// The loop that it is the head of.
  const llvm::Loop *loopAt(const llvm::BasicBlock &block) const {
    const llvm::Loop *loop = loops_.getLoopFor(&block);
    return loop && loop->getHeader() == &block ? loop : nullptr;
  }
  const std::vector<const llvm::BasicBlock *> &returns() const { return returns_; }
  /// The blocks that a run may go through between its last visit of the dominator of a block and
  /// that block.
  const std::set<const llvm::BasicBlock *> &between(const llvm::BasicBlock &block);

private:
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::map<const llvm::BasicBlock *, unsigned> distances_;
  std::map<const llvm::BasicBlock *, std::set<const llvm::BasicBlock *>> between_;
  std::vector<const llvm::BasicBlock *> returns_;
  std::set<const llvm::Value *> private_;
  std::optional<std::string> refusal_;
};

/// Whether the call's function is known for certain, and its paths can be followed.
bool canEnter(const llvm::CallBase &call);

} // namespace backward
