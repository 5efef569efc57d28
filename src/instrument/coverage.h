#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// What a slot of `pincer_coverage` holds after a run, if its outcome was taken.
enum class Coverage : unsigned char {
  Marks,  // 1
  Counts, // how often; from 256 on, anything but 0
};

/// Turns the markers of an optimised module into stores to `pincer_coverage`.
void lowerMarkers(llvm::Module &module, Coverage coverage = Coverage::Marks);

} // namespace instrument
