#pragma once

#include "ir/coverage_regions.h"

#include <functional>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <optional>
#include <string>
#include <vector>

namespace ir {

enum class OutcomeKind { True, False, Case, Default };

/// One outcome of one region of the function being matched.
struct RegionOutcome {
  std::size_t region = 0;
  OutcomeKind kind = OutcomeKind::True;
};

/// A two-way decision: `condition` is known just before `before`.
struct BranchPoint {
  llvm::Instruction *before = nullptr;
  llvm::Value *condition = nullptr;
  std::optional<RegionOutcome> whenTrue, whenFalse;
};

/// A switch instruction, with what each of its case values and its default stand for.
struct SwitchPoint {
  llvm::SwitchInst *instruction = nullptr;
  std::vector<std::optional<RegionOutcome>> cases;
  std::optional<RegionOutcome> otherwise;
};

/// One edge of a branch that decides a condition spread over several branches; the branch's other
/// edge leads on into the same condition.
struct EdgePoint {
  llvm::BranchInst *branch = nullptr;
  unsigned successor = 0;
  RegionOutcome outcome;
};

/// A condition whose outcomes the compiler knows: folded away, or in code it did not emit.
struct ConstantRegion {
  std::size_t region = 0;
  bool isLabel = false; // a case label: one outcome instead of two
};

struct Matching {
  std::vector<BranchPoint> branches;
  std::vector<SwitchPoint> switches;
  std::vector<EdgePoint> edges;
  std::vector<ConstantRegion> constants;
  std::vector<std::pair<std::size_t, std::string>> unmatched; // region, reason
};

/// Finds each region of `function` in its IR. `isLabel` tells whether a region's text is a case or
/// default label. The instrumentation must still be there.
Matching matchRegions(llvm::Function &function, const FunctionRegions &regions,
                      const std::function<bool(std::size_t region)> &isLabel);

/// The hash by which `function` finds its regions; none if clang did not instrument it.
std::optional<std::uint64_t> profileNameHash(const llvm::Function &function);

} // namespace ir
