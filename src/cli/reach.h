#pragma once

#include "build/target.h"
#include "campaign/search.h"
#include "cli/asked_targets.h"
#include "model/suite.h"
#include "support/json.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace cli {

/// Whether an argument of `pincer reach` is a target and no source.
bool isTarget(const std::string &argument);

/// An error if it is none of FILE:LINE, FILE:LINE:true, FILE:LINE:false and FILE:FUNCTION.
support::Status checkTarget(const std::string &text);

/// What the build has to mark for them.
std::vector<model::GoalPlace> placesOf(const std::vector<AskedTarget> &targets);

/// One target that the program has.
struct ReachTarget {
  AskedTarget asked;
  std::vector<model::SiteId> sites = {}; // reached if one of these is taken
  std::string whyNone = {};              // set if there are none
};

/// What has to be taken for each of them. A named target without code, or to which nothing leads,
/// is an error that says why. Changed lines without code are left out, so are alarms in other
/// files than the sources'; `notes` says how many.
support::Result<std::vector<ReachTarget>> resolveTargets(const std::vector<AskedTarget> &asked,
                                                         const build::Program &program,
                                                         std::vector<std::string> &notes);

/// What the search is over for.
std::vector<campaign::Target> searchTargets(const std::vector<ReachTarget> &targets);

/// What became of a target.
struct TargetState {
  enum class Kind : unsigned char {
    Reached,
    Confirmed, // an alarm, and a test runs into an error there
    Infeasible,
    Open
  };
  Kind kind = Kind::Open;
  const model::KeptTest *test = nullptr; // Reached, Confirmed
  std::string reason = {};               // what else there is to say
  bool isOfAlarm = false;                // that a test only gets there does not decide it
  bool isDecided() const { return kind != Kind::Open && !(isOfAlarm && kind == Kind::Reached); }
};
TargetState stateOf(const ReachTarget &target, const model::Suite &suite);

/// One line for each target: the input that gets there, or how far the search got and what stands
/// in the way.
void tellTargets(const std::vector<ReachTarget> &targets, const model::Suite &suite);

/// The same for programs.
support::Json targetsJson(const std::vector<ReachTarget> &targets, const model::Suite &suite);

} // namespace cli
