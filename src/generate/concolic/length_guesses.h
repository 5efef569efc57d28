#pragma once

#include "generate/concolic/path.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace generate {

/// Tests that no flip leads to, since all that follows would have to move: a run that came closer
/// to what is wanted than any before, or as close with fewer inputs, with parts of its texts and
/// arrays left out, and with elements repeated. Of a run that did something else for the first
/// time, the elements that it looked at last are repeated.
class LengthGuesses {
public:
  explicit LengthGuesses(const model::Subject &subject) : subject_(subject) {}

  /// Enters a run. `distances` are those of branches from a wanted one (BranchGraph).
  void add(const Path &path, const std::vector<std::uint32_t> &distances);
  bool isEmpty() const { return tests_.empty(); }
  model::TestCase next();
  void clear() { tests_.clear(); }

private:
  bool isCloser(const Path &path, const std::vector<std::uint32_t> &distances);
  bool isFewest(const Step &step, std::size_t inputs);
  template <class Change>
  std::size_t addChanged(const Path &path, std::uint32_t number, const Change &change);
  void addShorter(const Path &path, const std::vector<std::uint32_t> &elements);
  void addLonger(const Path &path, const std::vector<std::uint32_t> &elements,
                 std::size_t mostCopies);

  const model::Subject &subject_;
  std::map<Step, std::size_t> taken_; // marked outcomes, with the fewest inputs that took them
  std::map<model::BranchId, double> closest_; // that a run came to an outcome it did not take
  std::deque<model::TestCase> tests_;
};

} // namespace generate
