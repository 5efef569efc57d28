#include "campaign/refusal_engine.h"

#include <algorithm>
#include <limits>

namespace campaign {

using namespace model;
using execute::Find;
using support::Status;

namespace {

constexpr std::size_t mostStarts = 64;
constexpr std::uint64_t quietRuns = 64; // without a gain: other ways had a chance
/// Of a run: the first so many requests fail one by one; of the others, which are a loop's, some.
constexpr std::uint64_t eachOfFirst = 64;
constexpr std::size_t mostTogether = 1; // a test that refuses so much is no start for more

/// Which requests of a run are refused, one at a time.
std::vector<std::uint32_t> toRefuse(std::uint64_t requests) {
  std::vector<std::uint32_t> indices;
  for (std::uint64_t i = 0; i < requests && i <= std::numeric_limits<std::uint32_t>::max();
       i = i < eachOfFirst ? i + 1 : i + i / 4)
    indices.push_back(static_cast<std::uint32_t>(i));
  if (requests > 0 && indices.back() + 1 < requests)
    indices.push_back(static_cast<std::uint32_t>(requests - 1));
  return indices;
}

} // namespace

RefusalEngine::RefusalEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                             RefusalShared &shared)
    : state_(state), corpus_(corpus), search_(search), shared_(shared) {
  for (const auto &engine : search.engines)
    first_.push_back(engine.get());
}

bool RefusalEngine::isItsTurn() const {
  return search_.runs - search_.runsAtGain > quietRuns ||
         std::ranges::none_of(first_, [](const Engine *engine) { return engine->hasWork(); });
}

bool RefusalEngine::hasWork() const {
  return !starts_.empty() && !state_.goals.areAllReached() && !search_.hangsTooOften() &&
         isItsTurn();
}

void RefusalEngine::observe(const KeptTest &test) {
  if (!test.test.refused.empty())
    shared_.taken.insert(test.covers.begin(), test.covers.end());
  if (test.isGreen() && isOrderly(test.outcome))
    addStart(test.test);
}

void RefusalEngine::addStart(const TestCase &test) {
  if (test.refused.size() <= mostTogether && startCount_++ < mostStarts)
    starts_.push_back(test);
}

/// Ends of a run that are new are for the corpus to tell.
bool RefusalEngine::takesMore(const Execution &execution) const {
  return !isOrderly(execution.outcome) ||
         std::ranges::any_of(state_.judge.sitesOf(execution.covered), [&](SiteId site) {
           return state_.goals.isWanted(site) && !shared_.taken.contains(site);
         });
}

Status RefusalEngine::work(Ticks ticks) {
  const Allotment allotment(state_, ticks);
  while (!allotment.isUsed() && !starts_.empty() && !state_.isOver()) {
    const TestCase start = std::move(starts_.front());
    starts_.pop_front();
    if (Status status = refuseIn(start); !status)
      return status;
  }
  return support::Done{};
}

Status RefusalEngine::refuseIn(const TestCase &start) {
  state_.updateWanted();
  const auto run = state_.plain.run({&start, 1}, {});
  if (!run)
    return run.error();
  state_.count(search_, 1);
  state_.ticks += Prices::runForked;
  std::vector<TestCase> tests;
  for (const std::uint32_t index : toRefuse(run->front().allocations)) {
    const Refusal refusal{Refusable::Allocation, index};
    if (!start.refused.empty() && refusal <= start.refused.back())
      continue;
    tests.push_back(start);
    tests.back().refused.push_back(refusal);
  }
  tests.resize(state_.affordable(tests.size()));
  if (tests.empty())
    return support::Done{};
  auto finds = state_.plain.explore(tests, {});
  if (!finds)
    return finds.error();
  state_.count(search_, tests.size());
  state_.ticks += tests.size() * Prices::runLoosely;
  std::vector<Corpus::Candidate> candidates;
  for (Find &find : *finds) {
    state_.noteEnd(search_, find.execution.outcome, execute::ExploreOptions().timeoutPart);
    if (!takesMore(find.execution))
      continue;
    Corpus::Candidate candidate{&search_, tests[find.index], std::move(find.execution)};
    corpus_.cutAtEnd(candidate);
    if (corpus_.isNews(*candidate.search, candidate.test, candidate.execution) &&
        corpus_.addsTo(candidates, *candidate.search, candidate.execution))
      candidates.push_back(std::move(candidate));
  }
  return corpus_.considerRuns(std::move(candidates));
}

} // namespace campaign
