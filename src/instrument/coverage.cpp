#include "instrument/coverage.h"

#include "abi/target.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <optional>
#include <vector>

// Where a marker's value decides the branch or switch at the end of its block, as it mostly does,
// each way out stores into its own slot, one instruction. Otherwise the slot is computed: of a
// condition it is slot + !condition.

namespace instrument {
namespace {

class MarkerLowering {
public:
  MarkerLowering(llvm::Module &module, Coverage coverage)
      : module_(module), builder_(module.getContext()), counts_(coverage == Coverage::Counts) {
    coverage_ = module.getGlobalVariable("pincer_coverage");
    if (!coverage_)
      coverage_ = new llvm::GlobalVariable(module, llvm::ArrayType::get(builder_.getInt8Ty(), 0),
                                           /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                           nullptr, "pincer_coverage");
    coverage_->setDSOLocal(true); // the table file is part of the same executable
  }

  void run() {
    for (llvm::CallInst *call : callsOf(PINCER_BRANCH_MARKER))
      lowerBranch(*call);
    for (llvm::CallInst *call : callsOf(PINCER_SWITCH_MARKER))
      lowerSwitch(*call);
  }

private:
  std::vector<llvm::CallInst *> callsOf(const char *marker) {
    std::vector<llvm::CallInst *> calls;
    if (llvm::Function *function = module_.getFunction(marker))
      for (llvm::User *user : function->users())
        calls.push_back(llvm::cast<llvm::CallInst>(user));
    return calls;
  }

  void lowerBranch(llvm::CallInst &call) {
    auto *end = llvm::dyn_cast<llvm::BranchInst>(call.getParent()->getTerminator());
    if (end && end->isConditional() && mayWaitForEnd(call))
      if (const auto negated = isNegation(end->getCondition(), call.getArgOperand(1))) {
        storeOnWay(*end, *negated ? 1 : 0, slotOf(call));
        storeOnWay(*end, *negated ? 0 : 1, slotOf(call) + 1);
        call.eraseFromParent();
        return;
      }
    builder_.SetInsertPoint(&call);
    llvm::Value *taken =
        builder_.CreateZExt(builder_.CreateNot(call.getArgOperand(1)), builder_.getInt64Ty());
    store(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), slotAddress(slotOf(call)), taken));
    call.eraseFromParent();
  }

  /// Whether nothing between the marker and the end of its block can end the run, or show others
  /// what was covered.
  static bool mayWaitForEnd(const llvm::CallInst &call) {
    for (const llvm::Instruction *next = call.getNextNode(); !next->isTerminator();
         next = next->getNextNode())
      if (next->mayReadOrWriteMemory() || next->mayHaveSideEffects() || next->isIntDivRem())
        return false;
    return true;
  }

