#include "instrument/symbolic/versions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>
#include <vector>

// A term beside each value takes a register, and each group of tasks a test, whether there are
// terms or not. Most loops work on concrete data most of the time. So such a function gets a copy
// in which all terms are zero, and what is left of the tests are the tags of what is loaded, the
// results of calls, and the arguments. Where such a test finds something, the copy jumps to the
// tasks in the general version, which goes on from there; at the head of a loop, where the terms
// that are still needed are all zero, it jumps back.
//
// Some terms are carried from round to round and needed in few of them: that of a sum, once
// something symbolic was added to it. They would keep the general version at work to the end. So
// the copy carries them as well, and goes over where they are needed.
//
// Both versions compute the same values, so a value that is used where both may come from is a phi
// of its two definitions. Both are entered at beginnings of blocks only.

namespace instrument {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

namespace {

/// Beyond this, twice the code costs more time to compile than it saves.
constexpr std::size_t mostInstructions = 4000;

class Versions {
public:
  Versions(llvm::Function &function, const TermCode &code)
      : function_(function), terms_(code.terms), tasks_(code.tasks) {}

  void run() {
    const std::vector<BasicBlock *> headers = loopHeaders();
    if (headers.empty() || !isSuitable())
      return;
    splitEntry();
    for (BasicBlock *header : headers)
      bodies_.emplace_back(header, llvm::SplitBlock(header, &*header->getFirstNonPHIIt()));
    for (BasicBlock &block : function_)
      if (&block != &function_.getEntryBlock())
        general_.push_back(&block);
    findCarriedTerms();
    findLiveTerms();
    copyBlocks();
    removeTermsOfCopy();
    leaveCopyForTasks();
    const std::vector<std::pair<Instruction *, Instruction *>> definitions = pairDefinitions();
    for (const auto &[header, body] : bodies_)
      returnToCopy(*header, *body);
    function_.getEntryBlock().getTerminator()->setSuccessor(
        0, copyOf(function_.getEntryBlock().getSingleSuccessor()));
    for (const auto &[general, copy] : definitions)
      joinValues(*general, *copy);
    for (PHINode *term : termsThatAreZeroInCopy())
      joinTerm(*term);
    llvm::removeUnreachableBlocks(function_);
  }

private:
  std::vector<BasicBlock *> loopHeaders() {
    llvm::DominatorTree dominators(function_);
    llvm::LoopInfo loops(dominators);
    std::vector<BasicBlock *> headers;
    for (const llvm::Loop *loop : loops.getLoopsInPreorder())
      if (!loop->getHeader()->isEHPad())
        headers.push_back(loop->getHeader());
    return headers;
  }

  bool isSuitable() const {
    if (function_.getInstructionCount() > mostInstructions || function_.isPresplitCoroutine() ||
        function_.callsFunctionThatReturnsTwice())
      return false;
    for (const BasicBlock &block : function_) {
      if (block.hasAddressTaken() ||
          llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(block.getTerminator()))
        return false;
      for (const Instruction &instruction : block)
        if (instruction.getType()->isTokenTy())
          return false;
        else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
                 call && (call->cannotDuplicate() || call->isConvergent()))
          return false;
    }
    return true;
  }

  /// Locals stay alone in the first block, which both versions share.
  void splitEntry() {
    BasicBlock &entry = function_.getEntryBlock();
    std::vector<llvm::AllocaInst *> locals;
    for (Instruction &instruction : entry)
      if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          local && llvm::isa<llvm::ConstantInt>(local->getArraySize()))
        locals.push_back(local);
    Instruction *first = &*entry.getFirstNonPHIOrDbgOrAlloca();
    for (llvm::AllocaInst *local : locals)
      if (!local->comesBefore(first))
        local->moveBefore(first);
    llvm::SplitBlock(&entry, first);
  }

  /// Terms at heads of loops that no test is about which every round makes.
  void findCarriedTerms() {
    llvm::DominatorTree dominators(function_);
    llvm::LoopInfo loops(dominators);
    const TermSet often = termsTestedOften(dominators, loops);
    for (const auto &[header, body] : bodies_)
      for (PHINode &phi : header->phis()) {
        if (!terms_.contains(&phi))
          continue;
        const TermSet reached = whereItGoes(phi);
        if (llvm::none_of(reached, [&](const Value *term) { return often.contains(term); }))
          carried_.insert(reached.begin(), reached.end());
      }
  }

  using TermSet = llvm::SmallPtrSet<const Value *, 16>;

