#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Lists the module's variables and constants in the section `pincer_objects`, so that the recorder
/// finds the object that a symbolic address leads to. After optimisation: only what is left counts.
void listObjects(llvm::Module &module);

} // namespace instrument
