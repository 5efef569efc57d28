#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/TemplateBase.h>

#include <string>

namespace frontend {

/// As object files call it. Not for templates.
std::string symbolOf(const clang::NamedDecl &declared);

/// With its namespaces and classes in front; unnamed namespaces are left out, as in C++ itself.
std::string qualifiedName(const clang::NamedDecl &declared);

/// The type as code at the end of the unit can write it: "::geo::point", "std::string". Empty if it
/// has a part without a name.
std::string typeName(const clang::ASTContext &context, clang::QualType type);

/// The type of a pointer to the function, as code at the end of the unit can write it; without
/// noexcept. Empty if some part of it has no name.
std::string pointerTypeName(const clang::ASTContext &context, const clang::FunctionDecl &declared);

/// The same of a function that takes and returns what a method or constructor does, but no object.
std::string memberTypeName(const clang::ASTContext &context, const clang::CXXMethodDecl &declared);

/// "<int, 3>" as code at the end of the unit can write it. Empty if some part of it has no name.
std::string argumentsText(const clang::ASTContext &context,
                          llvm::ArrayRef<clang::TemplateArgument> arguments);

/// What a class of C++'s library is called, without inline namespaces: "std::chrono::duration".
/// Empty: it is none.
std::string libraryName(const clang::RecordDecl &declared);

/// The types of its parameters, in short, and how it takes its object: "(int, const point *)
/// const".
std::string parametersText(const clang::FunctionDecl &declared);

} // namespace frontend
