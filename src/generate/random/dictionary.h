#pragma once

#include "model/subject.h"

#include <cstdint>
#include <string>
#include <vector>

namespace generate {

/// The literals of the program text in the forms in which random search uses them. All sorted,
/// without repeats.
struct Dictionary {
  std::vector<std::int64_t> integers; // each literal, and one less and more
  std::vector<double> floats;         // each literal, integers too, and its neighbours
  std::vector<std::string> texts;     // whole string literals, without those that hold a NUL
  std::vector<std::string> formats;   // those of them with printf or scanf directives
  std::vector<std::string> words;     // runs of letters and digits inside them
  std::vector<std::string> keywords;  // those of them that are a literal by themselves
  std::string characters;             // of the strings, and the character literals
  std::string separators;             // those of them that are neither letters nor digits
};

Dictionary makeDictionary(const model::Constants &constants);

} // namespace generate
