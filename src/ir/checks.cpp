#include "ir/checks.h"

#include "abi/target.h"

#include <filesystem>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

// Clang knows the types, so it says best where C and C++ leave something undefined:
//
//     %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
//     %sum = extractvalue %r, 0
//     %bad = extractvalue %r, 1
//     %fine = xor i1 %bad, true
//     br i1 %fine, label %go_on, label %trap        ; trap: call void @llvm.ubsantrap(i8 0)
//
// becomes  %sum = add i32 %a, %b  and  call void @__pincer_check(i32 17, i1 %fine), in one block.
// Matching conditions with clang's coverage mapping needs the blocks as they are without checks.

namespace ir {
namespace {

using llvm::BasicBlock;
using llvm::BranchInst;

struct Kind {
  const char *name; // as findings are named
  bool isArithmetic;
};

constexpr std::uint64_t divisions = 3; // DivremOverflow

/// By the argument of llvm.ubsantrap, clang's SanitizerHandler.
Kind kindOf(std::uint64_t handler) {
  switch (handler) {
  case 0:  // AddOverflow
  case 12: // MulOverflow
  case 13: // NegateOverflow
  case 21: // SubOverflow
    return {"signed-integer-overflow", true};
  case divisions:
    return {"division-by-zero", false};
  case 5: // FloatCastOverflow
    return {"invalid-conversion", true};
  case 18: // OutOfBounds
    return {"out-of-bounds", false};
  case 20: // ShiftOutOfBounds
    return {"invalid-shift", true};
  case 24: // VLABoundNotPositive
    return {"invalid-array-length", false};
  default: // __builtin_clz(0)
    return {"undefined-behaviour", true};
  }
}

/// The machine does not go on after this one either.
constexpr Kind quotientOverflow = {"signed-integer-overflow", false};

std::string fileOf(const llvm::DebugLoc &place) {
  const llvm::DILocation *location = place.get();
  if (!location || location->getFilename().empty())
    return {};
  const std::filesystem::path file(location->getFilename().str());
  return (std::filesystem::path(location->getDirectory().str()) / file).lexically_normal().string();
}

llvm::IntrinsicInst *trapIn(BasicBlock &block) {
  auto *trap = llvm::dyn_cast<llvm::IntrinsicInst>(&*block.getFirstNonPHIOrDbg());
  return trap && trap->getIntrinsicID() == llvm::Intrinsic::ubsantrap ? trap : nullptr;
}

class Checks {
public:
  Checks(llvm::Module &module, std::uint32_t first)
      : module_(module), next_(first), builder_(module.getContext()) {}

  std::vector<model::Check> run() {
    for (llvm::Function &function : module_) {
      std::vector<BranchInst *> branches;
      for (BasicBlock &block : function)
        if (auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator()))
          if (branch->isConditional() && branch->hasMetadata(llvm::LLVMContext::MD_nosanitize) &&
              (trapIn(*branch->getSuccessor(0)) || trapIn(*branch->getSuccessor(1))))
            branches.push_back(branch);
      if (branches.empty())
        continue;
      flatten(function);
      for (BranchInst *branch : branches)
        mark(*branch);
      makePlain(function);
    }
    return std::move(checks_);
  }

private:
  /// What a shift loses is computed on one of two ways only; here it is on both, so that no branch
  /// is left of it.
  static void flatten(llvm::Function &function) {
    std::vector<BranchInst *> branches;
    for (BasicBlock &block : function)
      if (auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator()))
        if (branch->isConditional() && branch->hasMetadata(llvm::LLVMContext::MD_nosanitize) &&
            branch->getSuccessor(0)->getSinglePredecessor() == &block &&
            branch->getSuccessor(0)->getSingleSuccessor() == branch->getSuccessor(1))
          branches.push_back(branch);
    for (BranchInst *branch : branches) {
      BasicBlock *block = branch->getParent();
      BasicBlock *aside = branch->getSuccessor(0), *next = branch->getSuccessor(1);
      block->splice(branch->getIterator(), aside, aside->begin(),
                    aside->getTerminator()->getIterator());
      llvm::IRBuilder<> builder(branch);
      while (auto *phi = llvm::dyn_cast<llvm::PHINode>(&next->front())) {
        phi->replaceAllUsesWith(builder.CreateSelect(branch->getCondition(),
                                                     phi->getIncomingValueForBlock(aside),
                                                     phi->getIncomingValueForBlock(block)));
        phi->eraseFromParent();
      }
      builder.CreateBr(next);
      branch->eraseFromParent();
      llvm::DeleteDeadBlock(aside);
      llvm::MergeBlockIntoPredecessor(next);
    }
  }

