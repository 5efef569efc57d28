#include "campaign/random_engine.h"

#include "campaign/clean_engine.h"
#include "campaign/concolic_engine.h"

#include <algorithm>
#include <utility>

namespace campaign {

using namespace model;
using execute::Find;
using support::Status;

namespace {

constexpr std::uint64_t carefulBatch = 16; // for functions that hang now and then...
constexpr std::uint64_t carefulRuns =
    64; // ...and for new ones: a large batch of hangs takes minutes
constexpr std::size_t fewCostlyRuns = 3; // one that hangs this often is no good for random search
constexpr std::size_t sampleSize = 32, firstSampleSize = 8;
constexpr std::uint64_t quietRuns = 256; // before the first sample
constexpr std::size_t mostJudgedInABatch = 8;
constexpr double batchSeconds = 0.3;
constexpr std::uint32_t leastTimeoutPart = 80;  // of a test's time, in the end, where runs hang
constexpr double shareOfVaried = 2. / 3;        // of the time, where tests are varied
constexpr std::uint64_t variationsPerRun = 4;   // in the time that another run takes
constexpr std::uint64_t variationsPerWhole = 8; // and about so many for each other run
constexpr std::uint64_t openPerDepth = 32, deepest = 64;
constexpr std::size_t leastRepeated = 8; // before repeated runs say whether finds hold

} // namespace

const RandomEngine::Effort RandomEngine::inProcess{1024, 8192, 100'000, Prices::runInProcess};
const RandomEngine::Effort RandomEngine::inLooseProcess{512, 4096, 40'000, Prices::runLoosely};
const RandomEngine::Effort RandomEngine::bySteps{64, 64, 40'000, Prices::runForked};
const RandomEngine::Effort RandomEngine::forked{64, 64, 2'000, Prices::runForked};

const RandomEngine::Effort &RandomEngine::effortFor(Sharing sharing) {
  switch (sharing) {
  case Sharing::None:
    break;
  case Sharing::Loose:
    return inLooseProcess;
  case Sharing::Complete:
    return inProcess;
  }
  return forked;
}

RandomEngine::RandomEngine(SearchState &state, Corpus &corpus, FunctionSearch &search)
    : state_(state), corpus_(corpus), search_(search),
      effort_(&effortFor(sharingOf(state.subject, state.subject[search.function]))) {
  // A budget of runs is worth what its runs are to others: those of programs are recorded ones.
  if (state.subject.program && effort_ == &inLooseProcess && state.settings.budget.steps &&
      !state.settings.budget.ticks)
    effort_ = &bySteps;
  // Where nothing varies there is one call to make, and no reason to make it twice.
  const Function &function = state.subject[search.function];
  dry_ = function.parameters.empty() && function.facts.supplies.empty() &&
         !search.generator.readsVariables();
  explore_.counts = search.generator.readsWholeInput();
  // What goes wrong with objects hangs on their state more than on branches: only those are sampled
  // early.
  sampledFirst_ = !state.sequences.callables.needsSequences(function);
}

/// Where runs hang, or bring nothing new, sending them somewhere is better than trying.
bool RandomEngine::hasWork() const {
  const bool hangs = search_.costlyRuns >= fewCostlyRuns;
  return !dry_ && !(hangs && search_.concolic && search_.concolic->hasWork()) &&
         !(isOut_ && search_.clean && search_.clean->isAnythingLeft());
}

Status RandomEngine::work(Ticks ticks) {
  const Allotment allotment(state_, ticks);
  do {
    if (Status status = takeBatch(allotment.left()); !status)
      return status;
  } while (!allotment.isUsed() && !dry_ && !state_.isOver());
  return support::Done{};
}

/// With a limit in seconds, a batch takes a fraction of one, whatever a run costs.
std::uint64_t RandomEngine::batchSize(Ticks ticks) const {
  std::uint64_t size =
      search_.costlyRuns > 0 || search_.runs < carefulRuns ? carefulBatch
      : state_.goals.areTheRestTried()
          ? effort_->leastBatch
          : std::clamp(search_.runs - search_.runsAtGain, effort_->leastBatch, effort_->mostBatch);
  size = std::min(size, std::max(ticks / effort_->price, carefulBatch));
  if (state_.isTimed() && search_.secondsPerRun > 0) {
    const double fit = batchSeconds / search_.secondsPerRun;
    if (fit < static_cast<double>(size))
      size = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fit));
  }
  return state_.affordable(size);
}

/// Where a run takes less time than to put a test together, most tests vary another. A budget of
/// steps counts runs alone, and of these a new test promises more.
bool RandomEngine::mayVary() const {
  return state_.isTimed() && effort_ == &inProcess && search_.costlyRuns == 0;
}

Status RandomEngine::takeBatch(Ticks ticks) {
  const auto began = std::chrono::steady_clock::now();
  state_.updateWanted();
  const bool goesNear = search_.generator.goesNear(state_.wantedBranches.size());
  const bool isOtherwise = std::exchange(goesNear_, goesNear) != goesNear;
  if (std::exchange(wantedVersion_, state_.wantedVersion) != state_.wantedVersion || isOtherwise)
    search_.generator.want(state_.wantedBranches);
  explore_.least = search_.generator.least();
  std::uint64_t size = batchSize(ticks);
  const bool varied = mayVary() &&
                      secondsVaried_ < shareOfVaried * (secondsVaried_ + secondsWhole_) &&
                      search_.generator.vary(size * variationsPerRun, state_.variations);
  if (varied)
    size = state_.variations.size();
  else
    search_.generator.propose(size, state_.batch);
  const auto ran = std::chrono::steady_clock::now();
  auto finds = varied ? state_.plain.explore(state_.variations, explore_)
                      : state_.plain.explore(state_.batch, explore_);
  state_.secondsExploring += secondsSince(ran);
  if (!finds)
    return finds.error();
  (varied ? secondsVaried_ : secondsWhole_) += secondsSince(began);
  search_.secondsPerRun =
      secondsSince(began) / static_cast<double>(std::max<std::uint64_t>(1, size));
  // A batch that is cut short went at least as far as its last find.
  const std::size_t made =
      state_.deadline.isOver() && !finds->empty() ? finds->back().index + std::size_t{1} : size;
  state_.count(search_, made);
  state_.ticks += (varied ? made / variationsPerRun : made) * effort_->price;
  const std::size_t costlyBefore = search_.costlyRuns;
  for (const Find &find : *finds) {
    state_.noteEnd(search_, find.execution.outcome, explore_.timeoutPart);
    if (std::holds_alternative<Starved>(find.execution.outcome))
      for (const auto &engine : search_.engines)
        engine->observeStarving();
  }
  if (search_.costlyRuns > costlyBefore)
    shortenRuns();
  // Crashes take longest to judge, and a function that crashes all the time must not use up the
  // time of the others: orderly runs come first, and what is left over turns up again in the next
  // batch.
  if (search_.generator.readsWholeInput() && !varied)
    takeSeeds(*finds);
  takeNearest(*finds, varied);
  std::stable_partition(finds->begin(), finds->end(),
                        [](const Find &find) { return isOrderly(find.execution.outcome); });
  std::vector<Corpus::Candidate> candidates;
  for (Find &find : *finds) {
    if (candidates.size() >= mostJudgedInABatch)
      break;
    Corpus::Candidate candidate{&search_,
                                varied ? testOf(state_.subject, state_.variations[find.index])
                                       : state_.batch[find.index],
                                std::move(find.execution)};
    corpus_.cutAtEnd(candidate);
    if (corpus_.isNews(*candidate.search, candidate.test, candidate.execution) &&
        corpus_.addsTo(candidates, *candidate.search, candidate.execution))
      candidates.push_back(std::move(candidate));
  }
  if ((effort_ == &inLooseProcess || effort_ == &bySteps) && !state_.isOutOfTime())
    if (Status status = repeatAlone(candidates); !status)
      return status;
  if (Status status = corpus_.considerRuns(std::move(candidates)); !status)
    return status;
  isOut_ = search_.runs - search_.runsAtGain > runsUntilDry();
  const bool isLimited = state_.settings.budget.seconds || state_.settings.budget.steps;
  const bool mayBeClean =
      search_.clean ? search_.clean->mayTakeCleanly() : state_.goals.anyIsOpen(search_.undefined);
  dry_ = search_.hangsTooOften() || (isOut_ && !(isLimited && mayBeClean));
  if (search_.costlyRuns > 0)
    return support::Done{};
  if (isOut_ && !std::exchange(sampled_, true))
    return sample(sampleSize);
  if (search_.runs - search_.runsAtGain > quietRuns && !std::exchange(sampledFirst_, true))
    return sample(firstSampleSize);
  return support::Done{};
}

/// What such a function does hangs on much of its input at once: finds are gone on from before they
/// are judged, and those that only count differently are for that alone.
void RandomEngine::takeSeeds(std::vector<Find> &finds) {
  for (const Find &find : finds)
    if (find.isUsual || isOrderly(find.execution.outcome))
      search_.generator.observeFind(find.index, state_.batch[find.index], find.execution,
                                    find.isUsual);
}

/// What came nearer to something than runs before is gone on from; it is no test to keep for that.
void RandomEngine::takeNearest(std::vector<Find> &finds, bool varied) {
  for (const Find &find : finds)
    if (!find.nearer.empty())
      search_.generator.observeNearness(
          varied ? testOf(state_.subject, state_.variations[find.index]) : state_.batch[find.index],
          find.nearer);
  std::erase_if(finds, [](const Find &find) { return find.isUsual; });
}

/// Where runs hang, more of them will. Whatever is given up too early is judged with all its time.
void RandomEngine::shortenRuns() {
  explore_.timeoutPart = std::min(2 * explore_.timeoutPart, leastTimeoutPart);
}

/// What a run did in a process that others used before it may hang on what they left there; if it
/// mostly does, sharing is of no use.
Status RandomEngine::repeatAlone(std::vector<Corpus::Candidate> &candidates) {
  std::vector<TestCase> tests;
  std::vector<Corpus::Candidate *> repeated;
  for (Corpus::Candidate &candidate : candidates)
    if (!isCostly(candidate.execution.outcome)) { // others are judged alone anyway
      tests.push_back(candidate.test);
      repeated.push_back(&candidate);
    }
  state_.ticks += tests.size() * Prices::runForked;
  auto runs = state_.plain.run(tests, {});
  if (!runs)
    return runs.error();
  for (std::size_t i = 0; i < runs->size(); ++i) {
    held_ += corpus_.isNews(*repeated[i]->search, tests[i], (*runs)[i]) ? 1 : 0;
    repeated[i]->execution = std::move((*runs)[i]);
  }
  repeated_ += runs->size();
  if (repeated_ >= leastRepeated && 2 * held_ < repeated_) {
    effort_ = &forked;
    explore_.isSeparate = true;
  }
  return support::Done{};
}

std::uint64_t RandomEngine::runsUntilDry() const {
  // The deeper an input leads, the longer it takes until nothing new means something.
  const std::uint64_t open =
      search_.generator.readsWholeInput() ? state_.goals.count() - state_.goals.reachedCount() : 0;
  const std::uint64_t depth = std::clamp<std::uint64_t>(open / openPerDepth, 1, deepest);
  const std::uint64_t least =
      effort_->leastRunsUntilDry * (mayVary() ? variationsPerWhole : 1) * depth;
  const std::uint64_t wait = std::max(least, 4 * search_.runsAtGain);
  return state_.goals.areAllReached() ? wait / 8 : wait;
}

/// Errors that neither crash nor take a new branch show only under the sanitizers: some ordinary
/// tests run there too, a few once nothing new comes up for a while, more in the end.
Status RandomEngine::sample(std::size_t size) {
  search_.generator.propose(state_.affordable(size), state_.batch);
  state_.count(search_, state_.batch.size());
  state_.ticks += state_.batch.size() * Prices::judging / 4;
  if (state_.batch.empty() || state_.isOver())
    return support::Done{};
  const auto verdicts = state_.judge.sanitize(state_.batch);
  if (!verdicts)
    return verdicts.error();
  for (std::size_t i = 0; i < state_.batch.size() && !state_.isOver(); ++i)
    if ((*verdicts)[i] && !corpus_.isKnown(*(*verdicts)[i]))
      if (Status status = corpus_.consider(search_, state_.batch[i]); !status)
        return status;
  return support::Done{};
}

} // namespace campaign
