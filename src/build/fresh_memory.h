#pragma once

#include "ir/call_graph.h"

namespace build {

/// Whether something below asks for heap memory that comes without contents.
bool asksForFreshHeap(const ir::Reach &reach);

/// Whether MemorySanitizer sees all that may be written below: by code of the units, which it
/// instruments, and by library functions whose effects it knows. Else what it says may be wrong.
bool writesAreKnown(const ir::Reach &reach);

} // namespace build
