#pragma once

#include "model/branch.h"
#include "support/result.h"

#include <cstdint>
#include <llvm/IR/Module.h>
#include <llvm/ProfileData/Coverage/CoverageMapping.h>
#include <map>
#include <vector>

namespace ir {

/// One condition (or case label) as clang's coverage mapping describes it.
struct BranchRegion {
  model::SourceRange range;
  std::vector<model::SourceRange> expansions; // outermost first
  llvm::coverage::Counter whenTrue, whenFalse;
  unsigned occurrence = 0; // among the function's regions of this range: a macro's argument may
                           // hold several conditions, all of which stand where the macro uses it
};

struct FunctionRegions {
  std::vector<model::SourceRange> starts; // of its pieces of code; one is its body's
  std::vector<BranchRegion> branches;     // in clang's order
  std::vector<llvm::coverage::CounterExpression> expressions;
};

/// The branch regions of a module's functions, by the hash of the function's profile name.
support::Result<std::map<std::uint64_t, FunctionRegions>> decodeRegions(const llvm::Module &module);

/// Removes everything that -fprofile-instr-generate and -fcoverage-mapping left in the module.
void stripInstrumentation(llvm::Module &module);

} // namespace ir
