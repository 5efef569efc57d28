#pragma once

#include "frontend/type_reader.h"
#include "model/subject.h"

namespace frontend {

/// Says how tests call a variadic function of C: one that formats gets "%s" and a text, others what
/// the first call in the source that tells gives for the dots, with its literals. False: nothing
/// says what to pass. The named parameters must be there.
bool describeVariadic(const clang::ASTContext &context, TypeReader &types,
                      const clang::FunctionDecl &declared, model::Function &function);

} // namespace frontend
