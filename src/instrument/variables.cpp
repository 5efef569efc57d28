#include "instrument/variables.h"

#include "abi/target.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <vector>

namespace instrument {
namespace {

bool isWritableVariable(const llvm::GlobalVariable &variable) {
  return !variable.isDeclarationForLinker() && !variable.isConstant() &&
         !variable.isThreadLocal() && !variable.getName().starts_with("llvm.") &&
         !variable.getName().starts_with("pincer_") && variable.getSection() != "llvm.metadata";
}

} // namespace

void listVariables(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  auto *size = llvm::Type::getInt64Ty(context);
  auto *type = llvm::StructType::get(context, {llvm::PointerType::get(context, 0), size});
  // An empty range comes first: the section's presence alone says that a reset is possible.
  std::vector<llvm::Constant *> ranges = {llvm::Constant::getNullValue(type)};
  for (llvm::GlobalVariable &variable : module.globals())
    if (isWritableVariable(variable))
      ranges.push_back(llvm::ConstantStruct::get(
          type, {&variable, llvm::ConstantInt::get(size, module.getDataLayout().getTypeAllocSize(
                                                             variable.getValueType()))}));
  auto *table = llvm::ArrayType::get(type, ranges.size());
  auto *list = new llvm::GlobalVariable(
      module, table, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(table, ranges), "pincer_range_list");
  list->setSection(PINCER_RANGES_SECTION);
  // No more than an entry needs: lists of several units must lie one behind the other.
  list->setAlignment(module.getDataLayout().getABITypeAlign(type));
  llvm::appendToUsed(module, {list});
}

} // namespace instrument
