#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace solver::intervals {

/// Of `count` conditions that can't hold together, some that can't either: leaves out halves, then
/// quarters, then single ones, as long as `isProved` says yes to the rest.
template <class IsProved>
std::vector<bool> withoutSuperfluous(std::size_t count, const IsProved &isProved) {
  std::vector<bool> kept(count, true);
  std::size_t left = count;
  for (std::size_t chunk = (count + 1) / 2; chunk > 0 && left > 1;
       chunk = chunk == 1 ? 0 : (chunk + 1) / 2)
    for (std::size_t first = 0; first < count; first += chunk) {
      std::vector<bool> fewer = kept;
      std::size_t less = left;
      for (std::size_t i = first; i < std::min(count, first + chunk); ++i) {
        less -= fewer[i] ? 1 : 0;
        fewer[i] = false;
      }
      if (less == left || less == 0 || !isProved(fewer))
        continue;
      kept = std::move(fewer);
      left = less;
    }
  return kept;
}

inline std::vector<std::size_t> indicesOf(const std::vector<bool> &chosen) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i])
      indices.push_back(i);
  return indices;
}

} // namespace solver::intervals
