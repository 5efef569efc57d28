#pragma once

#include "model/subject.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/DenseMap.h>

namespace clang {
class Sema;
}

namespace frontend {

/// Turns the types of one unit into those of model/, and appends them to the subject. Both must
/// outlive it.
class TypeReader {
public:
  TypeReader(clang::Sema &sema, model::Subject &subject);

  /// The canonical type, without qualifiers. Asking twice gives the same id.
  model::TypeId read(clang::QualType type);
  /// The same for a variable that is declared with this type: an array without a bound gets `bound`
  /// elements.
  model::TypeId readVariable(clang::QualType type, std::uint64_t bound);
  /// One more type of the subject's.
  model::TypeId add(model::Type type);

private:
  model::Type describe(clang::QualType type);
  void describeBuiltin(const clang::BuiltinType &builtin, model::Type &type);
  void describePointer(clang::QualType pointee, model::Type &type);
  void describeFunction(const clang::FunctionType &function, model::Type &type);
  void describeEnum(const clang::EnumDecl &declared, model::Type &type);
  void describeRecord(const clang::RecordDecl &declared, model::Type &type);
  void describeClass(const clang::RecordDecl *definition, model::Type &type);
  void describeName(const clang::TagDecl &declared, const char *keyword, model::Type &type);
  const clang::RecordDecl *definitionOf(const clang::RecordDecl &declared);
  static bool isPlain(const clang::RecordDecl &definition);
  model::Field readField(const clang::FieldDecl &field, std::uint64_t offsetBits);
  model::TypeId readFieldType(clang::QualType type);
  std::string spell(clang::QualType type) const;
  std::string mainFile() const;
  bool isSystem(const clang::Decl &declared) const;
  bool isStream(const clang::RecordDecl &declared) const;

  clang::Sema &sema_;
  const clang::ASTContext &context_;
  model::Subject &subject_;
  clang::PrintingPolicy policy_;
  llvm::DenseMap<const clang::Type *, model::TypeId> known_; // looked up, never iterated
};

} // namespace frontend
