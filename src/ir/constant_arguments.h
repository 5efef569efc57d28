#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ir {

/// Direct calls of klee_is_symbolic become calls of PINCER_IS_SYMBOLIC_HERE (abi/target.h), which
/// also say whether the argument is made of constants alone.
void sayWhichArgumentsAreConstant(llvm::Module &module);

} // namespace ir