  void mark(BranchInst &branch) {
    const unsigned bad = trapIn(*branch.getSuccessor(1)) ? 1 : 0;
    BasicBlock *trapping = branch.getSuccessor(bad), *next = branch.getSuccessor(1 - bad);
    builder_.SetInsertPoint(&branch); // and its place in the source
    llvm::Value *fine =
        bad == 1 ? branch.getCondition() : builder_.CreateNot(branch.getCondition());
    mark(fine, *trapIn(*trapping), branch);
    builder_.CreateBr(next);
    branch.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(fine); // where it was two in one
    if (llvm::pred_empty(trapping))
      llvm::DeleteDeadBlock(trapping);
    llvm::MergeBlockIntoPredecessor(next);
  }

  /// Of a division clang joins two conditions, the divisor's first.
  void mark(llvm::Value *fine, const llvm::IntrinsicInst &trap, const BranchInst &branch) {
    const std::uint64_t handler =
        llvm::cast<llvm::ConstantInt>(trap.getArgOperand(0))->getZExtValue();
    const auto *both = llvm::dyn_cast<llvm::BinaryOperator>(fine);
    const bool isSigned = both && both->getOpcode() == llvm::Instruction::And;
    if (handler == divisions && isSigned) {
      call(kindOf(handler), both->getOperand(0), branch);
      call(quotientOverflow, both->getOperand(1), branch);
    } else {
      call(kindOf(handler), fine, branch);
    }
  }

  void call(const Kind &kind, llvm::Value *fine, const BranchInst &branch) {
    if (llvm::isa<llvm::Constant>(fine))
      return;
    if (!marker_.getCallee()) {
      marker_ = module_.getOrInsertFunction(
          PINCER_CHECK_MARKER,
          llvm::FunctionType::get(builder_.getVoidTy(),
                                  {builder_.getInt32Ty(), builder_.getInt1Ty()}, false));
      auto *function = llvm::cast<llvm::Function>(marker_.getCallee());
      function->addFnAttr(llvm::Attribute::NoUnwind);
      function->addFnAttr(llvm::Attribute::NoMerge);
      function->setOnlyAccessesInaccessibleMemory();
    }
    builder_.CreateCall(marker_, {builder_.getInt32(next_++), fine})
        ->addFnAttr(llvm::Attribute::NoMerge);
    const llvm::DebugLoc &place = branch.getDebugLoc();
    checks_.push_back({.kind = kind.name,
                       .file = fileOf(place),
                       .line = place ? place.getLine() : 0,
                       .isArithmetic = kind.isArithmetic});
  }

  /// Sums that were checked for overflow are ordinary ones again; whether they overflowed is
  /// computed beside them, for the marker alone.
  static void makePlain(llvm::Function &function) {
    std::vector<llvm::ExtractValueInst *> results;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
        if (part->hasMetadata(llvm::LLVMContext::MD_nosanitize) && part->getIndices()[0] == 0 &&
            llvm::isa<llvm::WithOverflowInst>(part->getAggregateOperand()))
          results.push_back(part);
    for (llvm::ExtractValueInst *result : results) {
      auto *checked = llvm::cast<llvm::WithOverflowInst>(result->getAggregateOperand());
      llvm::IRBuilder<> builder(result);
      llvm::Value *plain =
          builder.CreateBinOp(checked->getBinaryOp(), checked->getLHS(), checked->getRHS());
      plain->takeName(result);
      result->replaceAllUsesWith(plain);
      result->eraseFromParent();
    }
  }

  llvm::Module &module_;
  std::uint32_t next_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee marker_;
  std::vector<model::Check> checks_;
};

} // namespace

std::vector<model::Check> markChecks(llvm::Module &module, std::uint32_t first) {
  return Checks(module, first).run();
}

void dropChecks(llvm::Module &module) {
  llvm::Function *marker = module.getFunction(PINCER_CHECK_MARKER);
  if (!marker)
    return;
  std::vector<llvm::CallInst *> calls;
  for (llvm::User *user : marker->users())
    calls.push_back(llvm::cast<llvm::CallInst>(user));
  for (llvm::CallInst *call : calls) {
    auto *condition = llvm::dyn_cast<llvm::Instruction>(call->getArgOperand(1));
    call->eraseFromParent();
    if (condition)
      llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  }
  marker->eraseFromParent();
}

} // namespace ir
