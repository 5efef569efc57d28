#pragma once

#include "frontend/literal_reader.h"
#include "frontend/type_reader.h"

#include <optional>
#include <vector>

namespace clang {
class Sema;
}

namespace frontend {

/// Says how calls of C++ functions pass what they take and return. What it is made with must
/// outlive it.
class CallReader {
public:
  CallReader(clang::Sema &sema, model::Subject &subject, TypeReader &types);

  /// A parameter of this type.
  model::Parameter readParameter(clang::QualType type, std::string name);
  /// One parameter for two that take the ends of one container; none: these are not such.
  std::optional<model::Parameter> readEnds(clang::QualType first, clang::QualType last);
  /// The object that a method is called for.
  model::Parameter readObject(const clang::CXXMethodDecl &method);
  /// Sets all that is about the result.
  void readResult(clang::QualType type, model::Function &function);
  /// The same for what makes an object of the class.
  void readMade(const clang::CXXRecordDecl &record, model::Function &function);

  /// Classes of the library that parameters so far want objects of, each once, without those that
  /// own what they point to.
  const std::vector<const clang::CXXRecordDecl *> &wantedOfLibrary() const { return wanted_; }
  const model::Subject &subject() const { return subject_; }

  /// Whether objects of the class are made by calls alone.
  bool isOpaque(const clang::CXXRecordDecl &record);
  /// A pointer to objects of the class.
  model::TypeId pointerTo(const clang::CXXRecordDecl &record, bool isConst);

private:
  /// The class that is the type if its objects are made by calls alone; null: it is no such type.
  const clang::CXXRecordDecl *opaqueClass(clang::QualType type);
  /// What a unique_ptr or shared_ptr leads to, if that is such a class.
  const clang::CXXRecordDecl *ownedClass(clang::QualType type);
  void want(const clang::CXXRecordDecl &record);
  bool isOfC(clang::QualType type);
  model::Pass passOf(clang::QualType type, const clang::CXXRecordDecl &record);

  clang::Sema &sema_;
  const clang::ASTContext &context_;
  model::Subject &subject_;
  TypeReader &types_;
  LiteralReader literals_;
  std::vector<const clang::CXXRecordDecl *> wanted_;
};

} // namespace frontend
