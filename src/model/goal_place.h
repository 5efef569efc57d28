#pragma once

#include "model/branch.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace model {

/// A place in the text that is wanted itself, whatever branches lead there.
struct GoalPlace {
  std::string file;       // absolute, or the end of a path
  std::string function;   // the entry of this function, named as the text would...
  std::uint32_t line = 0; // ...or, if there is no name, any code on this line
};

/// What the program has of it.
struct MarkedPlace {
  std::optional<SiteId> site;            // none: there is no code
  std::set<std::uint32_t> linesWithCode; // of that file
};

} // namespace model
