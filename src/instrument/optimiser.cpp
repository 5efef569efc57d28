#include "instrument/optimiser.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

// The optimiser is told to know no library function: it would delete a strlen of a bad pointer
// whose result is unused, or turn one call into another, and so change what a run does.

namespace instrument {
namespace {

/// Several passes take the square of a function's size: a generated parser or table would keep the
/// optimiser busy for minutes.
void spareHugeFunctions(llvm::Module &module) {
  constexpr unsigned huge = 10'000; // instructions
  for (llvm::Function &function : module)
    if (function.getInstructionCount() > huge) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::OptimizeNone);
    }
}

/// Of a unit this large the default pipeline would take longer than all runs together gain by it.
bool isHuge(const llvm::Module &module) {
  constexpr unsigned huge = 200'000; // instructions
  unsigned all = 0;
  for (const llvm::Function &function : module)
    all += function.getInstructionCount();
  return all > huge;
}

/// Clang's -O0 forbids inlining everywhere; here it is welcome.
void allowInlining(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.hasFnAttribute(llvm::Attribute::OptimizeNone))
      function.removeFnAttr(llvm::Attribute::NoInline);
}

class Optimiser {
public:
  Optimiser(llvm::TargetMachine &machine, llvm::OptimizationLevel level)
      : passes_(&machine, tuning(level), std::nullopt, &callbacks_) {
    optimiseNone_.registerCallbacks(callbacks_);
    llvm::TargetLibraryInfoImpl noLibrary(machine.getTargetTriple());
    noLibrary.disableAllFunctions();
    functions_.registerPass([&] { return llvm::TargetLibraryAnalysis(noLibrary); });
    passes_.registerModuleAnalyses(modules_);
    passes_.registerCGSCCAnalyses(components_);
    passes_.registerFunctionAnalyses(functions_);
    passes_.registerLoopAnalyses(loops_);
    passes_.crossRegisterProxies(loops_, functions_, components_, modules_);
  }

  void optimise(llvm::Module &module, llvm::OptimizationLevel level) {
    passes_.buildPerModuleDefaultPipeline(level).run(module, modules_);
  }

  void onlyWhatIsNeeded(llvm::Module &module) {
    passes_.buildO0DefaultPipeline(llvm::OptimizationLevel::O0).run(module, modules_);
  }

  /// What gains most for little: no locals in memory, nothing computed twice.
  void optimiseCheaply(llvm::Module &module) {
    onlyWhatIsNeeded(module);
    llvm::FunctionPassManager pipeline;
    pipeline.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    pipeline.addPass(llvm::EarlyCSEPass());
    pipeline.addPass(llvm::SimplifyCFGPass());
    pipeline.addPass(llvm::ADCEPass());
    run(std::move(pipeline), module);
  }

  void cleanUp(llvm::Module &module, bool branches) {
    llvm::FunctionPassManager pipeline;
    pipeline.addPass(llvm::EarlyCSEPass());
    if (branches) {
      pipeline.addPass(llvm::SimplifyCFGPass());
      // Where one test has found all to be concrete, the next of the same needs no asking.
      pipeline.addPass(llvm::JumpThreadingPass(20));
      pipeline.addPass(llvm::SimplifyCFGPass());
      pipeline.addPass(llvm::ADCEPass());
    }
    run(std::move(pipeline), module);
  }

private:
  void run(llvm::FunctionPassManager pipeline, llvm::Module &module) {
    llvm::ModulePassManager all;
    all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pipeline)));
    all.run(module, modules_);
  }

  static llvm::PipelineTuningOptions tuning(llvm::OptimizationLevel level) {
    llvm::PipelineTuningOptions options;
    options.LoopVectorization = false;
    options.SLPVectorization = false;
    if (level == llvm::OptimizationLevel::O2)
      options.InlinerThreshold = 450; // markers make small functions look large
    return options;
  }

  llvm::PassInstrumentationCallbacks callbacks_;
  llvm::OptNoneInstrumentation optimiseNone_{/*DebugLogging=*/false};
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder passes_;
};

} // namespace

// The analyses inside keep pointers into the module, so each step has its own.
void optimise(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level) {
  spareHugeFunctions(module);
  if (isHuge(module))
    return Optimiser(machine, level).optimiseCheaply(module);
  allowInlining(module);
  Optimiser(machine, level).optimise(module, level);
}

void onlyWhatIsNeeded(llvm::Module &module, llvm::TargetMachine &machine) {
  Optimiser(machine, llvm::OptimizationLevel::O0).onlyWhatIsNeeded(module);
}

void cleanUp(llvm::Module &module, llvm::TargetMachine &machine, bool branches) {
  Optimiser(machine, llvm::OptimizationLevel::O1).cleanUp(module, branches);
}

} // namespace instrument
