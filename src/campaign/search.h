#pragma once

#include "campaign/concolic.h"
#include "campaign/judge.h"
#include "campaign/strategy.h"
#include "execute/executor.h"
#include "model/suite.h"
#include "support/deadline.h"
#include "support/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace campaign {

/// When to stop. Without either limit the search ends when the gain dries up.
struct Budget {
  std::optional<double> seconds;
  std::optional<double> leastSeconds = {}; // whatever was waited for; none: all of them
  /// How many seconds there are if so many tests were found: to check them takes time, too.
  std::function<double(std::size_t tests)> secondsWith = {};
  std::optional<std::uint64_t> steps; // executions
  std::optional<std::uint64_t> ticks; // of work (engine.h)
};

/// What the progress line shows.
struct Progress {
  std::string function;
  std::uint64_t executions = 0;
  std::size_t covered = 0, sites = 0, tests = 0;
};

struct SearchHooks {
  std::function<void(const Progress &)> progress;
  std::function<void(std::size_t done, std::size_t of)> simplifying = {};
  std::function<support::Status(const std::string &id, const model::TestCase &)>
      found; // before the search goes on
  std::function<support::Status(const std::string &id, const model::TestCase &)> waits =
      {}; // the same for what is judged later
  std::function<support::Status(const model::KeptTest &)> kept =
      {}; // the same, with what the run did; not for what is simplified later
};

struct SearchResult {
  std::vector<model::KeptTest> tests; // in the order found; every one judged
  std::size_t unjudged = 0;           // finds for which there was no time
  std::uint64_t executions = 0;
  std::uint64_t unstable = 0;              // candidates whose two runs disagreed
  std::vector<std::uint64_t> executionsOf; // indexed by FunctionId
  bool interrupted = false;
  std::map<std::string, double> statistics; // of concolic search
  std::vector<std::string> notes;           // for the user
  std::map<model::SiteId, model::CleanSearch>
      soughtCleanly;                         // of what only undefined behaviour or crashes take
  std::vector<model::SiteEvidence> evidence; // indexed by SiteId; empty: none
};

/// What came of asking for a proof that nothing takes a site, and what it took.
struct ProofAttempt {
  bool isProved = false;
  std::uint64_t segments = 0, queries = 0, obligations = 0;
};

/// What a search may be for.
struct Target {
  std::vector<model::SiteId> sites; // reached if a test takes one of them
  /// A line of a file: beside, a test must run into an error there.
  struct Place {
    std::string file; // or the last part of its path
    std::uint32_t line = 0;
  };
  std::optional<Place> error = {};
};

struct SearchSettings {
  std::uint64_t seed = 1;
  Budget budget;
  Strategy strategy = Strategy::Random;
  HybridBounds hybrid = {};
  Errors errors = Errors::None;
  bool refuses = false;                   // the subject's allocations may fail
  SymbolicParts symbolic;                 // not needed for random search
  std::optional<double> enough = {};      // once this share of the sites is reached, it is over
  std::optional<model::SiteId> goal = {}; // once a test gets there, the search is over
  /// Once each is reached, or its sites are proved infeasible, the search is over; empty: it goes
  /// on.
  std::vector<Target> targets = {};
  bool simplifies = true; // tests are made simpler after the search
  EarlyEnds earlyEnds = EarlyEnds::SayNothing;
  SanitizedExecutor memory = {}; // where MemorySanitizer watches; none: fresh memory holds zeros
  Doubts doubts = {};
  bool runsBeside = false; // different targets run tests at the same time
  /// Whether judging would not have to wait for a compiler; none: it never has. With a limit in
  /// seconds the search goes on meanwhile.
  std::function<bool()> sanitizersAreReady = {};
  std::function<ProofAttempt(model::SiteId)> prove = {}; // none: nothing is proved meanwhile
};

/// Searches all drivable functions, in turn, until the budget is used, the deadline is over (then
/// executors may fail as they like) or nothing new turns up.
support::Result<SearchResult> search(const model::Subject &subject,
                                     const model::BranchMap &branches, execute::Executor &plain,
                                     Judge &judge, const SearchSettings &settings,
                                     const std::vector<model::TestCase> &seeds,
                                     const SearchHooks &hooks, support::Deadline &deadline);

} // namespace campaign