  TermSet termsTestedOften(const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops) {
    TermSet often;
    for (BasicBlock *block : general_) {
      const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      const llvm::Loop *loop = loops.getLoopFor(block);
      if (!branch || !branch->isConditional() || !tasks_.contains(branch->getSuccessor(0)) ||
          !loop || !isInEveryRound(*block, *loop, dominators))
        continue;
      if (const auto *test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()))
        collectTerms(test->getOperand(0), often);
    }
    return often;
  }

  static bool isInEveryRound(BasicBlock &block, const llvm::Loop &loop,
                             const llvm::DominatorTree &dominators) {
    llvm::SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    return llvm::all_of(latches,
                        [&](BasicBlock *latch) { return dominators.dominates(&block, latch); });
  }

  /// The terms that a number is made of.
  void collectTerms(const Value *number, TermSet &into) const {
    if (terms_.contains(number))
      into.insert(number);
    else if (const auto *made = llvm::dyn_cast<Instruction>(number);
             made && llvm::isa<llvm::ZExtInst, llvm::BinaryOperator>(made))
      for (const Value *operand : made->operands())
        collectTerms(operand, into);
  }

  /// A term and those that may be the same, coming another way.
  TermSet whereItGoes(PHINode &term) const {
    TermSet reached;
    std::vector<const Value *> work{&term};
    while (!work.empty()) {
      const Value *next = work.back();
      work.pop_back();
      if (!reached.insert(next).second)
        continue;
      for (const llvm::User *user : next->users())
        if (llvm::isa<PHINode>(user) && terms_.contains(user))
          work.push_back(user);
    }
    return reached;
  }

  bool isZeroInCopy(const Value *number) const {
    return terms_.contains(number) && !carried_.contains(number);
  }

  /// In which blocks each term is needed from the beginning on.
  void findLiveTerms() {
    for (PHINode *term : termsThatAreZeroInCopy())
      followUses(*term);
  }

  void followUses(PHINode &term) {
    std::vector<BasicBlock *> work;
    for (const llvm::Use &use : term.uses()) {
      auto *user = llvm::cast<Instruction>(use.getUser());
      if (auto *phi = llvm::dyn_cast<PHINode>(user))
        work.push_back(phi->getIncomingBlock(use));
      else
        work.push_back(user->getParent());
    }
    while (!work.empty()) {
      BasicBlock *block = work.back();
      work.pop_back();
      if (block == term.getParent()) {
        isUsed_.insert(&term);
        continue;
      }
      if (liveTerms_[block].insert(&term).second)
        work.insert(work.end(), llvm::pred_begin(block), llvm::pred_end(block));
    }
  }

  void copyBlocks() {
    for (BasicBlock *block : general_) {
      BasicBlock *copy = llvm::CloneBasicBlock(block, map_, ".concrete", &function_);
      map_[block] = copy;
      copies_.push_back(copy);
    }
    for (BasicBlock *copy : copies_)
      for (Instruction &instruction : *copy)
        llvm::RemapInstruction(&instruction, map_,
                               llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  }

  BasicBlock *copyOf(BasicBlock *block) { return llvm::cast<BasicBlock>(map_[block]); }

  std::vector<PHINode *> termsThatAreZeroInCopy() {
    std::vector<PHINode *> found;
    for (BasicBlock *block : general_)
      for (PHINode &phi : block->phis())
        if (isZeroInCopy(&phi))
          found.push_back(&phi);
    return found;
  }

  void removeTermsOfCopy() {
    for (PHINode *term : termsThatAreZeroInCopy()) {
      auto *copy = llvm::cast<PHINode>(static_cast<Value *>(map_[term]));
      map_.erase(term);
      copy->replaceAllUsesWith(llvm::Constant::getNullValue(copy->getType()));
      copy->eraseFromParent();
    }
  }

  /// Whether a number is made of nothing but terms that are zero in the copy.
  bool isOfTerms(const Value *number) const {
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(number))
      return constant->isZero();
    if (isZeroInCopy(number))
      return true;
    if (const auto *wide = llvm::dyn_cast<llvm::ZExtInst>(number))
      return isOfTerms(wide->getOperand(0));
    const auto *both = llvm::dyn_cast<llvm::BinaryOperator>(number);
    return both && both->getOpcode() == Instruction::Or && isOfTerms(both->getOperand(0)) &&
           isOfTerms(both->getOperand(1));
  }

  void leaveCopyForTasks() {
    for (BasicBlock *block : general_) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || !tasks_.contains(branch->getSuccessor(0)))
        continue;
      BasicBlock *tasks = branch->getSuccessor(0), *copy = copyOf(block);
      auto *copied = llvm::cast<llvm::BranchInst>(copy->getTerminator());
      const auto *test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
      if (test && isOfTerms(test->getOperand(0))) {
        llvm::BranchInst::Create(copied->getSuccessor(1), copied->getIterator());
        copied->eraseFromParent();
      } else {
        copied->setSuccessor(0, tasks);
      }
      removeCopyOfTasks(tasks);
    }
  }

  void removeCopyOfTasks(BasicBlock *tasks) {
    BasicBlock *copy = copyOf(tasks);
    llvm::erase(copies_, copy);
    for (Instruction &instruction : *tasks)
      map_.erase(&instruction);
    llvm::DeleteDeadBlock(copy, nullptr, /*KeepOneInputPHIs=*/true);
  }

  std::vector<std::pair<Instruction *, Instruction *>> pairDefinitions() {
    std::vector<std::pair<Instruction *, Instruction *>> definitions;
    for (BasicBlock *block : general_)
      for (Instruction &instruction : *block)
        if (const auto found = map_.find(&instruction); found != map_.end())
          if (!instruction.getType()->isVoidTy())
            definitions.emplace_back(&instruction,
                                     llvm::cast<Instruction>(static_cast<Value *>(found->second)));
    return definitions;
  }

  /// The head of a loop in the general version: back, if nothing symbolic is left.
  void returnToCopy(BasicBlock &header, BasicBlock &body) {
    Instruction *end = header.getTerminator();
    llvm::IRBuilder<> builder(end);
    Value *any = nullptr;
    const auto add = [&](Value *term) { any = any ? builder.CreateOr(any, term) : term; };
    for (PHINode &phi : header.phis())
      if (isZeroInCopy(&phi) && (isUsed_.contains(&phi) || liveTerms_[&body].contains(&phi)))
        add(&phi);
    for (PHINode *term : liveTerms_[&header])
      add(term);
    if (any)
      builder.CreateCondBr(builder.CreateICmpEQ(any, builder.getInt32(0)), copyOf(&body), &body);
    else
      builder.CreateBr(copyOf(&body));
    end->eraseFromParent();
  }

  /// Uses of a value in blocks other than its own, which each version may come to.
  static void collectUses(Instruction &definition, std::vector<llvm::Use *> &uses) {
    for (llvm::Use &use : definition.uses()) {
      auto *user = llvm::cast<Instruction>(use.getUser());
      const auto *phi = llvm::dyn_cast<PHINode>(user);
      if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != definition.getParent())
        uses.push_back(&use);
    }
  }

  static void joinValues(Instruction &general, Instruction &copy) {
    std::vector<llvm::Use *> uses;
    collectUses(general, uses);
    collectUses(copy, uses);
    if (uses.empty())
      return;
    llvm::SSAUpdater updater;
    updater.Initialize(general.getType(), general.getName());
    updater.AddAvailableValue(general.getParent(), &general);
    updater.AddAvailableValue(copy.getParent(), &copy);
    for (llvm::Use *use : uses)
      updater.RewriteUse(*use);
  }

  /// Whatever comes from the copy has no term.
  void joinTerm(PHINode &term) {
    std::vector<llvm::Use *> uses;
    collectUses(term, uses);
    if (uses.empty())
      return;
    llvm::SSAUpdater updater;
    updater.Initialize(term.getType(), term.getName());
    updater.AddAvailableValue(term.getParent(), &term);
    for (BasicBlock *copy : copies_)
      updater.AddAvailableValue(copy, llvm::Constant::getNullValue(term.getType()));
    for (llvm::Use *use : uses)
      updater.RewriteUse(*use);
  }

  llvm::Function &function_;
  const llvm::DenseSet<const Value *> &terms_;
  const llvm::DenseSet<const BasicBlock *> &tasks_;
  std::vector<std::pair<BasicBlock *, BasicBlock *>> bodies_; // headers of loops, and what follows
  std::vector<BasicBlock *> general_, copies_;
  llvm::SmallPtrSet<const Value *, 16> carried_; // terms that the copy has, too
  llvm::DenseMap<BasicBlock *, llvm::SmallPtrSet<PHINode *, 8>> liveTerms_;
  llvm::SmallPtrSet<const PHINode *, 16> isUsed_; // in their own block
  llvm::ValueToValueMapTy map_;
};

} // namespace

void addConcreteVersion(llvm::Function &function, const TermCode &code) {
  Versions(function, code).run();
}

} // namespace instrument
