#include "build/kept_state.h"

#include <llvm/Demangle/Demangle.h>

namespace build {
namespace {

bool isSettled(const model::Subject &subject, const ir::VariableKey &variable) {
  return subject[variable.unit].settledVariables.contains(variable.name);
}

/// Static locals of a function that only one unit has: `f.count` in C, `_ZZ1fvE5count` in C++.
bool isStaticLocal(const std::string &name, const ir::VariableFacts &facts) {
  return facts.isLocal && (name.starts_with("_ZZ") || name.find('.') != std::string::npos);
}

/// Tells whether a variable was made: what counts is the variable.
bool isGuard(const std::string &name) { return name.starts_with("_ZGV"); }

/// As C++ writes it: `f(int)::x`.
std::string shown(const std::string &symbol) {
  const std::string name = llvm::demangle(symbol);
  return name.substr(0, name.find("[abi:")); // which library it is of is nobody's concern
}

} // namespace

std::optional<std::string> keptState(const model::Subject &subject, const ir::Reach &reach) {
  for (const auto &[variable, facts] : reach.variables) {
    const bool isPutBack = !facts.hasCode && !facts.isThreadLocal && !facts.isMergeable &&
                           isStaticLocal(variable.name, facts);
    if (!isPutBack && !isSettled(subject, variable) && !isGuard(variable.name))
      return shown(variable.name);
  }
  return std::nullopt;
}

bool changesStaticLocals(const model::Subject &subject, const ir::Reach &reach) {
  for (const auto &[variable, facts] : reach.variables)
    if (facts.isLocal && !isSettled(subject, variable))
      return true;
  return false;
}

} // namespace build
