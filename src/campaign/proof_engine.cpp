#include "campaign/proof_engine.h"

namespace campaign {

using model::SiteId;
using support::Status;

namespace {

constexpr std::uint64_t quietRuns = 256; // without a gain: what is easy comes first

} // namespace

std::optional<SiteId> ProofEngine::next() const {
  for (const SiteId site : search_.own)
    if (state_.goals.isOpen(site) && !state_.goals.wasTaken(site) && !asked_.contains(site))
      return site;
  return std::nullopt;
}

bool ProofEngine::hasWork() const {
  return search_.runs - search_.runsAtGain > quietRuns && next();
}

Status ProofEngine::work(Ticks ticks) {
  const Allotment allotment(state_, ticks);
  for (auto site = next(); site && !allotment.isUsed() && !state_.isOver(); site = next()) {
    asked_.insert(*site);
    const ProofAttempt attempt = state_.settings.prove(*site);
    state_.ticks += attempt.segments * Prices::segment + attempt.queries * Prices::quickQuery +
                    attempt.obligations * Prices::hardQuery;
    if (attempt.isProved)
      state_.goals.noteProved(*site);
  }
  return support::Done{};
}

} // namespace campaign
