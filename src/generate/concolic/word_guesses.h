#pragma once

#include "generate/concolic/path.h"

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace generate {

/// Tests that no flip leads to, since what follows would have to move: where a run compared its
/// inputs with the first characters of a literal of the program, one after the other, the whole
/// word that stands there is replaced by that literal, longer or shorter as it may be. (Fuzzers
/// know it as input-to-state correspondence.)
class WordGuesses {
public:
  explicit WordGuesses(const model::Subject &subject) : subject_(subject) {}

  /// Enters a run.
  void add(const Path &path);
  bool isEmpty() const { return tests_.empty(); }
  model::TestCase next();
  void clear() { tests_.clear(); }

private:
  /// Inputs in a row that were compared with characters in a row.
  struct Comparison {
    std::uint32_t first = 0;
    std::string text;     // what they were compared with...
    bool isEqual = true;  // ...and whether the last of it was what it should be
    model::BranchId last; // that the run took before
  };

  void guess(const Path &path, const Comparison &comparison);
  void replaceWord(const Path &path, std::uint32_t first, const std::string &literal);

  const model::Subject &subject_;
  std::map<std::pair<model::BranchId, std::string>, unsigned> tries_;
  std::deque<model::TestCase> tests_;
};

} // namespace generate
