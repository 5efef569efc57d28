#pragma once

namespace emit {

/// Code for pincer_main.cpp: `pincer_in_child` runs something in a child process, and what was
/// counted there for gcov or llvm-cov is kept, however the child ends.
extern const char *const childProcesses;

} // namespace emit