  /// Whether `condition` is the negation of `value`; nothing: they have nothing in common.
  static std::optional<bool> isNegation(llvm::Value *condition, llvm::Value *value) {
    if (condition == value)
      return false;
    if (llvm::PatternMatch::match(condition,
                                  llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Specific(value))))
      return true;
    return std::nullopt;
  }

  /// A store on the way from a block to its successor number `way`, and on no other.
  void storeOnWay(llvm::Instruction &end, unsigned way, std::uint64_t slot) {
    llvm::BasicBlock *from = end.getParent(), *to = end.getSuccessor(way);
    if (!to->getSinglePredecessor()) {
      auto *between =
          llvm::BasicBlock::Create(module_.getContext(), "covered", from->getParent(), to);
      llvm::BranchInst::Create(to, between);
      for (llvm::PHINode &phi : to->phis())
        phi.addIncoming(phi.getIncomingValueForBlock(from), between);
      end.setSuccessor(way, between);
      for (llvm::PHINode &phi : to->phis()) // one entry for each edge
        phi.removeIncomingValue(from, /*DeletePHIIfEmpty=*/false);
      to = between;
    }
    builder_.SetInsertPoint(to, to->getFirstInsertionPt());
    store(slotAddress(slot));
  }

  /// The slot of each way out of a switch on the marker's value. None: the cases are not all there.
  static std::vector<std::uint64_t> slotsOfWays(const llvm::CallInst &call,
                                                const llvm::SwitchInst &end) {
    const unsigned cases = call.arg_size() - 2;
    const std::uint64_t first = slotOf(call);
    std::vector<std::uint64_t> slots(end.getNumSuccessors(), first + cases);
    for (unsigned i = 0; i < cases; ++i) {
      const auto found =
          end.findCaseValue(llvm::cast<llvm::ConstantInt>(call.getArgOperand(2 + i)));
      if (found == end.case_default())
        return {};
      slots[found->getSuccessorIndex()] = first + i;
    }
    return slots;
  }

  void lowerSwitch(llvm::CallInst &call) {
    auto *end = llvm::dyn_cast<llvm::SwitchInst>(call.getParent()->getTerminator());
    if (end && end->getCondition() == call.getArgOperand(1) && mayWaitForEnd(call))
      if (const auto slots = slotsOfWays(call, *end); !slots.empty()) {
        for (unsigned way = 0; way < slots.size(); ++way)
          storeOnWay(*end, way, slots[way]);
        call.eraseFromParent();
        return;
      }
    computeSlot(call);
  }

  void computeSlot(llvm::CallInst &call) {
    const std::uint64_t first = slotOf(call);
    const unsigned cases = call.arg_size() - 2;
    llvm::BasicBlock *before = call.getParent();
    llvm::BasicBlock *after = llvm::SplitBlock(before, call.getNextNode());
    auto *entry =
        llvm::BasicBlock::Create(module_.getContext(), "otherwise", before->getParent(), after);
    before->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    // One store at the end: the slot is a phi, which becomes a table or a chain of moves.
    llvm::SwitchInst *decision = builder_.CreateSwitch(call.getArgOperand(1), entry, cases);
    builder_.SetInsertPoint(entry);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(&after->front());
    llvm::PHINode *slot = builder_.CreatePHI(builder_.getInt64Ty(), cases + 1);
    slot->addIncoming(builder_.getInt64(first + cases), entry);
    for (unsigned i = 0; i < cases; ++i) {
      auto *block =
          llvm::BasicBlock::Create(module_.getContext(), "case", before->getParent(), after);
      decision->addCase(llvm::cast<llvm::ConstantInt>(call.getArgOperand(2 + i)), block);
      llvm::BranchInst::Create(after, block);
      slot->addIncoming(builder_.getInt64(first + i), block);
    }
    store(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), coverage_, slot));
    call.eraseFromParent();
  }

  static std::uint64_t slotOf(const llvm::CallInst &call) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
  }
  llvm::Constant *slotAddress(std::uint64_t slot) {
    return llvm::ConstantExpr::getGetElementPtr(builder_.getInt8Ty(), coverage_,
                                                builder_.getInt64(slot));
  }
  /// How often, modulo 255: never zero again.
  void store(llvm::Value *address) {
    if (!counts_) {
      builder_.CreateStore(builder_.getInt8(1), address);
      return;
    }
    llvm::Value *count = builder_.CreateLoad(builder_.getInt8Ty(), address);
    llvm::Value *next = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_with_overflow, count,
                                                       builder_.getInt8(1));
    llvm::Value *carry =
        builder_.CreateZExt(builder_.CreateExtractValue(next, 1), builder_.getInt8Ty());
    builder_.CreateStore(builder_.CreateAdd(builder_.CreateExtractValue(next, 0), carry), address);
  }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  bool counts_;
  llvm::GlobalVariable *coverage_ = nullptr;
};

} // namespace

void lowerMarkers(llvm::Module &module, Coverage coverage) {
  MarkerLowering(module, coverage).run();
}

} // namespace instrument
