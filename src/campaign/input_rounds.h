#pragma once

#include "campaign/minimise.h"
#include "model/execution.h"

#include <span>
#include <vector>

namespace campaign {

/// What a run asked for and its test supplies, in the order of the calls: what comes first of it is
/// a state that can be gone on from.
struct Trail {
  model::TestCase test;            // supplies just these, beside variables
  std::vector<model::Asked> calls; // in order

  std::size_t length() const { return calls.size(); }
};

/// The trail of a run: what the test supplies and the run did not ask for is left out of it.
Trail trailOf(const model::Subject &subject, model::TestCase test,
              std::span<const model::Asked> asked);
/// The same trail without the calls for which `isKept` is false; later calls of a source move up.
Trail keepCalls(const model::Subject &subject, const Trail &trail, const std::vector<bool> &isKept);
/// Its first calls.
Trail firstCalls(const model::Subject &subject, const Trail &trail, std::size_t count);

/// Drops whole rounds of inputs while the effect stays (delta debugging): parts of the trail, large
/// ones first, of lengths that loops may have asked for. At most `budget` candidates are judged.
Trail dropRounds(const model::Subject &subject, Trail trail, const FirstWithEffect &firstWithEffect,
                 std::size_t budget);

} // namespace campaign
