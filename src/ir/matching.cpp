#include "ir/matching.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/ProfileData/InstrProf.h>
#include <map>

// Clang's coverage mapping gives each condition two counts, each a counter or an expression over
// counters. One counter is the condition's own: it is incremented in a block that only the one
// outcome enters. That block is the bridge to the IR:
//
//  - An ordinary condition: the block's only predecessor ends in the conditional branch, and the
//    block's place among the successors tells which way is which (`!x` turns it round).
//  - `c ? 4 : 5` without control flow: the counter is advanced by `zext c`; c is the condition.
//  - A condition that is itself a `?:`, as in `if (a ? b : c)`, branches in each arm. All edges
//  into
//    the counter's block are one outcome; where the *last* of those branches goes otherwise is the
//    other outcome's block (the last leaf of a condition always decides). Every branch between the
//    condition's first block and these two that enters either of them decides the outcome there.
//  - A case label: the block is a successor of the switch (falling through from the case above
//    skips the counter). Wide GNU ranges are compared one after the other in the switch's default;
//    such a chain belongs to the switch, and its last "no" is the switch's true default.
//  - A switch without `default:` has a region on its condition whose true count is what is left
//    after all cases; the cases' counters lead to the switch.
//
// When both counts are plain counters (a loop's exit count simplifies to its entry count), the own
// counter is the one with the higher number: clang numbers outer statements first.
//
// Counters without any increment belong to code that clang did not emit (`if (0) ...`, after a
// return), and blocks without predecessors to labels nothing jumps to. A branch on a constant, a
// block entered without a decision, and a case label's counter in the midst of other code (what is
// left of a switch over a constant) are conditions that clang folded late. Whatever else does not
// fit is reported, never guessed.

namespace ir {
namespace {

namespace cov = llvm::coverage;
using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::SwitchInst;

bool isCounting(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::InstrProfInstBase>(instruction) ||
         llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
}

/// True if counting this is the first thing the block does.
bool opensBlock(const llvm::Instruction &increment) {
  for (const llvm::Instruction &other : *increment.getParent()) {
    if (&other == &increment)
      return true;
    if (!llvm::isa<llvm::DbgInfoIntrinsic>(other) && !llvm::isa<llvm::PHINode>(other))
      return false;
  }
  return false;
}

/// A block that counts an outcome and goes on.
bool isForwarder(const BasicBlock &block) {
  const auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  return branch && branch->isUnconditional() &&
         std::all_of(block.begin(), std::prev(block.end()), isCounting) &&
         std::any_of(block.begin(), block.end(), [](const llvm::Instruction &instruction) {
           return llvm::isa<llvm::InstrProfInstBase>(instruction);
         });
}

const BasicBlock *throughForwarders(const BasicBlock *block) {
  llvm::SmallPtrSet<const BasicBlock *, 4> seen;
  while (isForwarder(*block) && seen.insert(block).second)
    block = block->getTerminator()->getSuccessor(0);
  return block;
}

struct Edge {
  llvm::Instruction *from; // a conditional branch or a switch
  unsigned successor;
};

/// The edges by which control comes to a block.
struct Entry {
  std::vector<Edge> edges; // in the order of the function's blocks
  bool viaForwarder = false;
  bool other = false; // some predecessor is no decision
};

class Matcher {
public:
  Matcher(llvm::Function &function, const FunctionRegions &regions,
          const std::function<bool(std::size_t)> &isLabel)
      : function_(function), regions_(regions), isLabel_(isLabel) {
    for (BasicBlock &block : function) {
      order_[&block] = order_.size();
      for (llvm::Instruction &instruction : block)
        if (auto *increment = llvm::dyn_cast<llvm::InstrProfIncrementInst>(&instruction))
          increments_[increment->getIndex()->getZExtValue()].push_back(increment);
    }
    for (BasicBlock &block : function)
      if (auto *instruction = llvm::dyn_cast<SwitchInst>(block.getTerminator()))
        findRangeChain(*instruction);
  }

  Matching run() {
    for (std::size_t region = 0; region < regions_.branches.size(); ++region)
      match(region);
    return std::move(result_);
  }

private:
  using Increments = std::vector<llvm::InstrProfIncrementInst *>;

