#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

namespace instrument {

/// One scalar of a value. Aggregates are taken as the list of their scalars.
struct Leaf {
  llvm::Type *type = nullptr;
  std::uint64_t offset = 0; // in memory, bytes

  /// Whether it can carry a term: an integer of at most 64 bits, or a pointer.
  bool isTermed() const;
};

/// The scalars of a type in order. Aggregates of very many have none.
llvm::SmallVector<Leaf, 2> leavesOf(llvm::Type *type, const llvm::DataLayout &layout);

/// Which leaf of `type` these indices of an extractvalue or insertvalue begin at.
unsigned leafAt(llvm::Type *type, llvm::ArrayRef<unsigned> indices, const llvm::DataLayout &layout);

/// The leaf's own value, extracted at the builder's place.
llvm::Value *leafValue(llvm::IRBuilderBase &builder, llvm::Value *whole, unsigned leaf,
                       const llvm::DataLayout &layout);

bool isTermed(const llvm::Type *type);
/// Whether some leaf is termed.
bool hasTermedLeaf(llvm::Type *type, const llvm::DataLayout &layout);
/// In bits, of a termed type.
unsigned widthOf(const llvm::Type *type);

} // namespace instrument
