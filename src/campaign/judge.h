#pragma once

#include "execute/executor.h"
#include "model/suite.h"
#include "support/result.h"

#include <functional>
#include <optional>
#include <set>

namespace campaign {

/// What is made of runs that break an assumption of the harness, or ask for input without end.
/// (Test-Comp counts what they cover.)
enum class EarlyEnds : unsigned char { SayNothing, AreTests };
bool saysNothing(const model::Outcome &outcome, EarlyEnds earlyEnds);

/// Whether a run ended at one of our limits; such runs take a thousand times as long as others.
bool isCostly(const model::Outcome &outcome);
/// Where simpler variants of a test are costly, nobody can wait for dozens of them: after so many,
/// the test stays as it is.
constexpr std::size_t mostCostlyVariants = 2;

/// Where sanitized runs happen; asked for when first needed, since that target is built while the
/// search already runs.
using SanitizedExecutor = std::function<support::Result<execute::Executor *>()>;

/// Decides what a test really does: runs it in fresh processes and under the sanitizers. Everything
/// a suite claims comes from here.
class Judge {
public:
  Judge(const model::Subject &subject, const model::BranchMap &branches, execute::Executor &plain,
        SanitizedExecutor sanitized, EarlyEnds earlyEnds = EarlyEnds::SayNothing);

  /// What the test does, without `purpose`; nothing if two runs disagree about the outcome (it
  /// flickers), or if it waits for a stub without end. Only branches that all runs took count; if
  /// the runs took different ones (but for where objects lie), or disagree about what can be
  /// observed, the observation is left out. There are two runs, and more if threads are started.
  support::Result<std::optional<model::KeptTest>> judge(const model::TestCase &test);

  /// Only what the sanitizers say.
  support::Result<std::optional<model::SanitizerVerdict>> sanitize(const model::TestCase &test);

  std::vector<model::SiteId> sitesOf(const std::vector<model::BranchId> &covered) const;
  /// What one run of some test took, and another run of it did not.
  const std::set<model::SiteId> &unsteady() const { return unsteady_; }

private:
  void noteUnsteady(const std::vector<model::BranchId> &one,
                    const std::vector<model::BranchId> &other);
  /// How often a test is run once more.
  unsigned repetitions(const model::TestCase &test) const;

  const model::Subject &subject_;
  const model::BranchMap &branches_;
  execute::Executor &plain_;
  SanitizedExecutor sanitized_;
  const EarlyEnds earlyEnds_;
  std::set<model::SiteId> unsteady_;
};

} // namespace campaign
