#pragma once

#include "campaign/concolic.h"
#include "campaign/search_state.h"

namespace campaign {

/// Pays for the recorded runs and the queries of one step when it ends.
class PricedStep {
public:
  PricedStep(SearchState &state, const ConcolicSearch &search, const RecordingCounts &recording)
      : state_(state), search_(search), recording_(recording), flips_(search.counts().flips),
        hardFlips_(search.counts().hardFlips), runs_(recording.runs), events_(recording.events) {}
  PricedStep(const PricedStep &) = delete;
  PricedStep &operator=(const PricedStep &) = delete;
  ~PricedStep() {
    const std::uint64_t hard = search_.counts().hardFlips - hardFlips_;
    state_.ticks += 1 + (recording_.runs - runs_) * Prices::recordedRun +
                    (recording_.events - events_) / Prices::recordedEventsPerTick +
                    (search_.counts().flips - flips_ - hard) * Prices::quickQuery +
                    hard * Prices::hardQuery;
  }

private:
  SearchState &state_;
  const ConcolicSearch &search_;
  const RecordingCounts &recording_;
  const std::uint64_t flips_, hardFlips_, runs_, events_; // before it
};

} // namespace campaign
