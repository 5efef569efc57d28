#pragma once

#include "campaign/uninitialised_reads.h"
#include "execute/executor.h"
#include "model/suite.h"
#include "support/result.h"

#include <optional>
#include <set>
#include <span>
#include <vector>

namespace campaign {

/// What is made of runs that break an assumption of the harness. (Test-Comp counts what they
/// cover.) Those that ask for input without end always say nothing.
enum class EarlyEnds : unsigned char { SayNothing, AreTests };
bool saysNothing(const model::Outcome &outcome, EarlyEnds earlyEnds);

/// Whether a run ended at one of our limits; such runs take a thousand times as long as others.
bool isCostly(const model::Outcome &outcome);

/// What checks that a run can be as it seems. Empty: nothing is checked.
struct Doubts {
  SanitizedExecutor moved = {}; // the plain target with its variables at other addresses
  std::function<bool(const model::TestCase &, const std::vector<model::BranchId> &)> connects =
      {}; // whether a run of this test may take these branches and no others
};

/// Decides what a test really does: runs it in fresh processes and under the sanitizers. Everything
/// a suite claims comes from here.
class Judge {
public:
  /// `memory`: where MemorySanitizer watches; none: fresh memory may be read, and holds zeros.
  /// `runsBeside`: different targets run at the same time.
  Judge(const model::Subject &subject, const model::BranchMap &branches, execute::Executor &plain,
        SanitizedExecutor sanitized, EarlyEnds earlyEnds = EarlyEnds::SayNothing,
        SanitizedExecutor memory = {}, Doubts doubts = {}, bool runsBeside = false);

  /// What the test does, without `purpose`; nothing if two runs disagree about the outcome (it
  /// flickers), or if it waits for a stub without end. Only branches that all runs took count; if
  /// the runs took different ones (but for where objects lie), or disagree about what can be
  /// observed, the observation is left out. There are three runs, at different addresses, and more
  /// if threads are started. Nothing, too, if it took branches that it can't have taken.
  support::Result<std::optional<model::KeptTest>> judge(const model::TestCase &test);
  /// The same of several: sooner than one after the other.
  support::Result<std::vector<std::optional<model::KeptTest>>>
  judge(std::span<const model::TestCase> tests);

  /// Whether a run of this test can have taken these branches; else it wrote over the map.
  bool isBelievable(const model::TestCase &test,
                    const std::vector<model::BranchId> &covered) const {
    return !doubts_.connects || doubts_.connects(test, covered);
  }

  /// Only what the sanitizers say, reads of uninitialised memory included.
  support::Result<std::optional<model::SanitizerVerdict>> sanitize(const model::TestCase &test);
  support::Result<std::vector<std::optional<model::SanitizerVerdict>>>
  sanitize(std::span<const model::TestCase> tests);

  std::vector<model::SiteId> sitesOf(const std::vector<model::BranchId> &covered) const;
  /// What one run of some test took, and another run of it did not, or ended otherwise.
  const std::set<model::SiteId> &unsteady() const { return unsteady_; }
  /// What a run takes or not by what memory holds that nothing was stored in.
  std::vector<model::SiteId> dependingOnFresh() const;

private:
  void noteUnsteady(const std::vector<model::BranchId> &one,
                    const std::vector<model::BranchId> &other);
  using Verdicts = std::vector<std::optional<model::SanitizerVerdict>>;
  /// What tests do in the plain target, and what the sanitized one says.
  struct FirstLook {
    std::vector<model::Execution> runs;
    Verdicts verdicts;
    std::vector<std::uint32_t> parts; // of its time, that a test's other runs get
  };
  support::Result<FirstLook> look(std::span<const model::TestCase> tests);
  /// Runs that give everything another address but the code; so many of each test.
  support::Result<std::vector<std::vector<model::Execution>>>
  runElsewhere(execute::Executor &moved, std::span<const model::TestCase> tests,
               const FirstLook &first, const std::vector<unsigned> &times);
  /// What is left of the first run once it was compared with the others.
  support::Result<std::optional<model::KeptTest>>
  conclude(const model::TestCase &test, model::Execution run,
           std::optional<model::SanitizerVerdict> verdict,
           const std::vector<model::Execution> &others);
  /// How often a test is run once more.
  unsigned repetitions(const model::TestCase &test) const;

  const model::Subject &subject_;
  const model::BranchMap &branches_;
  execute::Executor &plain_;
  SanitizedExecutor sanitized_;
  UninitialisedReads uninitialised_;
  const EarlyEnds earlyEnds_;
  const Doubts doubts_;
  const bool runsBeside_;
  std::set<model::SiteId> unsteady_;
};

} // namespace campaign
