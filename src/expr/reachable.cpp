#include "expr/reachable.h"

#include <algorithm>
#include <unordered_set>

namespace expr {

std::vector<TermId> reachable(const Pool &pool, std::span<const TermId> terms) {
  std::vector<TermId> found;
  std::unordered_set<TermId> seen;
  const auto visit = [&](TermId id) {
    if (id && seen.insert(id).second)
      found.push_back(id);
  };
  for (const TermId term : terms)
    visit(term);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Term &term = pool[found[i]];
    visit(term.a);
    visit(term.b);
    visit(term.c);
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace expr
