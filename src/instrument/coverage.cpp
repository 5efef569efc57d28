#include "instrument/coverage.h"

#include "abi/target.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <vector>

// Coverage of a two-way branch is one store without control flow: pincer_coverage[slot +
// !condition] = 1.

namespace instrument {
namespace {

class MarkerLowering {
public:
  explicit MarkerLowering(llvm::Module &module) : module_(module), builder_(module.getContext()) {
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
    builder_.SetInsertPoint(&call);
    llvm::Value *taken =
        builder_.CreateZExt(builder_.CreateNot(call.getArgOperand(1)), builder_.getInt64Ty());
    store(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), slotAddress(slotOf(call)), taken));
    call.eraseFromParent();
  }

  void lowerSwitch(llvm::CallInst &call) {
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
  void store(llvm::Value *address) { builder_.CreateStore(builder_.getInt8(1), address); }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::GlobalVariable *coverage_ = nullptr;
};

} // namespace

void lowerMarkers(llvm::Module &module) { MarkerLowering(module).run(); }

} // namespace instrument
