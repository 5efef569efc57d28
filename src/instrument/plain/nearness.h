#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Before optimising: where a marked condition compares two numbers, and hangs on state or on a
/// count, measures how far they are from the other outcome. (What hangs on literals alone, the
/// solver finds.)
void measureNearness(llvm::Module &module);

/// After optimising: a run that came nearer to an outcome than `pincer_least_distances` says calls
/// the driver (abi/target.h).
void lowerNearness(llvm::Module &module);

} // namespace instrument
