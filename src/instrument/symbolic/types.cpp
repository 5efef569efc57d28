#include "instrument/symbolic/types.h"

#include <llvm/IR/Instructions.h>

namespace instrument {
namespace {

constexpr std::size_t mostLeaves = 64;
constexpr unsigned wordBits = 64;

/// A scalar of two leaves.
bool isPair(const llvm::Type *type) { return isWide(type) || isExtended(type); }

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
  } else if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t size = layout.getTypeStoreSize(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements() && leaves.size() <= mostLeaves; ++i)
      collect(vector->getElementType(), offset + i * size, layout, leaves);
  } else if (isPair(type)) {
    llvm::LLVMContext &context = type->getContext();
    const unsigned width = type->getPrimitiveSizeInBits();
    leaves.push_back({llvm::Type::getInt64Ty(context), offset});
    leaves.push_back({llvm::IntegerType::get(context, width - wordBits), offset + 8});
  } else {
    leaves.push_back({type, offset});
  }
}

} // namespace

bool isTermed(const llvm::Type *type) {
  if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(type))
    return integer->getBitWidth() <= wordBits;
  if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy())
    return true;
  return type->isPointerTy() && type->getPointerAddressSpace() == 0;
}

bool isWide(const llvm::Type *type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() > wordBits &&
         type->getIntegerBitWidth() <= 2 * wordBits;
}

bool isExtended(const llvm::Type *type) { return type->isX86_FP80Ty(); }

bool hasLeavesInMemory(llvm::Type *type, const llvm::DataLayout &layout) {
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::all_of(structure->elements(),
                        [&](llvm::Type *element) { return hasLeavesInMemory(element, layout); });
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return hasLeavesInMemory(array->getElementType(), layout);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return layout.getTypeSizeInBits(vector->getElementType()) ==
           layout.getTypeStoreSizeInBits(vector->getElementType());
  return true;
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

unsigned leafOfElement(const llvm::FixedVectorType *type, std::uint64_t index) {
  return static_cast<unsigned>(index) * (isPair(type->getElementType()) ? 2 : 1);
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
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(whole->getType())) {
    const unsigned perElement = leafOfElement(vector, 1);
    whole = builder.CreateExtractElement(whole, leaf / perElement);
    leaf %= perElement;
  }
  if (isExtended(whole->getType()))
    whole = builder.CreateBitCast(whole, builder.getIntNTy(80));
  if (!isWide(whole->getType()))
    return whole;
  const unsigned high = whole->getType()->getIntegerBitWidth() - wordBits;
  return leaf == 0
             ? builder.CreateTrunc(whole, builder.getInt64Ty())
             : builder.CreateTrunc(builder.CreateLShr(whole, wordBits), builder.getIntNTy(high));
}

bool hasTermedLeaf(llvm::Type *type, const llvm::DataLayout &layout) {
  for (const Leaf &leaf : leavesOf(type, layout))
    if (leaf.isTermed())
      return true;
  return false;
}

namespace {
thread_local unsigned pointerWidth = 64;
} // namespace

PointerWidth::PointerWidth(const llvm::DataLayout &layout) : before_(pointerWidth) {
  pointerWidth = layout.getPointerSizeInBits();
}
PointerWidth::~PointerWidth() { pointerWidth = before_; }

unsigned widthOf(const llvm::Type *type) {
  return type->isPointerTy() ? pointerWidth : type->getPrimitiveSizeInBits();
}

} // namespace instrument
