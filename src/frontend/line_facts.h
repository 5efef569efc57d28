#pragma once

#include "model/subject.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace frontend {

/// What the preprocessor makes of a line, for people who wonder why it has no code.
struct LineFacts {
  bool isIncluded = false;          // some unit reads the file at all
  bool isRemoved = false;           // every unit that reads it passes over the line (#if)
  std::optional<std::string> macro; // the line belongs to the definition of this one,
  std::set<std::uint32_t> uses;     // which these lines of the same file use
};

/// `file` is an absolute path. Units that can't be read say nothing.
LineFacts factsOf(std::span<const model::Unit> units, const std::string &file, std::uint32_t line);

} // namespace frontend
