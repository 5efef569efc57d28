#pragma once

#include "model/subject.h"

namespace model {

/// What tests of a function that run one after the other in a process leave to each other.
enum class Sharing : unsigned char {
  None,     // too much: each has a process of its own
  Loose,    // something inside libraries: good enough for exploring, as long as finds hold
  Complete, // nothing: a reset undoes all it can do
};

/// By what the build found out about the function's calls. A fork costs as much as hundreds of
/// small runs, and hardly a library gets by without printf, getenv or fopen. A whole program shares
/// loosely at best: its surroundings are made anew, its streams are the library's.
Sharing sharingOf(const Subject &subject, const Function &function);

} // namespace model
