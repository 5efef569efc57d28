#pragma once

#include "campaign/strategy.h"
#include "generate/concolic/path.h"
#include "model/check.h"
#include "model/subject.h"

#include <set>
#include <vector>

namespace campaign {

/// Which errors a search is after. One that was made is wanted no more, whichever function's test
/// made it.
class ErrorGoals {
public:
  ErrorGoals(const model::Subject &subject, const std::vector<model::Check> *checks, Errors errors);

  bool isAnyWanted() const { return errors_ != Errors::None; }
  /// `isCallers`: see generate::Error.
  bool isWanted(const generate::Step &error, bool isCallers) const;
  void noteMade(const generate::Step &error) { made_.insert(error); }
  std::size_t madeCount() const { return made_.size(); }

private:
  const Errors errors_;
  std::vector<bool> wanted_; // by number of the check
  std::set<generate::Step> made_;
};

} // namespace campaign
