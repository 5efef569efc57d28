#include "instrument/symbolic/memory/objects.h"

#include "abi/target.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <vector>

namespace instrument {
namespace {

/// A local symbol that the linker may drop together with its group can't be named from elsewhere.
bool mayVanish(const llvm::GlobalVariable &variable) {
  return variable.hasComdat() && variable.hasLocalLinkage();
}

bool isObject(const llvm::GlobalVariable &variable) {
  return !variable.isDeclarationForLinker() && !variable.isThreadLocal() && !mayVanish(variable) &&
         !variable.getName().starts_with("llvm.") && !variable.getName().starts_with("pincer_") &&
         variable.getSection() != "llvm.metadata" && variable.getAddressSpace() == 0;
}

} // namespace

void listObjects(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  auto *number = llvm::Type::getInt64Ty(context);
  auto *type = llvm::StructType::get(context, {llvm::PointerType::get(context, 0), number, number});
  std::vector<llvm::Constant *> objects;
  for (llvm::GlobalVariable &variable : module.globals())
    if (isObject(variable))
      objects.push_back(llvm::ConstantStruct::get(
          type,
          {&variable,
           llvm::ConstantInt::get(number,
                                  module.getDataLayout().getTypeAllocSize(variable.getValueType())),
           llvm::ConstantInt::get(number, variable.isConstant() ? PINCER_OBJECT_CONSTANT : 0)}));
  if (objects.empty())
    return;
  auto *table = llvm::ArrayType::get(type, objects.size());
  auto *list = new llvm::GlobalVariable(
      module, table, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(table, objects), "pincer_object_list");
  list->setSection(PINCER_OBJECTS_SECTION);
  // No more than an entry needs: lists of several units must lie one behind the other.
  list->setAlignment(module.getDataLayout().getABITypeAlign(type));
  llvm::appendToUsed(module, {list});
}

} // namespace instrument
