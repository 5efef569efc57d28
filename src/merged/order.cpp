#include "merged/order.h"

#include <algorithm>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

namespace merged {

using llvm::BasicBlock;

namespace {

/// Strongly connected parts of the blocks, successors before predecessors (Tarjan), without
/// recursion: functions may have thousands of blocks in a row.
class Parts {
public:
  using Blocks = std::vector<const BasicBlock *>;
  explicit Parts(const Blocks &blocks) {
    for (const BasicBlock *block : blocks)
      numbers_[block] = 0;
    for (const BasicBlock *block : blocks)
      if (numbers_[block] == 0)
        visit(block);
  }
  std::vector<Blocks> parts;

private:
  struct Visit {
    const BasicBlock *block;
    unsigned next, low;
  };
  void enter(const BasicBlock *block) {
    numbers_[block] = ++count_;
    open_.push_back(block);
    isOpen_.insert(block);
    visits_.push_back({block, 0, count_});
  }
  void visit(const BasicBlock *root) {
    enter(root);
    while (!visits_.empty()) {
      Visit &top = visits_.back();
      const auto *end = top.block->getTerminator();
      if (top.next < end->getNumSuccessors()) {
        const BasicBlock *to = end->getSuccessor(top.next++);
        const auto number = numbers_.find(to);
        if (number == numbers_.end())
          continue;
        if (number->second == 0)
          enter(to);
        else if (isOpen_.contains(to))
          top.low = std::min(top.low, number->second);
        continue;
      }
      const Visit done = top;
      visits_.pop_back();
      if (!visits_.empty())
        visits_.back().low = std::min(visits_.back().low, done.low);
      if (done.low == numbers_[done.block])
        close(done.block);
    }
  }
  void close(const BasicBlock *first) {
    Blocks part;
    do {
      part.push_back(open_.back());
      isOpen_.erase(open_.back());
      open_.pop_back();
    } while (part.back() != first);
    parts.push_back(std::move(part));
  }

  llvm::DenseMap<const BasicBlock *, unsigned> numbers_; // 0: not yet visited
  unsigned count_ = 0;
  Blocks open_;
  llvm::DenseSet<const BasicBlock *> isOpen_;
  std::vector<Visit> visits_;
};

} // namespace

Order::Order(const llvm::Function &function) {
  const llvm::ReversePostOrderTraversal<const llvm::Function *> reversed(&function);
  arrange(Blocks(reversed.begin(), reversed.end()), {});
}

/// `blocks` are in reverse post order, so that the first of a loop is where it is entered.
void Order::arrange(const Blocks &blocks, std::vector<std::uint32_t> loops) {
  llvm::DenseMap<const BasicBlock *, std::size_t> rank;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    rank[blocks[i]] = i;
  Parts parts(blocks);
  for (auto part = parts.parts.rbegin(); part != parts.parts.rend(); ++part) {
    std::ranges::sort(*part, {}, [&](const BasicBlock *block) { return rank[block]; });
    const BasicBlock *head = part->front();
    const bool isLoop = part->size() > 1 || llvm::is_contained(llvm::successors(head), head);
    std::vector<std::uint32_t> within = loops;
    if (isLoop)
      within.push_back(next_);
    places_[head] = {within, next_++, isLoop};
    if (part->size() > 1)
      arrange(Blocks(part->begin() + 1, part->end()), within);
  }
}

} // namespace merged
