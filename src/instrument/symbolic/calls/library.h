#pragma once

#include "instrument/symbolic/algebra.h"

#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace instrument {

/// Whether the program itself defines the function: here, or in one of the units that define these.
bool isDefined(const llvm::Function &function, const std::vector<std::string> &elsewhere);

/// Lets every use of a library function that has a substitute (abi/library.def) mean the
/// substitute: calls, and its address in tables and arguments too.
void callOurLibrary(llvm::Module &module, const std::vector<std::string> &definedElsewhere);

/// Whether a call goes to code without instrumentation, as far as one can tell.
bool isNative(const llvm::CallBase &call, const std::vector<std::string> &definedElsewhere);

/// A library function that is known to be without instrumentation, and what it does to memory.
class LibraryCall {
public:
  LibraryCall(llvm::CallBase &call, const std::vector<std::string> &definedElsewhere);

  bool isKnown() const { return effect_ != nullptr; }
  /// Whether what it does to memory depends on this argument.
  bool dependsOn(unsigned argument) const;
  /// Whether this argument says how much memory to give out.
  bool isSize(unsigned argument) const;
  /// Emits, after the call, what happens to the tags of the memory it gives out or writes.
  void emitEffect(TermAlgebra &algebra, llvm::Instruction *before) const;

  struct Effect;

private:
  llvm::CallBase &call_;
  const Effect *effect_ = nullptr;
};

} // namespace instrument
