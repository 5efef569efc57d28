#include "campaign/search.h"
#include "campaign/backward_engine.h"

#include "campaign/clean_engine.h"
#include "campaign/concolic_engine.h"
#include "campaign/corpus.h"
#include "campaign/error_engine.h"
#include "campaign/evidence.h"
#include "campaign/hybrid_engine.h"
#include "campaign/merged_engine.h"
#include "campaign/proof_engine.h"
#include "campaign/random_engine.h"
#include "campaign/refusal_engine.h"
#include "campaign/scheduler.h"
#include "model/asked.h"
#include "model/sequences.h"
#include "model/value_access.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <thread>

// Each function that can be called has its engines (random, concolic, clean ways, errors). First
// every function is called a few times; then the scheduler lets one engine of one function work
// after the other, by what each gained and cost. What engines find is judged and kept by the
// corpus.
//
// With a limit in seconds nothing waits for a compiler while there is something else to do: finds
// are judged once the sanitizers' target is there. With a limit in steps nothing looks at the
// clock.

namespace campaign {

using namespace model;
using support::Result;
using support::Status;

namespace {

constexpr std::size_t firstCallCount = 8;
/// Of the time that a test may take: whoever needs more is judged once the others had their turn.
constexpr std::uint32_t firstCallPart = 4;
/// How long the solver is waited for before somebody looks at the clock again.
constexpr double waitSeconds = 0.05;
/// What was found before the time was up is judged all the same: for so long, in seconds, or for a
/// share of the budget.
constexpr double leastForLeftovers = 2, shareForLeftovers = 0.25;
/// A symbolic target that was not there in time is waited for: for so long, in seconds, or for a
/// share of the budget. Then concolic search gets a share of the budget, up to so many seconds.
constexpr double leastWaitForLate = 3, shareToWaitForLate = 0.1, shareForLate = 0.25,
                 mostForLate = 2;
constexpr double leastForFirstTests = 10; // a suite without a test is worth little

class Search {
public:
  Search(const Subject &subject, const BranchMap &branches, execute::Executor &plain, Judge &judge,
         const SearchSettings &settings, const SearchHooks &hooks, support::Deadline &deadline)
      : state_(subject, branches, plain, judge, settings, deadline), hooks_(hooks),
        deadline_(deadline), corpus_(state_, hooks), shared_(state_),
        errors_(subject, settings.symbolic.checks, settings.errors) {
    std::map<std::string, std::vector<SiteId>> sitesOf; // by function
    for (std::size_t i = 0; i < branches.sites.size(); ++i)
      if (!branches.sites[i].constant && !branches.sites[i].absent)
        sitesOf[branches.sites[i].function].push_back(SiteId(i));
    for (std::size_t i = 0; i < subject.functions.size(); ++i)
      if (isTested(subject.functions[i])) {
        FunctionSearch &search =
            functions_.emplace_back(subject, FunctionId(i), state_.sequences, settings.seed);
        state_.searches.emplace(FunctionId(i), &search);
        search.own = sitesOf[subject.functions[i].name];
        addEngines(search);
      }
  }

