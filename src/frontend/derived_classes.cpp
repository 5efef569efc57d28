#include "frontend/derived_classes.h"

#include "frontend/class_access.h"
#include "frontend/cxx_names.h"
#include "frontend/makers.h"
#include "model/sequences.h"

#include <algorithm>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>

// What an abstract class leaves open, a test decides: each pure virtual method returns one value
// for the life of the object, and that value is an argument of its constructor, so an input like
// any other. What returns a reference to the class itself returns the object (`log(a).log(b)`);
// other references lead to what the object holds, or, if that can't be copied, to an object that
// the test made before.

namespace frontend {

using model::Function;
using model::TypeId;
using model::TypeKind;

namespace {

/// Whether a class behind the source may have the class as its base.
bool canBeBase(const clang::CXXRecordDecl &base) {
  const clang::CXXDestructorDecl *destructor = base.getDestructor();
  if (base.isEffectivelyFinal() || base.isUnion() || !base.isExternallyVisible() ||
      (destructor && (destructor->isDeleted() || destructor->getAccess() == clang::AS_private)))
    return false;
  return std::ranges::any_of(base.ctors(), [](const clang::CXXConstructorDecl *constructor) {
    return constructor->getMinRequiredArguments() == 0 && !constructor->isDeleted() &&
           constructor->getAccess() != clang::AS_private;
  });
}

/// Those that no base implements, each once, in the order of the text.
std::vector<const clang::CXXMethodDecl *> pureMethods(const clang::CXXRecordDecl &base) {
  clang::CXXFinalOverriderMap overriders;
  base.getFinalOverriders(overriders);
  std::vector<const clang::CXXMethodDecl *> methods;
  for (const auto &[method, overriding] : overriders)
    for (const auto &[subobject, last] : overriding)
      for (const clang::UniqueVirtualMethod &each : last)
        if (each.Method->isPureVirtual() && !llvm::isa<clang::CXXDestructorDecl>(each.Method) &&
            std::ranges::find(methods, each.Method) == methods.end())
          methods.push_back(each.Method);
  std::ranges::stable_sort(methods, {}, [](const clang::CXXMethodDecl *method) {
    return method->getLocation().getRawEncoding();
  });
  return methods;
}

class Derived {
public:
  Derived(clang::Sema &sema, CallReader &calls, const clang::CXXRecordDecl &base)
      : sema_(sema), context_(sema.getASTContext()), calls_(calls), record_(base),
        base_(typeName(context_, context_.getTypeDeclType(&base))) {
    name_ = "Pincer";
    for (const char c : qualifiedName(base))
      name_ += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    isPossible_ = !base_.empty() && canBeBase(base);
    for (const clang::CXXMethodDecl *method : pureMethods(base))
      isPossible_ = isPossible_ && add(*method);
  }

  bool isPossible() const { return isPossible_; }
  const std::string &name() const { return name_; }
  const std::string &base() const { return base_; }
  const std::vector<model::Parameter> &parameters() const { return parameters_; }
  std::string overload() const { return fmt::format("void (*)({})", fmt::join(types_, ", ")); }

  std::string definition() const {
    std::vector<std::string> taken, kept;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      taken.push_back(declared(types_[i], parameters_[i].name));
      kept.push_back(
          fmt::format(fmt::runtime(moved_[i] ? "{0}_(static_cast<{1} &&>({0}))" : "{0}_({0})"),
                      parameters_[i].name, types_[i]));
    }
    return fmt::format("struct {} : {} {{\n  explicit {}({}){}{} {{}}\n{}{}}};\n", name_, base_,
                       name_, fmt::join(taken, ", "), kept.empty() ? "" : " : ",
                       fmt::join(kept, ", "), methods_, fields_);
  }

private:
  /// "int x", "int &x".
  static std::string declared(std::string type, const std::string &name) {
    if (type.ends_with(" &") || type.ends_with(" *"))
      return type + name;
    return type + " " + name;
  }

  /// How a method's result is kept: the types of a parameter of the constructor and of a field.
  struct Kept {
    clang::QualType taken;
    std::string field;
    bool isMoved = false; // it can't be copied: the first call gets it
  };

  /// False: no test can say what it returns.
  bool add(const clang::CXXMethodDecl &method) {
    const clang::QualType result = method.getReturnType();
    const std::string type = typeName(context_, result);
    const auto *prototype = method.getType()->getAs<clang::FunctionProtoType>();
    if (type.empty() || !prototype || method.isVariadic() || result->isFunctionPointerType())
      return false;
    std::vector<std::string> parameters;
    for (const clang::ParmVarDecl *parameter : method.parameters()) {
      parameters.push_back(typeName(context_, parameter->getType()));
      if (parameters.back().empty())
        return false;
    }
    std::string body;
    if (isItself(result))
      body = " return *this; ";
    else if (!result->isVoidType() && !addResult(method, body))
      return false;
    const bool isConversion = llvm::isa<clang::CXXConversionDecl>(method);
    methods_ +=
        fmt::format("  {}({}){}{}{} override {{{}}}\n",
                    isConversion ? "operator " + type : declared(type, method.getNameAsString()),
                    fmt::join(parameters, ", "), method.isConst() ? " const" : "",
                    method.getRefQualifier() == clang::RQ_LValue   ? " &"
                    : method.getRefQualifier() == clang::RQ_RValue ? " &&"
                                                                   : "",
                    prototype->isNothrow() ? " noexcept" : "", body);
    return true;
  }

