#include "ir/constant_arguments.h"

#include "abi/target.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <set>
#include <vector>

// A value is made of constants if data flow alone leads to it from constants: which of several a
// run stores may well depend on its inputs (a term would be zero all the same). Memory is followed
// where nobody else can reach it: locals and static variables whose address goes nowhere.

namespace ir {
namespace {

using llvm::Value;

class Constants {
public:
  bool makeUp(const Value &value) {
    if (llvm::isa<llvm::Constant, llvm::AllocaInst>(value))
      return true;
    if (!seen_.insert(&value).second) // a circle adds nothing
      return true;
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
      return makeUpAtAllCalls(*argument);
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value))
      return fill(*load->getPointerOperand());
    if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst,
                  llvm::SelectInst, llvm::PHINode, llvm::FreezeInst, llvm::GetElementPtrInst>(
            value))
      return llvm::all_of(llvm::cast<llvm::Instruction>(value).operand_values(),
                          [&](const Value *operand) { return makeUp(*operand); });
    return false;
  }

private:
  /// Whether all that may lie there is made of constants.
  bool fill(const Value &address) {
    const Value *object = &address;
    while (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(object)) {
      if (!element->hasAllConstantIndices())
        return false;
      object = element->getPointerOperand();
    }
    const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    if (variable && variable->isConstant() && variable->hasInitializer())
      return true;
    if (!llvm::isa<llvm::AllocaInst>(object) && !(variable && variable->hasLocalLinkage()))
      return false;
    return !seen_.insert(object).second || onlyConstantsAreStored(*object);
  }

  bool onlyConstantsAreStored(const Value &address) {
    return llvm::all_of(address.uses(), [&](const llvm::Use &use) {
      const llvm::User &user = *use.getUser();
      if (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(&user))
        return element->hasAllConstantIndices() && onlyConstantsAreStored(user);
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user))
        return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex() &&
               makeUp(*store->getValueOperand());
      if (const auto *set = llvm::dyn_cast<llvm::MemSetInst>(&user))
        return makeUp(*set->getValue()) && makeUp(*set->getLength());
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&user);
      return instruction &&
             (llvm::isa<llvm::LoadInst>(instruction) || instruction->isLifetimeStartOrEnd());
    });
  }

  bool makeUpAtAllCalls(const llvm::Argument &argument) {
    const llvm::Function &function = *argument.getParent();
    return function.hasLocalLinkage() && llvm::all_of(function.uses(), [&](const llvm::Use &use) {
             const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
             return call && call->isCallee(&use) && argument.getArgNo() < call->arg_size() &&
                    makeUp(*call->getArgOperand(argument.getArgNo()));
           });
  }

  std::set<const Value *> seen_; // only ever asked, so order is no matter
};

} // namespace

void sayWhichArgumentsAreConstant(llvm::Module &module) {
  llvm::Function *isSymbolic = module.getFunction("klee_is_symbolic");
  if (!isSymbolic || !isSymbolic->isDeclaration() || isSymbolic->arg_size() != 1)
    return;
  llvm::Type *bit = llvm::Type::getInt1Ty(module.getContext());
  const llvm::FunctionCallee here = module.getOrInsertFunction(
      PINCER_IS_SYMBOLIC_HERE, isSymbolic->getReturnType(), isSymbolic->getArg(0)->getType(), bit);
  std::vector<llvm::CallInst *> calls;
  for (const llvm::Use &use : isSymbolic->uses())
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
        call && call->isCallee(&use) && call->getFunctionType() == isSymbolic->getFunctionType())
      calls.push_back(call);
  for (llvm::CallInst *call : calls) {
    Value *argument = call->getArgOperand(0);
    llvm::IRBuilder<> builder(call);
    auto *answer = builder.CreateCall(
        here, {argument, llvm::ConstantInt::getBool(bit, Constants().makeUp(*argument))});
    call->replaceAllUsesWith(answer);
    call->eraseFromParent();
  }
}

} // namespace ir
