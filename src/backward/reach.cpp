#include "backward/reach.h"

#include "backward/entry_state.h"
#include "backward/search.h"
#include "model/value_access.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

namespace backward {
namespace {

constexpr const char *thunkPrefix = "pincer_thunk_"; // build/thunks

class LoadedReacher final : public Reacher {
public:
  LoadedReacher(const model::Subject &subject, const model::BranchMap &branches,
                solver::Solver &solver)
      : subject_(subject), branches_(branches), solver_(solver) {}

  support::Status add(const std::filesystem::path &path) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseIRFile(path.string(), problem, context_);
    if (!module)
      return support::Error{fmt::format("{}: {}", path.string(), problem.getMessage().str())};
    modules_.push_back(std::move(module));
    return support::Done{};
  }

  bool canReachFrom(model::FunctionId id) const override {
    const model::Function &function = subject_[id];
    return callOf(id) && std::ranges::all_of(function.parameters, [&](const auto &parameter) {
             return model::hasValues(subject_, parameter.type);
           });
  }

  Answer reach(model::FunctionId function, model::BranchId branch, const Bounds &bounds,
               const std::function<bool(const model::TestCase &)> &takes,
               const std::function<bool()> &stop, Effort &effort) override {
    const llvm::CallBase *call = callOf(function);
    if (!call || call->getCalledFunction()->getName() != branches_[branch].function)
      return Answer::GaveUp;
    const Entry entry{call, [&](Places &places, std::span<const expr::TermId> conditions) {
                        const auto state = solveEntry(places, conditions, *call->getFunction(),
                                                      subject_, function, solver_);
                        const auto test = state ? testOf(*state, subject_, function) : std::nullopt;
                        return test && takes(*test);
                      }};
    const Result result =
        search(*call->getCalledFunction(), branch.index, solver_, bounds, stop, effort, {}, entry);
    return std::holds_alternative<Reached>(result)   ? Answer::Taken
           : std::holds_alternative<Refuted>(result) ? Answer::Contradicted
                                                     : Answer::GaveUp;
  }

private:
  /// The call of the function in its thunk.
  const llvm::CallBase *callOf(model::FunctionId id) const {
    const model::Function &function = subject_[id];
    if (function.undrivable || function.form != model::CallForm::Function ||
        function.unit.index >= modules_.size())
      return nullptr;
    const llvm::Function *thunk =
        modules_[function.unit.index]->getFunction(fmt::format("{}{}", thunkPrefix, id.index));
    if (!thunk || thunk->isDeclaration())
      return nullptr;
    for (const llvm::Instruction &instruction : llvm::instructions(*thunk))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call && call->getCalledFunction() && !call->getCalledFunction()->isIntrinsic() &&
          !call->getCalledFunction()->isDeclaration())
        return call;
    return nullptr;
  }

  const model::Subject &subject_;
  const model::BranchMap &branches_;
  solver::Solver &solver_;
  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
};

} // namespace

support::Result<std::unique_ptr<Reacher>>
Reacher::load(const model::Subject &subject, const model::BranchMap &branches,
              std::span<const std::filesystem::path> units, solver::Solver &solver) {
  auto reacher = std::make_unique<LoadedReacher>(subject, branches, solver);
  for (const auto &unit : units)
    if (auto status = reacher->add(unit); !status)
      return status.error();
  return std::unique_ptr<Reacher>(std::move(reacher));
}

} // namespace backward
