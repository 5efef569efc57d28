#pragma once

#include "backward/search.h"
#include "model/branch.h"

#include <filesystem>
#include <functional>
#include <span>

namespace backward {

/// What backward search says of a site, of all its instances together.
struct SiteResult {
  model::SiteId site;
  bool isRefuted = false;
  std::string why; // refuted: which conditions contradict each other; else why it is not
  Effort effort;
};

struct Refuting {
  Bounds bounds;              // of each instance
  std::uint64_t segments = 0; // of all together
  std::function<bool()> stop; // asked now and then; what is left is not refuted
};

/// Tries to refute each of these sites. `bitcode` says where the marked bitcode of a unit is. The
/// solver must answer from proofs alone (solver::Limits::learns).
std::vector<SiteResult> refute(const model::BranchMap &branches,
                               std::span<const model::SiteId> sites,
                               const std::function<std::filesystem::path(model::UnitId)> &bitcode,
                               solver::Solver &solver, const Refuting &refuting);

} // namespace backward
