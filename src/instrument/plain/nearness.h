#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Before optimising: where a marked condition hangs on state and compares two numbers, measures
/// how far they are from the other outcome. (What hangs on literals alone, the solver finds.)
void measureNearness(llvm::Module &module);

/// After optimising: a run that came nearer to an outcome than `pincer_least_distances` says calls
/// the driver (abi/target.h).
void lowerNearness(llvm::Module &module);

} // namespace instrument
