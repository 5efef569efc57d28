#include "campaign/search.h"

#include "campaign/enlarge.h"
#include "campaign/journal.h"
#include "campaign/minimise.h"
#include "campaign/site_states.h"
#include "generate/random/random_generator.h"
#include "model/asked.h"
#include "model/honest.h"
#include "model/value_access.h"
#include "support/rng.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <utility>

// Functions take turns, and in a function's turn its two engines do. Random search proposes a
// batch, the executor explores it and hands back the few runs that took an unseen branch or did not
// return, and each of those is judged (fresh processes, sanitizers). What is judged good enters the
// suite; its branches become seen.
//
// Undefined behaviour needs care: random integers overflow sooner than they do anything else, so
// the first input that takes a branch is often no good for a green suite. Such a branch stays
// wanted until a green test takes it; simpler and roomier variants of the find are tried, since
// small numbers overflow less. Once `patience` finds were judged in vain, others come first: it is
// tried again now and then, and by one sanitized run. The same goes for branches that a crash takes
// first.
//
// Concolic search starts from the tests that were kept, turns their paths where something wanted is
// near, and runs what the solver finds in the symbolic target. An engine that earned something (a
// new site, a new outcome) in its slice gets twice as much next time, else half as much.
//
// A branch that only undefined behaviour or a crash has taken so far gets a search of its own: the
// runs that took it, and clean ones, are recorded with the conditions under which nothing goes
// wrong (ir/checks.h), and what is asked for is a way there on which all of them hold.
//
// Runs that end at one of our limits take a thousand times as long as others, and judging one takes
// several of them. So they wait until every function has had a turn, and then one is judged now and
// then: no function can use up the time of the others by hanging.
//
// Random search of a function is dry when a number of runs in a row, growing with what its last
// gain took, brought nothing. It goes on, however, within the budget, as long as undefined
// behaviour takes a branch and the solver has not said that there is no clean way.