  Result<SearchResult> run(const std::vector<TestCase> &seeds) {
    Status searched = searchAll(seeds);
    if (isTargetLate() && (searched || deadline_.isOver()))
      searched = workWithLateTarget();
    const auto &isReady = state_.settings.symbolic.isReady;
    isSymbolicMissing_ = isReady && !isReady();
    if (shared_.solver)
      shared_.solver->stop();
    // A run that the deadline cut short is an error to whoever waited for it, but none of ours.
    if (!searched && !deadline_.isOver())
      return searched.error();
    if (Status status = judgeLeftovers(); !status && !deadline_.isOver())
      return status.error();
    explainRejected();
    return result();
  }

private:
  void addEngines(FunctionSearch &search) {
    const bool asks = HybridEngine::isFor(state_.subject, search.function);
    const Strategy strategy = state_.settings.strategy == Strategy::Hybrid && !asks
                                  ? Strategy::Auto
                                  : state_.settings.strategy;
    if (asks && (strategy == Strategy::Hybrid || strategy == Strategy::Auto)) {
      auto hybrid = std::make_unique<HybridEngine>(state_, corpus_, search, shared_);
      search.hybrid = hybrid.get();
      search.engines.push_back(std::move(hybrid));
    }
    if (strategy == Strategy::Hybrid)
      return addToScheduler(search);
    if (strategy != Strategy::Concolic)
      search.engines.push_back(std::make_unique<RandomEngine>(state_, corpus_, search));
    if (strategy != Strategy::Random) {
      auto concolic = std::make_unique<ConcolicEngine>(state_, corpus_, search, shared_);
      search.concolic = concolic.get();
      search.engines.push_back(std::move(concolic));
    }
    if (state_.settings.refuses)
      search.engines.push_back(std::make_unique<RefusalEngine>(state_, corpus_, search, refusals_));
    if (strategy != Strategy::Random && state_.settings.symbolic.checked) {
      auto clean = std::make_unique<CleanEngine>(state_, corpus_, search, shared_);
      search.clean = clean.get();
      search.engines.push_back(std::move(clean));
    }
    if (strategy != Strategy::Random && state_.settings.symbolic.merged) {
      auto merged = std::make_unique<MergedEngine>(state_, corpus_, search, merged_);
      search.merged = merged.get();
      search.engines.push_back(std::move(merged));
    }
    if (strategy != Strategy::Random && state_.settings.symbolic.reacher)
      search.engines.push_back(
          std::make_unique<BackwardEngine>(state_, corpus_, search, backward_));
    if (state_.settings.prove)
      search.engines.push_back(std::make_unique<ProofEngine>(state_, search));
    const bool isForOneGoal = state_.settings.goal.has_value();
    if (strategy != Strategy::Random && state_.settings.symbolic.checked && errors_.isAnyWanted() &&
        !isForOneGoal) {
      auto errors = std::make_unique<ErrorEngine>(state_, corpus_, search, shared_, errors_);
      search.errors = errors.get();
      search.engines.push_back(std::move(errors));
    }
    addToScheduler(search);
  }

  void addToScheduler(FunctionSearch &search) {
    for (const auto &engine : search.engines) {
      scheduler_.add(*engine);
      owners_.push_back(&search);
    }
  }

  Status searchAll(const std::vector<TestCase> &seeds) {
    state_.updateWanted();
    if (Status status = trySeeds(seeds); !status)
      return status;
    if (Status status = firstCalls(); !status)
      return status;
    return workUntilOver();
  }

  Status workUntilOver() {
    while (!state_.isOver()) {
      const Scheduler::Slice slice = scheduler_.next();
      if (Status status = corpus_.judgeWaiting(!slice.engine); !status)
        return status;
      if (slice.engine) {
        if (Status status = work(slice); !status)
          return status;
      } else if (!corpus_.isAnyWaiting() && !awaitOthers()) {
        break;
      }
    }
    return support::Done{};
  }

  /// Whether the time was up before there was a symbolic target: with little time, or on a busy
  /// machine, no run would have been recorded.
  bool isTargetLate() const {
    const auto &isReady = state_.settings.symbolic.isReady;
    return state_.isTimed() && state_.settings.strategy == Strategy::Auto && isReady &&
           shared_.recording.runs == 0 && !deadline_.wasInterrupted() &&
           std::ranges::any_of(functions_, [](const FunctionSearch &search) {
             return search.concolic && search.concolic->hasWork();
           });
  }

  Status workWithLateTarget() {
    const auto &isReady = state_.settings.symbolic.isReady;
    const double budget = *state_.settings.budget.seconds;
    const auto began = std::chrono::steady_clock::now();
    while (!isReady() && !deadline_.wasInterrupted() &&
           secondsSince(began) < std::max(leastWaitForLate, shareToWaitForLate * budget))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    deadline_.addWaiting(secondsSince(began));
    if (!isReady())
      return support::Done{};
    deadline_.begin(std::min(shareForLate * budget, mostForLate));
    return workUntilOver();
  }

  /// If engines have something to do and no more to do it with, waits for the solver, or lets them
  /// wait for the symbolic target; false: there is nothing to wait for.
  bool awaitOthers() {
    return scheduler_.isAnythingLeft() && ((shared_.solver && shared_.solver->wait(waitSeconds)) ||
                                           !std::exchange(shared_.mayWait, true));
  }

  Status work(const Scheduler::Slice &slice) {
    const auto began = std::chrono::steady_clock::now();
    const double waited = deadline_.secondsWaited();
    const Ticks ticks = state_.ticks;
    const auto gained = [&] { return corpus_.gains() + state_.goals.provedCount(); };
    const std::uint64_t gains = gained();
    Status status = slice.engine->work(slice.ticks);
    const double seconds = secondsSince(began) - (deadline_.secondsWaited() - waited);
    // With a limit in seconds it is those that count: a function whose runs are slow pays for it.
    const Ticks used =
        state_.isTimed() ? static_cast<Ticks>(std::max(seconds, 0.0) * 1e5) : state_.ticks - ticks;
    scheduler_.note(slice, std::max<Ticks>(used, 1), gained() - std::min(gains, gained()));
    leaveTimeForTests();
    hooks_.progress({state_.subject[owners_[slice.entry]->function].name, state_.goals.executions(),
                     state_.goals.reachedCount(), state_.goals.count(), corpus_.tests.size()});
    return status;
  }

