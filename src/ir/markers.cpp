#include "ir/markers.h"

#include "abi/target.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/IRBuilder.h>

// A marker is a call that every optimisation must treat as "may do anything to hidden state, and
// may never come back": nounwind, nomerge, memory(inaccessiblemem: readwrite), and not willreturn.
// So calls stay in order, are neither merged nor deleted, and nothing that can trap moves above
// them; yet they touch none of the subject's memory, so loads and stores around them optimise as
// if they were not there. With willreturn, LLVM reasons backwards from a later crash or
// `unreachable`: the guarding branch's outcome becomes a constant at the marker.

namespace ir {
namespace {

llvm::FunctionCallee declareMarker(llvm::Module &module, const char *name,
                                   llvm::FunctionType *type) {
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::NoMerge);
  function->setOnlyAccessesInaccessibleMemory();
  return callee;
}

class Inserter {
public:
  Inserter(llvm::Module &module, std::uint32_t firstSlot)
      : module_(module), next_(firstSlot), builder_(module.getContext()) {
    auto *nothing = builder_.getVoidTy();
    branch_ = declareMarker(
        module, PINCER_BRANCH_MARKER,
        llvm::FunctionType::get(nothing, {builder_.getInt32Ty(), builder_.getInt1Ty()}, false));
    switch_ = declareMarker(module, PINCER_SWITCH_MARKER,
                            llvm::FunctionType::get(nothing, {builder_.getInt32Ty()}, true));
  }

  void insert(const BranchPoint &point) {
    builder_.SetInsertPoint(point.before);
    call(branch_, {slot(), point.condition});
    take(point.whenTrue);
    take(point.whenFalse);
  }

  void insert(const SwitchPoint &point) {
    builder_.SetInsertPoint(point.instruction);
    std::vector<llvm::Value *> arguments = {slot(), point.instruction->getCondition()};
    for (const auto &entry : point.instruction->cases())
      arguments.push_back(entry.getCaseValue());
    call(switch_, arguments);
    for (const auto &outcome : point.cases)
      take(outcome);
    take(point.otherwise);
  }

  void insert(const EdgePoint &point) {
    llvm::BasicBlock *from = point.branch->getParent();
    llvm::BasicBlock *to = point.branch->getSuccessor(point.successor);
    auto *between =
        llvm::BasicBlock::Create(module_.getContext(), "decided", from->getParent(), to);
    builder_.SetInsertPoint(between);
    builder_.SetCurrentDebugLocation(point.branch->getDebugLoc());
    const bool isTrue = point.outcome.kind == OutcomeKind::True;
    call(branch_, {slot(), builder_.getInt1(isTrue)});
    builder_.CreateBr(to);
    point.branch->setSuccessor(point.successor, between);
    to->replacePhiUsesWith(from, between);
    take(isTrue ? std::optional(point.outcome) : std::nullopt);
    take(isTrue ? std::nullopt : std::optional(point.outcome));
  }

  Slots slots;

private:
  llvm::Value *slot() { return builder_.getInt32(next_); }
  void take(std::optional<RegionOutcome> outcome) {
    slots.push_back(outcome);
    ++next_;
  }
  void call(llvm::FunctionCallee marker, llvm::ArrayRef<llvm::Value *> arguments) {
    llvm::CallInst *made = builder_.CreateCall(marker, arguments);
    made->addFnAttr(llvm::Attribute::NoMerge);
  }

  llvm::Module &module_;
  std::uint32_t next_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee branch_, switch_;
};

} // namespace

Slots insertMarkers(llvm::Module &module, const Matching &matching, std::uint32_t firstSlot) {
  Inserter inserter(module, firstSlot);
  for (const BranchPoint &point : matching.branches)
    inserter.insert(point);
  for (const SwitchPoint &point : matching.switches)
    inserter.insert(point);
  for (const EdgePoint &point : matching.edges)
    inserter.insert(point);
  return std::move(inserter.slots);
}

} // namespace ir
