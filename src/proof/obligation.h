#pragma once

#include "support/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace proof {

/// What has to be shown for "no execution of this function without earlier undefined behaviour
/// takes this outcome", whatever its caller does, as SMT-LIB that anyone can check.
struct Obligation {
  std::string goal;       // must be unsat; sat says nothing
  std::string notVacuous; // must be sat: some execution comes to an end or to the branch
};

class Encoder;

/// One function as a formula, from which the obligations of all its outcomes are printed.
class FunctionFormula {
public:
  /// Of marked bitcode. The reason if it can't be printed.
  static support::Result<FunctionFormula> of(const llvm::Module &module,
                                             const std::string &function);
  FunctionFormula(FunctionFormula &&) noexcept;
  ~FunctionFormula();

  /// `slot`: the number of the branch (model::BranchId). An error if it is none of the function's.
  /// With `arguments`, for calls with these alone (of the first scalars): so it can be compared
  /// with runs.
  support::Result<Obligation> obligation(std::uint32_t slot,
                                         const std::vector<std::uint64_t> &arguments = {}) const;
  /// Whether some loop is in it as any of its rounds.
  bool hasCutLoop() const;

private:
  FunctionFormula(std::string name, std::unique_ptr<Encoder> encoder);
  std::string name_;
  std::unique_ptr<Encoder> encoder_;
};

support::Result<Obligation> printObligation(const llvm::Module &module, const std::string &function,
                                            std::uint32_t slot);

} // namespace proof
