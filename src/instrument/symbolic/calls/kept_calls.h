#pragma once

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace instrument {

/// A pure function whose calls become terms (Call in abi/operations.h); its number is its place in
/// the list.
struct KeptFunction {
  std::string symbol; // empty: this unit can't call it
  std::vector<unsigned> argumentWidths;
  unsigned resultWidth = 0;
};

/// What takes part in a symbolic lowering beside the unit itself.
using KeptFunctions = std::vector<KeptFunction>;

/// Puts opaque functions in the place of kept ones in direct calls, so that the optimiser leaves
/// the calls as they are. Left as they are: calls in thunks, which test the function itself, and
/// those that the function makes to itself.
void hideKeptCalls(llvm::Module &module, const KeptFunctions &kept,
                   const std::vector<std::string> &definedElsewhere);

/// The number of the function that a hidden call stands for.
std::optional<unsigned> keptNumber(const llvm::CallBase &call);

/// Lets hidden calls call their functions again.
void showKeptCalls(llvm::Module &module);

} // namespace instrument
