#pragma once

#include "backward/search.h"
#include "model/branch.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace backward {

/// What backward search says of a site, of all its instances together.
struct SiteResult {
  model::SiteId site;
  bool isRefuted = false;
  std::string why; // refuted: which conditions contradict each other; else why it is not
  Effort effort;
};

/// Tries to refute sites. What it has loaded for one serves the next.
class Refuter {
public:
  /// `bitcode` says where the marked bitcode of a unit is. The solver must answer from proofs alone
  /// (solver::Limits::learns). Branches and solver must outlive it.
  static std::unique_ptr<Refuter> make(const model::BranchMap &branches,
                                       std::function<std::filesystem::path(model::UnitId)> bitcode,
                                       solver::Solver &solver);
  virtual ~Refuter() = default;

  /// Bounds are for each instance; `stop` is asked now and then, and then it is not refuted.
  virtual SiteResult refute(model::SiteId site, const Bounds &bounds,
                            const std::function<bool()> &stop) = 0;
};

} // namespace backward
