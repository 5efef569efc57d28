#include "campaign/backward_engine.h"

#include "campaign/merged_engine.h"

#include <algorithm>

namespace campaign {

using namespace model;
using support::Status;

namespace {

constexpr std::uint64_t quietRuns = 64; // without a gain: what is easy comes first
constexpr unsigned mostCandidates = 12; // for one branch
constexpr backward::Bounds bounds = {.rounds = 10, .depth = 4, .segments = 800, .terms = 200'000};

} // namespace

BackwardEngine::BackwardEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                               BackwardShared &shared)
    : state_(state), corpus_(corpus), search_(search), shared_(shared) {}

bool BackwardEngine::isOpen(BranchId branch) const {
  const SiteId site = state_.branches[branch].site;
  return site && !state_.branches[site].constant && state_.goals.isOpen(site) &&
         std::ranges::find(search_.own, site) != search_.own.end() && !asked_.contains(branch);
}

std::optional<BranchId> BackwardEngine::next() const {
  for (std::size_t i = 0; i < state_.branches.branches.size(); ++i)
    if (isOpen(BranchId(i)))
      return BranchId(i);
  return std::nullopt;
}

bool BackwardEngine::hasWork() const {
  return !shared_.isOff && !state_.goals.areAllReached() && search_.isWanted(state_.goals) &&
         search_.runs - search_.runsAtGain > quietRuns && next();
}

Status BackwardEngine::work(Ticks ticks) {
  const auto reacher = state_.settings.symbolic.reacher();
  if (!reacher) {
    shared_.isOff = true; // the other engines can still do what they can
    state_.notes.push_back("backward search was given up: " + reacher.error().message);
    return support::Done{};
  }
  const Allotment allotment(state_, ticks);
  for (auto branch = next(); branch && !allotment.isUsed() && !state_.isOver(); branch = next()) {
    asked_.insert(*branch);
    if ((*reacher)->canReachFrom(search_.function))
      if (Status status = searchFor(*branch, **reacher); !status)
        return status;
  }
  return support::Done{};
}

Status BackwardEngine::searchFor(BranchId branch, backward::Reacher &reacher) {
  Status status = support::Done{};
  unsigned candidates = 0;
  const auto takes = [&](const TestCase &test) {
    ++shared_.candidates;
    ++candidates;
    state_.count(search_, 1);
    state_.ticks += Prices::runForked;
    const auto runs = state_.plain.run({&test, 1}, {});
    if (!runs) {
      status = runs.error();
      return true;
    }
    const Execution &run = runs->front();
    const bool hangs = isCostly(run.outcome); // so would most others, each a thousand runs long
    state_.noteEnd(search_, run.outcome);
    const bool isTaken = std::ranges::find(run.covered, branch) != run.covered.end();
    shared_.taken += isTaken ? 1 : 0;
    if (search_.merged) // its numbers may be what is wrong with it
      search_.merged->suggest(test);
    status = corpus_.considerRun(search_, test, run);
    return !status || hangs || state_.goals.isGreen(state_.branches[branch].site) ||
           candidates >= mostCandidates;
  };
  backward::Effort effort;
  const auto answer = reacher.reach(
      search_.function, branch, bounds, takes, [&] { return state_.isOutOfTime(); }, effort);
  ++shared_.searches;
  shared_.segments += effort.segments;
  shared_.contradicted += answer == backward::Reacher::Answer::Contradicted ? 1 : 0;
  state_.ticks += effort.segments * Prices::segment + effort.queries * Prices::quickQuery;
  return status;
}

void report(const BackwardShared &shared, std::map<std::string, double> &statistics) {
  if (shared.searches == 0)
    return;
  statistics["backward searches"] = static_cast<double>(shared.searches);
  statistics["backward searches: segments"] = static_cast<double>(shared.segments);
  statistics["backward searches: contradictions"] = static_cast<double>(shared.contradicted);
  statistics["backward searches: candidates"] = static_cast<double>(shared.candidates);
  statistics["backward searches: candidates that ran as foretold"] =
      static_cast<double>(shared.taken);
}

} // namespace campaign
