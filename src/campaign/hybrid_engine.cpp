// The paper's Algorithm 2 (Majumdar and Sen, Hybrid Concolic Testing).
//
// A state is a trail: inputs in the order in which runs ask for them. Tests say that these are
// fixed, so executors may keep a run that waits behind them and go on from there
// (execute/snapshot_pool); whether they do, or replay the trail, makes no difference to what is
// found. To go on at random, a few tests supply more inputs than the trail has (more of each
// source, as runs were seen to ask for them) and end where one source has no more. If one of them
// takes a wanted branch, its trail is the next state. If none does, the state is saturated: the
// same run is recorded with only the next few inputs symbolic, and searched. Once that takes
// something wanted, random inputs go on from there. If it does not, the search goes on deeper, or
// from another state: the beginning, or somewhere in a test that was kept.
//
// Whatever is found is a list of inputs from the start. Before it is judged, rounds that the find
// does not need are dropped.
#include "campaign/hybrid_engine.h"

#include "campaign/priced_step.h"
#include "campaign/try_out.h"
#include "model/asked.h"
#include "model/objects.h"

#include <algorithm>
#include <utility>

namespace campaign {

using namespace model;
using support::Result;
using support::Status;

namespace {

constexpr std::size_t siblings = 4;                              // random runs from one state
constexpr std::size_t shortestStride = 32, longestStride = 4096; // inputs, as the paper's theta 2
constexpr std::size_t longestTrail = 16'384;
constexpr std::size_t leastWindow = 8, mostWindow = 64;
constexpr std::uint64_t leastEffort = 32; // runs
constexpr std::uint64_t statesPerEffort = 1, mostDoublings = 4;
constexpr std::size_t leastPerSource = 4;
constexpr std::size_t longestRepeat = 16; // inputs
constexpr std::size_t completions = 3;    // tries to let a run end by itself, beside zeros
constexpr std::size_t completionInputs = 1024;
constexpr std::size_t dropBudget = 256;   // candidates for a shorter trail
constexpr std::uint64_t mostInVain = 256; // states, where nothing else limits the search
constexpr Ticks inputsPerTick = 50;
constexpr std::uint64_t seedOffset = 1'000'003;
/// Where, after so many states, no run has asked for more inputs than this, the other engines do as
/// well.
constexpr std::uint64_t statesToProbe = 4;
constexpr std::size_t fewInputs = 12;

/// All that it supplies leads to a state: only what comes behind it is searched.
void fix(TestCase &test) {
  test.hasFixedArguments = true;
  for (Supplied &each : test.supplied)
    each.isFixed = true;
}

void unfix(TestCase &test) {
  test.hasFixedArguments = false;
  for (Supplied &each : test.supplied)
    each.isFixed = false;
}

std::pair<SupplyId, std::uint32_t> placeOf(const Supplied &supplied) {
  return {supplied.source, supplied.index};
}

bool isCall(const Subject &subject, SupplyId source) {
  return subject[source].kind != Supply::Kind::Variable && subject[subject[source].type].size > 0;
}

} // namespace

HybridEngine::HybridEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                           ConcolicShared &shared)
    : state_(state), corpus_(corpus), search_(search), shared_(shared),
      rng_(state.settings.seed + seedOffset),
      generator_(state.subject, search.function, state.sequences, rng_),
      stride_(state.settings.hybrid.quietInputs.value_or(shortestStride)),
      window_(state.settings.hybrid.searchedInputs.value_or(leastWindow)) {}

bool HybridEngine::isFor(const Subject &subject, FunctionId function) {
  return std::ranges::any_of(subject[function].facts.supplies,
                             [&](SupplyId source) { return isCall(subject, source); });
}

bool HybridEngine::hasWork() const {
  const bool isLimited = state_.settings.budget.seconds || state_.settings.budget.steps;
  return !isOff_ && !isShallow() && !search_.hangsTooOften() && !state_.goals.areAllReached() &&
         (isLimited || inVain_ < mostInVain);
}

bool HybridEngine::isShallow() const {
  return state_.settings.strategy == Strategy::Auto && states_ > statesToProbe &&
         mostAsked_ <= fewInputs;
}

bool HybridEngine::mustWait() const { return concolic_ && concolic_->mustWait(); }

/// A symbolic target that is still being built is not waited for while there is something else.
bool HybridEngine::canSolve() const {
  const auto &isReady = state_.settings.symbolic.isReady;
  return !shared_.isOff.front() && (!state_.isTimed() || shared_.mayWait || !isReady || isReady());
}

void HybridEngine::observe(const KeptTest &test) {
  if (!isCostly(test.outcome))
    seeds_.push_back({test.test});
}

generate::ConcolicCounts HybridEngine::counts() const {
  generate::ConcolicCounts all = counts_;
  if (concolic_)
    all += concolic_->counts();
  return all;
}

