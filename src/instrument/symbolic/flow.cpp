#include "instrument/symbolic/flow.h"

#include "instrument/symbolic/legalise/division.h"
#include "instrument/symbolic/legalise/half.h"
#include "instrument/symbolic/operations/extended.h"
#include "instrument/symbolic/operations/floating.h"
#include "instrument/symbolic/operations/wide.h"
#include "instrument/symbolic/types.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <vector>

// Both analyses start from "no" and add what must be. Optimistic, so that a loop counter, whose phi
// depends on itself, is found to be concrete.

namespace instrument {
namespace {

using llvm::Instruction;
using llvm::Intrinsic::ID;

const llvm::DataLayout &layoutOf(const Instruction &instruction) {
  return instruction.getModule()->getDataLayout();
}

/// Whether an instruction that derives from nothing may still give a term.
bool isSource(const Instruction &instruction) {
  if (!hasTermedLeaf(instruction.getType(), layoutOf(instruction)))
    return false;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerAddressSpace() == 0 && !isConstantMemory(load->getPointerOperand());
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return true;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !llvm::isa<llvm::IntrinsicInst>(call) && !numberRuleOf(*call) &&
         !call->isInlineAsm() && !call->isMustTailCall() && !llvm::isa<llvm::CallBrInst>(call);
}

/// What is read depends on where: from a constant, too.
bool isReadThrough(const Instruction &instruction, const llvm::DataLayout &layout) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load && load->getPointerAddressSpace() == 0 && hasTermedLeaf(load->getType(), layout);
}

bool asksForNothing(const Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && isIgnored(call->getIntrinsicID());
}

} // namespace

bool isConstantMemory(const llvm::Value *pointer) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
  return variable && variable->isConstant();
}

bool isIdentity(ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::ssa_copy:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::ptr_annotation:
    return true;
  default:
    return false;
  }
}

bool isArithmetic(ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::scmp:
  case llvm::Intrinsic::ucmp:
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
  case llvm::Intrinsic::bswap:
  case llvm::Intrinsic::bitreverse:
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz:
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::uadd_sat:
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::usub_sat:
  case llvm::Intrinsic::ssub_sat:
  case llvm::Intrinsic::ptrmask:
    return true;
  default:
    return isIdentity(intrinsic);
  }
}

bool isIgnored(ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::dbg_declare:
  case llvm::Intrinsic::dbg_value:
  case llvm::Intrinsic::dbg_label:
  case llvm::Intrinsic::dbg_assign:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
  case llvm::Intrinsic::is_constant:
  case llvm::Intrinsic::objectsize:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::debugtrap:
  case llvm::Intrinsic::vastart:
  case llvm::Intrinsic::vaend:
  case llvm::Intrinsic::vacopy:
  case llvm::Intrinsic::sideeffect:
  case llvm::Intrinsic::donothing:
    return true;
  default:
    return false;
  }
}

bool isMove(const Instruction &instruction) {
  if (llvm::isa<llvm::ShuffleVectorInst, llvm::ExtractElementInst, llvm::InsertElementInst>(
          instruction))
    return llvm::isa<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  return llvm::isa<llvm::FreezeInst, llvm::ExtractValueInst, llvm::InsertValueInst>(instruction);
}

bool gathersSigns(ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::x86_sse_movmsk_ps:
  case llvm::Intrinsic::x86_sse2_movmsk_pd:
  case llvm::Intrinsic::x86_sse2_pmovmskb_128:
  case llvm::Intrinsic::x86_avx_movmsk_ps_256:
  case llvm::Intrinsic::x86_avx_movmsk_pd_256:
  case llvm::Intrinsic::x86_avx2_pmovmskb:
    return true;
  default:
    return false;
  }
}

bool isReduction(ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::vector_reduce_add:
  case llvm::Intrinsic::vector_reduce_mul:
  case llvm::Intrinsic::vector_reduce_and:
  case llvm::Intrinsic::vector_reduce_or:
  case llvm::Intrinsic::vector_reduce_xor:
  case llvm::Intrinsic::vector_reduce_smax:
  case llvm::Intrinsic::vector_reduce_smin:
  case llvm::Intrinsic::vector_reduce_umax:
  case llvm::Intrinsic::vector_reduce_umin:
  case llvm::Intrinsic::vector_reduce_fadd:
  case llvm::Intrinsic::vector_reduce_fmul:
    return true;
  default:
    return gathersSigns(intrinsic);
  }
}

