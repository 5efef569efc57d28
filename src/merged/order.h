#pragma once

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <vector>

namespace merged {

/// The order in which the blocks of a function are gone through so that whatever can meet does: a
/// weak topological order (Bourdoncle). Every cycle goes through the head of a loop that holds all
/// of it, so an edge leads forward, or back to the head of a loop around it; any control flow has
/// such an order, irreducible ones too.
class Order {
public:
  explicit Order(const llvm::Function &function);

  struct Place {
    std::vector<std::uint32_t> loops; // around it, outermost first: positions of their heads
    std::uint32_t position = 0;
    bool isHead = false; // of the innermost of them
  };
  const Place &operator[](const llvm::BasicBlock *block) const {
    return places_.find(block)->second;
  }

private:
  using Blocks = std::vector<const llvm::BasicBlock *>;
  void arrange(const Blocks &blocks, std::vector<std::uint32_t> loops);

  llvm::DenseMap<const llvm::BasicBlock *, Place> places_;
  std::uint32_t next_ = 0;
};

} // namespace merged
