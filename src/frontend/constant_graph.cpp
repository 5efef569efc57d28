#include "frontend/constant_graph.h"

#include <algorithm>
#include <deque>
#include <set>

namespace frontend {
namespace {

// A function deep in a large program reaches half of it; what is far away is noise to a random
// search.
constexpr std::size_t maximumOfAKind = 256;
constexpr std::size_t maximumDefinitions = 200;

/// Keeps values apart until there are enough.
template <class T> void take(std::set<T> &to, const std::vector<T> &from) {
  for (const T &value : from) {
    if (to.size() >= maximumOfAKind)
      return;
    to.insert(value);
  }
}

} // namespace

void ConstantGraph::add(std::string name, Mentions mentions) {
  definitions_.try_emplace(std::move(name), std::move(mentions));
}

model::Constants ConstantGraph::constantsFor(const std::string &name) const {
  std::set<std::int64_t> integers;
  std::set<double> floats;
  std::set<std::string> strings;
  std::set<std::string> seen{name};
  std::deque<std::string> queue{name};
  for (std::size_t visited = 0; !queue.empty() && visited < maximumDefinitions;) {
    const auto found = definitions_.find(queue.front());
    queue.pop_front();
    if (found == definitions_.end())
      continue;
    ++visited;
    take(integers, found->second.integers);
    take(floats, found->second.floats);
    take(strings, found->second.strings);
    for (const std::string &next : found->second.definitions)
      if (seen.insert(next).second)
        queue.push_back(next);
  }
  return {{integers.begin(), integers.end()},
          {floats.begin(), floats.end()},
          {strings.begin(), strings.end()}};
}

} // namespace frontend
