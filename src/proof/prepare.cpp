#include "proof/prepare.h"

#include "abi/target.h"

#include <fmt/format.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <map>
#include <optional>
#include <vector>

// What is taken for granted here, and nothing else: LLVM's inliner, SROA and loop forms keep the
// meaning of code that has no flags or attributes left to assume things by (ir/normalise). They may
// choose for undefined values, so none are left: every local starts as a copy of `freshMemory`.

namespace proof {

using llvm::Instruction;
using support::Error;
using support::Result;

namespace {

constexpr std::size_t mostInlinedInstructions = 3000;
constexpr std::size_t mostInlinedDepth = 6;

bool isAutoInit(const Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata(llvm::LLVMContext::MD_annotation);
  if (!node)
    return false;
  for (const llvm::MDOperand &operand : node->operands())
    if (const auto *text = llvm::dyn_cast<llvm::MDString>(operand.get()))
      if (text->getString() == "auto-init")
        return true;
  return false;
}

/// Memory of which every read gives anything.
llvm::Constant *anything(llvm::IRBuilder<> &builder) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  return module.getOrInsertGlobal(freshMemory, llvm::ArrayType::get(builder.getInt8Ty(), 1u << 30));
}

/// Copies anything over `size` bytes at `to`.
void makeFresh(llvm::IRBuilder<> &builder, llvm::Value *to, llvm::Value *size) {
  builder.CreateMemCpy(to, llvm::MaybeAlign(1), anything(builder), llvm::MaybeAlign(1), size);
}

/// What clang or normalise store in locals that the source leaves alone. Where a zero stands right
/// behind a slot, it may be the source's own: anything is more than zero.
void forgetInitialValues(llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  std::vector<Instruction *> work;
  for (Instruction &instruction : llvm::instructions(function))
    work.push_back(&instruction);
  for (Instruction *instruction : work) {
    llvm::IRBuilder<> builder(instruction);
    if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(instruction)) {
      const auto size = slot->getAllocationSize(layout);
      if (!size || size->isScalable() || !slot->isStaticAlloca())
        continue; // its memory is arbitrary where it is printed
      builder.SetInsertPoint(slot->getNextNode());
      makeFresh(builder, slot, builder.getInt64(size->getFixedValue()));
      continue;
    }
    auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction);
    auto *fill = llvm::dyn_cast<llvm::MemIntrinsic>(instruction);
    if (!store && !fill)
      continue;
    llvm::Value *to = store ? store->getPointerOperand() : fill->getDest();
    const Instruction *slot = instruction->getPrevNonDebugInstruction();
    while (slot && llvm::isa<llvm::MemCpyInst>(slot))
      slot = slot->getPrevNonDebugInstruction(); // those of ours
    const llvm::Value *what =
        store ? store->getValueOperand()
              : (llvm::isa<llvm::MemSetInst>(fill) ? fill->getArgOperand(1) : nullptr);
    const auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(what);
    const bool follows =
        llvm::isa<llvm::AllocaInst>(to) && to == slot && constant && constant->isNullValue();
    if (!isAutoInit(*instruction) && !follows)
      continue;
    if (store)
      makeFresh(builder, to,
                builder.getInt64(
                    layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue()));
    else
      makeFresh(builder, to, fill->getLength());
    instruction->eraseFromParent();
  }
}

/// What the source leaves to the compiler's order of evaluation may give anything.
void forgetOpenOrder(llvm::Function &function) {
  std::vector<llvm::LoadInst *> loads;
  for (Instruction &instruction : llvm::instructions(function))
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        load && load->getMetadata(PINCER_OPEN_ORDER))
      loads.push_back(load);
  for (llvm::LoadInst *load : loads) {
    llvm::IRBuilder<> builder(load);
    if (load->isVolatile() || load->isAtomic())
      continue; // gives anything as it is
    load->replaceAllUsesWith(
        builder.CreateAlignedLoad(load->getType(), anything(builder), llvm::MaybeAlign(1)));
    load->eraseFromParent();
  }
}

/// Ours: it stands for a function that nobody sees.
bool isStub(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return function.getName().starts_with("pincer_") || function.getName().starts_with("__pincer_") ||
         (subprogram && subprogram->getName().starts_with("pincer_"));
}

class Inliner {
public:
  Inliner(llvm::Function &into, const llvm::Function &original) : into_(into) {
    histories_.push_back({&original});
  }

  void run() {
    for (Instruction &instruction : llvm::instructions(into_))
      add(instruction, 0);
    for (std::size_t next = 0; next < work_.size(); ++next)
      consider(work_[next].first, work_[next].second);
  }

private:
  using History = std::vector<const llvm::Function *>; // the functions that a call stands in

  void add(Instruction &instruction, std::size_t history) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      work_.emplace_back(call, history);
  }

  void consider(llvm::CallBase *call, std::size_t history) {
    llvm::Function *callee = call->getCalledFunction();
    // C lets a compiler take an inline definition, or the external one that is elsewhere.
    if (!callee || callee->isDeclarationForLinker() || callee->isInterposable() ||
        isStub(*callee) || callee->isVarArg() || callee->hasFnAttribute(llvm::Attribute::Naked) ||
        callee->isPresplitCoroutine() || call->getMetadata(PINCER_OPEN_ORDER) ||
        histories_[history].size() > mostInlinedDepth ||
        llvm::is_contained(histories_[history], callee))
      return;
    const std::size_t size = callee->getInstructionCount();
    if (inlined_ + size > mostInlinedInstructions)
      return;
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info, false, nullptr, false).isSuccess())
      return;
    inlined_ += size;
    histories_.push_back(histories_[history]);
    histories_.back().push_back(callee);
    const std::size_t inner = histories_.size() - 1;
    for (llvm::CallBase *made : info.InlinedCallSites)
      work_.emplace_back(made, inner);
  }

  llvm::Function &into_;
  std::vector<History> histories_;
  std::vector<std::pair<llvm::CallBase *, std::size_t>> work_;
  std::size_t inlined_ = 0;
};

