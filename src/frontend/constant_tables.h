#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <vector>

namespace frontend {

/// Static locals of a function that hold the same whoever calls it first and whatever happens
/// afterwards: `static const std::map<...> names{{1, "one"}}`. Nothing of another test shows in
/// them.
std::vector<const clang::VarDecl *> constantTables(const clang::ASTContext &context,
                                                   const clang::FunctionDecl &function);

} // namespace frontend
