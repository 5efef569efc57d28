#include "solver/search/fitness_compiler.h"

#include "solver/search/emit_tape.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>

namespace solver::search {

namespace {

constexpr std::size_t longestTape = 4000; // beyond, compiling takes longer than it can save
constexpr std::size_t mostEntries = 64;

class Code : public CompiledFitness {
public:
  Code(llvm::orc::ResourceTrackerSP tracker, FitnessFunction *function)
      : tracker_(std::move(tracker)), function_(function) {}
  ~Code() override { llvm::consumeError(tracker_->remove()); }

  Distance run(const std::uint64_t *inputs, std::uint64_t *values) const override {
    Distance sum;
    function_(inputs, values, &sum);
    return sum;
  }

private:
  llvm::orc::ResourceTrackerSP tracker_;
  FitnessFunction *function_;
};

/// Everything that the code depends on. Numbers of inputs don't matter, their places do.
std::vector<std::uint64_t> keyOf(const Tape &tape, const Skeleton &skeleton) {
  std::vector<std::uint64_t> key{tape.size()};
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    const auto two = [](std::uint64_t high, std::uint64_t low) { return high << 32 | low; };
    key.push_back(two(static_cast<std::uint64_t>(node.operation) << 8 | node.width, node.extra));
    if (node.operation == expr::Operation::Constant) {
      key.push_back(tape.value(i));
    } else {
      key.push_back(two(node.a, node.b));
      key.push_back(two(node.c, node.input));
    }
  }
  for (std::size_t i = 0; i < skeleton.conditions(); ++i)
    key.push_back(tape.root(i));
  return key;
}

} // namespace

struct FitnessCompiler::Machine {
  std::unique_ptr<llvm::orc::LLJIT> jit; // none: this machine has none

  Machine() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
    if (!host) {
      llvm::consumeError(host.takeError());
      return;
    }
    // More optimising takes four times as long, and the code is hardly faster for it.
    host->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
    auto made = llvm::orc::LLJITBuilder()
                    .setJITTargetMachineBuilder(std::move(*host))
                    .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                    .create();
    if (made)
      jit = std::move(*made);
    else
      llvm::consumeError(made.takeError());
  }

  std::unique_ptr<CompiledFitness> compile(const Tape &tape, const Skeleton &skeleton) {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>("fitness", *context);
    module->setDataLayout(jit->getDataLayout());
    if (!emitTape(*module, tape, skeleton))
      return {};
    auto tracker = jit->getMainJITDylib().createResourceTracker();
    // All lie in one library, so names must differ.
    const std::string name = fitnessName + std::to_string(compiled++);
    module->getFunction(fitnessName)->setName(name);
    auto error = jit->addIRModule(
        tracker, llvm::orc::ThreadSafeModule(std::move(module), std::move(context)));
    if (error) {
      llvm::consumeError(std::move(error));
      return {};
    }
    auto symbol = jit->lookup(name);
    if (!symbol) {
      llvm::consumeError(symbol.takeError());
      llvm::consumeError(tracker->remove());
      return {};
    }
    return std::make_unique<Code>(std::move(tracker), symbol->toPtr<FitnessFunction *>());
  }

  std::uint64_t compiled = 0;
};

FitnessCompiler::FitnessCompiler() = default;
FitnessCompiler::~FitnessCompiler() { entries_.clear(); } // before what it was compiled by

const CompiledFitness *FitnessCompiler::compiled(const Tape &tape, const Skeleton &skeleton) {
  if (tape.size() > longestTape)
    return nullptr;
  if (!machine_)
    machine_ = std::make_unique<Machine>();
  if (!machine_->jit)
    return nullptr;
  const auto [place, isNew] = entries_.try_emplace(keyOf(tape, skeleton));
  place->second.used = ++calls_;
  if (isNew) {
    place->second.code = machine_->compile(tape, skeleton);
    ++compilations_;
  }
  if (entries_.size() > mostEntries)
    entries_.erase(std::min_element(entries_.begin(), entries_.end(), [](auto &a, auto &b) {
      return a.second.used < b.second.used;
    }));
  return place->second.code.get();
}

} // namespace solver::search
