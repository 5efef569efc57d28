#include "frontend/template_instances.h"

#include "frontend/cxx_names.h"

#include <algorithm>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>
#include <optional>
#include <vector>

// What a template defines can be called only through an instance. All instances share their
// branches, so one is enough: the first that the sources use. Where they use none, Clang is asked
// to make one, as it would for a use at the end of the unit: with one obvious type for all, or, for
// a function, with a mixture of numbers, iterators and functions.

namespace frontend {
namespace {

template <class Declaration> bool isSame(const Declaration *a, const Declaration *b) {
  return a && b && a->getCanonicalDecl() == b->getCanonicalDecl();
}

/// An instance of just this text: of the template itself, or of this partial specialisation.
bool isMadeFrom(const clang::ClassTemplateSpecializationDecl &instance,
                const clang::CXXRecordDecl &pattern) {
  const auto from = instance.getSpecializedTemplateOrPartial();
  if (const auto *partial = from.dyn_cast<clang::ClassTemplatePartialSpecializationDecl *>())
    return isSame<clang::Decl>(partial, &pattern);
  return isSame<clang::Decl>(from.get<clang::ClassTemplateDecl *>()->getTemplatedDecl(), &pattern);
}

const clang::ClassTemplateDecl *templateOf(const clang::CXXRecordDecl &pattern) {
  if (const auto *partial = llvm::dyn_cast<clang::ClassTemplatePartialSpecializationDecl>(&pattern))
    return partial->getSpecializedTemplate();
  return pattern.getDescribedClassTemplate();
}

/// What a name stands for there; null: nothing of this kind.
template <class Declaration>
const Declaration *lookUp(clang::Sema &sema, const clang::DeclContext *where, const char *name) {
  if (!where)
    return nullptr;
  for (const clang::NamedDecl *found : where->lookup(&sema.getASTContext().Idents.get(name)))
    if (const auto *declared = llvm::dyn_cast<Declaration>(found))
      return declared;
  return nullptr;
}

/// std::string, if the unit knows it.
clang::QualType textType(clang::Sema &sema) {
  const auto *type = lookUp<clang::TypedefNameDecl>(sema, sema.getStdNamespace(), "string");
  return type ? sema.getASTContext().getTypeDeclType(type) : clang::QualType();
}

/// Types for the parameters of a template that are types, one after the other; the last one goes
/// for all behind it.
using Types = std::vector<clang::QualType>;

/// Arguments for a template; none if it wants something else than types and numbers.
std::optional<clang::TemplateArgumentListInfo>
argumentsFor(clang::Sema &sema, const clang::TemplateDecl &from, const Types &types) {
  constexpr int value = 4; // a size, a capacity, a dimension
  clang::ASTContext &context = sema.getASTContext();
  const clang::SourceLocation place = from.getLocation();
  clang::TemplateArgumentListInfo arguments(place, place);
  const auto add = [&](const clang::TemplateArgument &argument, clang::QualType of) {
    arguments.addArgument(sema.getTrivialTemplateArgumentLoc(argument, of, place));
  };
  std::size_t next = 0;
  for (const clang::NamedDecl *parameter : *from.getTemplateParameters()) {
    if (const auto *one = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter)) {
      if (one->hasDefaultArgument())
        return arguments;
      add(clang::TemplateArgument(types[std::min(next++, types.size() - 1)]), {});
    } else if (const auto *number = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter)) {
      const clang::QualType of = number->getType();
      if (number->hasDefaultArgument())
        return arguments;
      if (of->isDependentType() || !of->isIntegerType())
        return std::nullopt;
      const llvm::APInt bits(context.getIntWidth(of), of->isBooleanType() ? 1 : value);
      add(clang::TemplateArgument(context, llvm::APSInt(bits, of->isUnsignedIntegerType()), of),
          of);
    } else {
      return std::nullopt;
    }
  }
  return arguments;
}

std::vector<clang::QualType> obviousTypes(clang::Sema &sema) {
  const clang::ASTContext &context = sema.getASTContext();
  std::vector<clang::QualType> types = {context.IntTy, context.DoubleTy, context.UnsignedIntTy};
  if (const clang::QualType text = textType(sema); !text.isNull())
    types.push_back(text);
  return types;
}

