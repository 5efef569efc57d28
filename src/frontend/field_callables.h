#pragma once

#include "frontend/call_reader.h"

#include <vector>

namespace frontend {

/// Reads and writes of the public fields of a class whose objects only calls make: steps as any
/// others. `start` holds what all of them have in common.
std::vector<model::Function> fieldCallables(CallReader &calls, TypeReader &types,
                                            const clang::ASTContext &context,
                                            const clang::CXXRecordDecl &record,
                                            const std::string &name, const model::Function &start);

} // namespace frontend
