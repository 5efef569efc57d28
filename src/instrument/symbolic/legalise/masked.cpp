#include "instrument/symbolic/legalise/masked.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <functional>

namespace instrument {
namespace {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

enum class Kind { Load, Store, Gather, PlainLoad, PlainStore, None }; // plain: LLVM's own

/// Whether each element of a vector has whole bytes of its own in memory.
bool fillsBytes(const llvm::Type *type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector && vector->getScalarSizeInBits() > 0 && vector->getScalarSizeInBits() % 8 == 0;
}

Kind kindOf(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case intrinsic::x86_avx_maskload_ps:
  case intrinsic::x86_avx_maskload_pd:
  case intrinsic::x86_avx_maskload_ps_256:
  case intrinsic::x86_avx_maskload_pd_256:
  case intrinsic::x86_avx2_maskload_d:
  case intrinsic::x86_avx2_maskload_q:
  case intrinsic::x86_avx2_maskload_d_256:
  case intrinsic::x86_avx2_maskload_q_256:
    return Kind::Load;
  case intrinsic::x86_avx_maskstore_ps:
  case intrinsic::x86_avx_maskstore_pd:
  case intrinsic::x86_avx_maskstore_ps_256:
  case intrinsic::x86_avx_maskstore_pd_256:
  case intrinsic::x86_avx2_maskstore_d:
  case intrinsic::x86_avx2_maskstore_q:
  case intrinsic::x86_avx2_maskstore_d_256:
  case intrinsic::x86_avx2_maskstore_q_256:
    return Kind::Store;
  case intrinsic::x86_avx2_gather_d_d:
  case intrinsic::x86_avx2_gather_d_d_256:
  case intrinsic::x86_avx2_gather_d_q:
  case intrinsic::x86_avx2_gather_d_q_256:
  case intrinsic::x86_avx2_gather_d_ps:
  case intrinsic::x86_avx2_gather_d_ps_256:
  case intrinsic::x86_avx2_gather_d_pd:
  case intrinsic::x86_avx2_gather_d_pd_256:
  case intrinsic::x86_avx2_gather_q_d:
  case intrinsic::x86_avx2_gather_q_d_256:
  case intrinsic::x86_avx2_gather_q_q:
  case intrinsic::x86_avx2_gather_q_q_256:
  case intrinsic::x86_avx2_gather_q_ps:
  case intrinsic::x86_avx2_gather_q_ps_256:
  case intrinsic::x86_avx2_gather_q_pd:
  case intrinsic::x86_avx2_gather_q_pd_256:
    return Kind::Gather;
  case intrinsic::masked_load:
    return fillsBytes(call.getType()) ? Kind::PlainLoad : Kind::None;
  case intrinsic::masked_store:
    return fillsBytes(call.getArgOperand(0)->getType()) ? Kind::PlainStore : Kind::None;
  default:
    return Kind::None;
  }
}

llvm::FixedVectorType *vectorType(Value *value) {
  return llvm::cast<llvm::FixedVectorType>(value->getType());
}

class ElementByElement {
public:
  explicit ElementByElement(llvm::IntrinsicInst &call) : call_(call), builder_(&call) {}

  Value *load() {
    return loaded(argument(0), signs(argument(1)), llvm::Constant::getNullValue(call_.getType()));
  }
  Value *plainLoad() { return loaded(argument(0), argument(2), argument(3)); }
  void store() { stored(argument(0), signs(argument(1)), argument(2)); }
  void plainStore() { stored(argument(1), argument(3), argument(0)); }

