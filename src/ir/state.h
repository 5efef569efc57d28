#pragma once

#include <set>
#include <string>

namespace llvm {
class CmpInst;
class Function;
class Value;
} // namespace llvm

namespace ir {

/// What one function does by itself with state that outlives a call: fields of structs, by type and
/// number ("struct.queue#2"), and variables ("@mode"). Whose object it is nobody asks.
struct StateAccess {
  std::set<std::string> decidedBy; // its conditions and its result hang on them
  std::set<std::string> changes;   // it stores into them, or lets somebody do so
};

StateAccess stateAccess(const llvm::Function &function);

/// Whether a condition may hang on state: on fields or variables, or on what a function with a body
/// here returns.
bool hangsOnState(const llvm::Value &condition);

/// Whether a comparison is of a count: of a local to which something constant is added again and
/// again, like the `i` of a loop that stops where the input says so, or the number of its words.
bool comparesCount(const llvm::CmpInst &comparison);

/// Whether such a name is a variable's.
inline bool isVariable(const std::string &state) { return state.starts_with('@'); }

} // namespace ir