  void match(std::size_t region) {
    const cov::Counter yes = regions_.branches[region].whenTrue;
    const cov::Counter no = regions_.branches[region].whenFalse;
    if (no.isZero()) // the condition is constant, or a switch has no cases
      return constant(region);
    const bool plainYes = yes.getKind() == cov::Counter::CounterValueReference;
    const bool plainNo = no.getKind() == cov::Counter::CounterValueReference;
    if (!plainYes && !plainNo)
      return matchImplicitDefault(region, no);
    const bool own = plainYes && (!plainNo || yes.getCounterID() > no.getCounterID());
    const auto found = increments_.find((own ? yes : no).getCounterID());
    if (found == increments_.end())
      return constant(region);
    for (llvm::InstrProfIncrementInst *increment : found->second)
      matchIncrement(region, *increment, own);
  }

  void matchIncrement(std::size_t region, llvm::InstrProfIncrementInst &increment, bool counted) {
    if (llvm::isa<llvm::InstrProfIncrementInstStep>(increment))
      return matchStep(region, increment, counted);
    BasicBlock *block = increment.getParent();
    if (!opensBlock(increment) || block->isEntryBlock()) {
      // A switch over a constant is emitted as the statements of the one case that is left.
      return isLabel_(region) ? constant(region) : unmatched(region, "its counter opens no block");
    }
    if (llvm::pred_empty(block))
      return constant(region);
    const Entry entry = entryOf(block);
    if (entersFromSwitch(entry))
      return matchLabel(region, entry, counted);
    // Without a decision to enter the block, the compiler knows: `while ((i++, 1))`.
    if (isLabel_(region) || (entry.edges.empty() && block->getSinglePredecessor()))
      return constant(region);
    if (entry.other || entry.edges.empty())
      return unmatched(region, "its counter's block is entered without a decision");
    if (entry.edges.size() == 1 && !entry.viaForwarder)
      return matchLeaf(region, entry.edges.front(), counted);
    matchSpread(region, block, entry, counted);
  }

  void matchStep(std::size_t region, llvm::InstrProfIncrementInst &increment, bool counted) {
    if (llvm::isa<llvm::ConstantInt>(increment.getStep()))
      return constant(region);
    const auto *widened = llvm::dyn_cast<llvm::ZExtInst>(increment.getStep());
    if (!widened || !widened->getSrcTy()->isIntegerTy(1))
      return unmatched(region, "its counter's step is no condition");
    BranchPoint &point = branchPoint(increment, *widened->getOperand(0));
    point.whenTrue = outcome(region, counted);
    point.whenFalse = outcome(region, !counted);
  }

  void matchLeaf(std::size_t region, Edge edge, bool counted) {
    auto *branch = llvm::cast<BranchInst>(edge.from);
    if (llvm::isa<llvm::ConstantInt>(branch->getCondition()))
      return constant(region); // `if ((i++, 0))`
    BranchPoint &point = branchPoint(*branch, *branch->getCondition());
    if (point.whenTrue || point.whenFalse)
      return unmatched(region, "its branch belongs to another condition");
    point.whenTrue = outcome(region, edge.successor == 0 ? counted : !counted);
    point.whenFalse = outcome(region, edge.successor == 0 ? !counted : counted);
  }

  /// A condition decided in several places; `target` holds its counter.
  void matchSpread(std::size_t region, const BasicBlock *target, const Entry &entry, bool counted) {
    const Edge last = entry.edges.back();
    const BasicBlock *other = throughForwarders(last.from->getSuccessor(1 - last.successor));
    if (entry.edges.size() < 2 || other == target)
      return unmatched(region, "where it is decided can't be told");
    llvm::DominatorTree &dominators = dominatorTree();
    BasicBlock *first = nullptr;
    for (const Edge edge : entry.edges)
      if (dominators.isReachableFromEntry(edge.from->getParent()))
        first = first ? dominators.findNearestCommonDominator(first, edge.from->getParent())
                      : edge.from->getParent();
    if (!first)
      return constant(region);
    for (BasicBlock &block : function_) {
      auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional() || !dominators.isReachableFromEntry(&block) ||
          !dominators.dominates(first, &block) || dominators.dominates(target, &block) ||
          (other != first && dominators.dominates(other, &block)))
        continue;
      const BasicBlock *ends[] = {throughForwardersTo(branch->getSuccessor(0), target, other),
                                  throughForwardersTo(branch->getSuccessor(1), target, other)};
      decideSpread(region, *branch, ends, target, counted);
    }
  }

