#pragma once

#include "model/branch.h"
#include "proof/decide.h"

#include <filesystem>
#include <functional>
#include <memory>
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

using SiteProof = std::variant<Infeasible, Unproved>;

struct Proving {
  Limits limits; // of each query
  std::filesystem::path scratch;
  std::function<bool()> stop; // asked between queries; then what is left is unproved
};

/// Tries to prove of sites that nothing takes them. What it has loaded for one serves the next.
class Prover {
public:
  /// `bitcode` says where the marked bitcode of a unit is. The branches must outlive it.
  static std::unique_ptr<Prover> make(const model::BranchMap &branches,
                                      std::function<std::filesystem::path(model::UnitId)> bitcode);
  virtual ~Prover() = default;

  virtual SiteProof prove(model::SiteId site, const Proving &proving) = 0;
};

} // namespace proof
