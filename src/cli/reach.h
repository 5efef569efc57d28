#pragma once

#include "build/target.h"
#include "model/suite.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace cli {

/// Whether an argument of `pincer reach` is a target and no source.
bool isTarget(const std::string &argument);

/// What the build has to mark for them: FILE:LINE, FILE:LINE:true, FILE:LINE:false or
/// FILE:FUNCTION.
std::vector<model::GoalPlace> placesOf(const std::vector<std::string> &targets);

/// One target.
struct ReachTarget {
  std::string text;                 // as the user wrote it
  std::vector<model::SiteId> sites; // reached if one of these is taken
};

/// What has to be taken for each of them; an error names the nearest line that has code, or the
/// file that is not among the sources.
support::Result<std::vector<ReachTarget>> resolveTargets(const std::vector<std::string> &texts,
                                                         const build::Program &program);

/// One line for each target: the test that reaches it, or what is known of why none does. True if
/// all are reached.
bool tellTargets(const std::vector<ReachTarget> &targets, const model::Suite &suite);

} // namespace cli
