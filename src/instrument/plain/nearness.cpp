#include "instrument/plain/nearness.h"

#include "abi/target.h"
#include "ir/state.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <vector>

// A condition has one outcome in a run, and the distance is to the other one: of a == b and a < b
// it is |a - b|. For floating point it is the bits of |a - b|, which are ordered as the numbers
// are.
//
// The call stays opaque while the optimiser works, like a marker. What it becomes costs a load and
// a comparison where the run comes no nearer, as nearly all do.

namespace instrument {
namespace {

/// void (uint32_t slot, bool condition, uint64_t distance), for a marker of the same slot
constexpr const char *measured = "__pincer_measured";

std::vector<llvm::CallInst *> callsOf(llvm::Module &module, const char *name) {
  std::vector<llvm::CallInst *> calls;
  if (llvm::Function *function = module.getFunction(name))
    for (llvm::User *user : function->users())
      calls.push_back(llvm::cast<llvm::CallInst>(user));
  return calls;
}

/// Null: they have none that fits into 64 bits.
llvm::Value *distanceOf(llvm::IRBuilder<> &builder, const llvm::CmpInst &comparison) {
  llvm::Value *a = comparison.getOperand(0), *b = comparison.getOperand(1);
  llvm::Type *wide = builder.getInt64Ty();
  if (a->getType()->isFloatTy() || a->getType()->isDoubleTy()) {
    llvm::Value *distance =
        builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, builder.CreateFSub(a, b));
    return builder.CreateBitCast(builder.CreateFPExt(distance, builder.getDoubleTy()), wide);
  }
  if (!a->getType()->isIntegerTy() || a->getType()->getIntegerBitWidth() > 64)
    return nullptr;
  if (comparison.isEquality()) {
    llvm::Value *up = builder.CreateSub(a, b), *down = builder.CreateSub(b, a);
    return builder.CreateZExt(builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, up, down), wide);
  }
  const bool isSigned = comparison.isSigned();
  a = builder.CreateIntCast(a, wide, isSigned);
  b = builder.CreateIntCast(b, wide, isSigned);
  llvm::Value *isGreater = isSigned ? builder.CreateICmpSGT(a, b) : builder.CreateICmpUGT(a, b);
  return builder.CreateSelect(isGreater, builder.CreateSub(a, b), builder.CreateSub(b, a));
}

} // namespace

void measureNearness(llvm::Module &module) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      measured, llvm::FunctionType::get(
                    builder.getVoidTy(),
                    {builder.getInt32Ty(), builder.getInt1Ty(), builder.getInt64Ty()}, false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::NoMerge);
  function->setOnlyAccessesInaccessibleMemory();
  for (llvm::CallInst *marker : callsOf(module, PINCER_BRANCH_MARKER)) {
    llvm::Value *condition = marker->getArgOperand(1);
    const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(condition);
    if (!comparison || !(ir::comparesCount(*comparison) || ir::hangsOnState(*condition)))
      continue;
    builder.SetInsertPoint(marker);
    if (llvm::Value *distance = distanceOf(builder, *comparison))
      builder.CreateCall(callee, {marker->getArgOperand(0), condition, distance});
  }
}

void lowerNearness(llvm::Module &module) {
  llvm::IRBuilder<> builder(module.getContext());
  const std::vector<llvm::CallInst *> calls = callsOf(module, measured);
  if (calls.empty())
    return;
  auto *least = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(
      PINCER_LEAST_DISTANCES, llvm::ArrayType::get(builder.getInt64Ty(), 0)));
  least->setDSOLocal(true);
  llvm::FunctionCallee cameNearer = module.getOrInsertFunction(
      PINCER_CAME_NEARER, builder.getVoidTy(), builder.getInt32Ty(), builder.getInt64Ty());
  llvm::cast<llvm::Function>(cameNearer.getCallee())->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::MDNode *rarely = llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  for (llvm::CallInst *call : calls) {
    builder.SetInsertPoint(call);
    llvm::Value *distance = call->getArgOperand(2);
    llvm::Value *other = builder.CreateAdd(
        call->getArgOperand(0), builder.CreateZExt(call->getArgOperand(1), builder.getInt32Ty()));
    llvm::Value *known = builder.CreateLoad(
        builder.getInt64Ty(),
        builder.CreateInBoundsGEP(builder.getInt64Ty(), least,
                                  builder.CreateZExt(other, builder.getInt64Ty())));
    llvm::Instruction *then = llvm::SplitBlockAndInsertIfThen(
        builder.CreateICmpULT(distance, known), call, /*Unreachable=*/false, rarely);
    builder.SetInsertPoint(then);
    builder.CreateCall(cameNearer, {other, distance});
    call->eraseFromParent();
  }
}

} // namespace instrument
