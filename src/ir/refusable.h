#pragma once

namespace llvm {
class Module;
}

namespace ir {

// A test can refuse the subject what it asks the library for (abi/refusable.def). In marked
// bitcode such calls stand as they were written, since what reads it knows the library by name.
// Every lowering lets the subject's own calls go through pincer_refusable_<name>, before an
// optimiser can find one superfluous: so all targets count alike.

/// Says that this module is the subject's, so that its lowerings route it.
void markRefusable(llvm::Module &module);

/// Routes what a marked module asks for. Thunks and stubs go on calling the library itself.
void routeRefusable(llvm::Module &module);

} // namespace ir
