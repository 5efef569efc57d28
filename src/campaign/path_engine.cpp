#include "campaign/path_engine.h"

#include "campaign/priced_step.h"

namespace campaign {

using namespace model;
using support::Status;

namespace {

constexpr std::size_t mostStarts = 64;
constexpr std::uint64_t quietRuns = 1024; // after so many without a gain other ways had a chance

} // namespace

/// With a limit in seconds solving goes on beside running. A subject's own functions, which the
/// solver may want to call, run in the target that is used elsewhere, too: then nothing is beside.
ConcolicShared::ConcolicShared(SearchState &state)
    : oracle(state.subject, state.plain), budget(state.settings.symbolic.pathBytes) {
  const SymbolicParts &parts = state.settings.symbolic;
  const bool isBeside = state.isTimed() && state.subject.pures.empty() && !parts.selfCheck;
  if (parts.solver)
    solver = std::make_unique<generate::FlipSolver>(*parts.solver,
                                                    isBeside ? generate::FlipSolver::Mode::Beside
                                                             : generate::FlipSolver::Mode::AtOnce);
}

PathEngine::PathEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                       ConcolicShared &shared, Way way)
    : state_(state), corpus_(corpus), search_(search), shared_(shared), way_(way) {}

bool PathEngine::mustWait() const { return starts_.empty() && concolic_ && concolic_->mustWait(); }

bool PathEngine::isQuiet() const { return search_.runs - search_.runsAtGain > quietRuns; }

void PathEngine::addStart(const TestCase &test) {
  if (startCount_++ < mostStarts)
    starts_.push_back(test);
}

Status PathEngine::started(const TestCase &, const Execution &) { return support::Done{}; }

Status PathEngine::work(Ticks ticks) {
  if (!concolic_) {
    concolic_ =
        std::make_unique<ConcolicSearch>(state_.subject, state_.settings.symbolic, *shared_.solver,
                                         shared_.budget, shared_.oracle, shared_.recording, way_);
    begin();
  }
  const Allotment allotment(state_, ticks);
  while (!allotment.isUsed() && isAnythingLeft() && !mustWait() && !state_.isOver()) {
    aim(std::exchange(wantedVersion_, state_.wantedVersion) != state_.wantedVersion);
    const PricedStep step(state_, *concolic_, shared_.recording);
    Status status = goOn();
    if (!status && state_.deadline.isOver())
      return status;
    if (!status) { // the other engines can still do what they can
      shared_.isOff[static_cast<std::size_t>(way_)] = true;
      state_.notes.push_back(std::string(givenUp()) + ": " + status.error().message);
    }
  }
  return support::Done{};
}

Status PathEngine::goOn() {
  if (!starts_.empty()) {
    TestCase test = std::move(starts_.front());
    starts_.pop_front();
    const auto execution = concolic_->start(test);
    if (!execution)
      return execution.error();
    noteCost(*execution);
    return started(test, *execution);
  }
  auto ran = concolic_->step();
  if (!ran)
    return ran.error();
  if (!*ran)
    return support::Done{};
  noteCost((*ran)->execution);
  return learn(**ran);
}

void PathEngine::noteCost(const Execution &execution) {
  state_.count(search_, 1);
  state_.noteEnd(search_, execution.outcome);
}

} // namespace campaign
