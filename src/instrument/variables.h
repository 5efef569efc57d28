#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Lists the module's writable variables in the section `pincer_ranges`. After optimisation: what
/// was optimised away needs no reset.
void listVariables(llvm::Module &module);

} // namespace instrument
