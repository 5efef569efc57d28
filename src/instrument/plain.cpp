#include "instrument/plain.h"

#include "abi/target.h"
#include "instrument/object.h"

#include <fmt/format.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

// Markers stay opaque while the optimiser works, so that the events of a run are the same as in
// every other lowering; only then do they become stores. Coverage of a two-way branch is one store
// without control flow: pincer_coverage[slot + !condition] = 1.
//
// The optimiser is told to know no library function: it would delete a strlen of a bad pointer
// whose result is unused, or turn one call into another, and so change what a run does.

namespace instrument {
namespace {

class MarkerLowering {
public:
  explicit MarkerLowering(llvm::Module &module) : module_(module), builder_(module.getContext()) {
    coverage_ = module.getGlobalVariable("pincer_coverage");
    if (!coverage_)
      coverage_ = new llvm::GlobalVariable(module, llvm::ArrayType::get(builder_.getInt8Ty(), 0),
                                           /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                           nullptr, "pincer_coverage");
    coverage_->setDSOLocal(true); // the table file is part of the same executable
  }

  void run() {
    for (llvm::CallInst *call : callsOf(PINCER_BRANCH_MARKER))
      lowerBranch(*call);
    for (llvm::CallInst *call : callsOf(PINCER_SWITCH_MARKER))
      lowerSwitch(*call);
  }

private:
  std::vector<llvm::CallInst *> callsOf(const char *marker) {
    std::vector<llvm::CallInst *> calls;
    if (llvm::Function *function = module_.getFunction(marker))
      for (llvm::User *user : function->users())
        calls.push_back(llvm::cast<llvm::CallInst>(user));
    return calls;
  }

  void lowerBranch(llvm::CallInst &call) {
    builder_.SetInsertPoint(&call);
    llvm::Value *taken =
        builder_.CreateZExt(builder_.CreateNot(call.getArgOperand(1)), builder_.getInt64Ty());
    store(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), slotAddress(slotOf(call)), taken));
    call.eraseFromParent();
  }

  void lowerSwitch(llvm::CallInst &call) {
    const std::uint64_t first = slotOf(call);
    const unsigned cases = call.arg_size() - 2;
    llvm::BasicBlock *before = call.getParent();
    llvm::BasicBlock *after = llvm::SplitBlock(before, call.getNextNode());
    auto *entry =
        llvm::BasicBlock::Create(module_.getContext(), "otherwise", before->getParent(), after);
    before->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    // One store at the end: the slot is a phi, which becomes a table or a chain of moves.
    llvm::SwitchInst *decision = builder_.CreateSwitch(call.getArgOperand(1), entry, cases);
    builder_.SetInsertPoint(entry);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(&after->front());
    llvm::PHINode *slot = builder_.CreatePHI(builder_.getInt64Ty(), cases + 1);
    slot->addIncoming(builder_.getInt64(first + cases), entry);
    for (unsigned i = 0; i < cases; ++i) {
      auto *block =
          llvm::BasicBlock::Create(module_.getContext(), "case", before->getParent(), after);
      decision->addCase(llvm::cast<llvm::ConstantInt>(call.getArgOperand(2 + i)), block);
      llvm::BranchInst::Create(after, block);
      slot->addIncoming(builder_.getInt64(first + i), block);
    }
    store(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), coverage_, slot));
    call.eraseFromParent();
  }

  static std::uint64_t slotOf(const llvm::CallInst &call) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
  }
  llvm::Constant *slotAddress(std::uint64_t slot) {
    return llvm::ConstantExpr::getGetElementPtr(builder_.getInt8Ty(), coverage_,
                                                builder_.getInt64(slot));
  }
  void store(llvm::Value *address) { builder_.CreateStore(builder_.getInt8(1), address); }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::GlobalVariable *coverage_ = nullptr;
};

bool isWritableVariable(const llvm::GlobalVariable &variable) {
  return !variable.isDeclarationForLinker() && !variable.isConstant() &&
         !variable.isThreadLocal() && !variable.getName().starts_with("llvm.") &&
         !variable.getName().starts_with("pincer_") && variable.getSection() != "llvm.metadata";
}

/// One PincerRange per writable variable. After optimisation: what was optimised away needs no
/// reset.
void listVariables(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  auto *size = llvm::Type::getInt64Ty(context);
  auto *type = llvm::StructType::get(context, {llvm::PointerType::get(context, 0), size});
  // An empty range comes first: the section's presence alone says that a reset is possible.
  std::vector<llvm::Constant *> ranges = {llvm::Constant::getNullValue(type)};
  for (llvm::GlobalVariable &variable : module.globals())
    if (isWritableVariable(variable))
      ranges.push_back(llvm::ConstantStruct::get(
          type, {&variable, llvm::ConstantInt::get(size, module.getDataLayout().getTypeAllocSize(
                                                             variable.getValueType()))}));
  auto *table = llvm::ArrayType::get(type, ranges.size());
  auto *list = new llvm::GlobalVariable(
      module, table, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(table, ranges), "pincer_range_list");
  list->setSection(PINCER_RANGES_SECTION);
  list->setAlignment(llvm::Align(8));
  llvm::appendToUsed(module, {list});
}

/// Clang's -O0 forbids inlining everywhere; here it is welcome.
void allowInlining(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.hasFnAttribute(llvm::Attribute::OptimizeNone))
      function.removeFnAttr(llvm::Attribute::NoInline);
}

class Optimiser {
public:
  explicit Optimiser(llvm::TargetMachine &machine) : passes_(&machine, tuning()) {
    llvm::TargetLibraryInfoImpl noLibrary(machine.getTargetTriple());
    noLibrary.disableAllFunctions();
    functions_.registerPass([&] { return llvm::TargetLibraryAnalysis(noLibrary); });
    passes_.registerModuleAnalyses(modules_);
    passes_.registerCGSCCAnalyses(components_);
    passes_.registerFunctionAnalyses(functions_);
    passes_.registerLoopAnalyses(loops_);
    passes_.crossRegisterProxies(loops_, functions_, components_, modules_);
  }

  void optimise(llvm::Module &module) {
    passes_.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules_);
  }

  void cleanUp(llvm::Module &module) {
    llvm::ModulePassManager pipeline;
    pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::EarlyCSEPass()));
    pipeline.run(module, modules_);
  }

private:
  static llvm::PipelineTuningOptions tuning() {
    llvm::PipelineTuningOptions options;
    options.LoopVectorization = false;
    options.SLPVectorization = false;
    return options;
  }

  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder passes_;
};

} // namespace

support::Status lowerPlain(const std::filesystem::path &markedBitcode,
                           const std::filesystem::path &object) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(markedBitcode.string(), diagnostic, context);
  if (!module)
    return support::Error{
        fmt::format("{}: {}", markedBitcode.string(), diagnostic.getMessage().str())};
  const auto machine = makeMachine(*module);
  if (!machine)
    return machine.error();
  module->setDataLayout((*machine)->createDataLayout());

  allowInlining(*module);
  // The analyses inside keep pointers into the module: they go first.
  {
    Optimiser optimiser(**machine);
    optimiser.optimise(*module);
  }
  MarkerLowering(*module).run();
  listVariables(*module);
  {
    Optimiser optimiser(**machine);
    optimiser.cleanUp(*module);
  }

  std::string problem;
  llvm::raw_string_ostream problemOut(problem);
  if (llvm::verifyModule(*module, &problemOut))
    return support::Error{
        fmt::format("{}: lowering made invalid code: {}", markedBitcode.string(), problem)};
  return writeObject(*module, **machine, object);
}

} // namespace instrument