  bool addResult(const clang::CXXMethodDecl &method, std::string &body) {
    const clang::QualType result = method.getReturnType();
    const auto kept = keptFor(result);
    if (!kept)
      return false;
    const std::string name = nameFor(method);
    model::Parameter parameter = calls_.readParameter(kept->taken, name);
    types_.push_back(typeName(context_, kept->taken));
    if (calls_.subject()[parameter.type].kind == TypeKind::Unsupported || types_.back().empty())
      return false;
    parameters_.push_back(std::move(parameter));
    moved_.push_back(kept->isMoved);
    const bool isChanged = kept->isMoved || (result->isLValueReferenceType() &&
                                             !result.getNonReferenceType().isConstQualified());
    const bool isMutable = method.isConst() && isChanged && !kept->field.ends_with('&');
    fields_ += fmt::format("  {}{}_;\n", isMutable ? "mutable " : "", declared(kept->field, name));
    body = kept->isMoved ? fmt::format(" return static_cast<{} &&>({}_); ", kept->field, name)
                         : fmt::format(" return {}_; ", name);
    return true;
  }

  /// As the method is called, if that is one name for one result.
  std::string nameFor(const clang::CXXMethodDecl &method) const {
    std::string name = method.getDeclName().isIdentifier() ? method.getNameAsString() : "result";
    if (std::ranges::find(parameters_, name, &model::Parameter::name) != parameters_.end())
      name += std::to_string(parameters_.size());
    return name;
  }

  /// A reference to the class or one of its bases.
  bool isItself(clang::QualType result) const {
    const auto *to = result->isLValueReferenceType()
                         ? result.getNonReferenceType()->getAsCXXRecordDecl()
                         : nullptr;
    return to && to->hasDefinition() &&
           (to->getCanonicalDecl() == record_.getCanonicalDecl() ||
            record_.isDerivedFrom(to->getDefinition())) &&
           !result.getNonReferenceType().isConstQualified();
  }

  std::optional<Kept> keptFor(clang::QualType result) const {
    if (result->isRValueReferenceType())
      return std::nullopt;
    const clang::QualType value = result.getNonReferenceType().getUnqualifiedType();
    const std::string type = typeName(context_, value);
    const auto *record = value->getAsCXXRecordDecl();
    if (type.empty() || value->isArrayType() || value->isFunctionType())
      return std::nullopt;
    const bool isOpaque = record && record->hasDefinition() && libraryName(*record).empty();
    if (!record || isCopyable(sema_, *record))
      return Kept{isOpaque ? context_.getLValueReferenceType(value.withConst()) : value, type};
    if (!isOpaque && !result->isReferenceType()) // std::unique_ptr
      return Kept{value, type, true};
    return result->isReferenceType()
               ? std::optional(Kept{context_.getLValueReferenceType(value), type + " &"})
               : std::nullopt;
  }

  clang::Sema &sema_;
  const clang::ASTContext &context_;
  CallReader &calls_;
  const clang::CXXRecordDecl &record_;
  std::string base_, name_, methods_, fields_;
  std::vector<std::string> types_;
  std::vector<model::Parameter> parameters_;
  std::vector<bool> moved_; // by parameter
  bool isPossible_ = false;
};

} // namespace

std::vector<Function> derivedForTests(clang::Sema &sema, CallReader &calls, TypeReader &types,
                                      const clang::CXXRecordDecl &base, const Function &start) {
  Derived derived(sema, calls, base);
  if (!derived.isPossible())
    return {};
  const TypeId basePointer = calls.pointerTo(base, false);
  model::Type type;
  type.kind = TypeKind::Incomplete;
  type.qualified = derived.name();
  type.spelling = "struct " + derived.name();
  type.hasTag = true;
  type.bases = {calls.subject()[basePointer].element};
  model::Type pointer = calls.subject()[basePointer];
  pointer.element = types.add(std::move(type));
  pointer.spelling = "struct " + derived.name() + " *";

  Function constructor = start;
  constructor.form = model::CallForm::Constructor;
  constructor.name = fmt::format("{0}::{0}", derived.name());
  constructor.definition = derived.definition();
  constructor.overload = derived.overload();
  constructor.owner = pointer.element;
  constructor.result = types.add(std::move(pointer));
  constructor.resultForm = model::ResultForm::Object;
  constructor.resultCxxType = derived.name();
  constructor.parameters = derived.parameters();

  Function conversion = start;
  conversion.form = model::CallForm::Upcast;
  conversion.name = fmt::format("{} as {}", derived.name(), qualifiedName(base));
  conversion.owner = constructor.owner;
  conversion.result = basePointer;
  conversion.resultForm = model::ResultForm::Borrowed;
  conversion.resultCxxType = derived.base();
  conversion.parameters.push_back({.name = "this",
                                   .type = constructor.result,
                                   .pass = model::Pass::Object,
                                   .cxxType = derived.name()});
  return {std::move(constructor), std::move(conversion)};
}

void keepNeededClasses(model::Subject &subject) {
  std::set<TypeId> wanted;
  for (Function &function : subject.functions) {
    if (!function.definition.empty() && !function.undrivable)
      function.undrivable = "nothing needs it"; // for now
    for (const model::Parameter &parameter : function.parameters)
      if (const auto type = model::wantedBy(subject, parameter))
        wanted.insert(*type);
  }
  const std::set<TypeId> made = madeClasses(subject);
  for (Function &function : subject.functions)
    if (!function.definition.empty()) {
      const TypeId base = subject[function.owner].bases.front();
      if (wanted.contains(base) && !made.contains(base))
        function.undrivable.reset();
    }
}

} // namespace frontend
