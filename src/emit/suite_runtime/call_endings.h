#pragma once

namespace emit {

/// pincer_endings.h, for frameworks without tests of what ends its process: `pincer::dies` and
/// others call it in a child.
extern const char *const endingsHeader;

/// Code for pincer_main.cpp, after `childProcesses`, that goes with it.
extern const char *const callEndings;

} // namespace emit