Status HybridEngine::work(Ticks ticks) {
  const Allotment allotment(state_, ticks);
  seen_.resize(state_.branches.branches.size());
  while (!allotment.isUsed() && hasWork() && !mustWait() && !state_.isOver()) {
    state_.updateWanted();
    ++state_.ticks;
    if (Status status = goOn(); !status)
      return status;
  }
  return support::Done{};
}

Status HybridEngine::goOn() {
  if (!trail_)
    return begin();
  if (!isSaturated_)
    return goOnAtRandom();
  if (!canSolve()) {
    endSearch();
    return support::Done{};
  }
  Status status = concolic_ ? searchFromState() : startSearch();
  if (!status && !state_.deadline.isOver()) { // the other engines can still do what they can
    isOff_ = shared_.isOff.front() = true;
    state_.notes.push_back("hybrid search was given up: " + status.error().message);
    return support::Done{};
  }
  return status;
}

Result<std::vector<Execution>> HybridEngine::run(std::span<const TestCase> tests) {
  const auto began = std::chrono::steady_clock::now();
  auto runs = state_.plain.run(tests, {});
  state_.secondsExploring += secondsSince(began);
  if (!runs)
    return runs;
  state_.count(search_, tests.size());
  for (const Execution &each : *runs) {
    state_.ticks += Prices::runForked + each.asked.size() / inputsPerTick;
    state_.noteEnd(search_, each.outcome);
    noteAsked(each);
  }
  return runs;
}

void HybridEngine::noteAsked(const Execution &execution) {
  mostAsked_ = std::max(mostAsked_, execution.asked.size());
  for (const Asked &call : execution.asked) {
    Rate &rate = rates_[call.source];
    ++rate.calls;
    rate.bytes = std::max<std::uint64_t>(rate.bytes, call.bytes);
  }
}

/// The beginning, or somewhere in a test that was kept: of two of these, the one that was used
/// less. Mostly it is its end; a run that ended by itself can't be gone on with.
Status HybridEngine::begin() {
  ++states_;
  TestCase test;
  std::size_t cut = 0;
  if (seeds_.empty() || rng_.oneIn(8)) {
    std::vector<TestCase> fresh;
    generator_.propose(1, fresh);
    test = std::move(fresh.front());
  } else {
    Seed &a = seeds_[rng_.below(seeds_.size())];
    Seed &b = seeds_[rng_.below(seeds_.size())];
    Seed &seed = a.picks <= b.picks ? a : b;
    ++seed.picks;
    test = seed.test;
    cut = rng_.oneIn(4) ? rng_.below(test.supplied.size() + 1) : 0;
  }
  test.endsAfterZeros = 0;
  const auto runs = run({&test, 1});
  if (!runs)
    return runs.error();
  Trail trail = trailOf(state_.subject, std::move(test), runs->front().asked);
  if (cut == 0 && !endedForInputs(trail, runs->front()))
    cut = 1 + rng_.below(std::min<std::size_t>(trail.length(), 8) + 1);
  if (cut > 0)
    trail =
        campaign::firstCalls(state_.subject, trail, trail.length() - std::min(cut, trail.length()));
  trail_ = std::move(trail);
  isSaturated_ = false;
  return support::Done{};
}

bool HybridEngine::endedForInputs(const Trail &trail, const Execution &execution) const {
  return std::holds_alternative<Exited>(execution.outcome) &&
         execution.asked.size() > trail.length();
}

TestCase HybridEngine::extended(const Trail &from, std::size_t inputs, bool repeats) {
  TestCase test = from.test;
  if (from.length() > 0)
    fix(test);
  std::map<SupplyId, std::uint32_t> used;
  for (const Asked &call : from.calls)
    ++used[call.source];
  std::uint64_t all = 1;
  for (const auto &[source, rate] : rates_)
    all += rate.calls;
  for (const SupplyId source : state_.subject[search_.function].facts.supplies) {
    if (!isCall(state_.subject, source))
      continue;
    const Rate &rate = rates_[source];
    const std::uint64_t share = rate.calls * inputs * 5 / 4 / all;
    generator_.supplyCalls(
        test, source, used[source],
        static_cast<std::uint32_t>(std::max<std::uint64_t>(share, leastPerSource)), rate.bytes);
  }
  test.endsAfterZeros = 0;
  if (repeats)
    repeatEarlier(from, test);
  return test;
}

