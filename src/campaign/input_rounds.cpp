#include "campaign/input_rounds.h"

#include "model/asked.h"
#include "model/objects.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace campaign {

using namespace model;

namespace {

constexpr std::size_t mostTogether = 16; // candidates
constexpr std::size_t longestRound = 12; // of calls of one source, where nothing tells rounds apart

std::ptrdiff_t findCall(const TestCase &test, const Asked &call) {
  const auto at = std::lower_bound(
      test.supplied.begin(), test.supplied.end(), call, [](const Supplied &each, const Asked &key) {
        return std::pair(each.source, each.index) < std::pair(key.source, key.index);
      });
  const bool isThere =
      at != test.supplied.end() && at->source == call.source && at->index == call.index;
  return isThere ? at - test.supplied.begin() : -1;
}

/// How many calls a round of a loop makes, by what they ask for; 0: nothing repeats.
std::size_t periodOf(const std::vector<Asked> &calls) {
  const auto isAlike = [](const Asked &a, const Asked &b) {
    return a.source == b.source && a.bytes == b.bytes && a.name == b.name;
  };
  const bool isOneKind =
      std::ranges::all_of(calls, [&](const Asked &call) { return isAlike(call, calls.front()); });
  for (std::size_t period = 1; !isOneKind && period <= calls.size() / 2; ++period) {
    std::size_t i = period;
    while (i < calls.size() && isAlike(calls[i], calls[i - period]))
      ++i;
    if (i == calls.size())
      return period;
  }
  return 0;
}

/// Lengths of what is left out next: about `size`, and whole rounds, whatever a round may be.
std::set<std::size_t, std::greater<>> lengthsAround(std::size_t size,
                                                    const std::vector<std::size_t> &rounds) {
  std::set<std::size_t, std::greater<>> lengths;
  for (const std::size_t round : rounds)
    if (round <= size)
      lengths.insert(size / round * round);
  lengths.insert(size);
  return lengths;
}

/// How many calls a round may have.
std::vector<std::size_t> possibleRounds(const std::vector<Asked> &calls) {
  if (const std::size_t period = calls.empty() ? 0 : periodOf(calls); period > 0)
    return {period};
  std::vector<std::size_t> rounds(longestRound);
  std::iota(rounds.begin(), rounds.end(), 1);
  return rounds;
}

} // namespace

Trail trailOf(const Subject &subject, TestCase test, std::span<const Asked> asked) {
  Trail trail;
  std::vector<bool> isUsed(test.supplied.size());
  for (const Asked &call : asked)
    if (const std::ptrdiff_t at = findCall(test, call); at >= 0) {
      isUsed[static_cast<std::size_t>(at)] = true;
      trail.calls.push_back(call);
    }
  ObjectTable labels;
  labelObjects(subject, test, labels);
  std::vector<Supplied> used;
  for (std::size_t i = 0; i < test.supplied.size(); ++i)
    if (isUsed[i] || subject[test.supplied[i].source].kind == Supply::Kind::Variable)
      used.push_back(std::move(test.supplied[i]));
  test.supplied = std::move(used);
  numberObjects(subject, test);
  trail.test = std::move(test);
  return trail;
}

Trail keepCalls(const Subject &subject, const Trail &trail, const std::vector<bool> &isKept) {
  Trail kept;
  kept.test = trail.test;
  ObjectTable labels;
  labelObjects(subject, kept.test, labels);
  std::map<SupplyId, std::uint32_t> next;
  std::vector<Supplied> supplied;
  for (Supplied &each : kept.test.supplied)
    if (subject[each.source].kind == Supply::Kind::Variable)
      supplied.push_back(each);
  for (std::size_t i = 0; i < trail.calls.size(); ++i) {
    const std::ptrdiff_t at = isKept[i] ? findCall(kept.test, trail.calls[i]) : -1;
    if (at < 0)
      continue;
    kept.calls.push_back(trail.calls[i]);
    kept.calls.back().index = next[trail.calls[i].source]++;
    supplied.push_back(std::move(kept.test.supplied[static_cast<std::size_t>(at)]));
    supplied.back().index = kept.calls.back().index;
  }
  std::ranges::stable_sort(supplied, [](const Supplied &a, const Supplied &b) {
    return std::pair(a.source, a.index) < std::pair(b.source, b.index);
  });
  kept.test.supplied = std::move(supplied);
  numberObjects(subject, kept.test);
  return kept;
}

Trail firstCalls(const Subject &subject, const Trail &trail, std::size_t count) {
  std::vector<bool> isKept(trail.length());
  std::fill_n(isKept.begin(), std::min(count, isKept.size()), true);
  return keepCalls(subject, trail, isKept);
}

Trail dropRounds(const Subject &subject, Trail trail, const FirstWithEffect &firstWithEffect,
                 std::size_t budget) {
  std::vector<std::size_t> rounds = possibleRounds(trail.calls);
  for (std::size_t size = trail.length() / 2; size > 0; size /= 2)
    for (const std::size_t length : lengthsAround(size, rounds)) {
      std::size_t first = 0; // what comes before it was tried
      while (first < trail.length() && budget > 0) {
        std::vector<Trail> shorter;
        std::vector<TestCase> candidates;
        std::vector<std::size_t> begins;
        for (std::size_t at = first;
             at < trail.length() && candidates.size() < std::min(mostTogether, budget);
             at += length) {
          std::vector<bool> isKept(trail.length(), true);
          std::fill(isKept.begin() + static_cast<std::ptrdiff_t>(at),
                    isKept.begin() +
                        static_cast<std::ptrdiff_t>(std::min(at + length, trail.length())),
                    false);
          shorter.push_back(keepCalls(subject, trail, isKept));
          candidates.push_back(shorter.back().test);
          begins.push_back(at);
        }
        budget -= candidates.size();
        const auto found = firstWithEffect(candidates);
        first = found ? begins[*found] : begins.back() + length;
        if (!found)
          continue;
        trail = std::move(shorter[*found]);
        std::erase_if(rounds, [&](std::size_t round) { return length % round != 0; });
      }
    }
  return trail;
}

} // namespace campaign
