#include "ir/refusable.h"

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

namespace ir {
namespace {

constexpr const char *marked = "pincer.refusable";
/// What the names of generated functions begin with (build/thunks.h).
constexpr llvm::StringLiteral generated[] = {"pincer_thunk_", "pincer_destroy_"};

constexpr const char *names[] = {
#define PINCER_REFUSABLE(result, name, parameters, arguments, refused) #name,
#define PINCER_REFUSABLE_FORMAT(name, parameters, last, call) #name,
#include "abi/refusable.def"
};

/// Of what thunks are made of in C++ (build/include/pincer_literals.h).
bool isOfThunks(llvm::StringRef symbol) {
  if (!symbol.consume_front("_Z"))
    return false;
  symbol.consume_front("N");
  return symbol.ltrim("0123456789").starts_with("pincer_");
}

bool isInGeneratedCode(const llvm::Use &use) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
  if (!instruction)
    return false;
  const llvm::StringRef symbol = instruction->getFunction()->getName();
  return isOfThunks(symbol) || llvm::any_of(generated, [&](llvm::StringRef prefix) {
           return symbol.starts_with(prefix);
         });
}

} // namespace

void markRefusable(llvm::Module &module) { module.getOrInsertNamedMetadata(marked); }

void routeRefusable(llvm::Module &module) {
  if (!module.getNamedMetadata(marked))
    return;
  for (const char *const name : names) {
    llvm::Function *const function = module.getFunction(name);
    if (!function || !function->isDeclaration())
      continue;
    llvm::Function *const refusable =
        llvm::Function::Create(function->getFunctionType(), llvm::Function::ExternalLinkage,
                               "pincer_refusable_" + llvm::Twine(name), module);
    refusable->copyAttributesFrom(function);
    function->replaceUsesWithIf(refusable,
                                [](const llvm::Use &use) { return !isInGeneratedCode(use); });
  }
}

} // namespace ir
