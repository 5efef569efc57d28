#pragma once

namespace emit {

/// What tests call that may change files. pincer_main.cpp defines it.
constexpr const char *fenceFunction = "pincer_behind_fence";

/// Code for pincer_main.cpp, after `childProcesses`: the function above runs a test in a child, in
/// an empty folder, where it can change nothing outside; without Landlock and seccomp it is
/// skipped. `pincer_has_fence` and `pincer_raise_fence` are for children that pincer_program.h
/// starts.
extern const char *const testFence;

} // namespace emit
