#pragma once

#include "backward/bounds.h"
#include "model/branch.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "solver/solver.h"
#include "support/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace backward {

/// Searches backwards for tests: from a branch to the beginning of a test that calls its function.
class Reacher {
public:
  enum class Answer : std::uint8_t { Taken, Contradicted, GaveUp };

  /// From the marked bitcode of all units, in their order. All must outlive it.
  static support::Result<std::unique_ptr<Reacher>>
  load(const model::Subject &subject, const model::BranchMap &branches,
       std::span<const std::filesystem::path> units, solver::Solver &solver);
  virtual ~Reacher() = default;

  /// Whether tests of the function can be made so: its arguments are plain values and memory.
  virtual bool canReachFrom(model::FunctionId function) const = 0;
  /// `takes` runs a test and says whether it took the branch; the branch is in the function's body.
  virtual Answer reach(model::FunctionId function, model::BranchId branch, const Bounds &bounds,
                       const std::function<bool(const model::TestCase &)> &takes,
                       const std::function<bool()> &stop, Effort &effort) = 0;
};

} // namespace backward
