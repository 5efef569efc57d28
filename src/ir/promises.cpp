#include "ir/promises.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace ir {
namespace {

using llvm::Attribute;

llvm::AttributeMask valuePromises() {
  llvm::AttributeMask mask;
  for (const Attribute::AttrKind kind :
       {Attribute::NoUndef, Attribute::NonNull, Attribute::Dereferenceable,
        Attribute::DereferenceableOrNull, Attribute::NoAlias, Attribute::NoCapture,
        Attribute::NoFree, Attribute::Range, Attribute::NoFPClass, Attribute::Returned,
        Attribute::ReadOnly, Attribute::ReadNone, Attribute::WriteOnly, Attribute::Writable,
        Attribute::DeadOnUnwind, Attribute::Initializes})
    mask.addAttribute(kind);
  return mask;
}

llvm::AttributeMask functionPromises() {
  llvm::AttributeMask mask;
  for (const Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::WillReturn, Attribute::MustProgress, Attribute::NoFree,
        Attribute::NoSync, Attribute::NoRecurse, Attribute::NoCallback, Attribute::Speculatable,
        Attribute::AllocKind, Attribute::AllocSize})
    mask.addAttribute(kind);
  for (const char *name : {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math",
                           "no-signed-zeros-fp-math", "approx-func-fp-math", "alloc-family"})
    mask.addAttribute(name);
  return mask;
}

/// Our markers' attributes are ours, and intrinsics mean what LLVM says.
bool keepsItsAttributes(const llvm::Function &function) {
  return function.isIntrinsic() || function.getName().starts_with("__pincer_");
}

class Dropper {
public:
  void run(llvm::Module &module) {
    for (llvm::Function &function : module) {
      if (!keepsItsAttributes(function))
        dropFromFunction(function);
      for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : block)
          dropFromInstruction(instruction);
    }
  }

private:
  void dropFromFunction(llvm::Function &function) {
    function.removeFnAttrs(functionAttributes_);
    function.removeRetAttrs(valueAttributes_);
    function.removeRetAttr(Attribute::Alignment);
    for (llvm::Argument &argument : function.args()) {
      argument.removeAttrs(valueAttributes_);
      if (!argument.hasPassPointeeByValueCopyAttr()) // there the alignment is part of the ABI
        argument.removeAttr(Attribute::Alignment);
    }
  }

  void dropFromCall(llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (callee && callee->isIntrinsic()) {
      if (auto *transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
        transfer->setDestAlignment(llvm::Align(1));
        if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(transfer))
          copy->setSourceAlignment(llvm::Align(1));
      }
      return;
    }
    if (callee && keepsItsAttributes(*callee))
      return;
    call.removeFnAttrs(functionAttributes_);
    call.removeRetAttrs(valueAttributes_);
    call.removeRetAttr(Attribute::Alignment);
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      call.removeParamAttrs(i, valueAttributes_);
      if (!call.isPassPointeeByValueArgument(i))
        call.removeParamAttr(i, Attribute::Alignment);
    }
  }

  void dropFromInstruction(llvm::Instruction &instruction) {
    instruction.dropPoisonGeneratingFlags();
    if (llvm::isa<llvm::FPMathOperator>(instruction))
      instruction.setFastMathFlags(llvm::FastMathFlags());
    for (const unsigned kind :
         {llvm::LLVMContext::MD_range, llvm::LLVMContext::MD_nonnull, llvm::LLVMContext::MD_align,
          llvm::LLVMContext::MD_noundef, llvm::LLVMContext::MD_dereferenceable,
          llvm::LLVMContext::MD_dereferenceable_or_null, llvm::LLVMContext::MD_invariant_load,
          llvm::LLVMContext::MD_invariant_group, llvm::LLVMContext::MD_tbaa,
          llvm::LLVMContext::MD_tbaa_struct, llvm::LLVMContext::MD_alias_scope,
          llvm::LLVMContext::MD_noalias, llvm::LLVMContext::MD_nontemporal,
          llvm::LLVMContext::MD_loop, llvm::LLVMContext::MD_fpmath,
          llvm::LLVMContext::MD_unpredictable})
      instruction.setMetadata(kind, nullptr);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && !load->isAtomic())
      load->setAlignment(llvm::Align(1));
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && !store->isAtomic())
      store->setAlignment(llvm::Align(1));
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      dropFromCall(*call);
    for (llvm::Use &operand : instruction.operands())
      if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get()))
        operand.set(withoutFlags(expression));
  }

  /// &a[100] of a smaller array is an address, not poison.
  llvm::Constant *withoutFlags(llvm::ConstantExpr *expression) {
    llvm::SmallVector<llvm::Constant *, 4> operands;
    for (llvm::Use &operand : expression->operands()) {
      auto *constant = llvm::cast<llvm::Constant>(operand.get());
      auto *inner = llvm::dyn_cast<llvm::ConstantExpr>(constant);
      operands.push_back(inner ? withoutFlags(inner) : constant);
    }
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(expression))
      return llvm::ConstantExpr::getGetElementPtr(
          address->getSourceElementType(), operands[0],
          llvm::ArrayRef<llvm::Constant *>(operands).drop_front());
    return expression->getWithOperands(operands);
  }

  const llvm::AttributeMask valueAttributes_ = valuePromises();
  const llvm::AttributeMask functionAttributes_ = functionPromises();
};

} // namespace

void dropPromises(llvm::Module &module) { Dropper().run(module); }

} // namespace ir
