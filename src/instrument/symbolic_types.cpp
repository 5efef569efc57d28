#include "instrument/symbolic_types.h"

#include <llvm/IR/Instructions.h>

namespace instrument {
namespace {

constexpr std::size_t mostLeaves = 64;

void collect(llvm::Type *type, std::uint64_t offset, const llvm::DataLayout &layout,
             llvm::SmallVectorImpl<Leaf> &leaves) {
  if (leaves.size() > mostLeaves || type->isVoidTy())
    return;
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      collect(structure->getElementType(i), offset + fields->getElementOffset(i), layout, leaves);
  } else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t size = layout.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements() && leaves.size() <= mostLeaves; ++i)
      collect(array->getElementType(), offset + i * size, layout, leaves);
  } else {
    leaves.push_back({type, offset});
  }
}

} // namespace

bool isTermed(const llvm::Type *type) {
  if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(type))
    return integer->getBitWidth() <= 64;
  return type->isPointerTy() && type->getPointerAddressSpace() == 0;
}

bool Leaf::isTermed() const { return instrument::isTermed(type); }

llvm::SmallVector<Leaf, 2> leavesOf(llvm::Type *type, const llvm::DataLayout &layout) {
  llvm::SmallVector<Leaf, 2> leaves;
  if (!type->isSized() && !type->isVoidTy())
    return leaves;
  collect(type, 0, layout, leaves);
  if (leaves.size() > mostLeaves)
    leaves.clear();
  return leaves;
}

unsigned leafAt(llvm::Type *type, llvm::ArrayRef<unsigned> indices,
                const llvm::DataLayout &layout) {
  unsigned leaf = 0;
  for (const unsigned index : indices) {
    for (unsigned before = 0; before < index; ++before)
      leaf += leavesOf(llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t(before)), layout)
                  .size();
    type = llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t(index));
  }
  return leaf;
}

llvm::Value *leafValue(llvm::IRBuilderBase &builder, llvm::Value *whole, unsigned leaf,
                       const llvm::DataLayout &layout) {
  while (whole->getType()->isAggregateType()) {
    unsigned element = 0;
    for (;; ++element) {
      llvm::Type *type =
          llvm::GetElementPtrInst::getTypeAtIndex(whole->getType(), std::uint64_t(element));
      const unsigned count = leavesOf(type, layout).size();
      if (leaf < count)
        break;
      leaf -= count;
    }
    whole = builder.CreateExtractValue(whole, element);
  }
  return whole;
}

bool hasTermedLeaf(llvm::Type *type, const llvm::DataLayout &layout) {
  for (const Leaf &leaf : leavesOf(type, layout))
    if (leaf.isTermed())
      return true;
  return false;
}

unsigned widthOf(const llvm::Type *type) {
  return type->isPointerTy() ? 64 : llvm::cast<llvm::IntegerType>(type)->getBitWidth();
}

} // namespace instrument
