#pragma once

#include "campaign/engine.h"
#include "campaign/goals.h"
#include "campaign/search.h"
#include "generate/random/random_generator.h"
#include "support/clock.h"
#include "support/rng.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace campaign {

using support::secondsSince;

class CleanEngine;
class ConcolicEngine;
class ErrorEngine;
class HybridEngine;
class MergedEngine;

/// What is known of the search for tests of one function, whichever engine is at work.
struct FunctionSearch {
  static constexpr std::size_t mostCostlyRuns = 100; // if it hangs this often, it is left alone

  /// The seed is the function's own: what is found for it does not depend on the others.
  FunctionSearch(const model::Subject &subject, model::FunctionId id,
                 const generate::Sequences &sequences, std::uint64_t seed)
      : function(id), rng(seed), generator(subject, id, sequences, rng) {}
  FunctionSearch(const FunctionSearch &) = delete;
  FunctionSearch &operator=(const FunctionSearch &) = delete;

  /// Whether something in its own body is still open: then searching it promises more.
  bool isWanted(const Goals &goals) const { return goals.anyIsOpen(own); }
  bool hangsTooOften() const { return costlyRuns > mostCostlyRuns; }

  model::FunctionId function;
  std::vector<model::SiteId> own; // sites in its body
  support::Rng rng;
  generate::RandomGenerator generator;
  std::uint64_t runs = 0, runsAtGain = 0;
  std::size_t costlyRuns = 0;
  std::optional<model::TestCase> rejected; // the first whose run the harness does not want
  std::size_t postponed = 0;               // runs that hung and wait to be judged
  double secondsPerRun = 0;                // of its last batch
  std::set<model::SiteId> dirty;           // sites that undefined behaviour or a crash takes...
  std::set<model::SiteId> undefined;       // ...and those of them that undefined behaviour does
  std::vector<std::unique_ptr<Engine>> engines;
  ConcolicEngine *concolic = nullptr; // some of the engines, if they are there
  CleanEngine *clean = nullptr;
  ErrorEngine *errors = nullptr;
  HybridEngine *hybrid = nullptr;
  MergedEngine *merged = nullptr;
  bool hasFirstCall = false; // one that was orderly
};

/// What all parts of a search share.
struct SearchState {
  SearchState(const model::Subject &subject, const model::BranchMap &branches,
              execute::Executor &plain, Judge &judge, const SearchSettings &settings,
              const support::Deadline &deadline)
      : subject(subject), branches(branches), plain(plain), judge(judge), settings(settings),
        deadline(deadline), goals(branches), sequences(subject),
        executionsOf(subject.functions.size()) {}

  /// Only a limit in seconds may look at the clock.
  bool isTimed() const { return settings.budget.seconds && !settings.budget.steps; }
  bool isOutOfTime() const {
    return deadline.isOver() || (settings.goal && goals.isReached(*settings.goal)) ||
           areTargetsReached() || isEnough();
  }
  bool isEnough() const {
    return settings.enough && static_cast<double>(goals.reachedCount()) >=
                                  *settings.enough * static_cast<double>(goals.count());
  }
  bool isReached(const Target &target) const {
    if (!target.error)
      return std::ranges::any_of(target.sites,
                                 [&](model::SiteId site) { return goals.isGreen(site); });
    return std::ranges::any_of(errors, [&](const Target::Place &error) {
      return error.line == target.error->line &&
             (error.file == target.error->file || error.file.ends_with("/" + target.error->file));
    });
  }
  bool areTargetsReached() const {
    return !settings.targets.empty() &&
           std::ranges::all_of(settings.targets, [&](const Target &target) {
             return isReached(target) || std::ranges::all_of(target.sites, [&](model::SiteId site) {
                      return goals.isProved(site);
                    });
           });
  }
  bool isOver() const {
    return isOutOfTime() ||
           (settings.budget.steps && goals.executions() >= *settings.budget.steps) ||
           (settings.budget.ticks && ticks >= *settings.budget.ticks);
  }
  /// As many runs as the budget still allows, at most `size`.
  std::size_t affordable(std::size_t size) const {
    if (!settings.budget.steps)
      return size;
    return std::min<std::uint64_t>(size, *settings.budget.steps -
                                             std::min(goals.executions(), *settings.budget.steps));
  }
  void count(FunctionSearch &search, std::size_t runs) {
    search.runs += runs;
    goals.noteExecutions(runs);
    executionsOf[search.function.index] += runs;
  }

  /// A run that ended at a limit speaks against its function, and took as long as that is.
  void noteEnd(FunctionSearch &search, const model::Outcome &outcome,
               std::uint32_t timeoutPart = 1) {
    if (!isCostly(outcome))
      return;
    ++search.costlyRuns;
    ticks += Prices::runToLimit / timeoutPart;
  }

  /// The executor need not report what is covered, or what has to wait; and whoever aims at
  /// something learns that the aims have changed.
  void updateWanted() {
    std::vector<bool> wanted = goals.wantedBranches();
    if (wanted == wantedBranches)
      return;
    wantedBranches = std::move(wanted);
    ++wantedVersion;
    std::vector<model::BranchId> settled;
    // A run that took what is proved infeasible would be news.
    for (std::size_t i = 0; i < wantedBranches.size(); ++i)
      if (const model::SiteId site = branches.branches[i].site;
          !wantedBranches[i] && !(site && goals.isProved(site)))
        settled.push_back(model::BranchId(i));
    plain.setSeen(settled);
  }

  const model::Subject &subject;
  const model::BranchMap &branches;
  execute::Executor &plain;
  Judge &judge;
  const SearchSettings &settings;
  const support::Deadline &deadline;

  Goals goals;
  generate::Sequences sequences;
  std::map<model::FunctionId, FunctionSearch *> searches;
  std::vector<bool> wantedBranches;
  std::uint64_t wantedVersion = 1;
  std::vector<Target::Place> errors;       // that tests run into
  Ticks ticks = 0;                         // spent so far
  double secondsExploring = 0;             // in runs of random tests
  std::vector<std::uint64_t> executionsOf; // indexed by FunctionId
  std::vector<std::string> notes;          // for the user
  // What random search runs next, whichever function's: megabytes, which not each should hold.
  std::vector<model::TestCase> batch;
  std::vector<model::Variation> variations;
};

/// What an engine may use in one slice: ticks, and with a limit in seconds about as much time.
class Allotment {
public:
  Allotment(const SearchState &state, Ticks ticks)
      : state_(state), end_(state.ticks + ticks), seconds_(2e-5 * static_cast<double>(ticks)) {}

  Ticks left() const { return end_ - std::min(end_, state_.ticks); }
  bool isUsed() const {
    return left() == 0 || (state_.isTimed() && secondsSince(began_) > seconds_);
  }

private:
  const SearchState &state_;
  const Ticks end_;
  const double seconds_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

} // namespace campaign