  /// Elements that no index is for become zero; those that the mask leaves out stay.
  Value *gather() {
    Value *old = argument(0), *base = argument(1), *indices = argument(2), *scale = argument(4);
    mask_ = signs(argument(3));
    const unsigned all = vectorType(&call_)->getNumElements();
    const unsigned count = std::min(all, vectorType(indices)->getNumElements());
    Value *result = old;
    for (unsigned i = 0; i < count; ++i)
      result = withLoaded(result, i, [&] {
        Value *index =
            builder_.CreateSExt(builder_.CreateExtractElement(indices, i), builder_.getInt64Ty());
        Value *offset =
            builder_.CreateMul(index, builder_.CreateZExt(scale, builder_.getInt64Ty()));
        return builder_.CreateGEP(builder_.getInt8Ty(), base, offset);
      });
    for (unsigned i = count; i < all; ++i)
      result = builder_.CreateInsertElement(result,
                                            llvm::Constant::getNullValue(elementType(&call_)), i);
    return result;
  }

private:
  Value *argument(unsigned i) { return call_.getArgOperand(i); }
  static llvm::Type *elementType(Value *vector) { return vectorType(vector)->getElementType(); }
  Value *place(Value *base, llvm::Type *type, unsigned i) {
    return builder_.CreateConstGEP1_32(type, base, i);
  }

  Value *loaded(Value *base, Value *mask, Value *otherwise) {
    mask_ = mask;
    Value *result = otherwise;
    for (unsigned i = 0; i < vectorType(&call_)->getNumElements(); ++i)
      result = withLoaded(result, i, [&] { return place(base, elementType(&call_), i); });
    return result;
  }

  void stored(Value *base, Value *mask, Value *values) {
    mask_ = mask;
    for (unsigned i = 0; i < vectorType(values)->getNumElements(); ++i)
      whereWanted(i, [&] {
        builder_.CreateAlignedStore(builder_.CreateExtractElement(values, i),
                                    place(base, elementType(values), i), llvm::Align(1));
      });
  }

  /// For each element whether its highest bit is set.
  Value *signs(Value *mask) {
    llvm::Type *integers = llvm::VectorType::getInteger(vectorType(mask));
    return builder_.CreateICmpSLT(builder_.CreateBitCast(mask, integers),
                                  llvm::Constant::getNullValue(integers));
  }

  /// Does it if the mask says so; the block in which it was done, none: it is never done.
  llvm::BasicBlock *whereWanted(unsigned i, const std::function<void()> &act) {
    Value *isWanted = builder_.CreateExtractElement(mask_, i);
    if (llvm::isa<llvm::UndefValue>(isWanted))
      return nullptr;
    if (const auto *known = llvm::dyn_cast<llvm::ConstantInt>(isWanted)) {
      if (known->isZero())
        return nullptr;
      act();
      return call_.getParent();
    }
    llvm::Instruction *end = llvm::SplitBlockAndInsertIfThen(isWanted, &call_, false);
    builder_.SetInsertPoint(end);
    act();
    builder_.SetInsertPoint(&call_);
    return end->getParent();
  }

  Value *withLoaded(Value *vector, unsigned i, const std::function<Value *()> &address) {
    llvm::BasicBlock *before = call_.getParent();
    Value *changed = vector;
    llvm::BasicBlock *there = whereWanted(i, [&] {
      Value *loaded = builder_.CreateAlignedLoad(elementType(&call_), address(), llvm::Align(1));
      changed = builder_.CreateInsertElement(vector, loaded, i);
    });
    if (there == nullptr || there == call_.getParent())
      return changed;
    llvm::PHINode *either = builder_.CreatePHI(call_.getType(), 2);
    either->addIncoming(vector, before);
    either->addIncoming(changed, there);
    return either;
  }

  llvm::IntrinsicInst &call_;
  llvm::IRBuilder<> builder_;
  Value *mask_ = nullptr;
};

} // namespace

bool writeOutMaskedAccess(llvm::IntrinsicInst &call) {
  const Kind kind = kindOf(call);
  if (kind == Kind::None)
    return false;
  ElementByElement elements(call);
  switch (kind) {
  case Kind::Load:
    call.replaceAllUsesWith(elements.load());
    break;
  case Kind::PlainLoad:
    call.replaceAllUsesWith(elements.plainLoad());
    break;
  case Kind::Gather:
    call.replaceAllUsesWith(elements.gather());
    break;
  case Kind::Store:
    elements.store();
    break;
  default:
    elements.plainStore();
    break;
  }
  call.eraseFromParent();
  return true;
}

} // namespace instrument
