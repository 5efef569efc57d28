#include "frontend/field_callables.h"

#include "frontend/class_access.h"
#include "frontend/cxx_names.h"

#include <clang/AST/DeclCXX.h>
#include <fmt/format.h>

// A public field is state that a test may set and look at. Pointers to objects are left alone: who
// owns what they lead to, nobody says.

namespace frontend {
namespace {

class Fields {
public:
  Fields(CallReader &calls, TypeReader &types, const clang::ASTContext &context,
         const clang::CXXRecordDecl &record, std::string name, model::Function start)
      : calls_(calls), types_(types), context_(context), record_(record), name_(std::move(name)),
        start_(std::move(start)) {
    start_.owner = types_.read(context_.getTypeDeclType(&record));
  }

  std::vector<model::Function> take() {
    addFieldsOf(record_, "");
    return std::move(callables_);
  }

private:
  bool keepsOtherThings() const {
    const clang::CXXDestructorDecl *destructor = record_.getDestructor();
    return (destructor && destructor->isUserProvided()) ||
           llvm::any_of(record_.fields(), [](const clang::FieldDecl *field) {
             return field->getAccess() != clang::AS_public;
           });
  }

  /// Also those of parts whose classes have no names: a.position.x.
  void addFieldsOf(const clang::RecordDecl &record, const std::string &before) {
    for (const clang::FieldDecl *field : record.fields()) {
      if (!isAccessible(*field))
        continue;
      const std::string path = before + field->getNameAsString();
      const auto *part = field->getType()->getAsRecordDecl();
      if (part && !part->getIdentifier() && !part->getTypedefNameForAnonDecl())
        addFieldsOf(*part, field->isAnonymousStructOrUnion() ? before : path + ".");
      else if (!field->isUnnamedBitField())
        add(*field, path);
    }
  }

  void add(const clang::FieldDecl &field, const std::string &path) {
    const clang::QualType type = field.getType().getUnqualifiedType();
    const std::string text = typeName(context_, type);
    if (text.empty() || type->isReferenceType() || type->isAnyPointerType() ||
        type->isArrayType() || type->isMemberPointerType())
      return;
    addRead(type, path, text);
    if (!field.getType().isConstQualified())
      addWrite(type, path, text);
  }

  model::Function ofField(model::CallForm form, const std::string &path, bool isConst) const {
    model::Function function = start_;
    function.form = form;
    function.callee = path;
    function.isConst = isConst;
    model::Parameter object;
    object.name = "this";
    object.type = calls_.pointerTo(record_, isConst);
    object.pass = model::Pass::Object;
    object.cxxType = typeName(context_, context_.getTypeDeclType(&record_));
    function.parameters.push_back(std::move(object));
    return function;
  }

  void addRead(clang::QualType type, const std::string &path, const std::string &text) {
    model::Function function = ofField(model::CallForm::ReadField, path, true);
    function.name = fmt::format("{}::{}", name_, path);
    function.overload = fmt::format("{} (*)()", text);
    calls_.readResult(type, function);
    if (function.resultForm == model::ResultForm::Plain)
      callables_.push_back(std::move(function));
  }

  void addWrite(clang::QualType type, const std::string &path, const std::string &text) {
    model::Function function =
        ofField(keepsOtherThings() ? model::CallForm::ForceField : model::CallForm::WriteField,
                path, false);
    function.name = fmt::format("{}::{} =", name_, path);
    function.overload = fmt::format("void (*)({})", text);
    function.parameters.push_back(calls_.readParameter(type, path));
    const model::Parameter &value = function.parameters.back();
    const model::TypeKind kind = calls_.subject()[value.type].kind;
    if (value.pass == model::Pass::Plain && kind != model::TypeKind::Unsupported &&
        kind != model::TypeKind::Incomplete)
      callables_.push_back(std::move(function));
  }

  CallReader &calls_;
  TypeReader &types_;
  const clang::ASTContext &context_;
  const clang::CXXRecordDecl &record_;
  std::string name_;
  model::Function start_;
  std::vector<model::Function> callables_;
};

} // namespace

std::vector<model::Function> fieldCallables(CallReader &calls, TypeReader &types,
                                            const clang::ASTContext &context,
                                            const clang::CXXRecordDecl &record,
                                            const std::string &name, const model::Function &start) {
  return Fields(calls, types, context, record, name, start).take();
}

} // namespace frontend
