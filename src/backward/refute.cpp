#include "backward/refute.h"

#include "abi/target.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <map>
#include <memory>
#include <optional>

namespace backward {
namespace {

using llvm::Instruction;

/// The slot of the source condition that a decision is about; none: it is of the compiler's.
std::optional<std::uint32_t> slotOf(const Decision &decision) {
  if (llvm::isa<llvm::CallBase>(decision.at))
    return decision.outcome;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(decision.at);
  if (!branch || !branch->isConditional())
    return std::nullopt;
  for (const Instruction *at = decision.at->getPrevNode(); at; at = at->getPrevNode()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(at);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == PINCER_BRANCH_MARKER &&
        call->getArgOperand(1) == branch->getCondition())
      return std::uint32_t(llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue() +
                           decision.outcome);
  }
  return std::nullopt;
}

std::string describe(const Decision &decision, const model::BranchMap &branches) {
  if (const auto slot = slotOf(decision); slot && *slot < branches.branches.size())
    if (const model::SiteId site = branches.branches[*slot].site) {
      const model::Site &named = branches[site];
      return fmt::format("'{}' is {} (line {})", named.condition, named.outcome,
                         named.shown().line);
    }
  const auto &line = decision.at->getDebugLoc();
  return line ? fmt::format("the way that is taken at line {}", line.getLine())
              : std::string("a way that the compiler made");
}

/// Which conditions contradict each other, in the order of paths.
std::string reasonOf(const Refuted &refuted, const model::BranchMap &branches) {
  constexpr std::size_t mostNamed = 4;
  if (refuted.conflict.empty())
    return "no path leads there";
  std::vector<std::string> texts;
  for (const Decision &decision : refuted.conflict)
    if (const std::string text = describe(decision, branches);
        std::ranges::find(texts, text) == texts.end())
      texts.push_back(text);
  if (texts.size() == 1)
    return texts[0] + " contradicts what was computed before";
  std::string all;
  const std::size_t shown = std::min(texts.size(), mostNamed);
  for (std::size_t i = 0; i < shown; ++i)
    all += (i == 0 ? "" : i + 1 == texts.size() ? " and " : ", ") + texts[i];
  if (texts.size() > shown)
    all += fmt::format(" and {} more", texts.size() - shown);
  return (refuted.leaves == 1 ? "contradiction: "
                              : "every path has a contradiction among these: ") +
         all;
}

class BitcodeRefuter final : public Refuter {
public:
  BitcodeRefuter(const model::BranchMap &branches,
                 std::function<std::filesystem::path(model::UnitId)> bitcode,
                 solver::Solver &solver)
      : branches_(branches), bitcode_(std::move(bitcode)), solver_(solver) {
    for (std::size_t i = 0; i < branches.branches.size(); ++i)
      if (const model::SiteId site = branches.branches[i].site)
        instances_[site].push_back(std::uint32_t(i));
  }

  SiteResult refute(model::SiteId site, const Bounds &bounds,
                    const std::function<bool()> &stop) override {
    SiteResult result{site, false, "", {}};
    const auto found = instances_.find(site);
    if (found == instances_.end()) {
      result.why = "the program holds no instance of it";
      return result;
    }
    for (const std::uint32_t slot : found->second)
      if (const std::string why = refuteBranch(slot, bounds, stop, result); !why.empty()) {
        result.why = why;
        return result;
      }
    result.isRefuted = true;
    return result;
  }

private:
  /// Empty: it is refuted, and `result` says how.
  std::string refuteBranch(std::uint32_t slot, const Bounds &bounds,
                           const std::function<bool()> &stop, SiteResult &result) {
    const model::Branch &branch = branches_.branches[slot];
    const llvm::Module *module = moduleOf(branch.unit);
    const llvm::Function *function = module ? module->getFunction(branch.function) : nullptr;
    if (!function || function->isDeclaration())
      return "there is no bitcode of its function";
    Effort effort;
    const Result found = search(*function, slot, solver_, bounds, stop, effort);
    result.effort.segments += effort.segments;
    result.effort.queries += effort.queries;
    if (const auto *gaveUp = std::get_if<GaveUp>(&found))
      return gaveUp->why;
    if (std::holds_alternative<Reached>(found))
      return "some state at the function's entry may lead to it";
    result.why = reasonOf(std::get<Refuted>(found), branches_);
    return "";
  }

  const llvm::Module *moduleOf(model::UnitId unit) {
    auto &module = modules_[unit.index];
    if (!module) {
      llvm::SMDiagnostic ignored;
      module = llvm::parseIRFile(bitcode_(unit).string(), ignored, context_);
    }
    return module.get();
  }

  const model::BranchMap &branches_;
  const std::function<std::filesystem::path(model::UnitId)> bitcode_;
  solver::Solver &solver_;
  std::map<model::SiteId, std::vector<std::uint32_t>> instances_;
  llvm::LLVMContext context_;
  std::map<std::uint32_t, std::unique_ptr<llvm::Module>> modules_;
};

} // namespace

std::unique_ptr<Refuter> Refuter::make(const model::BranchMap &branches,
                                       std::function<std::filesystem::path(model::UnitId)> bitcode,
                                       solver::Solver &solver) {
  return std::make_unique<BitcodeRefuter>(branches, std::move(bitcode), solver);
}

} // namespace backward
