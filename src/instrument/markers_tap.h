#pragma once

namespace llvm {
class Module;
}

namespace instrument {

/// Lets every marker of an optimised module call `function`(slot, value), just before the marker
/// becomes what the lowering makes of it. For lowerings that count events, and for tests that
/// compare them. Null: no tap.
void tapMarkers(llvm::Module &module, const char *function);

} // namespace instrument
