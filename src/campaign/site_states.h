#pragma once

#include "model/branch.h"

#include <cstdint>
#include <vector>

namespace campaign {

/// What a search knows of each site: which tests take it, and how often such tests were no good.
///
/// A find that took a site and is no good for a green suite is an attempt. Once `patience` attempts
/// were in vain the site is tried, and has to wait longer and longer for the next one, unless all
/// others are green or tried as well.
class SiteStates {
public:
  static constexpr int patience = 6;

  explicit SiteStates(const model::BranchMap &branches);

  std::size_t count() const { return count_; } // without constants
  std::size_t reachedCount() const { return reached_; }

  /// Some are not green, and all of those are tried.
  bool areTheRestTried() const { return tried_ > 0 && green_ + tried_ == count_; }

  bool isGreen(model::SiteId site) const { return at(site).isGreen; }
  /// A green test takes it; what the search is for, any that needs no undefined behaviour.
  bool isReached(model::SiteId site) const { return at(site).isReached; }
  bool isTried(model::SiteId site) const { return isDirty(site) && !isPatient(site); }
  bool isStubborn(model::SiteId site) const {
    return isDirty(site) && at(site).attempts >= patience / 2;
  }
  /// Something takes it, but no green test.
  bool isDirty(model::SiteId site) const { return !isGreen(site) && at(site).attempts > 0; }
  /// Whether another find that takes it is worth a look, after so many executions.
  bool isWanted(model::SiteId site, std::uint64_t executions) const {
    return !isGreen(site) && (isPatient(site) || executions >= at(site).retryAt);
  }

  void noteGreen(model::SiteId site);
  void noteReached(model::SiteId site);
  void noteAttempts(const std::vector<model::SiteId> &sites, int attempts,
                    std::uint64_t executions);

private:
  struct State {
    bool isGreen = false, isReached = false;
    int attempts = 0;
    std::uint64_t retryAt = 0;
  };
  const State &at(model::SiteId site) const { return states_[site.index]; }
  bool isPatient(model::SiteId site) const { return at(site).attempts < patience; }

  std::vector<State> states_;
  std::size_t count_ = 0, green_ = 0, reached_ = 0, tried_ = 0;
};

} // namespace campaign
