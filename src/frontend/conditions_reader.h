#pragma once

#include "model/subject.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class SourceLocation;
} // namespace clang

namespace frontend {

/// Where the macros are used through which the text at this place came; empty outside macros.
/// Relative names of files are relative to `directory`.
model::Expansions expansionsOf(const clang::ASTContext &context, clang::SourceLocation place,
                               const std::string &directory);

/// If nothing may use the function, so that no compiler emits it: its conditions, those that
/// clang's coverage mapping would name.
std::optional<model::OptionalBody> readOptionalBody(clang::ASTContext &context,
                                                    const clang::FunctionDecl &function,
                                                    const std::string &directory);

} // namespace frontend
