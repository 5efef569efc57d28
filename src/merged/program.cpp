#include "merged/executor.h"

#include "ir/normalise.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <unordered_map>

namespace merged {

using support::Error;
using support::Result;

namespace {

constexpr const char *ourPrefix = "__pincer_our_";   // library/library.h
constexpr const char *thunkPrefix = "pincer_thunk_"; // build/thunks

class LoadedProgram final : public Program, private Definitions {
public:
  support::Status add(const std::filesystem::path &path, bool isLibrary) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseIRFile(path.string(), problem, context_);
    if (!module)
      return Error{fmt::format("{}: {}", path.string(), problem.getMessage().str())};
    if (module->getDataLayout().getPointerSize() != 8)
      return Error{"the static view knows no programs of 32 bits yet"};
    if (isLibrary)
      ir::normalise(*module);
    for (const llvm::Function &function : *module)
      if (!function.isDeclaration() && !function.hasLocalLinkage())
        functions_.try_emplace(function.getName().str(), &function);
    for (const llvm::GlobalVariable &variable : module->globals())
      if (variable.hasInitializer() && !variable.hasLocalLinkage())
        variables_.try_emplace(variable.getName().str(), &variable);
    modules_.push_back(std::move(module));
    return support::Done{};
  }
  bool isEmpty() const { return modules_.empty(); }

  Result<Formula> formula(expr::Pool &pool, const model::MemoryImage &image,
                          const Bounds &bounds) const override {
    return Executor(*this, pool, image, bounds).run();
  }

private:
  const llvm::Function *function(const llvm::Function &named) const override {
    if (!named.isDeclaration())
      return &named;
    if (const auto found = functions_.find(named.getName().str()); found != functions_.end())
      return found->second;
    const auto ours = functions_.find((ourPrefix + named.getName()).str());
    return ours == functions_.end() ? nullptr : ours->second;
  }
  const llvm::GlobalVariable *variable(const llvm::GlobalVariable &named) const override {
    if (named.hasInitializer())
      return &named;
    const auto found = variables_.find(named.getName().str());
    return found == variables_.end() ? nullptr : found->second;
  }
  const llvm::Function *thunk(model::FunctionId function) const override {
    const auto found = functions_.find(fmt::format("{}{}", thunkPrefix, function.index));
    return found == functions_.end() ? nullptr : found->second;
  }
  const Order &order(const llvm::Function &function) const override {
    auto &order = orders_[&function];
    if (!order)
      order = std::make_unique<Order>(function);
    return *order;
  }
  const llvm::DataLayout &layout() const override { return modules_.front()->getDataLayout(); }

  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::unordered_map<std::string, const llvm::Function *> functions_; // by name, visible to all
  std::unordered_map<std::string, const llvm::GlobalVariable *> variables_;
  mutable std::unordered_map<const llvm::Function *, std::unique_ptr<Order>> orders_;
};

} // namespace

Result<std::unique_ptr<Program>> Program::load(const std::vector<std::filesystem::path> &units,
                                               const std::filesystem::path &library) {
  auto program = std::make_unique<LoadedProgram>();
  for (const auto &unit : units)
    if (auto status = program->add(unit, false); !status)
      return status.error();
  if (program->isEmpty())
    return Error{"there is no bitcode"};
  if (std::filesystem::exists(library))
    if (auto status = program->add(library, true); !status)
      return status.error();
  return std::unique_ptr<Program>(std::move(program));
}

} // namespace merged
