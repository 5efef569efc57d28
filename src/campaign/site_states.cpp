#include "campaign/site_states.h"

namespace campaign {

using model::SiteId;

SiteStates::SiteStates(const model::BranchMap &branches) : states_(branches.sites.size()) {
  for (const model::Site &site : branches.sites)
    count_ += site.constant || site.absent ? 0 : 1;
}

void SiteStates::noteGreen(SiteId site) {
  if (isGreen(site))
    return;
  tried_ -= isTried(site) ? 1 : 0;
  states_[site.index].isGreen = true;
  ++green_;
}

void SiteStates::noteReached(SiteId site) {
  reached_ += isReached(site) ? 0 : 1;
  states_[site.index].isReached = true;
}

void SiteStates::noteAttempts(const std::vector<SiteId> &sites, int attempts,
                              std::uint64_t executions) {
  for (const SiteId site : sites) {
    if (isGreen(site))
      continue;
    tried_ -= isTried(site) ? 1 : 0;
    states_[site.index].attempts += attempts;
    tried_ += isTried(site) ? 1 : 0;
    states_[site.index].retryAt = executions + (areTheRestTried() ? 0 : executions / 4);
  }
}

} // namespace campaign
