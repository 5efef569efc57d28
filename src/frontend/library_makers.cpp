#include "frontend/library_makers.h"

#include "frontend/class_access.h"
#include "frontend/cxx_names.h"
#include "frontend/drivability.h"

#include <algorithm>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>

// std::vector<Shape> is no literal, since a Shape is none: it is made empty, and gets Shapes one by
// one. A std::mt19937 or a std::runtime_error is made by its own constructors.

namespace frontend {
namespace {

class Makers {
public:
  Makers(clang::Sema &sema, CallReader &calls, TypeReader &types,
         const clang::CXXRecordDecl &record, model::Function start)
      : sema_(sema), context_(sema.getASTContext()), calls_(calls), types_(types), record_(record),
        start_(std::move(start)), name_(typeName(context_, context_.getTypeDeclType(&record))) {
    start_.isImplicit = true;
    start_.isOfLibrary = true;
  }

  std::vector<model::Function> take() {
    if (name_.empty() || !record_.hasDefinition() || record_.isAbstract())
      return {};
    const model::Parameter itself =
        calls_.readParameter(context_.getTypeDeclType(&record_), "value");
    if (const model::Literal literal = calls_.subject()[itself.type].literal;
        literal != model::Literal::None)
      return isStream(literal) ? std::vector<model::Function>() : std::vector{copyOf(itself)};
    sema_.ForceDeclarationOfImplicitMembers(
        const_cast<clang::CXXRecordDecl *>(record_.getDefinition()));
    const clang::CXXMethodDecl *adder = findAdder();
    for (const clang::CXXConstructorDecl *constructor : record_.getDefinition()->ctors())
      // How many elements a container begins with is no number to try.
      if (!constructor->isDeleted() && isAccessible(*constructor) && !constructor->isVariadic() &&
          !constructor->isCopyOrMoveConstructor() &&
          (!adder || constructor->isDefaultConstructor()))
        add(*constructor);
    if (adder) {
      if (made_.empty()) // std::queue's is a template
        addEmpty();
      add(*adder);
    }
    return std::move(made_);
  }

private:
  static bool isStream(model::Literal literal) {
    return literal == model::Literal::InputStream || literal == model::Literal::OutputStream;
  }

  /// An object of what tests write as a literal, for pointers to it.
  model::Function copyOf(const model::Parameter &literal) {
    model::Function function = start_;
    function.name = fmt::format("{} of its literal", nameOf({.qualified = name_}));
    function.form = model::CallForm::Constructor;
    function.overload = fmt::format("void (*)({})", name_);
    function.parameters.push_back(literal);
    calls_.readMade(record_, function);
    return function;
  }

  void addEmpty() {
    model::Function function = start_;
    function.name = nameOf({.qualified = name_}) + "()";
    function.form = model::CallForm::Constructor;
    function.overload = "void (*)()";
    calls_.readMade(record_, function);
    made_.push_back(std::move(function));
  }

  /// push_back or insert, with an element.
  const clang::CXXMethodDecl *findAdder() const {
    const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record_);
    if (!made || made->getTemplateArgs().size() == 0 ||
        made->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
      return nullptr;
    for (const char *wanted : {"push_back", "insert", "push"})
      for (const clang::CXXMethodDecl *method : record_.getDefinition()->methods())
        if (method->getDeclName().isIdentifier() && method->getName() == wanted &&
            method->getNumParams() == 1 && isAccessible(*method) &&
            method->getParamDecl(0)->getType()->isLValueReferenceType())
          return method;
    return nullptr;
  }

  void add(const clang::CXXMethodDecl &method) {
    const bool isConstructor = llvm::isa<clang::CXXConstructorDecl>(method);
    model::Function function = start_;
    function.name =
        fmt::format("{}::{}{}", nameOf({.qualified = name_}),
                    isConstructor ? record_.getNameAsString() : method.getNameAsString(),
                    parametersText(method));
    function.symbol = symbolOf(method);
    function.overload = memberTypeName(context_, method);
    if (function.overload.empty())
      return;
    if (isConstructor) {
      function.form = model::CallForm::Constructor;
      calls_.readMade(record_, function);
    } else {
      function.form = model::CallForm::Method;
      function.callee = method.getNameAsString();
      function.owner = types_.read(context_.getTypeDeclType(&record_));
      function.overload = voidResult(method);
      function.parameters.push_back(calls_.readObject(method));
    }
    for (const clang::ParmVarDecl *parameter : method.parameters()) {
      if (parameter->hasDefaultArg()) // an allocator, a bucket count
        return;
      function.parameters.push_back(
          calls_.readParameter(parameter->getType(), parameter->getNameAsString()));
      // Nobody knows what the library makes of pointers, and other objects of the library would
      // have to be made first.
      if (isConstructor && (function.parameters.back().pass != model::Pass::Plain ||
                            parameter->getType()->isPointerType()))
        return;
    }
    if (!whyUndrivable(calls_.subject(), function, false))
      made_.push_back(std::move(function));
  }

  /// What insert returns is nobody's concern.
  std::string voidResult(const clang::CXXMethodDecl &method) const {
    return typeName(context_, context_.getPointerType(context_.getFunctionType(
                                  context_.VoidTy, {method.getParamDecl(0)->getType()},
                                  clang::FunctionProtoType::ExtProtoInfo())));
  }

  clang::Sema &sema_;
  const clang::ASTContext &context_;
  CallReader &calls_;
  TypeReader &types_;
  const clang::CXXRecordDecl &record_;
  model::Function start_;
  std::string name_;
  std::vector<model::Function> made_;
};

} // namespace

std::vector<model::Function> libraryMakers(clang::Sema &sema, CallReader &calls, TypeReader &types,
                                           const clang::CXXRecordDecl &record,
                                           const model::Function &start) {
  return Makers(sema, calls, types, record, start).take();
}

} // namespace frontend