/// Inputs that a run survived it mostly survives again: most of the new ones become what a stretch
/// of earlier ones was, over and over.
void HybridEngine::repeatEarlier(const Trail &from, TestCase &test) {
  const std::size_t period = 1 + rng_.below(std::min(from.length(), longestRepeat));
  const std::size_t first = rng_.below(from.length() - period + 1);
  const std::uint64_t oddsOfFresh = rng_.oneIn(2) ? 64 : 8;
  std::map<SupplyId, std::vector<const Value *>> earlier;
  for (std::size_t i = first; i < first + period; ++i) {
    const Asked &call = from.calls[i];
    const auto at = std::ranges::lower_bound(from.test.supplied, std::pair(call.source, call.index),
                                             {}, placeOf);
    if (countObjects(at->value) == 0 || givesBytes(state_.subject, call.source))
      earlier[call.source].push_back(&at->value);
  }
  std::map<SupplyId, std::size_t> next;
  ObjectTable labels;
  labelObjects(state_.subject, test, labels);
  for (Supplied &each : test.supplied) {
    const auto values = earlier.find(each.source);
    if (values == earlier.end() || rng_.oneIn(oddsOfFresh) ||
        std::ranges::binary_search(from.test.supplied, placeOf(each), {}, placeOf))
      continue;
    const Value &value = *values->second[next[each.source]++ % values->second.size()];
    each.value = givesBytes(state_.subject, each.source)
                     ? bytesGiven(state_.subject, each.source, bytesIn(value))
                     : value;
  }
  numberObjects(state_.subject, test);
}

std::vector<BranchId> HybridEngine::newsOf(const Execution &execution) const {
  std::vector<BranchId> news;
  if (isCostly(execution.outcome) || std::holds_alternative<Rejected>(execution.outcome))
    return news;
  for (const BranchId branch : execution.covered)
    if (branch.index < seen_.size() && !seen_[branch.index] && state_.wantedBranches[branch.index])
      news.push_back(branch);
  return news;
}

Trail HybridEngine::shortened(const Trail &trail, const std::vector<BranchId> &news) {
  std::size_t costly = 0;
  const FirstWithEffect first =
      [&](std::span<const TestCase> candidates) -> std::optional<std::size_t> {
    if (state_.isOutOfTime())
      return std::nullopt;
    state_.ticks += Prices::runForked + candidates.size() * Prices::runLoosely;
    for (const execute::Find &each : tryOut(state_.plain, candidates, false, costly))
      if (std::ranges::includes(each.execution.covered, news))
        return each.index;
    return std::nullopt;
  };
  return dropRounds(state_.subject, trail, first, dropBudget);
}

/// A run that ended for want of inputs, gone on with until it ends by itself: other tools that read
/// the test may not know how to end it. First with zeros, then, since these may break an
/// assumption, with what the run survived before. None if it ended by itself, or never does.
Result<std::optional<std::pair<TestCase, Execution>>>
HybridEngine::completed(const Trail &trail, const Execution &execution,
                        const std::vector<BranchId> &news) {
  std::optional<std::pair<TestCase, Execution>> whole;
  if (isEndless_ || !endedForInputs(trail, execution))
    return whole;
  std::vector<TestCase> tests{trail.test};
  tests.front().endsAfterZeros = std::nullopt;
  for (std::size_t i = 0; i < completions && trail.length() > 0; ++i)
    tests.push_back(extended(trail, completionInputs, true));
  const auto runs = run(tests);
  if (!runs)
    return runs.error();
  const Outcome &withZeros = runs->front().outcome;
  isEndless_ = isCostly(withZeros) || std::holds_alternative<Starved>(withZeros);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Execution &each = (*runs)[i];
    if (!isOrderly(each.outcome) || !std::ranges::includes(each.covered, news))
      continue;
    if (i == 0) {
      supplyAsked(state_.subject, tests[i], each.asked);
    } else {
      Trail longer = trailOf(state_.subject, std::move(tests[i]), each.asked);
      if (endedForInputs(longer, each))
        continue;
      tests[i] = std::move(longer.test);
      tests[i].endsAfterZeros = std::nullopt;
    }
    unfix(tests[i]);
    whole = std::pair(std::move(tests[i]), each);
    break;
  }
  return whole;
}

/// What is new is judged without the rounds that it does not need.
Status HybridEngine::keep(const Trail &trail, const Execution &execution) {
  const std::vector<BranchId> news = newsOf(execution);
  for (const BranchId branch : news)
    seen_[branch.index] = true;
  inVain_ = 0;
  Trail shorter = shortened(trail, news);
  unfix(shorter.test);
  const auto runs = run({&shorter.test, 1});
  if (!runs)
    return runs.error();
  if (std::ranges::includes(runs->front().covered, news)) {
    auto whole = completed(shorter, runs->front(), news);
    if (!whole)
      return whole.error();
    return *whole ? corpus_.considerRun(search_, (*whole)->first, (*whole)->second)
                  : corpus_.considerRun(search_, shorter.test, runs->front());
  }
  TestCase whole = trail.test;
  unfix(whole);
  return corpus_.considerRun(search_, whole, execution);
}

