#include "frontend/template_instances.h"

#include "frontend/cxx_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>

// What a template defines can be called only through an instance. All instances share their
// branches, so one is enough: the first that the sources use.

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

const clang::CXXRecordDecl *firstInstance(const clang::ClassTemplateDecl &from,
                                          const clang::CXXRecordDecl &pattern) {
  const clang::ASTContext &context = pattern.getASTContext();
  for (const clang::ClassTemplateSpecializationDecl *each : from.specializations())
    if (each->hasDefinition() && !each->isExplicitSpecialization() && isMadeFrom(*each, pattern) &&
        !each->isDependentContext() && !typeName(context, context.getTypeDeclType(each)).empty())
      return each->getDefinition();
  return nullptr;
}

const clang::FunctionDecl *firstInstance(const clang::FunctionTemplateDecl &from) {
  for (const clang::FunctionDecl *each : from.specializations()) {
    const auto *arguments = each->getTemplateSpecializationArgs();
    if (each->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization &&
        !each->isDependentContext() && arguments &&
        !argumentsText(from.getASTContext(), arguments->asArray()).empty())
      return each;
  }
  return nullptr;
}

/// The function of an instance of a class that comes from this one of the template.
const clang::FunctionDecl *memberOf(const clang::CXXRecordDecl &instance,
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
        return firstInstance(*inner);
    }
  }
  return nullptr;
}

} // namespace

const clang::CXXRecordDecl *instanceOf(const clang::CXXRecordDecl &pattern) {
  if (!pattern.isDependentContext())
    return &pattern;
  if (const clang::ClassTemplateDecl *from = templateOf(pattern))
    return from->getDeclContext()->isDependentContext() ? nullptr : firstInstance(*from, pattern);
  const auto *around = llvm::dyn_cast<clang::CXXRecordDecl>(pattern.getDeclContext());
  const clang::CXXRecordDecl *outer = around ? instanceOf(*around) : nullptr;
  if (!outer)
    return nullptr;
  for (const clang::Decl *each : outer->decls())
    if (const auto *nested = llvm::dyn_cast<clang::CXXRecordDecl>(each);
        nested && isSame<clang::Decl>(nested->getInstantiatedFromMemberClass(), &pattern))
      return nested->getDefinition();
  return nullptr;
}

const clang::FunctionDecl *instanceOf(const clang::FunctionDecl &pattern) {
  if (!pattern.isDependentContext())
    return &pattern;
  // A friend belongs to the class that it stands in.
  const bool isFriend = pattern.getFriendObjectKind() != clang::Decl::FOK_None;
  const clang::DeclContext *around =
      isFriend ? pattern.getLexicalDeclContext() : pattern.getDeclContext();
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(around);
  if (record && record->isDependentContext()) {
    const clang::CXXRecordDecl *instance = instanceOf(*record);
    return instance ? memberOf(*instance, pattern) : nullptr;
  }
  const clang::FunctionTemplateDecl *from = pattern.getDescribedFunctionTemplate();
  return from ? firstInstance(*from) : nullptr;
}

} // namespace frontend
