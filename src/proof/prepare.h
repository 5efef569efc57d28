#pragma once

#include "support/result.h"

#include <cstdint>
#include <llvm/IR/Module.h>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace proof {

/// Reading from it gives anything, each time something else.
inline constexpr const char *freshMemory = "__proof_fresh";

/// A function as it is printed: what it calls is part of it as far as that is known and bounded,
/// fresh locals hold anything, and locals that nobody points to are values.
struct PreparedFunction {
  std::unique_ptr<llvm::Module> module; // a copy
  llvm::Function *function = nullptr;
  std::set<std::uint32_t> slots; // of the markers in the function itself
  /// Locals that live at the same time, by their scopes.
  std::set<std::pair<const llvm::Value *, const llvm::Value *>> together;
};

/// Copies the module. Refuses with a reason what can't be told in a formula.
support::Result<PreparedFunction> prepare(const llvm::Module &module, const std::string &function);

} // namespace proof