  /// The more tests there are, the longer it takes to check them.
  void leaveTimeForTests() {
    if (const auto &secondsWith = state_.settings.budget.secondsWith;
        secondsWith && state_.isTimed())
      deadline_.shorten(secondsWith(corpus_.tests.size()) - secondsSince(began_));
  }

  Status trySeeds(const std::vector<TestCase> &seeds) {
    for (TestCase seed : seeds) {
      if (state_.isOver())
        break;
      seed.observers.clear(); // they are chosen anew, once the test is as simple as it gets
      if (const auto search = state_.searches.find(seed.function());
          search != state_.searches.end())
        if (Status status = corpus_.consider(*search->second, seed); !status)
          return status;
    }
    return support::Done{};
  }

  /// A function without branches still deserves a test: the first calls are judged whatever they
  /// take. Each function is called once before any is tried again, so that none uses up the time.
  Status firstCalls() {
    for (std::size_t round = 0; round < firstCallCount; ++round)
      for (FunctionSearch &search : functions_) {
        if (state_.isOver())
          return support::Done{};
        const Function &function = state_.subject[search.function];
        const bool hasOneCall = function.parameters.empty() && function.facts.supplies.empty();
        if ((round > 0 && hasOneCall) || search.hasFirstCall || search.costlyRuns > 0)
          continue;
        if (Status status = firstCall(search, round == 0); !status)
          return status;
      }
    return callsWithoutObjects();
  }

  /// Where no call made the objects that all first calls were to take, their pointers are null.
  Status callsWithoutObjects() {
    for (FunctionSearch &search : functions_) {
      if (state_.isOver())
        return support::Done{};
      const Function &function = state_.subject[search.function];
      if (search.hasFirstCall || search.costlyRuns > 0 ||
          !state_.sequences.callables.needsSequences(function) ||
          std::ranges::any_of(function.parameters, [&](const Parameter &parameter) {
            return needsObject(state_.subject, parameter);
          }))
        continue;
      batch_.assign(1, simplestTest(state_.subject, search.function));
      if (Status status = runFirst(search); !status)
        return status;
    }
    return support::Done{};
  }

  Status firstCall(FunctionSearch &search, bool isFirst) {
    search.generator.propose(1, batch_);
    if (isFirst && search.concolic) {
      search.concolic->startFrom(
          generate::simplestSequence(state_.subject, state_.sequences.callables, search.function));
      search.concolic->startFrom(batch_.front());
    }
    return runFirst(search);
  }

  /// Runs the test in `batch_`.
  Status runFirst(FunctionSearch &search) {
    state_.count(search, 1);
    const auto began = std::chrono::steady_clock::now();
    const auto runs = state_.plain.run(batch_, {.timeoutPart = firstCallPart});
    if (!runs)
      return runs.error();
    const Execution &run = runs->front();
    state_.noteEnd(search, run.outcome, firstCallPart);
    search.secondsPerRun = secondsSince(began); // its first batch must not use up the others' time
    if (std::holds_alternative<Starved>(run.outcome))
      for (const auto &engine : search.engines)
        engine->observeStarving();
    supplyAsked(state_.subject, batch_.front(), run.asked);
    if (isOrderly(run.outcome)) {
      // A sequence that threw earlier is no call of this function.
      search.hasFirstCall = std::holds_alternative<Returned>(run.outcome) ||
                            run.step + 1 == batch_.front().steps.size();
      return corpus_.considerFirst(search, batch_.front(), run);
    }
    return corpus_.considerRun(search, batch_.front(), run);
  }