  void decideSpread(std::size_t region, BranchInst &branch, const BasicBlock *const (&ends)[2],
                    const BasicBlock *target, bool counted) {
    if (ends[0] && ends[1] && ends[0] != ends[1]) {
      // A branch of its own for this region: the same instruction may decide a leaf as well.
      result_.branches.push_back({&branch, branch.getCondition(),
                                  outcome(region, (ends[0] == target) == counted),
                                  outcome(region, (ends[1] == target) == counted)});
      return;
    }
    for (unsigned successor : {0u, 1u})
      if (ends[successor])
        result_.edges.push_back(
            {&branch, successor, outcome(region, (ends[successor] == target) == counted)});
  }

  /// `target` or `other` if that is where `block` leads without doing anything else, or null.
  static const BasicBlock *throughForwardersTo(const BasicBlock *block, const BasicBlock *target,
                                               const BasicBlock *other) {
    llvm::SmallPtrSet<const BasicBlock *, 4> seen;
    while (block != target && block != other) {
      if (!isForwarder(*block) || !seen.insert(block).second)
        return nullptr;
      block = block->getTerminator()->getSuccessor(0);
    }
    return block;
  }

  void matchLabel(std::size_t region, const Entry &entry, bool counted) {
    if (!counted) // the region of a switch's condition: its one case is counted as "false"
      return setDefault(region, *switchOf(entry.edges.front().from));
    for (const Edge edge : entry.edges) {
      SwitchInst *owner = switchOf(edge.from);
      if (!owner || entry.other)
        return unmatched(region, "its label is entered from elsewhere");
      if (auto *branch = llvm::dyn_cast<BranchInst>(edge.from)) {
        BranchPoint &point = branchPoint(*branch, *branch->getCondition());
        claim(edge.successor == 0 ? point.whenTrue : point.whenFalse,
              {region, edge.successor == 0 ? OutcomeKind::Case : OutcomeKind::Default});
      } else {
        SwitchPoint &point = switchPoint(*owner);
        claim(edge.successor == 0 ? point.otherwise : point.cases[edge.successor - 1],
              {region, edge.successor == 0 ? OutcomeKind::Default : OutcomeKind::Case});
      }
    }
  }

  void matchImplicitDefault(std::size_t region, cov::Counter cases) {
    std::vector<unsigned> counters;
    collectCounters(cases, counters);
    bool emitted = false;
    for (const unsigned counter : counters) {
      const auto found = increments_.find(counter);
      if (found == increments_.end())
        continue;
      emitted = true;
      for (llvm::InstrProfIncrementInst *increment : found->second) {
        const Entry entry = entryOf(increment->getParent());
        if (opensBlock(*increment) && entersFromSwitch(entry))
          return setDefault(region, *switchOf(entry.edges.front().from));
      }
    }
    if (emitted)
      return unmatched(region, "none of its counters leads to a decision");
    constant(region);
  }

  void setDefault(std::size_t region, SwitchInst &owner) {
    const RegionOutcome outcome{region, OutcomeKind::Default};
    const auto chain = lastOfChain_.find(&owner);
    if (chain == lastOfChain_.end())
      claim(switchPoint(owner).otherwise, outcome);
    else
      claim(branchPoint(*chain->second, *chain->second->getCondition()).whenFalse, outcome);
  }

  void claim(std::optional<RegionOutcome> &slot, RegionOutcome outcome) {
    if (slot)
      return unmatched(outcome.region, "its edge belongs to another label");
    slot = outcome;
  }

  void collectCounters(cov::Counter counter, std::vector<unsigned> &counters) const {
    if (counter.getKind() == cov::Counter::CounterValueReference)
      counters.push_back(counter.getCounterID());
    if (!counter.isExpression())
      return;
    const cov::CounterExpression &expression = regions_.expressions[counter.getExpressionID()];
    collectCounters(expression.LHS, counters);
    collectCounters(expression.RHS, counters);
  }

  /// Clang compares wide case ranges in the switch's default: `br (value - low <=u high - low)`.
  void findRangeChain(SwitchInst &owner) {
    using namespace llvm::PatternMatch;
    BasicBlock *block = owner.getDefaultDest();
    while (block->getSinglePredecessor()) {
      auto *branch = llvm::dyn_cast<BranchInst>(block->getTerminator());
      llvm::CmpInst::Predicate predicate;
      if (!branch || !branch->isConditional() ||
          !llvm::PatternMatch::match(
              branch->getCondition(),
              m_ICmp(predicate, m_Sub(m_Specific(owner.getCondition()), m_ConstantInt()),
                     m_ConstantInt())) ||
          predicate != llvm::CmpInst::ICMP_ULE)
        return;
      ownerOfChain_[branch] = &owner;
      lastOfChain_[&owner] = branch;
      block = branch->getSuccessor(1);
    }
  }

