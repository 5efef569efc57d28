#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

namespace instrument {

/// One scalar of a value. Aggregates and vectors are taken as the list of their scalars; an integer
/// of 65 to 128 bits as two, its 64 low bits and the rest; a long double as its significand and the
/// 16 bits above it.
struct Leaf {
  llvm::Type *type = nullptr;
  std::uint64_t offset = 0; // in memory, bytes

  /// Whether it can carry a term: an integer of at most 64 bits, a pointer, a _Float16, a float or
  /// a double.
  bool isTermed() const;
};

/// The scalars of a type in order. Aggregates of very many have none.
llvm::SmallVector<Leaf, 2> leavesOf(llvm::Type *type, const llvm::DataLayout &layout);

/// Which leaf of `type` these indices of an extractvalue or insertvalue begin at.
unsigned leafAt(llvm::Type *type, llvm::ArrayRef<unsigned> indices, const llvm::DataLayout &layout);

/// Which leaf of a vector its element `index` begins at.
unsigned leafOfElement(const llvm::FixedVectorType *type, std::uint64_t index);

/// The leaf's own value, extracted at the builder's place.
llvm::Value *leafValue(llvm::IRBuilderBase &builder, llvm::Value *whole, unsigned leaf,
                       const llvm::DataLayout &layout);

/// Whether it is one leaf, and that can carry a term.
bool isTermed(const llvm::Type *type);
/// An integer of two leaves.
bool isWide(const llvm::Type *type);
/// The long double of the x87, which has two leaves.
bool isExtended(const llvm::Type *type);
/// Whether some leaf is termed.
bool hasTermedLeaf(llvm::Type *type, const llvm::DataLayout &layout);
/// Whether each leaf lies in memory at its offset; not so in vectors of odd sizes, which are
/// packed.
bool hasLeavesInMemory(llvm::Type *type, const llvm::DataLayout &layout);
/// In bits, of a termed type.
unsigned widthOf(const llvm::Type *type);

/// How wide pointers are, in this thread, while it lives: a module is for one machine, and types
/// don't say for which.
class PointerWidth {
public:
  explicit PointerWidth(const llvm::DataLayout &layout);
  ~PointerWidth();
  PointerWidth(const PointerWidth &) = delete;
  PointerWidth &operator=(const PointerWidth &) = delete;

private:
  unsigned before_;
};

} // namespace instrument