namespace {

/// A termed scalar, or a vector of such.
bool hasTermedElements(const llvm::Type *type) {
  return isTermed(type) || (llvm::isa<llvm::FixedVectorType>(type) &&
                            isTermed(llvm::cast<llvm::FixedVectorType>(type)->getElementType()));
}

bool hasOnlyTermedLeaves(llvm::Type *type, const llvm::DataLayout &layout) {
  const auto leaves = leavesOf(type, layout);
  return !leaves.empty() && llvm::all_of(leaves, [](const Leaf &leaf) { return leaf.isTermed(); });
}

bool isDerivedCast(const llvm::CastInst &cast) {
  llvm::Type *from = cast.getOperand(0)->getType(), *to = cast.getType();
  if (cast.getOpcode() == Instruction::BitCast)
    return hasOnlyTermedLeaves(from, layoutOf(cast)) && hasOnlyTermedLeaves(to, layoutOf(cast));
  if (from->isFPOrFPVectorTy() || to->isFPOrFPVectorTy())
    return hasTermedElements(from) && hasTermedElements(to) &&
           !(cast.getOpcode() == Instruction::FPToUI && to->getScalarSizeInBits() == 64);
  return (hasTermedElements(from) || isWide(from)) && (hasTermedElements(to) || isWide(to));
}

bool isDerivedCall(const llvm::CallInst &call) {
  const auto areTermed = [&] {
    return llvm::all_of(call.args(), [](const llvm::Use &argument) {
      return hasTermedElements(argument->getType());
    });
  };
  if (const auto rule = numberRuleOf(call))
    return hasTermedElements(call.getType()) && areTermed() &&
           (!isHalf(call.getArgOperand(0)->getType()) || isOnBits(*rule));
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (!intrinsic || call.arg_empty())
    return false;
  if (isReduction(intrinsic->getIntrinsicID()))
    return isTermed(call.getType()) && !isHalf(call.getType());
  if (const llvm::Type *first = call.getArgOperand(0)->getType(); isWide(first))
    return WideAlgebra::has(intrinsic->getIntrinsicID(), first->getIntegerBitWidth());
  if (!isArithmetic(intrinsic->getIntrinsicID()) ||
      !hasTermedElements(call.getArgOperand(0)->getType()))
    return false;
  // Of vectors, what is computed element by element.
  return !call.getArgOperand(0)->getType()->isVectorTy() || hasTermedElements(call.getType());
}

} // namespace

bool isDerived(const Instruction &instruction) {
  llvm::Type *type = instruction.getType();
  if (!hasTermedLeaf(type, layoutOf(instruction)))
    return false;
  if (llvm::isa<llvm::GetElementPtrInst>(instruction))
    return isTermed(type);
  if (isDerivedExtended(instruction))
    return true;
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return hasTermedElements(type) ||
           (isWide(type) && (WideAlgebra::has(binary->getOpcode()) || isDivisionByWord(*binary)));
  if (llvm::isa<llvm::UnaryOperator>(instruction))
    return hasTermedElements(type);
  if (llvm::isa<llvm::CmpInst>(instruction)) {
    const llvm::Type *operands = instruction.getOperand(0)->getType();
    return hasTermedElements(operands) || isWide(operands);
  }
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return isDerivedCast(*cast);
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return isDerivedCall(*call);
  return isMove(instruction) || llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction);
}

TermFlow::TermFlow(llvm::Function &function) {
  findPossible(function);
  findNeeded(function);
}

void TermFlow::findPossible(llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  std::vector<const llvm::Value *> work;
  const auto add = [&](const llvm::Value &value) {
    if (may_.insert(&value).second)
      work.push_back(&value);
  };
  for (const llvm::Argument &argument : function.args())
    if (hasTermedLeaf(argument.getType(), layout) && !argument.hasPassPointeeByValueCopyAttr())
      add(argument);
  for (const Instruction &instruction : llvm::instructions(function))
    if (isSource(instruction))
      add(instruction);
  while (!work.empty()) {
    const llvm::Value *value = work.back();
    work.pop_back();
    for (const llvm::User *user : value->users())
      if (const auto *instruction = llvm::dyn_cast<Instruction>(user);
          instruction && (isDerived(*instruction) || isReadThrough(*instruction, layout)))
        add(*instruction);
  }
}

void TermFlow::findNeeded(llvm::Function &function) {
  std::vector<const Instruction *> work;
  const auto needOperands = [&](const Instruction &instruction) {
    for (const llvm::Value *operand : instruction.operand_values())
      if (may_.contains(operand) && needed_.insert(operand).second)
        if (const auto *producer = llvm::dyn_cast<Instruction>(operand);
            producer && isDerived(*producer))
          work.push_back(producer);
  };
  for (const Instruction &instruction : llvm::instructions(function))
    if (!isDerived(instruction) && !asksForNothing(instruction))
      needOperands(instruction);
  while (!work.empty()) {
    const Instruction *instruction = work.back();
    work.pop_back();
    needOperands(*instruction);
  }
}

} // namespace instrument