namespace campaign {

using namespace model;
using execute::Find;
using support::Result;
using support::Status;

namespace {

/// How much random search spends on a function, by what a run costs: microseconds in process, a
/// fork otherwise. A process takes as long to start as hundreds of runs in it, so batches grow
/// while nothing is found that the next proposals could build on.
struct Effort {
  std::uint64_t leastBatch, mostBatch;
  std::uint64_t leastRunsUntilDry;
};
constexpr Effort inProcess{1024, 8192, 100'000};
constexpr Effort forked{64, 64, 2'000};
constexpr std::uint64_t carefulBatch = 16; // for functions that hang now and then...
constexpr std::uint64_t carefulRuns =
    64; // ...and for new ones: a large batch of hangs takes minutes

constexpr std::size_t mostCostlyRuns = 100; // a function that hangs this often is left alone
constexpr std::size_t fewCostlyRuns = 3; // one that hangs this often is no good for random search
constexpr std::size_t mostPostponed = 4; // runs of a function that hung and wait to be judged
constexpr std::size_t minimiseCalls = 64;

/// What makes one end of a run differ from another, before the sanitizers name a place. Where a run
/// was when its time was up says nothing.
using Signature = std::pair<std::string, std::vector<SiteId>>;

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Search {
public:
  Search(const Subject &subject, const BranchMap &branches, execute::Executor &plain, Judge &judge,
         const SearchSettings &settings, const SearchHooks &hooks,
         const support::Deadline &deadline)
      : subject_(subject), branches_(branches), plain_(plain), judge_(judge), rng_(settings.seed),
        budget_(settings.budget), strategy_(settings.strategy), symbolic_(settings.symbolic),
        oracle_(subject, plain), goal_(settings.goal), earlyEnds_(settings.earlyEnds),
        hooks_(hooks), deadline_(deadline), sites_(branches) {
    result_.executionsOf.resize(subject.functions.size());
    for (std::size_t i = 0; i < subject.functions.size(); ++i)
      if (!subject.functions[i].undrivable)
        turns_.push_back({FunctionId(i), std::make_unique<generate::RandomGenerator>(
                                             subject, FunctionId(i), rng_)});
  }

  Result<SearchResult> run(const std::vector<TestCase> &seeds) {
    // A run that the deadline cut short is an error to whoever waited for it, but none of ours.
    if (Status status = takeTurns(seeds); !status && !deadline_.isOver())
      return status.error();
    result_.interrupted = deadline_.wasInterrupted();
    for (const FunctionId function : disbelieved_)
      result_.notes.push_back(
          fmt::format("{}: runs that wrote over the record of what they took are not believed",
                      subject_[function].name));
    reportConcolic();
    reportClean();
    return std::move(result_);
  }

private:
  struct Turn {
    FunctionId function;
    std::unique_ptr<generate::RandomGenerator> generator;
    std::uint64_t runs = 0;
    std::uint64_t runsAtGain = 0;
    std::size_t costlyRuns = 0;
    std::size_t postponed = 0; // runs of its that wait to be judged
    double secondsPerRun = 0;  // of its last batch
    bool dry = false;          // random search
    std::unique_ptr<ConcolicSearch> concolic;
    std::deque<TestCase> untraced; // kept, and not yet a start for concolic search
    std::uint64_t wantedAt = 0;    // what its concolic search knows of what is wanted
    bool concolicNext = false;
    bool sampled = false;
    std::uint64_t randomShare = 1, concolicShare = 1, cleanShare = 1;
    std::uint64_t slices = 0;
    std::set<SiteId> dirty;       // sites that undefined behaviour or a crash takes...
    std::set<SiteId> undefined;   // ...and those of them that undefined behaviour does
    std::deque<TestCase> toClean; // starts for the search for clean ways there
    std::size_t cleanStarts = 0;
    std::unique_ptr<ConcolicSearch> clean;
    std::uint64_t cleanWantedAt = 0;
  };

  /// A run that ended at a limit and waits to be judged.
  struct Postponed {
    std::size_t turn;
    TestCase test;
    Execution execution;
  };

  Status takeTurns(const std::vector<TestCase> &seeds) {
    if (Status status = trySeeds(seeds); !status)
      return status;
    if (Status status = firstCalls(); !status)
      return status;
    while (!isOver()) {
      bool anyLeft = false;
      for (Turn &turn : turns_) {
        if (isDry(turn) || isOver())
          continue;
        if (Status status = take(turn); !status)
          return status;
        anyLeft = true;
      }
      if (Status status = judgePostponed(); !status)
        return status;
      if (!anyLeft && postponed_.empty())
        break;
    }
    while (!postponed_.empty() && !isOutOfTime())
      if (Status status = judgePostponed(); !status)
        return status;
    if (!postponed_.empty())
      result_.notes.push_back(
          fmt::format("{} runs that ended at a limit were not looked into: the time was up",
                      postponed_.size()));
    return support::Done{};
  }

  /// One of the runs that hung. With a limit in seconds, judging such runs gets a share of them.
  Status judgePostponed() {
    constexpr double share = 0.25;
    if (postponed_.empty() ||
        (isTimed() && secondsPostponed_ > share * secondsSince(began_) && hasWork()))
      return support::Done{};
    const Postponed next = std::move(postponed_.front());
    postponed_.pop_front();
    Turn &turn = turns_[next.turn];
    --turn.postponed;
    if (!wouldBeNews(turn, next.execution))
      return support::Done{};
    const auto began = std::chrono::steady_clock::now();
    Status status = consider(turn, next.test, next.execution.covered);
    secondsPostponed_ += secondsSince(began);
    return status;
  }

  void postpone(Turn &turn, const TestCase &test, const Execution &execution) {
    if (turn.postponed >= mostPostponed)
      return;
    ++turn.postponed;
    postponed_.push_back({static_cast<std::size_t>(&turn - turns_.data()),
                          test,
                          {.outcome = execution.outcome, .covered = execution.covered}});
  }

  bool hasWork() const {
    return std::ranges::any_of(turns_, [&](const Turn &turn) { return !isDry(turn); });
  }

  /// Only a limit in seconds may look at the clock.
  bool isTimed() const { return budget_.seconds && !budget_.steps; }

  bool isDry(const Turn &turn) const {
    return (turn.dry || strategy_ == Strategy::Concolic) && !hasConcolicWork(turn) &&
           !hasCleanWork(turn);
  }

  bool hasConcolicWork(const Turn &turn) const {
    return strategy_ != Strategy::Random && !concolicIsOff_ && turn.costlyRuns <= mostCostlyRuns &&
           sites_.reachedCount() < sites_.count() &&
           (!turn.untraced.empty() || (turn.concolic && !turn.concolic->isDry()));
  }

  bool isOver() const {
    return isOutOfTime() || (budget_.steps && result_.executions >= *budget_.steps);
  }

  bool isOutOfTime() const { return deadline_.isOver() || (goal_ && sites_.isReached(*goal_)); }

  Status trySeeds(const std::vector<TestCase> &seeds) {
    for (const TestCase &seed : seeds) {
      if (isOver())
        break;
      for (Turn &turn : turns_)
        if (turn.function == seed.function())
          if (Status status = consider(turn, seed); !status)
            return status;
    }
    return support::Done{};
  }

  /// A function without branches still deserves a test: the first calls are judged whatever they
  /// take. Each function is called once before any is tried again, so that none uses up the time.
  Status firstCalls() {
    for (std::size_t round = 0; round < firstCallCount; ++round)
      for (Turn &turn : turns_) {
        if (isOver())
          return support::Done{};
        if (turn.dry || returned_.contains(turn.function) || turn.costlyRuns > 0)
          continue;
        turn.generator->propose(1, batch_);
        count(turn, 1);
        // Without parameters there is one call to make, and no reason to make it twice.
        turn.dry = subject_[turn.function].parameters.empty() &&
                   subject_[turn.function].facts.supplies.empty();
        const auto began = std::chrono::steady_clock::now();
        const auto runs = plain_.run(batch_, {});
        if (!runs)
          return runs.error();
        if (isCostly(runs->front().outcome)) { // its first batch must not use up the others' time
          ++turn.costlyRuns;
          turn.secondsPerRun = secondsSince(began);
        }
        if (round == 0 && strategy_ != Strategy::Random)
          turn.untraced = {simplestTest(subject_, turn.function), batch_.front()};
        noteStarving(turn, runs->front().outcome);
        supplyAsked(subject_, batch_.front(), runs->front().asked);
        if (!isOrderly(runs->front().outcome) && !isNews(turn, runs->front()))
          continue;
        if (isCostly(runs->front().outcome))
          postpone(turn, batch_.front(), runs->front());
        else if (Status status = consider(turn, TestCase(batch_.front())); !status)
          return status;
      }
    return support::Done{};
  }

  /// A function that goes on asking for inputs is tested up to where they end.
  static void noteStarving(Turn &turn, const Outcome &outcome) {
    if (!std::holds_alternative<Starved>(outcome))
      return;
    turn.generator->endWithInputs();
    for (TestCase &test : turn.untraced)
      test.endsAfterZeros = zerosToTry;
  }

  /// One slice of one engine.
  Status take(Turn &turn) {
    // Where runs hang or take long, sending them somewhere is better than trying.
    const bool randomIsOut =
        turn.dry || strategy_ == Strategy::Concolic ||
        ((turn.costlyRuns >= fewCostlyRuns || isSlow(turn)) && hasConcolicWork(turn));
    const bool isLast = randomIsOut && !hasConcolicWork(turn);
    const bool clean =
        hasCleanWork(turn) && (isLast || (turn.slices++ % 3 == 2 && isStubborn(turn)));
    const bool concolic = !clean && hasConcolicWork(turn) && (randomIsOut || turn.concolicNext);
    turn.concolicNext = clean ? turn.concolicNext : !concolic;
    std::uint64_t &share =
        clean ? turn.cleanShare : (concolic ? turn.concolicShare : turn.randomShare);
    const std::uint64_t gains = gains_;
    if (clean) {
      if (Status status = takeClean(turn, share * concolicSlice); !status)
        return status;
    } else if (concolic) {
      if (Status status = takeConcolic(turn, share * concolicSlice); !status)
        return status;
    } else {
      for (std::uint64_t i = 0; i < share && !turn.dry && !isOver(); ++i)
        if (Status status = takeRandom(turn); !status)
          return status;
    }
    share = gains_ > gains ? std::min(share * 2, mostShare) : std::max<std::uint64_t>(share / 2, 1);
    hooks_.progress({subject_[turn.function].name, result_.executions, sites_.reachedCount(),
                     sites_.count(), result_.tests.size()});
    return support::Done{};
  }

  Status takeConcolic(Turn &turn, std::uint64_t steps) {
    if (!turn.concolic)
      turn.concolic = std::make_unique<ConcolicSearch>(subject_, symbolic_, oracle_, recording_);
    for (std::uint64_t i = 0; i < steps && hasConcolicWork(turn) && !isOver(); ++i) {
      if (turn.wantedAt != wantedVersion_) {
        turn.concolic->want(wantedBranches());
        turn.wantedAt = wantedVersion_;
      }
      Status status = turn.untraced.empty() ? concolicStep(turn) : startFromKept(turn);
      if (!status && deadline_.isOver())
        return status;
      if (!status) {
        // A symbolic target that can't be had is no reason to give up what random search can do.
        concolicIsOff_ = true;
        result_.notes.push_back("concolic search was given up: " + status.error().message);
      }
    }
    return support::Done{};
  }

  Status startFromKept(Turn &turn) {
    TestCase test = std::move(turn.untraced.front());
    turn.untraced.pop_front();
    count(turn, 1);
    const auto execution = turn.concolic->start(test);
    if (!execution)
      return execution.error();
    turn.costlyRuns += isCostly(execution->outcome) ? 1 : 0;
    traced_.insert(testId(subject_, test));
    return considerRun(turn, test, *execution);
  }

  Status concolicStep(Turn &turn) {
    auto ran = turn.concolic->step();
    if (!ran)
      return ran.error();
    if (!*ran)
      return support::Done{};
    if (Status status = learn(turn, **ran); !status)
      return status;
    // A branch that was taken, and is still wanted, was taken by way of undefined behaviour, which
    // is mostly an overflow: smaller numbers may do.
    for (const unsigned bits : {7u, 15u, 23u}) { // products of two fit twice as many, and a sign
      if (isOver() || !isStillWanted((*ran)->execution.covered))
        break;
      auto tamer = turn.concolic->tamer(**ran, bits);
      if (!tamer)
        return tamer.error();
      if (*tamer)
        if (Status status = learn(turn, **tamer); !status)
          return status;
    }
    return support::Done{};
  }

  bool hasCleanWork(const Turn &turn) const {
    return strategy_ != Strategy::Random && symbolic_.checked && !cleanIsOff_ &&
           turn.costlyRuns <= mostCostlyRuns && hasDirty(turn.dirty) &&
           (!turn.toClean.empty() || (turn.clean && !turn.clean->isDry()));
  }

  template <class Sites> bool hasDirty(const Sites &sites) const {
    return std::ranges::any_of(sites, [&](SiteId site) { return !sites_.isGreen(site); });
  }

  /// Whether the other ways of getting there cleanly had a chance. (A target has to be built.)
  bool isStubborn(const Turn &turn) const {
    return std::ranges::any_of(turn.dirty, [&](SiteId site) { return sites_.isStubborn(site); });
  }

  Status takeClean(Turn &turn, std::uint64_t steps) {
    if (!turn.clean) {
      turn.clean = std::make_unique<ConcolicSearch>(subject_, symbolic_, oracle_, recording_,
                                                    ConcolicSearch::Way::Cleanly);
      for (const KeptTest &kept : result_.tests)
        if (kept.isGreen() && kept.test.function() == turn.function)
          addToClean(turn, kept.test);
    }
    for (std::uint64_t i = 0; i < steps && hasCleanWork(turn) && !isOver(); ++i) {
      if (turn.cleanWantedAt != wantedVersion_) {
        turn.clean->want(dirtyBranches());
        turn.cleanWantedAt = wantedVersion_;
      }
      Status status = cleanStep(turn);
      if (!status && deadline_.isOver())
        return status;
      if (!status) {
        cleanIsOff_ = true;
        result_.notes.push_back("ways without undefined behaviour could not be asked for: " +
                                status.error().message);
      }
    }
    return support::Done{};
  }

  static void addToClean(Turn &turn, const TestCase &test) {
    if (turn.cleanStarts++ < mostCleanStarts)
      turn.toClean.push_back(test);
  }

  Status cleanStep(Turn &turn) {
    if (!turn.toClean.empty()) {
      TestCase test = std::move(turn.toClean.front());
      turn.toClean.pop_front();
      count(turn, 1);
      const auto execution = turn.clean->start(test);
      return execution ? support::Done{} : Status(execution.error());
    }
    auto ran = turn.clean->step();
    if (!ran)
      return ran.error();
    if (!*ran)
      return support::Done{};
    count(turn, 1);
    turn.costlyRuns += isCostly((*ran)->execution.outcome) ? 1 : 0;
    return considerClean(turn, (*ran)->test(), (*ran)->execution);
  }

  /// Judges a run that was to be clean, and the same with more room, since checks know nothing of
  /// how large objects are.
  Status considerClean(Turn &turn, const TestCase &test, const Execution &execution) {
    if (isNews(turn, execution))
      return considerRun(turn, test, execution);
    const std::vector<SiteId> sites = judge_.sitesOf(execution.covered);
    if (!isOrderly(execution.outcome) || !hasDirty(sites))
      return support::Done{};
    std::vector<TestCase> variants = {test};
    if (auto larger = enlarged(subject_, test, 64))
      variants.push_back(std::move(*larger));
    for (TestCase &variant : variants) {
      keepPromises(subject_, variant);
      const auto verdict = judge_.sanitize(variant);
      if (!verdict)
        return verdict.error();
      if (!*verdict)
        return consider(turn, variant, execution.covered);
    }
    return support::Done{};
  }

  std::vector<bool> dirtyBranches() const {
    std::vector<bool> dirty(branches_.branches.size());
    for (std::size_t i = 0; i < dirty.size(); ++i)
      if (const SiteId site = branches_.branches[i].site; site && !branches_[site].constant)
        dirty[i] = sites_.isDirty(site);
    return dirty;
  }

  /// What came of the search for a clean way to a site.
  CleanSearch soughtCleanly(SiteId site) const {
    CleanSearch sought;
    sought.isOver = strategy_ != Strategy::Random && symbolic_.checked && !cleanIsOff_;
    for (const Turn &turn : turns_) {
      if (!turn.dirty.contains(site))
        continue;
      sought.isOver = sought.isOver && turn.clean && !hasCleanWork(turn);
      for (std::size_t i = 0; turn.clean && i < branches_.branches.size(); ++i)
        if (branches_.branches[i].site == site) {
          const generate::Asked asked = turn.clean->askedFor(BranchId(i));
          sought.contradicted += asked.unsat;
          sought.undecided += asked.unknown;
          sought.inVain += asked.sat;
        }
    }
    return sought;
  }

  /// Whether undefined behaviour takes something, and that it must is not known.
  bool mayBeTakenCleanly(const Turn &turn) const {
    return std::ranges::any_of(turn.undefined, [&](SiteId site) {
      return !sites_.isGreen(site) && !isRefuted(soughtCleanly(site));
    });
  }

  void reportClean() {
    for (const Turn &turn : turns_)
      for (const SiteId site : turn.dirty)
        if (!sites_.isGreen(site))
          result_.soughtCleanly.emplace(site, soughtCleanly(site));
  }

  /// Judges what a run of concolic search did, if it is news.
  Status learn(Turn &turn, const ConcolicSearch::Ran &run) {
    count(turn, 1);
    turn.costlyRuns += isCostly(run.execution.outcome) ? 1 : 0;
    traced_.insert(testId(subject_, run.test()));
    return considerRun(turn, run.test(), run.execution);
  }

  bool isStillWanted(const std::vector<BranchId> &covered) const {
    const std::vector<SiteId> sites = judge_.sitesOf(covered);
    return std::any_of(sites.begin(), sites.end(), [&](SiteId site) { return isWanted(site); });
  }

  std::vector<bool> wantedBranches() const {
    std::vector<bool> wanted(branches_.branches.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (const SiteId site = branches_.branches[i].site; site && !branches_[site].constant)
        wanted[i] = isWanted(site);
    return wanted;
  }

  void reportConcolic() {
    if (strategy_ == Strategy::Random)
      return;
    generate::ConcolicCounts sum;
    for (const Turn &turn : turns_)
      for (const auto *search : {turn.concolic.get(), turn.clean.get()})
        if (search)
          sum += search->counts();
    report(recording_, sum, symbolic_.solver->counts(), result_.statistics);
    oracle_.report(result_.statistics);
    const auto late = symbolic_.solver->counts().answers.find("z3: unknown (time)");
    if (budget_.steps && late != symbolic_.solver->counts().answers.end())
      result_.notes.push_back(
          fmt::format("the solver took too long over {} queries; a run with the "
                      "same steps on another machine may differ there",
                      late->second));
    for (std::string &note : oracle_.notes())
      result_.notes.push_back(std::move(note));
    if (recording_.mismatches > 0)
      result_.notes.push_back("self-check: terms that do not fit their values: " +
                              std::to_string(recording_.mismatches) +
                              "; the first: " + recording_.firstMismatch);
  }

  Status takeRandom(Turn &turn) {
    const Effort &effort = effortOf(turn);
    const std::uint64_t size =
        turn.costlyRuns > 0 || turn.runs < carefulRuns ? carefulBatch
        : sites_.areTheRestTried()
            ? effort.leastBatch
            : std::clamp(turn.runs - turn.runsAtGain, effort.leastBatch, effort.mostBatch);
    const auto began = std::chrono::steady_clock::now();
    markSettled();
    turn.generator->propose(affordable(inTime(turn, size)), batch_);
    auto finds = plain_.explore(batch_);
    if (!finds)
      return finds.error();
    turn.secondsPerRun =
        secondsSince(began) / static_cast<double>(std::max<std::size_t>(1, batch_.size()));
    count(turn, batch_.size());
    for (const Find &find : *finds) {
      turn.costlyRuns += isCostly(find.execution.outcome) ? 1 : 0;
      noteStarving(turn, find.execution.outcome);
    }
    // Crashes take longest to judge, and a function that crashes all the time must not use up the
    // time of the others: orderly runs come first, and what is left over turns up again in the next
    // batch.
    std::stable_partition(finds->begin(), finds->end(),
                          [](const Find &find) { return isOrderly(find.execution.outcome); });
    std::size_t judged = 0;
    for (const Find &find : *finds)
      if (judged < mostJudgedInATurn && !isOutOfTime() && isNews(turn, find.execution)) {
        ++judged;
        if (Status status = considerRun(turn, batch_[find.index], find.execution); !status)
          return status;
      }
    const bool isOut = turn.runs - turn.runsAtGain > dryAfter(turn);
    const bool isLimited = budget_.seconds || budget_.steps;
    turn.dry =
        turn.costlyRuns > mostCostlyRuns || (isOut && !(isLimited && mayBeTakenCleanly(turn)));
    if (!isOut || turn.costlyRuns > 0 || std::exchange(turn.sampled, true))
      return support::Done{};
    return sample(turn);
  }

  /// Errors that neither crash nor take a new branch show only under the sanitizers: at the end,
  /// some ordinary tests run there too.
  Status sample(Turn &turn) {
    turn.generator->propose(affordable(sampleSize), batch_);
    count(turn, batch_.size());
    for (const TestCase &test : batch_) {
      if (isOver())
        break;
      const auto verdict = judge_.sanitize(test);
      if (!verdict)
        return verdict.error();
      if (*verdict && !complaints_.contains(complaintOf(**verdict)))
        if (Status status = consider(turn, test); !status)
          return status;
    }
    return support::Done{};
  }

  static std::string complaintOf(const SanitizerVerdict &verdict) {
    return fmt::format("{} {}:{}", verdict.kind, verdict.file, verdict.line);
  }

  /// As many runs as the budget still allows, at most `size`.
  std::size_t affordable(std::size_t size) const {
    if (!budget_.steps)
      return size;
    return std::min<std::uint64_t>(size,
                                   *budget_.steps - std::min(result_.executions, *budget_.steps));
  }

  /// Whether a run takes a thousand times what it should. A limit in steps must not depend on the
  /// clock.
  bool isSlow(const Turn &turn) const { return isTimed() && turn.secondsPerRun > 0.01; }

  /// With a limit in seconds, a batch takes a fraction of one, whatever a run costs. (A limit in
  /// steps must not depend on the clock.)
  std::uint64_t inTime(const Turn &turn, std::uint64_t size) const {
    constexpr double batchSeconds = 0.3;
    if (!isTimed() || turn.secondsPerRun <= 0)
      return size;
    const double fit = batchSeconds / turn.secondsPerRun;
    return fit >= static_cast<double>(size)
               ? size
               : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fit));
  }

  void count(Turn &turn, std::size_t runs) {
    turn.runs += runs;
    result_.executions += runs;
    result_.executionsOf[turn.function.index] += runs;
  }

  const Effort &effortOf(const Turn &turn) const {
    return subject_[turn.function].facts.inProcess ? inProcess : forked;
  }

  std::uint64_t dryAfter(const Turn &turn) const {
    const std::uint64_t wait = std::max(effortOf(turn).leastRunsUntilDry, 4 * turn.runsAtGain);
    return sites_.reachedCount() == sites_.count() ? wait / 8 : wait;
  }

  Signature signatureOf(const Turn &turn, const Outcome &outcome,
                        const std::vector<SiteId> &sites) const {
    // Programs always exit: only the code makes a difference.
    const bool saysAll =
        isCostly(outcome) || (subject_.program && std::holds_alternative<Exited>(outcome));
    return {subject_[turn.function].name + ": " + describe(outcome),
            saysAll ? std::vector<SiteId>() : sites};
  }

  /// Whether judging this run could add anything.
  bool wouldBeNews(const Turn &turn, const Execution &execution) const {
    if (saysNothing(execution.outcome, earlyEnds_)) // another test will supply more
      return false;
    const std::vector<SiteId> sites = judge_.sitesOf(execution.covered);
    if (std::any_of(sites.begin(), sites.end(), [&](SiteId site) { return isWanted(site); }))
      return true;
    return !std::holds_alternative<Returned>(execution.outcome) &&
           !signatures_.contains(signatureOf(turn, execution.outcome, sites)) &&
           outcomesOf(turn) < mostOutcomesJudged;
  }

  bool isNews(const Turn &turn, const Execution &execution) {
    if (!wouldBeNews(turn, execution))
      return false;
    const bool isBelieved = judge_.isBelievable(turn.function, execution.covered);
    if (!isBelieved)
      disbelieved_.insert(turn.function);
    return isBelieved;
  }

  std::size_t outcomesOf(const Turn &turn) const {
    const auto found = outcomes_.find(turn.function);
    return found == outcomes_.end() ? 0 : found->second;
  }

  /// The best there is for a suite. A death test is good enough where nothing better is found.
  static bool isCalm(const KeptTest &test) { return test.isGreen() && isOrderly(test.outcome); }

  bool isWanted(SiteId site) const { return sites_.isWanted(site, result_.executions); }

  /// Judges what a run did, if it is news.
  Status considerRun(Turn &turn, const TestCase &test, const Execution &execution) {
    if (!isNews(turn, execution))
      return support::Done{};
    if (isCostly(execution.outcome)) {
      postpone(turn, test, execution);
      return support::Done{};
    }
    std::vector<SiteId> wanted = judge_.sitesOf(execution.covered);
    std::erase_if(wanted, [&](SiteId site) { return !isWanted(site); });
    const bool isRetry = !wanted.empty() && std::ranges::all_of(wanted, [&](SiteId site) {
      return sites_.isTried(site);
    });
    if (isRetry && isOrderly(execution.outcome)) {
      const auto verdict = judge_.sanitize(test);
      if (!verdict)
        return verdict.error();
      if (*verdict) {
        sites_.noteAttempts(wanted, 1, result_.executions);
        markSettled();
        return support::Done{};
      }
    }
    return consider(turn, test, execution.covered);
  }

  /// Judges one test, and variants of it if undefined behaviour spoils it, and keeps what is worth
  /// keeping.
  /// `taken` is what brought it here, if known: a test that flickers uses up patience with that.
  Status consider(Turn &turn, TestCase test, const std::vector<BranchId> &taken = {}) {
    keepPromises(subject_, test);
    auto judged = judge_.judge(test);
    if (!judged)
      return judged.error();
    const std::vector<SiteId> once = flickering(taken, *judged);
    result_.unstable += !*judged || !once.empty() ? 1 : 0;
    sites_.noteAttempts(once, 1, result_.executions);
    if (!*judged) {
      markSettled();
      return support::Done{};
    }
    KeptTest kept = std::move(**judged);
    turn.costlyRuns += isCostly(kept.outcome) ? 1 : 0;
    const std::vector<SiteId> wanted = wantedOf(kept);
    if (!isCalm(kept) && !isCostly(kept.outcome)) {
      auto cleaner = clean(kept, wanted);
      if (!cleaner)
        return cleaner.error();
      if (*cleaner)
        if (Status status = keep(turn, std::move(**cleaner)); !status)
          return status;
    }
    const int cost = isCostly(kept.outcome) ? SiteStates::patience / 2 : 1;
    const bool isDirtyTest = !kept.isGreen() && !isCostly(kept.outcome);
    const bool isUndefined = kept.needsUb;
    const TestCase dirty = kept.test;
    Status status = keep(turn, std::move(kept));
    sites_.noteAttempts(wanted, cost, result_.executions);
    if (isDirtyTest && hasDirty(wanted)) {
      turn.dirty.insert(wanted.begin(), wanted.end());
      if (isUndefined)
        turn.undefined.insert(wanted.begin(), wanted.end());
      addToClean(turn, dirty);
    }
    markSettled();
    return status;
  }

  /// Sites that brought a test here, and that judging it did not confirm.
  std::vector<SiteId> flickering(const std::vector<BranchId> &taken,
                                 const std::optional<KeptTest> &judged) const {
    std::vector<SiteId> sites = judge_.sitesOf(taken);
    if (judged)
      std::erase_if(sites, [&](SiteId site) {
        return std::binary_search(judged->covers.begin(), judged->covers.end(), site);
      });
    return sites;
  }

  std::vector<SiteId> wantedOf(const KeptTest &kept) const {
    std::vector<SiteId> wanted;
    for (const SiteId site : kept.covers)
      if (isWanted(site) || (isCalm(kept) && !sites_.isGreen(site)))
        wanted.push_back(site);
    return wanted;
  }

  /// A variant without undefined behaviour that still takes one of the wanted sites.
  Result<std::optional<KeptTest>> clean(const KeptTest &dirty, const std::vector<SiteId> &wanted) {
    std::vector<TestCase> variants;
    if (auto larger = enlarged(subject_, dirty.test, 64))
      variants.push_back(std::move(*larger));
    if (!wanted.empty()) {
      variants.push_back(simpler(dirty.test, wanted));
      if (auto larger = enlarged(subject_, variants.back(), 64))
        variants.push_back(std::move(*larger));
    }
    for (TestCase &variant : variants) {
      keepPromises(subject_, variant);
      // A report of the sanitizers costs hundreds of runs; what crashes without them is not green.
      const auto runs = plain_.run({&variant, 1}, {});
      if (!runs)
        return runs.error();
      if (!isOrderly(runs->front().outcome))
        continue;
      auto judged = judge_.judge(variant);
      if (!judged)
        return judged.error();
      if (*judged && isCalm(**judged))
        return std::move(*judged);
    }
    return std::optional<KeptTest>();
  }

  TestCase simpler(const TestCase &test, const std::vector<SiteId> &wanted) {
    std::size_t costly = 0;
    return minimise(
        subject_, test,
        [&](const TestCase &candidate) {
          if (isOutOfTime() || costly == mostCostlyVariants)
            return false;
          const auto runs = plain_.run({&candidate, 1}, {});
          if (!runs)
            return false;
          costly += isCostly(runs->front().outcome) ? 1 : 0;
          const std::vector<SiteId> sites = judge_.sitesOf(runs->front().covered);
          return std::includes(sites.begin(), sites.end(), wanted.begin(), wanted.end());
        },
        minimiseCalls);
  }

  /// Enters a judged test into the suite if it adds a site or an outcome, and tells generator,
  /// executor and disk.
  Status keep(Turn &turn, KeptTest kept) {
    const std::vector<SiteId> wanted = wantedOf(kept);
    const bool isNewComplaint =
        kept.verdict && complaints_.insert(complaintOf(*kept.verdict)).second;
    const bool hasNewOutcome =
        (!std::holds_alternative<Returned>(kept.outcome) || kept.needsUb) &&
        signatures_.insert(signatureOf(turn, kept.outcome, kept.covers)).second;
    const bool isFirst = isCalm(kept) && returned_.insert(turn.function).second;
    if (hasNewOutcome)
      ++outcomes_[turn.function];
    if ((wanted.empty() && !hasNewOutcome && !isNewComplaint && !isFirst) ||
        !ids_.insert(kept.id).second)
      return support::Done{};

    for (const SiteId site : wanted) {
      if (isCalm(kept))
        sites_.noteGreen(site);
      if (kept.isGreen() || (goal_ == site && !kept.needsUb))
        sites_.noteReached(site);
    }
    turn.runsAtGain = turn.runs;
    ++gains_;
    if (strategy_ != Strategy::Random && !isCostly(kept.outcome) && !traced_.contains(kept.id))
      turn.untraced.push_back(kept.test);
    if (isCalm(kept) && turn.clean)
      addToClean(turn, kept.test);
    turn.generator->observe(kept.test, {.outcome = kept.outcome, .covered = kept.branches});
    if (Status status = hooks_.found(kept.id, kept.test); !status)
      return status;
    if (hooks_.kept)
      if (Status status = hooks_.kept(kept); !status)
        return status;
    result_.tests.push_back(std::move(kept));
    return support::Done{};
  }

  /// The executor need not report what is covered, or what has to wait.
  void markSettled() {
    std::vector<BranchId> settled;
    for (std::size_t i = 0; i < branches_.branches.size(); ++i)
      if (const SiteId site = branches_.branches[i].site; !site || !isWanted(site))
        settled.push_back(BranchId(i));
    if (settled == settled_)
      return;
    settled_ = std::move(settled);
    ++wantedVersion_;
    plain_.setSeen(settled_);
  }

  static constexpr std::size_t firstCallCount = 8;
  static constexpr std::size_t mostOutcomesJudged = 24;
  static constexpr std::size_t sampleSize = 32;
  static constexpr std::size_t mostJudgedInATurn = 8;
  static constexpr std::uint64_t concolicSlice = 16; // runs
  static constexpr std::uint64_t mostShare = 16;
  static constexpr std::size_t mostCleanStarts = 64;

  const Subject &subject_;
  const BranchMap &branches_;
  execute::Executor &plain_;
  Judge &judge_;
  support::Rng rng_;
  const Budget budget_;
  const Strategy strategy_;
  const SymbolicParts &symbolic_;
  PureOracle oracle_; // paths refer to it
  const std::optional<SiteId> goal_;
  const EarlyEnds earlyEnds_;
  const SearchHooks &hooks_;
  const support::Deadline &deadline_;

  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::vector<Turn> turns_;
  std::deque<Postponed> postponed_;
  double secondsPostponed_ = 0;
  std::vector<TestCase> batch_;
  SiteStates sites_;
  std::vector<BranchId> settled_;
  std::set<Signature> signatures_;
  std::set<std::string> complaints_; // of the sanitizers, by kind and place
  std::map<FunctionId, std::size_t> outcomes_;
  std::set<FunctionId> returned_;
  std::set<FunctionId> disbelieved_; // some runs of theirs took what they can't have taken
  std::set<std::string> ids_;
  std::set<std::string> traced_; // ids of tests that concolic search knows
  std::uint64_t gains_ = 0;
  std::uint64_t wantedVersion_ = 1;
  bool concolicIsOff_ = false, cleanIsOff_ = false;
  RecordingCounts recording_;
  SearchResult result_;
};

} // namespace

Result<SearchResult> search(const Subject &subject, const BranchMap &branches,
                            execute::Executor &plain, Judge &judge, const SearchSettings &settings,
                            const std::vector<TestCase> &seeds, const SearchHooks &hooks,
                            const support::Deadline &deadline) {
  return Search(subject, branches, plain, judge, settings, hooks, deadline).run(seeds);
}

} // namespace campaign
