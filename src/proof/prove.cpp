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

class Prover {
public:
  Prover(const model::BranchMap &branches,
         const std::function<std::filesystem::path(model::UnitId)> &bitcode, const Proving &proving)
      : branches_(branches), bitcode_(bitcode), proving_(proving) {}

  std::variant<Infeasible, Unproved> prove(model::SiteId site) {
    Infeasible proof;
    for (std::size_t i = 0; i < branches_.branches.size(); ++i) {
      if (branches_.branches[i].site != site)
        continue;
      auto obligation = proveBranch(branches_.branches[i], std::uint32_t(i));
      if (!obligation)
        return Unproved{obligation.error().message};
      proof.obligations.push_back(std::move(*obligation));
    }
    if (proof.obligations.empty())
      return Unproved{"the program holds no instance of it"};
    return proof;
  }

private:
  Result<std::string> proveBranch(const model::Branch &branch, std::uint32_t slot) {
    if (proving_.stop && proving_.stop())
      return Error{"there was no time left"};
    const auto &formula = formulaOf(branch);
    if (!formula)
      return formula.error();
    const auto obligation = formula->obligation(slot);
    if (!obligation)
      return obligation.error();
    const Decision decision = decide(obligation->goal, proving_.limits, proving_.scratch);
    if (const auto *unknown = std::get_if<Unknown>(&decision))
      return Error{unknown->why};
    if (std::holds_alternative<Sat>(decision))
      return Error{"some state at the function's entry may lead to it"};
    const Decision other = decide(obligation->notVacuous, proving_.limits, proving_.scratch);
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
  const std::function<std::filesystem::path(model::UnitId)> &bitcode_;
  const Proving &proving_;
  llvm::LLVMContext context_;
  std::map<std::uint32_t, std::unique_ptr<llvm::Module>> modules_;
  std::pair<std::uint32_t, std::string> formulaKey_;
  std::unique_ptr<Result<FunctionFormula>> formula_;
};

} // namespace

std::vector<SiteProof>
proveInfeasible(const model::BranchMap &branches, std::span<const model::SiteId> sites,
                const std::function<std::filesystem::path(model::UnitId)> &bitcode,
                const Proving &proving) {
  Prover prover(branches, bitcode, proving);
  std::vector<SiteProof> proofs;
  for (const model::SiteId site : sites)
    proofs.push_back({site, prover.prove(site)});
  return proofs;
}

} // namespace proof
