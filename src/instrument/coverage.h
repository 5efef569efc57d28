#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Turns the markers of an optimised module into stores to `pincer_coverage`.
void lowerMarkers(llvm::Module &module);

} // namespace instrument