Status HybridEngine::goOnAtRandom() {
  std::vector<TestCase> tests;
  const std::size_t inputs =
      std::min(stride_, longestTrail - std::min(longestTrail, trail_->length()));
  for (std::size_t i = 0; i < state_.affordable(siblings); ++i)
    tests.push_back(extended(*trail_, inputs, i % 2 == 1 && trail_->length() > 0));
  const auto runs = run(tests);
  if (!runs)
    return runs.error();
  std::optional<Trail> next;
  bool isEnded = false;
  further_.reset();
  for (std::size_t i = 0; i < runs->size(); ++i) {
    const Execution &each = (*runs)[i];
    if (isCostly(each.outcome) || std::holds_alternative<Starved>(each.outcome))
      continue;
    Trail trail = trailOf(state_.subject, std::move(tests[i]), each.asked);
    if (!newsOf(each).empty()) {
      if (Status status = keep(trail, each); !status)
        return status;
      next = trail;
      isEnded = !endedForInputs(trail, each);
      continue;
    }
    if (!endedForInputs(trail, each) && trail.length() > 0) // the last one ended it
      trail = campaign::firstCalls(state_.subject, trail, trail.length() - 1);
    if (trail.length() >= (further_ ? *further_ : *trail_).length())
      further_ = std::move(trail);
  }
  if (next) {
    if (!state_.settings.hybrid.quietInputs)
      stride_ = std::max(stride_ / 2, shortestStride);
    trail_ = std::move(next);
    if (isEnded || trail_->length() >= longestTrail)
      trail_.reset();
    return support::Done{};
  }
  isSaturated_ = true;
  return support::Done{};
}

/// The run from the state, with what comes next as inputs.
Status HybridEngine::startSearch() {
  concolic_ =
      std::make_unique<ConcolicSearch>(state_.subject, state_.settings.symbolic, *shared_.solver,
                                       shared_.budget, shared_.oracle, shared_.recording);
  std::vector<bool> wanted = state_.wantedBranches;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = wanted[i] && !seen_[i];
  concolic_->want(wanted);
  concolic_->setMostAsked(trail_->length() + window_);
  runsLeft_ = state_.settings.hybrid.searchedRuns.value_or(
      leastEffort << std::min(inVain_ / statesPerEffort, mostDoublings));
  TestCase start =
      further_ ? campaign::firstCalls(state_.subject, *further_, trail_->length() + window_).test
               : trail_->test;
  start.endsAfterZeros = 0;
  start.hasFixedArguments = trail_->length() > 0;
  for (Supplied &each : start.supplied)
    each.isFixed = trail_->length() > 0 &&
                   std::ranges::binary_search(trail_->test.supplied, placeOf(each), {}, placeOf);
  const PricedStep step(state_, *concolic_, shared_.recording);
  const auto execution = concolic_->start(start);
  if (!execution)
    return execution.error();
  state_.count(search_, 1);
  if (newsOf(*execution).empty())
    return support::Done{};
  const Trail trail = trailOf(state_.subject, start, execution->asked);
  return keep(trail, *execution);
}

Status HybridEngine::searchFromState() {
  if (runsLeft_ == 0 || concolic_->isDry()) {
    endSearch();
    return support::Done{};
  }
  std::optional<ConcolicSearch::Ran> ran;
  {
    const PricedStep step(state_, *concolic_, shared_.recording);
    auto result = concolic_->step();
    if (!result)
      return result.error();
    ran = std::move(*result);
  }
  if (!ran)
    return support::Done{};
  --runsLeft_;
  state_.count(search_, 1);
  state_.noteEnd(search_, ran->execution.outcome);
  if (newsOf(ran->execution).empty())
    return support::Done{};
  Trail found = trailOf(state_.subject, ran->test(), ran->execution.asked);
  unfix(found.test);
  if (Status status = keep(found, ran->execution); !status)
    return status;
  counts_ += concolic_->counts();
  concolic_.reset();
  isSaturated_ = false;
  if (endedForInputs(found, ran->execution))
    trail_ = std::move(found); // otherwise from the same state: what was found is not open any more
  return support::Done{};
}

/// Nothing was found from this state: the next one is deeper, or elsewhere, and is tried harder.
void HybridEngine::endSearch() {
  if (concolic_)
    counts_ += concolic_->counts();
  concolic_.reset();
  isSaturated_ = false;
  ++inVain_;
  if (!state_.settings.hybrid.quietInputs)
    stride_ = std::min(stride_ * 2, longestStride);
  if (!state_.settings.hybrid.searchedInputs)
    window_ = window_ >= mostWindow ? leastWindow : window_ * 2;
  const bool goesDeeper = further_ && further_->length() < longestTrail && !rng_.oneIn(3);
  trail_ = goesDeeper ? std::exchange(further_, std::nullopt) : std::nullopt;
}

} // namespace campaign
