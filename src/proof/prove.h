#pragma once

#include "model/branch.h"
#include "proof/decide.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace proof {

/// No instance of the site is ever taken, as far as this one route says. (The verdict needs another
/// route that agrees, and that no clean run took it.)
struct Infeasible {
  std::vector<std::string> obligations; // SMT-LIB, one per instance; each is unsat
};
struct Unproved {
  std::string why;
};

struct SiteProof {
  model::SiteId site;
  std::variant<Infeasible, Unproved> result;
};

struct Proving {
  Limits limits; // of each query
  std::filesystem::path scratch;
  std::function<bool()> stop; // asked between queries; then what is left is unproved
};

/// Tries to prove of each of these sites that nothing takes it. `bitcode` says where the marked
/// bitcode of a unit is.
std::vector<SiteProof>
proveInfeasible(const model::BranchMap &branches, std::span<const model::SiteId> sites,
                const std::function<std::filesystem::path(model::UnitId)> &bitcode,
                const Proving &proving);

} // namespace proof
