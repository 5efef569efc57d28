#pragma once

#include "campaign/concolic.h"
#include "model/suite.h"

#include <vector>

namespace campaign {

/// What a search leaves behind about each site, by SiteId: of those that no test takes, what the
/// branch graph and the concolic searches know. Empty if there is no graph.
std::vector<model::SiteEvidence> evidenceOf(const model::BranchMap &branches,
                                            const SymbolicParts &parts,
                                            const std::vector<const ConcolicSearch *> &searches,
                                            const std::vector<model::KeptTest> &tests);

} // namespace campaign