/// std::vector<int>::iterator, if the unit knows it.
clang::QualType iteratorType(clang::Sema &sema, clang::SourceLocation place) {
  const auto *vector = lookUp<clang::ClassTemplateDecl>(sema, sema.getStdNamespace(), "vector");
  if (!vector)
    return {};
  clang::TemplateArgumentListInfo arguments(place, place);
  arguments.addArgument(sema.getTrivialTemplateArgumentLoc(
      clang::TemplateArgument(sema.getASTContext().IntTy), {}, place));
  const clang::QualType type = sema.CheckTemplateIdType(
      clang::TemplateName(const_cast<clang::ClassTemplateDecl *>(vector)), place, arguments);
  if (type.isNull() || !sema.isCompleteType(place, type))
    return {};
  const auto *iterator =
      lookUp<clang::TypedefNameDecl>(sema, type->getAsCXXRecordDecl(), "iterator");
  return iterator ? sema.getASTContext().getTypeDeclType(iterator) : clang::QualType();
}

/// What to try for the types of a function template, most obvious first.
std::vector<Types> obviousMixtures(clang::Sema &sema, const clang::TemplateDecl &from) {
  constexpr std::size_t mostTypes = 3;
  std::vector<Types> mixtures;
  for (const clang::QualType type : obviousTypes(sema))
    mixtures.push_back({type});
  std::size_t types = 0;
  for (const clang::NamedDecl *parameter : *from.getTemplateParameters())
    types += llvm::isa<clang::TemplateTypeParmDecl>(parameter);
  if (types > mostTypes)
    return mixtures;
  clang::ASTContext &context = sema.getASTContext();
  const auto function = [&](clang::QualType result) {
    return context.getPointerType(
        context.getFunctionType(result, {context.IntTy}, clang::FunctionProtoType::ExtProtoInfo()));
  };
  Types candidates = {context.IntTy, function(context.BoolTy), function(context.IntTy)};
  if (const clang::QualType iterator = iteratorType(sema, from.getLocation()); !iterator.isNull())
    candidates.insert(candidates.begin(), iterator);
  std::size_t all = 1;
  for (std::size_t i = 0; i < types; ++i)
    all *= candidates.size();
  for (std::size_t i = 0; i < all; ++i) {
    Types mixture;
    for (std::size_t k = 0, rest = i; k < types; ++k, rest /= candidates.size())
      mixture.insert(mixture.begin(), candidates[rest % candidates.size()]);
    if (!mixture.empty())
      mixtures.push_back(std::move(mixture));
  }
  return mixtures;
}

} // namespace

const clang::CXXRecordDecl *TemplateInstances::find(const clang::ClassTemplateDecl &from,
                                                    const clang::CXXRecordDecl &pattern) const {
  const clang::ASTContext &context = pattern.getASTContext();
  for (const clang::ClassTemplateSpecializationDecl *each : from.specializations())
    if (each->hasDefinition() && !each->isExplicitSpecialization() && isMadeFrom(*each, pattern) &&
        !each->isDependentContext() && !broken_.contains(each->getCanonicalDecl()) &&
        !typeName(context, context.getTypeDeclType(each)).empty())
      return each->getDefinition();
  return nullptr;
}

const clang::FunctionDecl *TemplateInstances::find(const clang::FunctionTemplateDecl &from) const {
  for (const clang::FunctionDecl *each : from.specializations()) {
    const auto *arguments = each->getTemplateSpecializationArgs();
    if (each->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization &&
        !each->isDependentContext() && !broken_.contains(each->getCanonicalDecl()) && arguments &&
        !argumentsText(from.getASTContext(), arguments->asArray()).empty())
      return each;
  }
  return nullptr;
}

void TemplateInstances::make(const clang::ClassTemplateDecl &from) {
  if (!makesSome_ || !tried_.insert(from.getCanonicalDecl()).second)
    return;
  auto *pattern = const_cast<clang::ClassTemplateDecl *>(&from);
  for (const clang::QualType argument : obviousTypes(sema_)) {
    auto arguments = argumentsFor(sema_, from, {argument});
    if (!arguments)
      return;
    const clang::DiagnosticErrorTrap errors(sema_.getDiagnostics());
    const clang::QualType type =
        sema_.CheckTemplateIdType(clang::TemplateName(pattern), from.getLocation(), *arguments);
    if (type.isNull())
      continue;
    const bool isComplete = sema_.isCompleteType(from.getLocation(), type);
    if (isComplete && !errors.hasErrorOccurred())
      return;
    if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl())
      broken_.insert(record->getCanonicalDecl());
  }
}

