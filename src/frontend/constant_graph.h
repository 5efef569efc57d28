#pragma once

#include "model/subject.h"

#include <map>
#include <string>
#include <vector>

namespace frontend {

/// What the body of a function or the initialiser of a variable mentions, in the order of the text.
struct Mentions {
  std::vector<std::int64_t> integers;
  std::vector<double> floats;
  std::vector<std::string> strings;
  std::vector<std::string> definitions; // names of functions and variables, as ConstantGraph's
};

/// Who mentions whom, over all units. A definition goes by its name, or by "N:name" if it is local
/// to unit N.
class ConstantGraph {
public:
  /// The first definition of a name stays.
  void add(std::string name, Mentions mentions);

  /// The constants of a definition and of those it reaches, the nearest first until there are
  /// enough of a kind.
  model::Constants constantsFor(const std::string &name) const;

private:
  std::map<std::string, Mentions> definitions_;
};

} // namespace frontend
