#include "proof/prove.h"

#include "proof/obligation.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <map>
#include <memory>

namespace proof {
namespace {

using support::Error;
using support::Result;

class BitcodeProver final : public Prover {
public:
  BitcodeProver(const model::BranchMap &branches,
                std::function<std::filesystem::path(model::UnitId)> bitcode)
      : branches_(branches), bitcode_(std::move(bitcode)) {}

  SiteProof prove(model::SiteId site, const Proving &proving) override {
    Infeasible proof;
    for (std::size_t i = 0; i < branches_.branches.size(); ++i) {
      if (branches_.branches[i].site != site)
        continue;
      auto obligation = proveBranch(branches_.branches[i], std::uint32_t(i), proving);
      if (!obligation)
        return Unproved{obligation.error().message};
      proof.obligations.push_back(std::move(*obligation));
    }
    if (proof.obligations.empty())
      return Unproved{"the program holds no instance of it"};
    return proof;
  }

private:
  Result<std::string> proveBranch(const model::Branch &branch, std::uint32_t slot,
                                  const Proving &proving) {
    if (proving.stop && proving.stop())
      return Error{"there was no time left"};
    const auto &formula = formulaOf(branch);
    if (!formula)
      return formula.error();
    const auto obligation = formula->obligation(slot);
    if (!obligation)
      return obligation.error();
    const Decision decision = decide(obligation->goal, proving.limits, proving.scratch);
    if (const auto *unknown = std::get_if<Unknown>(&decision))
      return Error{unknown->why};
    if (std::holds_alternative<Sat>(decision))
      return Error{"some state at the function's entry may lead to it"};
    const Decision other = decide(obligation->notVacuous, proving.limits, proving.scratch);
    if (!std::holds_alternative<Sat>(other))
      return Error{"it is not certain that the formula describes any execution"};
    return obligation->goal;
  }

  /// The last function's formula is kept: sites come in the order of the text.
  const Result<FunctionFormula> &formulaOf(const model::Branch &branch) {
    const std::pair<std::uint32_t, std::string> key(branch.unit.index, branch.function);
    if (!formula_ || key != formulaKey_) {
      formula_.reset();
      formulaKey_ = key;
      const auto module = moduleOf(branch.unit);
      formula_ = std::make_unique<Result<FunctionFormula>>(
          module ? FunctionFormula::of(**module, branch.function)
                 : Result<FunctionFormula>(module.error()));
    }
    return *formula_;
  }

  Result<llvm::Module *> moduleOf(model::UnitId unit) {
    auto &module = modules_[unit.index];
    if (!module) {
      llvm::SMDiagnostic diagnostic;
      module = llvm::parseIRFile(bitcode_(unit).string(), diagnostic, context_);
      if (!module)
        return Error{fmt::format("{}: {}", bitcode_(unit).string(), diagnostic.getMessage().str())};
    }
    return module.get();
  }

  const model::BranchMap &branches_;
  const std::function<std::filesystem::path(model::UnitId)> bitcode_;
  llvm::LLVMContext context_;
  std::map<std::uint32_t, std::unique_ptr<llvm::Module>> modules_;
  std::pair<std::uint32_t, std::string> formulaKey_;
  std::unique_ptr<Result<FunctionFormula>> formula_;
};

} // namespace

std::unique_ptr<Prover> Prover::make(const model::BranchMap &branches,
                                     std::function<std::filesystem::path(model::UnitId)> bitcode) {
  return std::make_unique<BitcodeProver>(branches, std::move(bitcode));
}

} // namespace proof