void TemplateInstances::make(const clang::FunctionTemplateDecl &from) {
  if (!makesSome_ || !tried_.insert(from.getCanonicalDecl()).second)
    return;
  auto *pattern = const_cast<clang::FunctionTemplateDecl *>(&from);
  clang::ASTContext &context = sema_.getASTContext();
  for (const Types &types : obviousMixtures(sema_, from)) {
    auto arguments = argumentsFor(sema_, from, types);
    if (!arguments)
      return;
    const clang::DiagnosticErrorTrap errors(sema_.getDiagnostics());
    llvm::SmallVector<clang::TemplateArgument> written, canonical;
    if (sema_.CheckTemplateArgumentList(pattern, from.getLocation(), *arguments, false, written,
                                        canonical))
      continue;
    const auto *list = clang::TemplateArgumentList::CreateCopy(context, canonical);
    clang::FunctionDecl *made =
        sema_.InstantiateFunctionDeclaration(pattern, list, from.getLocation());
    if (!made)
      continue;
    sema_.InstantiateFunctionDefinition(from.getLocation(), made, /*Recursive=*/true,
                                        /*DefinitionRequired=*/true);
    if (!errors.hasErrorOccurred())
      return;
    broken_.insert(made->getCanonicalDecl());
  }
}

const clang::FunctionDecl *TemplateInstances::instance(const clang::FunctionTemplateDecl &from) {
  const clang::FunctionDecl *found = find(from);
  if (!found) {
    make(from);
    found = find(from);
  }
  return found;
}

/// The function of an instance of a class that comes from this one of the template.
const clang::FunctionDecl *TemplateInstances::memberOf(const clang::CXXRecordDecl &instance,
                                                       const clang::FunctionDecl &pattern) {
  for (const clang::Decl *each : instance.decls()) {
    if (const auto *befriended = llvm::dyn_cast<clang::FriendDecl>(each))
      each = befriended->getFriendDecl();
    if (const auto *method = llvm::dyn_cast_or_null<clang::FunctionDecl>(each)) {
      if (isSame(method->getInstantiatedFromMemberFunction(), &pattern) ||
          isSame(method->getInstantiatedFromDecl(), &pattern))
        return method;
    } else if (const auto *inner = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(each)) {
      const auto *from = inner->getInstantiatedFromMemberTemplate();
      if (isSame(from, pattern.getDescribedFunctionTemplate()))
        return this->instance(*inner);
    }
  }
  return nullptr;
}

const clang::CXXRecordDecl *TemplateInstances::of(const clang::CXXRecordDecl &pattern) {
  if (!pattern.isDependentContext())
    return &pattern;
  if (const clang::ClassTemplateDecl *from = templateOf(pattern)) {
    if (from->getDeclContext()->isDependentContext())
      return nullptr;
    const clang::CXXRecordDecl *found = find(*from, pattern);
    if (!found) {
      make(*from);
      found = find(*from, pattern);
    }
    return found;
  }
  const auto *around = llvm::dyn_cast<clang::CXXRecordDecl>(pattern.getDeclContext());
  const clang::CXXRecordDecl *outer = around ? of(*around) : nullptr;
  if (!outer)
    return nullptr;
  for (const clang::Decl *each : outer->decls())
    if (const auto *nested = llvm::dyn_cast<clang::CXXRecordDecl>(each);
        nested && isSame<clang::Decl>(nested->getInstantiatedFromMemberClass(), &pattern))
      return nested->getDefinition();
  return nullptr;
}

const clang::FunctionDecl *TemplateInstances::of(const clang::FunctionDecl &pattern) {
  if (!pattern.isDependentContext())
    return &pattern;
  // A friend belongs to the class that it stands in.
  const bool isFriend = pattern.getFriendObjectKind() != clang::Decl::FOK_None;
  const clang::DeclContext *around =
      isFriend ? pattern.getLexicalDeclContext() : pattern.getDeclContext();
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(around);
  if (record && record->isDependentContext()) {
    const clang::CXXRecordDecl *instance = of(*record);
    return instance ? memberOf(*instance, pattern) : nullptr;
  }
  const clang::FunctionTemplateDecl *from = pattern.getDescribedFunctionTemplate();
  return from ? instance(*from) : nullptr;
}

} // namespace frontend
