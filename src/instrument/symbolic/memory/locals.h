#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Puts a label (abi/target.h) in front of each local array or struct whose address is passed on:
/// that is how the recorder finds it from an address alone. After terms were propagated.
void labelLocals(llvm::Module &module);

} // namespace instrument