  SwitchInst *switchOf(llvm::Instruction *decision) const {
    if (auto *instruction = llvm::dyn_cast<SwitchInst>(decision))
      return instruction;
    const auto found = ownerOfChain_.find(decision);
    return found == ownerOfChain_.end() ? nullptr : found->second;
  }

  /// Directly: what is left of a switch over a constant may follow the counters of outer cases.
  bool entersFromSwitch(const Entry &entry) const {
    return !entry.edges.empty() && !entry.viaForwarder && switchOf(entry.edges.front().from);
  }

  Entry entryOf(BasicBlock *block) const {
    Entry entry;
    llvm::SmallPtrSet<BasicBlock *, 8> seen;
    collectEntry(block, entry, seen);
    std::stable_sort(entry.edges.begin(), entry.edges.end(), [&](Edge a, Edge b) {
      return order_.at(a.from->getParent()) < order_.at(b.from->getParent());
    });
    return entry;
  }

  void collectEntry(BasicBlock *block, Entry &entry,
                    llvm::SmallPtrSet<BasicBlock *, 8> &seen) const {
    llvm::SmallPtrSet<BasicBlock *, 8> done; // a switch may enter by several edges
    for (BasicBlock *predecessor : llvm::predecessors(block)) {
      if (!done.insert(predecessor).second)
        continue;
      llvm::Instruction *terminator = predecessor->getTerminator();
      const auto *branch = llvm::dyn_cast<BranchInst>(terminator);
      if ((branch && branch->isConditional()) || llvm::isa<SwitchInst>(terminator)) {
        for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i)
          if (terminator->getSuccessor(i) == block)
            entry.edges.push_back({terminator, i});
      } else if (isForwarder(*predecessor) && seen.insert(predecessor).second) {
        entry.viaForwarder = true;
        collectEntry(predecessor, entry, seen);
      } else {
        entry.other = true;
      }
    }
  }

  BranchPoint &branchPoint(llvm::Instruction &before, llvm::Value &condition) {
    const auto [place, isNew] = branchIndex_.try_emplace(&before, result_.branches.size());
    if (isNew)
      result_.branches.push_back({&before, &condition, {}, {}});
    return result_.branches[place->second];
  }

  SwitchPoint &switchPoint(SwitchInst &instruction) {
    const auto [place, isNew] = switchIndex_.try_emplace(&instruction, result_.switches.size());
    if (isNew) {
      SwitchPoint point;
      point.instruction = &instruction;
      point.cases.resize(instruction.getNumCases());
      result_.switches.push_back(std::move(point));
    }
    return result_.switches[place->second];
  }

  llvm::DominatorTree &dominatorTree() {
    if (!dominators_)
      dominators_.emplace(function_);
    return *dominators_;
  }

  static RegionOutcome outcome(std::size_t region, bool isTrue) {
    return {region, isTrue ? OutcomeKind::True : OutcomeKind::False};
  }
  void constant(std::size_t region) { result_.constants.push_back({region, isLabel_(region)}); }
  void unmatched(std::size_t region, std::string reason) {
    result_.unmatched.emplace_back(region, std::move(reason));
  }

  llvm::Function &function_;
  const FunctionRegions &regions_;
  const std::function<bool(std::size_t)> &isLabel_;
  // Looked up, never walked: pointers order nothing here.
  std::map<const BasicBlock *, std::size_t> order_;
  std::map<std::uint64_t, Increments> increments_;
  std::map<const llvm::Instruction *, SwitchInst *> ownerOfChain_;
  std::map<const SwitchInst *, BranchInst *> lastOfChain_;
  std::map<const llvm::Instruction *, std::size_t> branchIndex_, switchIndex_;
  std::optional<llvm::DominatorTree> dominators_;
  Matching result_;
};

} // namespace

Matching matchRegions(llvm::Function &function, const FunctionRegions &regions,
                      const std::function<bool(std::size_t)> &isLabel) {
  return Matcher(function, regions, isLabel).run();
}

std::optional<std::uint64_t> profileNameHash(const llvm::Function &function) {
  for (const llvm::BasicBlock &block : function)
    for (const llvm::Instruction &instruction : block)
      if (const auto *counting = llvm::dyn_cast<llvm::InstrProfInstBase>(&instruction)) {
        const auto *name = llvm::cast<llvm::ConstantDataArray>(
            llvm::cast<llvm::GlobalVariable>(counting->getName())->getInitializer());
        return llvm::IndexedInstrProf::ComputeHash(name->getRawDataValues());
      }
  return std::nullopt;
}

} // namespace ir
