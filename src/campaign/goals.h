#pragma once

#include "model/branch.h"

#include <cstdint>
#include <set>
#include <vector>

namespace campaign {

/// What a search is after, and what it knows of each goal: which tests take it, and how often such
/// tests were no good. A goal is a site: an outcome of a condition.
///
/// A find that took a site and is no good for a green suite is an attempt. Once `patience` attempts
/// were in vain the site is tried, and has to wait longer and longer for the next one, unless all
/// others are green or tried as well.
class Goals {
public:
  static constexpr int patience = 6;

  explicit Goals(const model::BranchMap &branches);

  std::size_t count() const { return count_; } // without constants
  std::size_t reachedCount() const { return reached_; }
  /// ... or proved infeasible.
  bool areAllReached() const { return reached_ + proved_ == count_; }

  /// Some are not green, and all of those are tried, or proved infeasible.
  bool areTheRestTried() const { return tried_ > 0 && green_ + tried_ + proved_ == count_; }

  bool isGreen(model::SiteId site) const { return at(site).isGreen; }
  /// A green test takes it; what the search is for, any that needs no undefined behaviour.
  bool isReached(model::SiteId site) const { return at(site).isReached; }
  bool isTried(model::SiteId site) const { return isDirty(site) && !isPatient(site); }
  bool isStubborn(model::SiteId site) const {
    return isDirty(site) && at(site).attempts >= patience / 2;
  }
  /// Something takes it, but no green test.
  bool isDirty(model::SiteId site) const { return !isGreen(site) && at(site).attempts > 0; }
  bool isProved(model::SiteId site) const { return at(site).isProved; }
  /// Somebody should look for a green test of it.
  bool isOpen(model::SiteId site) const { return !isGreen(site) && !isProved(site); }
  template <class Sites> bool anyIsOpen(const Sites &sites) const {
    for (const model::SiteId site : sites)
      if (isOpen(site))
        return true;
    return false;
  }
  /// Whether another find that takes it is worth a look.
  bool isWanted(model::SiteId site) const {
    return !isGreen(site) && !pending_.contains(site) &&
           (isPatient(site) || executions_ >= at(site).retryAt);
  }
  template <class Sites> bool anyIsWanted(const Sites &sites) const {
    for (const model::SiteId site : sites)
      if (isWanted(site))
        return true;
    return false;
  }

  void noteGreen(model::SiteId site);
  void noteReached(model::SiteId site);
  /// Two proofs agree that nothing takes it. A run that does all the same has the last word.
  void noteProved(model::SiteId site);
  std::size_t provedCount() const { return proved_; }
  void noteAttempts(const std::vector<model::SiteId> &sites, int attempts);
  void noteExecutions(std::uint64_t executions) { executions_ += executions; }
  std::uint64_t executions() const { return executions_; }

  /// A run took it, and waits to be judged: another one adds nothing.
  void notePending(const std::vector<model::SiteId> &sites) {
    pending_.insert(sites.begin(), sites.end());
  }
  void clearPending() { pending_.clear(); }
  /// Whether a run of any kind took it.
  bool wasTaken(model::SiteId site) const {
    return isGreen(site) || isReached(site) || isDirty(site) || pending_.contains(site) ||
           rejectedRuns(site) > 0;
  }

  /// A run took them that the harness does not want.
  void noteRejected(const std::vector<model::SiteId> &sites);
  std::uint64_t rejectedRuns(model::SiteId site) const { return at(site).rejected; }

  /// By branch: whether its site is wanted and may be taken; for the search for clean ways, whether
  /// it is dirty.
  std::vector<bool> wantedBranches() const;
  std::vector<bool> dirtyBranches() const;

private:
  struct State {
    bool isGreen = false, isReached = false, isProved = false;
    int attempts = 0;
    std::uint64_t retryAt = 0, rejected = 0;
  };
  const State &at(model::SiteId site) const { return states_[site.index]; }
  bool isPatient(model::SiteId site) const { return at(site).attempts < patience; }
  void withdrawProof(model::SiteId site);

  const model::BranchMap &branches_;
  std::vector<State> states_;
  std::set<model::SiteId> pending_;
  std::size_t count_ = 0, green_ = 0, reached_ = 0, tried_ = 0, proved_ = 0;
  std::uint64_t executions_ = 0;
};

} // namespace campaign