  /// What was found and could not be judged in time. Without the sanitizers' target there would be
  /// no test at all.
  Status judgeLeftovers() {
    if (state_.settings.goal && state_.goals.isReached(*state_.settings.goal))
      return support::Done{};
    const bool isLate = state_.isTimed() && corpus_.isAnyUnjudged() && !deadline_.wasInterrupted();
    const double share = isLate ? shareForLeftovers * *state_.settings.budget.seconds : 0;
    if (isLate && corpus_.tests.empty()) {
      deadline_.begin(std::max(leastForFirstTests, share));
      if (Status status = corpus_.judgeWaiting(true); !status && !deadline_.isOver())
        return status;
    }
    if (isLate)
      deadline_.begin(std::max(leastForLeftovers, share));
    while (corpus_.isAnyWaiting() && !state_.isOutOfTime())
      if (Status status = corpus_.judgeWaiting(true); !status && !deadline_.isOver())
        return status;
    if (corpus_.isAnyWaiting())
      state_.notes.push_back("runs that ended at a limit, or were found late, were not looked "
                             "into: the time was up");
    return support::Done{};
  }

  /// Where the harness wants none of the runs, it may be for what nobody stored in a local: in
  /// other tools that can be anything.
  void explainRejected() {
    for (const FunctionSearch &search : functions_) {
      const bool hasTest = std::ranges::any_of(corpus_.tests, [&](const KeptTest &test) {
        return test.test.function() == search.function;
      });
      if (hasTest || !search.rejected || state_.isOutOfTime())
        continue;
      const auto verdict = state_.judge.sanitize(*search.rejected);
      if (verdict && *verdict && isAboutFreshMemory(**verdict))
        state_.notes.push_back(fmt::format(
            "{}: the harness wants none of its runs, and they depend on memory that nothing was "
            "stored in: line {}, {}. --uninitialised input makes such locals inputs",
            state_.subject[search.function].name, (*verdict)->line, (*verdict)->message));
    }
  }

  /// Over all functions whose tests take the site only by way of undefined behaviour or a crash.
  std::map<SiteId, CleanSearch> soughtCleanly() const {
    std::map<SiteId, CleanSearch> sought;
    for (const FunctionSearch &search : functions_)
      for (const SiteId site : search.dirty) {
        if (state_.goals.isGreen(site))
          continue;
        const CleanSearch one = search.clean ? search.clean->soughtFor(site) : CleanSearch();
        const auto [known, isNew] = sought.emplace(site, one);
        if (isNew)
          continue;
        known->second.contradicted += one.contradicted;
        known->second.undecided += one.undecided;
        known->second.inVain += one.inVain;
        known->second.isOver = known->second.isOver && one.isOver;
      }
    return sought;
  }

  void reportSnapshots(std::map<std::string, double> &statistics) const {
    execute::SnapshotCounts all = state_.plain.snapshots();
    all += shared_.recording.snapshots;
    if (all.made > 0) {
      statistics["snapshots made"] = static_cast<double>(all.made);
      statistics["runs from snapshots"] = static_cast<double>(all.resumed);
      statistics["snapshots that vanished"] = static_cast<double>(all.vanished);
      statistics["most bytes of a snapshot"] = static_cast<double>(all.mostBytes);
    }
    for (const auto &[reason, count] : all.refused)
      statistics["states not frozen: " + reason] = static_cast<double>(count);
  }

  SearchResult result() {
    SearchResult result;
    result.executions = state_.goals.executions();
    result.unstable = corpus_.unstable;
    result.interrupted = deadline_.wasInterrupted();
    for (const FunctionId function : corpus_.disbelieved)
      state_.notes.push_back(
          fmt::format("{}: runs that wrote over the record of what they took are not believed",
                      state_.subject[function].name));
    for (const auto &[name, account] : scheduler_.accounts()) {
      result.statistics["ticks: " + name] = static_cast<double>(account.ticks);
      result.statistics["gains: " + name] = static_cast<double>(account.gains);
    }
    result.statistics["seconds running"] = state_.secondsExploring + shared_.recording.seconds;
    result.statistics["seconds judging"] = corpus_.secondsJudging;
    reportSnapshots(result.statistics);
    std::set<generate::Step> sought;
    for (const FunctionSearch &search : functions_)
      if (search.errors && search.errors->concolic())
        for (const auto &[error, goal] : search.errors->concolic()->errors())
          sought.insert(error);
    if (!sought.empty()) {
      result.statistics["errors sought"] = static_cast<double>(sought.size());
      result.statistics["errors made"] = static_cast<double>(errors_.madeCount());
    }
    if (shared_.solver) {
      const double solving = shared_.solver->secondsSolving();
      result.statistics["seconds solving"] = solving;
      result.statistics["seconds solving beside"] =
          std::max(0.0, solving - shared_.solver->secondsWaited());
    }
    reportConcolic(result.statistics);
    report(merged_, result.statistics);
    report(backward_, result.statistics);
    result.soughtCleanly = soughtCleanly();
    std::vector<const ConcolicSearch *> searches;
    for (const FunctionSearch &search : functions_)
      if (search.concolic && search.concolic->concolic())
        searches.push_back(search.concolic->concolic());
    result.evidence =
        evidenceOf(state_.branches, state_.settings.symbolic, searches, corpus_.tests);
    result.evidence.resize(state_.branches.sites.size());
    for (std::size_t i = 0; i < result.evidence.size(); ++i) {
      const SiteId site(i);
      result.evidence[i].rejected = state_.goals.rejectedRuns(site);
      result.evidence[i].wasTaken =
          state_.goals.isGreen(site) || state_.goals.isReached(site) || state_.goals.isDirty(site);
      result.evidence[i].isDisbelieved =
          std::ranges::any_of(corpus_.disbelieved, [&](FunctionId function) {
            return state_.subject[function].name == state_.branches[site].function;
          });
    }
    for (const SiteId site : state_.judge.sitesOf(corpus_.takenByWaiting()))
      ++result.evidence[site.index].arrived;
    result.executionsOf = std::move(state_.executionsOf);
    result.notes = std::move(state_.notes);
    result.tests = std::move(corpus_.tests);
    result.unjudged = corpus_.unjudgedCount();
    return result;
  }

