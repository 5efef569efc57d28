#include "frontend/implicit_callables.h"

#include "frontend/class_access.h"
#include "frontend/cxx_names.h"
#include "frontend/derived_classes.h"
#include "frontend/field_callables.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>

namespace frontend {
namespace {

class Callables {
public:
  Callables(clang::Sema &sema, CallReader &calls, TypeReader &types,
            const clang::CXXRecordDecl &record, std::string name, model::Function start)
      : sema_(sema), context_(sema.getASTContext()), calls_(calls), types_(types), record_(record),
        name_(std::move(name)), start_(std::move(start)) {
    start_.isImplicit = true;
    start_.isStatic = !record.isExternallyVisible();
  }

  std::vector<model::Function> take() {
    sema_.ForceDeclarationOfImplicitMembers(const_cast<clang::CXXRecordDecl *>(&record_));
    if (!record_.isAbstract() && !isForDerived(record_)) {
      for (const clang::CXXConstructorDecl *constructor : record_.ctors())
        if (isDefaulted(*constructor) && !constructor->isDeleted() && isAccessible(*constructor) &&
            !constructor->isMoveConstructor())
          addConstructor(*constructor);
      addInherited();
      addBraces();
      addUnset();
    }
    if (record_.isAbstract())
      for (model::Function &each : derivedForTests(sema_, calls_, types_, record_, start_))
        callables_.push_back(std::move(each));
    for (model::Function &each : fieldCallables(calls_, types_, context_, record_, name_, start_))
      callables_.push_back(std::move(each));
    addUpcasts(record_, name_);
    return std::move(callables_);
  }

private:
  /// Also where that stands outside the class.
  static bool isDefaulted(const clang::CXXConstructorDecl &constructor) {
    for (const clang::FunctionDecl *each : constructor.redecls())
      if (each->isDefaulted())
        return true;
    return false;
  }

  void addConstructor(const clang::CXXConstructorDecl &constructor) {
    model::Function function = start_;
    function.name =
        fmt::format("{}::{}{}", name_, record_.getNameAsString(), parametersText(constructor));
    function.form = model::CallForm::Constructor;
    function.symbol = symbolOf(constructor);
    function.overload = memberTypeName(context_, constructor);
    calls_.readMade(record_, function);
    for (const clang::ParmVarDecl *parameter : constructor.parameters())
      function.parameters.push_back(
          calls_.readParameter(parameter->getType(), parameter->getNameAsString()));
    callables_.push_back(std::move(function));
  }

  /// `using Base::Base;`
  void addInherited() {
    for (const clang::Decl *declared : record_.decls()) {
      const auto *shadow = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(declared);
      const auto *inherited =
          shadow ? llvm::dyn_cast<clang::CXXConstructorDecl>(shadow->getTargetDecl()) : nullptr;
      if (!inherited || inherited->isDeleted() || !isAccessible(*inherited) ||
          inherited->isDefaultConstructor() || inherited->isCopyOrMoveConstructor())
        continue;
      addConstructor(*inherited);
      callables_.back().symbol.clear();
    }
  }

  /// S{a, b}. (Arrays can't be passed on, and bit-fields take constants only.)
  void addBraces() {
    if (!record_.isAggregate() || record_.getNumBases() > 0 || record_.isUnion() ||
        record_.field_empty())
      return;
    model::Function function = start_;
    std::string types;
    for (const clang::FieldDecl *field : record_.fields()) {
      const std::string type = typeName(context_, field->getType());
      if (field->isBitField() || field->getType()->isArrayType() || type.empty() ||
          field->getType()->isReferenceType() || field->isAnonymousStructOrUnion())
        return;
      types += (types.empty() ? "" : ", ") + type;
      function.parameters.push_back(
          calls_.readParameter(field->getType(), field->getNameAsString()));
    }
    function.name = fmt::format("{}{{{}}}", name_, types);
    function.form = model::CallForm::Constructor;
    function.hasBraces = true;
    function.overload = fmt::format("void (*)({})", types);
    calls_.readMade(record_, function);
    callables_.push_back(std::move(function));
  }

  /// Whether `type object;` gives a part of it no value.
  static bool isLeftUnset(clang::QualType type) {
    const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return record ? leavesUnset(*record) : type->getBaseElementTypeUnsafe()->isScalarType();
  }

  static bool leavesUnset(const clang::CXXRecordDecl &record) {
    if (!record.hasDefinition() || record.isUnion() || record.hasUserProvidedDefaultConstructor() ||
        !libraryName(record).empty())
      return false;
    return llvm::any_of(
               record.bases(),
               [](const clang::CXXBaseSpecifier &base) { return isLeftUnset(base.getType()); }) ||
           llvm::any_of(record.fields(), [](const clang::FieldDecl *field) {
             return !field->hasInClassInitializer() && !field->isUnnamedBitField() &&
                    !field->getType()->isReferenceType() && isLeftUnset(field->getType());
           });
  }

  /// `S object;` where `S object{};` would zero what has no initialiser. (What is all public is
  /// data that its user fills.)
  void addUnset() {
    if (record_.isAggregate() || !leavesUnset(record_))
      return;
    for (const clang::CXXConstructorDecl *constructor : record_.ctors())
      if (constructor->isDefaultConstructor() && !constructor->isDeleted() &&
          constructor->getNumParams() == 0 && isAccessible(*constructor)) {
        addConstructor(*constructor);
        callables_.back().name = fmt::format("{} without values", name_);
        callables_.back().symbol.clear();
        callables_.back().leavesUnset = true;
      }
  }

  /// Also from the bases on, if those are the library's: nobody else says so.
  void addUpcasts(const clang::CXXRecordDecl &derived, const std::string &name) {
    for (const clang::CXXBaseSpecifier &base : derived.bases()) {
      const clang::CXXRecordDecl *to = base.getType()->getAsCXXRecordDecl();
      if (base.getAccessSpecifier() != clang::AS_public || !to || !(to = to->getDefinition()))
        continue;
      model::Function function = start_;
      function.form = model::CallForm::Upcast;
      function.result = calls_.pointerTo(*to, false);
      if (!calls_.isOpaque(*to))
        continue;
      function.name = fmt::format("{} as {}", name, qualifiedName(*to));
      function.resultForm = model::ResultForm::Borrowed;
      function.owner = types_.read(context_.getTypeDeclType(&derived));
      function.resultCxxType = typeName(context_, base.getType());
      model::Parameter object;
      object.name = "this";
      object.type = calls_.pointerTo(derived, false);
      object.pass = model::Pass::Object;
      object.cxxType = typeName(context_, context_.getTypeDeclType(&derived));
      function.parameters.push_back(std::move(object));
      callables_.push_back(std::move(function));
      if (!libraryName(*to).empty())
        addUpcasts(*to, qualifiedName(*to));
    }
  }

  clang::Sema &sema_;
  const clang::ASTContext &context_;
  CallReader &calls_;
  TypeReader &types_;
  const clang::CXXRecordDecl &record_;
  std::string name_;
  model::Function start_;
  std::vector<model::Function> callables_;
};

} // namespace

std::vector<model::Function> implicitCallables(clang::Sema &sema, CallReader &calls,
                                               TypeReader &types,
                                               const clang::CXXRecordDecl &record,
                                               const std::string &name,
                                               const model::Function &start) {
  return Callables(sema, calls, types, record, name, start).take();
}

} // namespace frontend
