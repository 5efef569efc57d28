#include "instrument/symbolic/legalise/lanes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>

namespace instrument {
namespace {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

/// What does on 128 bits the same; not_intrinsic: nothing, or more than that.
intrinsic::ID onOneLane(intrinsic::ID id) {
  switch (id) {
  case intrinsic::x86_avx2_packsswb:
    return intrinsic::x86_sse2_packsswb_128;
  case intrinsic::x86_avx2_packssdw:
    return intrinsic::x86_sse2_packssdw_128;
  case intrinsic::x86_avx2_packuswb:
    return intrinsic::x86_sse2_packuswb_128;
  case intrinsic::x86_avx2_packusdw:
    return intrinsic::x86_sse41_packusdw;
  case intrinsic::x86_avx2_phadd_w:
    return intrinsic::x86_ssse3_phadd_w_128;
  case intrinsic::x86_avx2_phadd_d:
    return intrinsic::x86_ssse3_phadd_d_128;
  case intrinsic::x86_avx2_phadd_sw:
    return intrinsic::x86_ssse3_phadd_sw_128;
  case intrinsic::x86_avx2_phsub_w:
    return intrinsic::x86_ssse3_phsub_w_128;
  case intrinsic::x86_avx2_phsub_d:
    return intrinsic::x86_ssse3_phsub_d_128;
  case intrinsic::x86_avx2_phsub_sw:
    return intrinsic::x86_ssse3_phsub_sw_128;
  case intrinsic::x86_avx2_psad_bw:
    return intrinsic::x86_sse2_psad_bw;
  case intrinsic::x86_avx2_pshuf_b:
    return intrinsic::x86_ssse3_pshuf_b_128;
  case intrinsic::x86_avx_hadd_ps_256:
    return intrinsic::x86_sse3_hadd_ps;
  case intrinsic::x86_avx_hadd_pd_256:
    return intrinsic::x86_sse3_hadd_pd;
  case intrinsic::x86_avx_hsub_ps_256:
    return intrinsic::x86_sse3_hsub_ps;
  case intrinsic::x86_avx_hsub_pd_256:
    return intrinsic::x86_sse3_hsub_pd;
  case intrinsic::x86_avx_dp_ps_256:
    return intrinsic::x86_sse41_dpps;
  case intrinsic::x86_avx_vpermilvar_ps_256:
    return intrinsic::x86_avx_vpermilvar_ps;
  case intrinsic::x86_avx_vpermilvar_pd_256:
    return intrinsic::x86_avx_vpermilvar_pd;
  default:
    return intrinsic::not_intrinsic;
  }
}

bool isOfTwoLanes(const Value *value) { return value->getType()->getPrimitiveSizeInBits() == 256; }

Value *inLanes(llvm::IntrinsicInst &call) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<Value *, 3> lower, upper;
  for (Value *argument : call.args()) {
    const auto lanes =
        isOfTwoLanes(argument) ? lanesOf(builder, argument) : std::pair(argument, argument);
    lower.push_back(lanes.first);
    upper.push_back(lanes.second);
  }
  llvm::Function *one =
      intrinsic::getDeclaration(call.getModule(), onOneLane(call.getIntrinsicID()));
  Value *first = builder.CreateCall(one, lower), *second = builder.CreateCall(one, upper);
  llvm::SmallVector<int, 32> all(
      2 * llvm::cast<llvm::FixedVectorType>(first->getType())->getNumElements());
  std::iota(all.begin(), all.end(), 0);
  return builder.CreateShuffleVector(first, second, all);
}

} // namespace

std::pair<Value *, Value *> lanesOf(llvm::IRBuilderBase &builder, Value *vector) {
  const unsigned count = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  llvm::SmallVector<int, 32> lower(count / 2), upper(count / 2);
  std::iota(lower.begin(), lower.end(), 0);
  std::iota(upper.begin(), upper.end(), static_cast<int>(count / 2));
  return {builder.CreateShuffleVector(vector, lower), builder.CreateShuffleVector(vector, upper)};
}

void splitLanes(llvm::Function &function) {
  llvm::SmallVector<llvm::IntrinsicInst *, 4> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call && onOneLane(call->getIntrinsicID()) != intrinsic::not_intrinsic)
      calls.push_back(call);
  for (llvm::IntrinsicInst *call : calls) {
    call->replaceAllUsesWith(inLanes(*call));
    call->eraseFromParent();
  }
}

} // namespace instrument