const llvm::DILocalScope *scopeOf(llvm::AllocaInst &slot) {
  for (const llvm::DbgDeclareInst *declare : llvm::findDbgDeclares(&slot))
    return declare->getVariable()->getScope();
  for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(&slot))
    return record->getVariable()->getScope();
  return nullptr;
}

bool encloses(const llvm::DIScope *outer, const llvm::DIScope *inner) {
  for (; inner; inner = inner->getScope())
    if (inner == outer)
      return true;
  return false;
}

using LocalPairs = std::vector<std::pair<llvm::WeakVH, llvm::WeakVH>>; // null: it is no more

/// Two locals of which the block of one lies in that of the other have addresses of their own.
/// Those of blocks beside each other may share one.
LocalPairs findLocalsTogether(llvm::Function &function) {
  LocalPairs together;
  std::vector<std::pair<llvm::AllocaInst *, const llvm::DILocalScope *>> slots;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (const llvm::DILocalScope *scope = scopeOf(*slot))
        slots.emplace_back(slot, scope);
  for (const auto &[slot, scope] : slots)
    for (const auto &[other, otherScope] : slots)
      if (slot != other && encloses(scope, otherScope))
        together.emplace_back(slot, other);
  return together;
}

std::optional<std::string> whyNot(llvm::Function &function) {
  if (function.isPresplitCoroutine())
    return "it is a coroutine";
  for (const Instruction &instruction : llvm::instructions(function)) {
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function *callee = call->getCalledFunction();
      if (call->hasFnAttr(llvm::Attribute::ReturnsTwice) ||
          (callee && callee->getName().ends_with("setjmp")))
        return "a call in it may return twice (setjmp)";
    }
    if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst, llvm::CatchSwitchInst,
                  llvm::CatchReturnInst, llvm::CleanupReturnInst>(instruction))
      return fmt::format("'{}' is not printed", instruction.getOpcodeName());
    if (instruction.getType()->isPtrOrPtrVectorTy() &&
        instruction.getType()->getPointerAddressSpace() != 0)
      return "it has pointers of another address space";
  }
  return std::nullopt;
}

std::optional<std::string> bringIntoForm(llvm::Function &function) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.run(function, functions);
  functions.invalidate(function, llvm::PreservedAnalyses::none());
  const auto &info = functions.getResult<llvm::LoopAnalysis>(function);
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  if (llvm::containsIrreducibleCFG<llvm::BasicBlock *>(order, info))
    return "jumps lead into the middle of a loop";
  llvm::FunctionPassManager forms;
  forms.addPass(llvm::LoopSimplifyPass());
  forms.addPass(llvm::LCSSAPass());
  forms.run(function, functions);
  const auto &dominators = functions.getResult<llvm::DominatorTreeAnalysis>(function);
  for (const llvm::Loop *loop : functions.getResult<llvm::LoopAnalysis>(function))
    if (!loop->isRecursivelyLCSSAForm(dominators,
                                      functions.getResult<llvm::LoopAnalysis>(function)) ||
        !loop->hasDedicatedExits())
      return "a loop in it has no simple form";
  return std::nullopt;
}

/// The slots of the outcomes that the function's own markers tell of.
std::set<std::uint32_t> slotsOf(const llvm::Function &function) {
  std::set<std::uint32_t> slots;
  for (const Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee ||
        (callee->getName() != PINCER_BRANCH_MARKER && callee->getName() != PINCER_SWITCH_MARKER))
      continue;
    const bool isSwitch = callee->getName() == PINCER_SWITCH_MARKER;
    const auto first = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
    const unsigned count = isSwitch ? call->arg_size() - 1 : 2;
    for (unsigned i = 0; i < count; ++i)
      slots.insert(std::uint32_t(first + i));
  }
  return slots;
}

} // namespace

Result<PreparedFunction> prepare(const llvm::Module &module, const std::string &name) {
  PreparedFunction prepared;
  prepared.module = llvm::CloneModule(module);
  llvm::Function *original = prepared.module->getFunction(name);
  if (!original || original->isDeclaration())
    return Error{fmt::format("{}: no such function in this unit", name)};
  prepared.slots = slotsOf(*original);
  for (llvm::Function &function : *prepared.module)
    if (!function.isDeclaration()) {
      forgetInitialValues(function);
      forgetOpenOrder(function);
    }
  llvm::ValueToValueMapTy map;
  prepared.function = llvm::CloneFunction(original, map);
  const LocalPairs together = findLocalsTogether(*prepared.function);
  Inliner(*prepared.function, *original).run();
  if (const auto reason = whyNot(*prepared.function))
    return Error{fmt::format("{}: {}", name, *reason)};
  llvm::EliminateUnreachableBlocks(*prepared.function);
  if (const auto reason = bringIntoForm(*prepared.function))
    return Error{fmt::format("{}: {}", name, *reason)};
  for (const auto &[one, other] : together)
    if (one && other) {
      prepared.together.emplace(one, other);
      prepared.together.emplace(other, one);
    }
  return prepared;
}

} // namespace proof
