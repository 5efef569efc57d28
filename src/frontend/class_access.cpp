#include "frontend/class_access.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

namespace frontend {
namespace {

bool isPublic(const clang::Decl &declared) {
  return declared.getAccess() == clang::AS_none || declared.getAccess() == clang::AS_public;
}

/// Its definition with all the members that the compiler gives it; null: there is none.
clang::CXXRecordDecl *whole(clang::Sema &sema, const clang::CXXRecordDecl &record) {
  auto *definition = const_cast<clang::CXXRecordDecl *>(record.getDefinition());
  if (definition && !definition->isDependentContext())
    sema.ForceDeclarationOfImplicitMembers(definition);
  return definition;
}

} // namespace

bool isAccessible(const clang::Decl &declared) {
  for (const clang::Decl *each = &declared; each;) {
    if (!isPublic(*each))
      return false;
    const clang::DeclContext *around = each->getDeclContext();
    each = around && around->isRecord() ? llvm::cast<clang::Decl>(around) : nullptr;
  }
  return true;
}

bool isCopyable(clang::Sema &sema, const clang::CXXRecordDecl &record) {
  const clang::CXXRecordDecl *definition = whole(sema, record);
  if (!definition || definition->isAbstract())
    return false;
  for (const clang::CXXConstructorDecl *constructor : definition->ctors())
    if (constructor->isCopyConstructor() && !constructor->isDeleted() && isPublic(*constructor))
      return true;
  return false;
}

bool isDestructible(clang::Sema &sema, const clang::CXXRecordDecl &record) {
  const clang::CXXRecordDecl *definition = whole(sema, record);
  const clang::CXXDestructorDecl *destructor = definition ? definition->getDestructor() : nullptr;
  return destructor && !destructor->isDeleted() && isPublic(*destructor);
}

bool isForDerived(const clang::CXXRecordDecl &record) {
  const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  const clang::CXXRecordDecl *definition = record.getDefinition();
  if (!made || !definition)
    return false;
  return llvm::any_of(made->getTemplateArgs().asArray(), [&](const clang::TemplateArgument &each) {
    const auto *derived = each.getKind() == clang::TemplateArgument::Type
                              ? each.getAsType()->getAsCXXRecordDecl()
                              : nullptr;
    return derived && derived->hasDefinition() &&
           derived->getDefinition()->isDerivedFrom(definition);
  });
}

} // namespace frontend
