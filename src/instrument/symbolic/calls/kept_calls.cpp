#include "instrument/symbolic/calls/kept_calls.h"

#include "expr/calls.h"
#include "instrument/symbolic/operations/floating.h"
#include "instrument/symbolic/types.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace instrument {

namespace {

constexpr llvm::StringLiteral prefix = "__pincer_kept_"; // NUMBER_SYMBOL follows

/// Whether the function is the one that its declaration in the source speaks of.
bool isAsDeclared(const llvm::Function &function, const KeptFunction &kept) {
  const llvm::FunctionType *type = function.getFunctionType();
  if (type->isVarArg() || type->getNumParams() != kept.argumentWidths.size())
    return false;
  const auto has = [](llvm::Type *number, unsigned width) {
    return (number->isIntegerTy() || number->isFloatTy() || number->isDoubleTy()) &&
           isTermed(number) && widthOf(number) == width;
  };
  for (unsigned i = 0; i < type->getNumParams(); ++i)
    if (!has(type->getParamType(i), kept.argumentWidths[i]))
      return false;
  return has(type->getReturnType(), kept.resultWidth) && expr::placesInWords(kept.argumentWidths);
}

bool isThunk(const llvm::Function &function) {
  return function.getName().starts_with("pincer_thunk_") ||
         function.getName().starts_with("pincer_pure_");
}

void hideCalls(llvm::Function &function, unsigned number,
               const std::vector<std::string> &definedElsewhere) {
  std::vector<llvm::CallBase *> calls;
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        call && call->getCalledOperand() == &function && !call->isMustTailCall() &&
        call->getFunctionType() == function.getFunctionType() && call->getFunction() != &function &&
        !isThunk(*call->getFunction()) && !isNumberFunction(*call, definedElsewhere))
      calls.push_back(call);
  if (calls.empty())
    return;
  llvm::Module &module = *function.getParent();
  auto *hidden =
      llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                             prefix + llvm::Twine(number) + "_" + function.getName(), module);
  hidden->setAttributes(function.getAttributes());
  hidden->setCallingConv(function.getCallingConv());
  for (llvm::CallBase *call : calls)
    call->setCalledOperand(hidden);
  if (!function.isDeclaration()) // it is still needed, as it is
    llvm::appendToCompilerUsed(module, {&function});
}

} // namespace

void hideKeptCalls(llvm::Module &module, const KeptFunctions &kept,
                   const std::vector<std::string> &definedElsewhere) {
  for (unsigned i = 0; i < kept.size(); ++i) {
    llvm::Function *function =
        kept[i].symbol.empty() ? nullptr : module.getFunction(kept[i].symbol);
    if (function && isAsDeclared(*function, kept[i]))
      hideCalls(*function, i, definedElsewhere);
  }
}

std::optional<unsigned> keptNumber(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  llvm::StringRef name = callee ? callee->getName() : llvm::StringRef();
  unsigned number = 0;
  if (!name.consume_front(prefix) || name.consumeInteger(10, number))
    return std::nullopt;
  return number;
}

void showKeptCalls(llvm::Module &module) {
  std::vector<llvm::Function *> hidden;
  for (llvm::Function &function : module)
    if (function.getName().starts_with(prefix))
      hidden.push_back(&function);
  for (llvm::Function *function : hidden) {
    const llvm::StringRef symbol = function->getName().drop_front(prefix.size()).split('_').second;
    function->replaceAllUsesWith(module.getFunction(symbol));
    function->eraseFromParent();
  }
}

} // namespace instrument
