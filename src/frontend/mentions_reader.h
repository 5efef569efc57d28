#pragma once

#include "frontend/constant_graph.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

namespace frontend {

/// The name under which a function or a variable at file scope goes in the ConstantGraph.
std::string graphName(const clang::NamedDecl &declared, std::size_t unit);

/// What a function's body, or a variable's initialiser, mentions.
Mentions readMentions(const clang::ASTContext &context, const clang::Stmt &code, std::size_t unit);

} // namespace frontend
