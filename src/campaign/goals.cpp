#include "campaign/goals.h"

namespace campaign {

using model::SiteId;

Goals::Goals(const model::BranchMap &branches)
    : branches_(branches), states_(branches.sites.size()) {
  for (const model::Site &site : branches.sites)
    count_ += site.constant || site.absent ? 0 : 1;
}

void Goals::noteGreen(SiteId site) {
  if (isGreen(site))
    return;
  withdrawProof(site);
  tried_ -= isTried(site) ? 1 : 0;
  states_[site.index].isGreen = true;
  ++green_;
}

void Goals::noteReached(SiteId site) {
  withdrawProof(site);
  reached_ += isReached(site) ? 0 : 1;
  states_[site.index].isReached = true;
}

void Goals::noteAttempts(const std::vector<SiteId> &sites, int attempts) {
  for (const SiteId site : sites) {
    if (isGreen(site))
      continue;
    withdrawProof(site);
    tried_ -= isTried(site) ? 1 : 0;
    states_[site.index].attempts += attempts;
    tried_ += isTried(site) ? 1 : 0;
    states_[site.index].retryAt = executions_ + (areTheRestTried() ? 0 : executions_ / 4);
  }
}

void Goals::noteProved(SiteId site) {
  if (isProved(site) || wasTaken(site))
    return;
  states_[site.index].isProved = true;
  ++proved_;
}

void Goals::withdrawProof(SiteId site) {
  proved_ -= isProved(site) ? 1 : 0;
  states_[site.index].isProved = false;
}

void Goals::noteRejected(const std::vector<SiteId> &sites) {
  for (const SiteId site : sites)
    ++states_[site.index].rejected;
}

std::vector<bool> Goals::wantedBranches() const {
  std::vector<bool> wanted(branches_.branches.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (const SiteId site = branches_.branches[i].site; site && !branches_[site].constant)
      wanted[i] = isWanted(site) && !isProved(site);
  return wanted;
}

std::vector<bool> Goals::dirtyBranches() const {
  std::vector<bool> dirty(branches_.branches.size());
  for (std::size_t i = 0; i < dirty.size(); ++i)
    if (const SiteId site = branches_.branches[i].site; site && !branches_[site].constant)
      dirty[i] = isDirty(site);
  return dirty;
}

} // namespace campaign