  /// Who reads that a branch was not reached must know if the solver was never asked.
  bool cameSymbolicTooLate() const {
    return isSymbolicMissing_ && shared_.recording.runs == 0 && !shared_.isOff.front() &&
           std::ranges::any_of(functions_, [](const FunctionSearch &search) {
             return search.concolic && search.concolic->hasWork();
           });
  }

  void reportConcolic(std::map<std::string, double> &statistics) {
    if (state_.settings.strategy == Strategy::Random)
      return;
    if (cameSymbolicTooLate())
      state_.notes.push_back("the search ended before the symbolic target was built, so nothing "
                             "was solved: what is covered, random search found");
    generate::ConcolicCounts sum;
    for (const FunctionSearch &search : functions_) {
      if (search.hybrid)
        sum += search.hybrid->counts();
      for (const ConcolicSearch *each : {search.concolic ? search.concolic->concolic() : nullptr,
                                         search.clean ? search.clean->concolic() : nullptr,
                                         search.errors ? search.errors->concolic() : nullptr})
        if (each)
          sum += each->counts();
    }
    const solver::Counts &solver = state_.settings.symbolic.solver->counts();
    report(shared_.recording, sum, solver, statistics);
    if (const std::uint64_t runs = shared_.budget.givenUp(); runs > 0) {
      statistics["symbolic runs given up for memory"] = static_cast<double>(runs);
      state_.notes.push_back(
          fmt::format("paths of {} recorded runs were given up: there is memory for {} MB of them",
                      runs, state_.settings.symbolic.pathBytes >> 20));
    }
    shared_.oracle.report(statistics);
    const auto late = solver.answers.find("z3: unknown (time)");
    if (state_.settings.budget.steps && late != solver.answers.end())
      state_.notes.push_back(fmt::format("the solver took too long over {} queries; a run with the "
                                         "same steps on another machine may differ there",
                                         late->second));
    for (std::string &note : shared_.oracle.notes())
      state_.notes.push_back(std::move(note));
    if (shared_.recording.mismatches > 0)
      state_.notes.push_back("self-check: terms that do not fit their values: " +
                             std::to_string(shared_.recording.mismatches) +
                             "; the first: " + shared_.recording.firstMismatch);
  }

  SearchState state_;
  const SearchHooks &hooks_;
  support::Deadline &deadline_;
  Corpus corpus_;
  ConcolicShared shared_;
  MergedShared merged_;
  RefusalShared refusals_;
  BackwardShared backward_;
  ErrorGoals errors_;
  std::deque<FunctionSearch> functions_;
  Scheduler scheduler_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool isSymbolicMissing_ = false;             // when the search ended
  std::vector<const FunctionSearch *> owners_; // of the scheduler's entries
  std::vector<TestCase> batch_;
};

} // namespace

Result<SearchResult> search(const Subject &subject, const BranchMap &branches,
                            execute::Executor &plain, Judge &judge, const SearchSettings &settings,
                            const std::vector<TestCase> &seeds, const SearchHooks &hooks,
                            support::Deadline &deadline) {
  return Search(subject, branches, plain, judge, settings, hooks, deadline).run(seeds);
}

} // namespace campaign
