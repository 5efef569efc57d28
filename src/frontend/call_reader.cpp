#include "frontend/call_reader.h"

#include "frontend/class_access.h"
#include "frontend/cxx_names.h"

#include <algorithm>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

namespace frontend {

using model::Pass;
using model::ResultForm;
using model::TypeId;
using model::TypeKind;

namespace {

bool isSharedPointer(const clang::CXXRecordDecl &record) {
  return libraryName(record) == "std::shared_ptr";
}

bool isSmartPointer(const clang::CXXRecordDecl &record) {
  return isSharedPointer(record) || libraryName(record) == "std::unique_ptr";
}

} // namespace

CallReader::CallReader(clang::Sema &sema, model::Subject &subject, TypeReader &types)
    : sema_(sema), context_(sema.getASTContext()), subject_(subject), types_(types),
      literals_(context_, subject, types) {}

TypeId CallReader::pointerTo(const clang::CXXRecordDecl &record, bool isConst) {
  const clang::QualType type = context_.getTypeDeclType(&record);
  return types_.read(context_.getPointerType(isConst ? type.withConst() : type));
}

const clang::CXXRecordDecl *CallReader::opaqueClass(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && !literals_.read(type) && isOpaque(*record) ? record : nullptr;
}

void CallReader::want(const clang::CXXRecordDecl &record) {
  if (!libraryName(record).empty() && !isSmartPointer(record) &&
      std::ranges::find(wanted_, &record) == wanted_.end())
    wanted_.push_back(&record);
}

bool CallReader::isOpaque(const clang::CXXRecordDecl &record) {
  return subject_[types_.read(context_.getTypeDeclType(&record))].kind == TypeKind::Incomplete;
}

/// Whether C has such a parameter too.
bool CallReader::isOfC(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  return !type->isReferenceType() && (!record || (!literals_.read(type) && !isOpaque(*record)));
}

const clang::CXXRecordDecl *CallReader::ownedClass(clang::QualType type) {
  const auto *made =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!made || !isSmartPointer(*made))
    return nullptr;
  const auto arguments = made->getTemplateArgs().asArray();
  if (arguments.size() > 1) {
    const auto *deleter = arguments[1].getAsType()->getAsCXXRecordDecl();
    if (!deleter || libraryName(*deleter) != "std::default_delete")
      return nullptr;
  }
  return opaqueClass(arguments[0].getAsType());
}

Pass CallReader::passOf(clang::QualType type, const clang::CXXRecordDecl &record) {
  if (type->isRValueReferenceType())
    return Pass::Moved;
  return type->isReferenceType() || isCopyable(sema_, record) ? Pass::Object : Pass::Moved;
}

model::Parameter CallReader::readParameter(clang::QualType type, std::string name) {
  model::Parameter parameter;
  parameter.name = std::move(name);
  parameter.isRestrict = type.isRestrictQualified();
  const clang::QualType value = type.getNonReferenceType();
  if (!isOfC(type))
    parameter.cxxType = typeName(context_, value.getUnqualifiedType());
  if (const auto *owned = ownedClass(value)) {
    parameter.type = pointerTo(*owned, false);
    parameter.pass = Pass::Given;
    return parameter;
  }
  if (const auto *record = opaqueClass(value)) {
    want(*record);
    parameter.type = pointerTo(*record, value.isConstQualified() || !type->isReferenceType());
    parameter.pass = passOf(type, *record);
    return parameter;
  }
  if (const auto *record =
          value->isPointerType() ? value->getPointeeType()->getAsCXXRecordDecl() : nullptr)
    want(*record);
  parameter.type = literals_.readValue(value);
  const bool isVariable = type->isLValueReferenceType() && !value.isConstQualified();
  parameter.pass = isVariable ? Pass::Reference : Pass::Plain;
  return parameter;
}

std::optional<model::Parameter> CallReader::readEnds(clang::QualType first, clang::QualType last) {
  first = context_.getCanonicalType(first.getNonReferenceType()).getUnqualifiedType();
  last = context_.getCanonicalType(last.getNonReferenceType()).getUnqualifiedType();
  const auto *made =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(first->getAsCXXRecordDecl());
  if (!made || first != last ||
      made->getQualifiedNameAsString() != "__gnu_cxx::__normal_iterator" ||
      made->getTemplateArgs().size() != 2)
    return std::nullopt;
  const clang::QualType container = made->getTemplateArgs()[1].getAsType();
  const auto literal = literals_.read(container);
  if (!literal)
    return std::nullopt;
  model::Parameter parameter;
  parameter.name = "values";
  parameter.type = *literal;
  parameter.pass = Pass::Ends;
  parameter.cxxType = typeName(context_, container.getUnqualifiedType());
  return parameter;
}

model::Parameter CallReader::readObject(const clang::CXXMethodDecl &method) {
  const clang::CXXRecordDecl &record = *method.getParent();
  const clang::QualType type = context_.getTypeDeclType(&record);
  model::Parameter object;
  object.name = "this";
  object.cxxType = typeName(context_, type);
  if (opaqueClass(type)) {
    object.type = pointerTo(record, method.isConst());
    object.pass = method.getRefQualifier() == clang::RQ_RValue ? Pass::Moved : Pass::Object;
  } else {
    object.type = literals_.readValue(type);
    object.pass = method.isConst() ? Pass::Plain : Pass::Reference;
  }
  return object;
}

void CallReader::readMade(const clang::CXXRecordDecl &record, model::Function &function) {
  function.owner = types_.read(context_.getTypeDeclType(&record));
  function.result = pointerTo(record, false);
  // What nobody may delete deletes itself.
  function.resultForm = isDestructible(sema_, record) ? ResultForm::Object : ResultForm::Borrowed;
  function.resultCxxType = subject_[function.owner].qualified;
}

void CallReader::readResult(clang::QualType type, model::Function &function) {
  const clang::QualType value = type.getNonReferenceType();
  const auto *record = value->getAsCXXRecordDecl();
  if (!isOfC(type))
    function.resultCxxType = typeName(context_, value.getUnqualifiedType());
  if (const auto *owned = ownedClass(value); owned && !type->isReferenceType()) {
    function.result = pointerTo(*owned, false);
    function.resultForm = isSharedPointer(*record) ? ResultForm::Shared : ResultForm::Given;
  } else if (const auto *opaque = opaqueClass(value)) {
    const bool isBorrowed = type->isLValueReferenceType();
    function.result = pointerTo(*opaque, isBorrowed && value.isConstQualified());
    function.resultForm = isBorrowed ? ResultForm::Borrowed : ResultForm::Object;
  } else {
    function.result = literals_.readValue(value);
    // The stream is the one that the call was given.
    const model::Literal literal = subject_[function.result].literal;
    if (literal == model::Literal::InputStream || literal == model::Literal::OutputStream)
      function.result = types_.read(context_.VoidTy);
  }
}

} // namespace frontend
