#pragma once

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Constant;
class DICompositeType;
class DIType;
class GlobalVariable;
class Module;
class StructType;
} // namespace llvm

namespace instrument {

/// Types of debug information as constants of the module (abi/frames.h, PincerTypeInfo).
class TypeDescriptions {
public:
  explicit TypeDescriptions(llvm::Module &module);

  /// The PincerTypeInfo of a type; a null type is void.
  llvm::Constant *describe(const llvm::DIType *type);

  /// A text, NUL-terminated, one for all that are equal.
  llvm::Constant *text(const std::string &text);
  /// A private constant of this module.
  llvm::GlobalVariable *constant(llvm::Constant *value, const char *name);

private:
  /// A PincerTypeInfo but for its name.
  struct Shape {
    std::uint64_t encoding = 0, size = 0, count = 0;
    llvm::Constant *members = nullptr; // null: none
  };
  Shape shapeOf(const llvm::DIType *type);
  Shape structOf(const llvm::DICompositeType &whole);
  Shape arrayOf(const llvm::DICompositeType &array, unsigned dimension);
  llvm::Constant *member(const std::string &name, llvm::Constant *type, std::uint64_t offsetBits,
                         std::uint64_t bitFieldBits);
  llvm::Constant *list(const std::vector<llvm::Constant *> &members);
  llvm::Constant *info(const std::string &name, const Shape &shape);
  llvm::Constant *number(std::uint64_t value) const;

  llvm::Module &module_;
  llvm::StructType *infoType_, *memberType_;
  llvm::DenseMap<const llvm::DIType *, llvm::GlobalVariable *> described_;
  std::map<std::string, llvm::Constant *> texts_;
};

} // namespace instrument
