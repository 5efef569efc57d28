#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Gives every function a frame record (abi/frames.h) that its debug information describes, and
/// lists the module's globals. The module must not be optimised: a variable is where its
/// declaration says.
void recordFrames(llvm::Module &module);

} // namespace instrument
