#include "instrument/symbolic/function.h"

#include "abi/recorder_calls.h"
#include "abi/target.h"
#include "instrument/symbolic/types.h"
#include "support/hash.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

// Terms are pure: making one changes nothing that the subject can see. So they need not be made
// where their values are. What a block computes is collected as tasks, and done together at the
// next place that can't wait (a store, a marker, a call, the end of the block): one test whether
// any of the terms and tags that go in is nonzero, and out of line, if so, one call of the recorder
// per task. Where all is concrete, a group of loads and arithmetic costs its loads of tags, their
// `or`, and one branch never taken.
//
// Loads read their tags again in the slow part; nothing writes tags between a load and the end of
// its group, since stores and calls end groups.

namespace instrument {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Of the file only the name: the folder it lies in must not change the order of anything.
std::uint32_t firstPlaceOf(const llvm::Function &function) {
  const auto file = llvm::sys::path::filename(function.getParent()->getSourceFileName());
  return static_cast<std::uint32_t>(support::hash((file + function.getName()).str()));
}

llvm::MDNode *unlikely(llvm::LLVMContext &context) {
  return llvm::MDBuilder(context).createBranchWeights(1, 1u << 20);
}

} // namespace

std::uint32_t kindOfLoss(const Instruction &instruction) {
  const auto hasFloats = [](const llvm::Type *type) {
    return type->isFPOrFPVectorTy() && !isTermed(type);
  };
  const auto isLarge = [](const llvm::Type *type) {
    return type->isVectorTy() || (type->isIntegerTy() && !isTermed(type));
  };
  llvm::SmallVector<llvm::Type *, 4> types = {instruction.getType()};
  if (!llvm::isa<llvm::LoadInst>(instruction))
    for (const Value *operand : instruction.operand_values())
      types.push_back(operand->getType());
  if (llvm::any_of(types, hasFloats))
    return PINCER_LOST_FLOAT;
  return llvm::any_of(types, isLarge) ? PINCER_LOST_WIDE : PINCER_LOST_INSTRUCTION;
}

TermPropagation::TermPropagation(llvm::Function &function,
                                 const std::vector<std::string> &definedElsewhere)
    : definedElsewhere_(definedElsewhere), function_(function), module_(*function.getParent()),
      layout_(module_.getDataLayout()), builder_(function.getContext()),
      algebra_(module_, builder_), flow_(function), nextPlace_(firstPlaceOf(function)) {}

void TermPropagation::run() {
  // An invoke's result is taken on the way to its normal destination.
  std::vector<llvm::InvokeInst *> invokes;
  for (BasicBlock &block : function_)
    if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator()))
      invokes.push_back(invoke);
  for (llvm::InvokeInst *invoke : invokes)
    llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest());
  std::vector<BasicBlock *> blocks;
  for (BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&function_))
    blocks.push_back(block);
  for (BasicBlock *block : blocks)
    visitBlock(*block);
  fillPhis();
}

// The terms of values

unsigned TermPropagation::leafCount(const Value *value) const {
  return leavesOf(value->getType(), layout_).size();
}

Value *TermPropagation::termOf(Value *value, unsigned leaf) {
  if (!carries(value))
    return algebra_.noTerm();
  if (const auto found = termsInTasks_.find(value); found != termsInTasks_.end())
    return found->second[leaf];
  if (const auto found = terms_.find(value); found != terms_.end())
    return found->second[leaf];
  return algebra_.noTerm();
}

// Groups of tasks

/// The numbers that are all zero if the tasks need not be done.
TermPropagation::Terms TermPropagation::testsOf(const std::vector<Task> &tasks) const {
  llvm::SmallPtrSet<Value *, 8> inside, seen;
  Terms tests;
  const auto add = [&](Value *number) {
    if (!algebra_.isConcrete(number) && seen.insert(number).second)
      tests.push_back(number);
  };
  for (const Task &task : tasks) {
    for (Value *tag : task.tags)
      add(tag);
    for (Value *operand : task.operands)
      if (!inside.contains(operand) && carries(operand))
        if (const auto found = terms_.find(operand); found != terms_.end())
          for (Value *term : found->second)
            add(term);
    inside.insert(task.results.begin(), task.results.end());
  }
  return tests;
}

void TermPropagation::flush(Instruction *before, const std::function<void()> &whenConcrete) {
  std::vector<Task> tasks = std::move(pending_);
  pending_.clear();
  const Terms tests = testsOf(tasks);
  builder_.SetInsertPoint(before);
  if (tests.empty()) {
    if (whenConcrete)
      whenConcrete();
    return;
  }
  testedInBlock_.insert(tests.begin(), tests.end());
  Value *any = nullptr;
  for (Value *test : tests) {
    Value *wide = builder_.CreateZExt(test, builder_.getInt64Ty());
    any = any ? builder_.CreateOr(any, wide) : wide;
  }
  if (tests.size() == 1) // a narrow test is shorter
    any = tests[0];
  Value *isSymbolic = builder_.CreateICmpNE(any, llvm::Constant::getNullValue(any->getType()));

  BasicBlock *head = before->getParent();
  BasicBlock *rest = head->splitBasicBlock(before->getIterator(), "rest");
  auto *slow = BasicBlock::Create(module_.getContext(), "symbolic", &function_, rest);
  code_.tasks.insert(slow);
  BasicBlock *fast = rest;
  if (whenConcrete) {
    fast = BasicBlock::Create(module_.getContext(), "concrete", &function_, rest);
    builder_.SetInsertPoint(fast);
    builder_.SetCurrentDebugLocation(before->getDebugLoc());
    Instruction *end = builder_.CreateBr(rest);
    builder_.SetInsertPoint(end);
    whenConcrete();
  }
  head->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(head);
  builder_.SetCurrentDebugLocation(before->getDebugLoc());
  builder_.CreateCondBr(isSymbolic, slow, fast, unlikely(module_.getContext()));
  emitTasks(tasks, slow, fast == rest ? head : fast, rest);
  builder_.SetInsertPoint(before);
}

void TermPropagation::emitTasks(const std::vector<Task> &tasks, BasicBlock *slow, BasicBlock *fast,
                                BasicBlock *rest) {
  builder_.SetInsertPoint(slow);
  Instruction *end = builder_.CreateBr(rest);
  builder_.SetInsertPoint(end);
  termsInTasks_.clear();
  for (const Task &task : tasks) {
    const Terms made = task.emit();
    std::size_t next = 0;
    for (Value *result : task.results)
      for (unsigned leaf = leafCount(result); leaf > 0; --leaf)
        termsInTasks_[result].push_back(made[next++]);
  }
  for (const Task &task : tasks)
    for (Value *result : task.results) {
      Terms &terms = terms_[result];
      terms.clear();
      for (Value *made : termsInTasks_[result]) {
        if (algebra_.isConcrete(made)) {
          terms.push_back(made);
          continue;
        }
        builder_.SetInsertPoint(rest, rest->begin());
        llvm::PHINode *term = builder_.CreatePHI(builder_.getInt32Ty(), 2);
        term->addIncoming(made, slow);
        term->addIncoming(algebra_.noTerm(), fast);
        terms.push_back(term);
        code_.terms.insert(term);
      }
    }
  termsInTasks_.clear();
}

// Walking

void TermPropagation::visitBlock(BasicBlock &block) {
  testedInBlock_.clear();
  markedInBlock_.clear();
  std::vector<Instruction *> instructions;
  for (Instruction &instruction : block)
    instructions.push_back(&instruction);
  Instruction *first = &*block.getFirstInsertionPt();
  if (block.isEntryBlock())
    enterFunction();
  else if (BasicBlock *from = block.getSinglePredecessor())
    if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(from->getTerminator());
        invoke && invoke->getNormalDest() == &block)
      takeBack(*invoke, first);
  for (Instruction *instruction : instructions)
    visit(*instruction);
}

void TermPropagation::visit(Instruction &instruction) {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return visitPhi(*phi);
  if (isDerived(instruction))
    return visitDerived(instruction);
  builder_.SetInsertPoint(&instruction);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return visitLoad(*load);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return visitStore(*store);
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return visitExchange(*exchange);
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return visitExchange(*exchange);
  if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    return visitMemory(*memory);
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (llvm::isa<llvm::VAStartInst, llvm::VACopyInst>(intrinsic))
      return visitVariadicList(*intrinsic);
    if (!isIgnored(intrinsic->getIntrinsicID()))
      loseOperands(instruction);
    return;
  }
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return visitCall(*call);
  if (instruction.isTerminator())
    return visitTerminator(instruction);
  if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (carries(slot->getArraySize()))
      addEvent(PINCER_EVENT_SIZE, nextPlace(), slot->getArraySize());
    return;
  }
  loseOperands(instruction);
}

// Phis, and what derives from its operands

void TermPropagation::visitPhi(llvm::PHINode &phi) {
  if (!carries(&phi))
    return;
  builder_.SetInsertPoint(&phi);
  Terms terms;
  for (const Leaf &leaf : leavesOf(phi.getType(), layout_))
    terms.push_back(leaf.isTermed() ? static_cast<Value *>(builder_.CreatePHI(
                                          builder_.getInt32Ty(), phi.getNumIncomingValues()))
                                    : algebra_.noTerm());
  terms_[&phi] = terms;
  phis_.emplace_back(&phi, terms);
  for (Value *term : terms)
    if (!algebra_.isConcrete(term))
      code_.terms.insert(term);
}

void TermPropagation::fillPhis() {
  for (const auto &[phi, terms] : phis_)
    for (unsigned leaf = 0; leaf < terms.size(); ++leaf)
      if (auto *termPhi = llvm::dyn_cast<llvm::PHINode>(terms[leaf]))
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          termPhi->addIncoming(termOf(phi->getIncomingValue(i), leaf), phi->getIncomingBlock(i));
}

void TermPropagation::visitDerived(Instruction &instruction) {
  if (!carries(&instruction))
    return;
  Task task;
  task.results.push_back(&instruction);
  task.operands.append(instruction.value_op_begin(), instruction.value_op_end());
  task.emit = [this, &instruction] { return derive(instruction); };
  add(std::move(task));
  // Where in a vector a value is taken from or put is no part of its term.
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction))
    if (Value *index = instruction.getOperand(instruction.getNumOperands() - 1); carries(index))
      addEvent(PINCER_EVENT_VALUE, nextPlace(), index);
}

/// Base and those indices that carry terms, plus one number for everything else.
Value *TermPropagation::deriveAddress(llvm::GetElementPtrInst &address) {
  llvm::MapVector<Value *, llvm::APInt> indices;
  const unsigned width = widthOf(address.getType());
  llvm::APInt constant(width, 0);
  if (!address.collectOffset(layout_, width, indices, constant))
    return algebra_.noTerm();
  llvm::Type *type = builder_.getIntNTy(width);
  Termed sum = algebra_.number(type, 0);
  if (carries(address.getPointerOperand()))
    sum = {builder_.CreatePtrToInt(address.getPointerOperand(), type),
           termOf(address.getPointerOperand())};
  for (const auto &[index, scale] : indices)
    if (carries(index)) {
      const Termed wide = algebra_.resize(termed(index), type, /*isSigned=*/true);
      const Termed scaled =
          algebra_.binary(Instruction::Mul, wide, algebra_.number(type, scale.getZExtValue()));
      sum = algebra_.binary(Instruction::Add, sum, scaled);
    }
  Value *whole = builder_.CreatePtrToInt(&address, type);
  const Termed others = algebra_.concrete(builder_.CreateSub(whole, sum.value));
  return algebra_.binary(Instruction::Add, sum, others, whole).term;
}

// Events

Value *TermPropagation::nextPlace() { return builder_.getInt32(nextPlace_++); }

void TermPropagation::addEvent(std::uint32_t kind, Value *place, Value *value) {
  Task task;
  task.operands.push_back(value);
  task.emit = [this, kind, place, value]() -> Terms {
    algebra_.event(kind, place, termed(value));
    return {};
  };
  add(std::move(task));
}

void TermPropagation::addLost(Value *value, std::uint32_t kind) {
  Task task;
  task.operands.push_back(value);
  const unsigned leaves = leafCount(value);
  task.emit = [this, kind, value, leaves]() -> Terms {
    for (unsigned i = 0; i < leaves; ++i)
      if (Value *term = termOf(value, i); !algebra_.isConcrete(term))
        algebra_.call("__pincer_rec_lost", {term, builder_.getInt32(kind)});
    return {};
  };
  add(std::move(task));
}

/// An instruction that can't carry on the terms of its operands.
void TermPropagation::loseOperands(Instruction &instruction) {
  for (Value *operand : instruction.operand_values())
    if (carries(operand))
      addLost(operand, kindOfLoss(instruction));
}

/// An instruction that writes memory in a way without terms.
void TermPropagation::loseMemory(Value *pointer, std::uint64_t bytes, Instruction &instruction) {
  loseOperands(instruction);
  flush(&instruction);
  clearTags(pointer, bytes);
}

llvm::Constant *TermPropagation::caseTable(llvm::ArrayRef<llvm::ConstantInt *> cases) {
  std::vector<std::uint64_t> numbers = {cases.size()};
  for (const llvm::ConstantInt *label : cases)
    numbers.push_back(label->getZExtValue());
  llvm::Constant *table = llvm::ConstantDataArray::get(module_.getContext(), numbers);
  auto *variable =
      new llvm::GlobalVariable(module_, table->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::PrivateLinkage, table, "pincer_cases");
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

void TermPropagation::visitMarker(llvm::CallInst &marker) {
  Value *value = marker.getArgOperand(1), *slot = marker.getArgOperand(0);
  markedInBlock_.insert(value);
  if (!carries(value))
    return;
  if (!isTermed(value->getType())) {
    addLost(value, PINCER_LOST_WIDE);
    return;
  }
  if (marker.getCalledFunction()->getName() == PINCER_BRANCH_MARKER) {
    addEvent(PINCER_EVENT_BRANCH, slot, value);
  } else {
    llvm::SmallVector<llvm::ConstantInt *, 8> cases;
    for (unsigned i = 2; i < marker.arg_size(); ++i)
      cases.push_back(llvm::cast<llvm::ConstantInt>(marker.getArgOperand(i)));
    llvm::Constant *table = caseTable(cases);
    Task task;
    task.operands.push_back(value);
    task.emit = [this, slot, value, table]() -> Terms {
      algebra_.call("__pincer_rec_switch",
                    {slot, termOf(value), builder_.getInt32(widthOf(value->getType())),
                     algebra_.word(value), table});
      return {};
    };
    add(std::move(task));
  }
  flush(&marker);
}

/// A failure is recorded with or without a term, and at once: what goes wrong may end the run.
void TermPropagation::visitCheck(llvm::CallInst &check) {
  Value *number = check.getArgOperand(0), *fine = check.getArgOperand(1);
  const auto record = [this, number, fine] {
    algebra_.call("__pincer_rec_event", {builder_.getInt32(PINCER_EVENT_CHECK), number,
                                         termOf(fine), builder_.getInt32(1), algebra_.word(fine)});
  };
  if (const auto *known = llvm::dyn_cast<llvm::ConstantInt>(fine); known && known->isOne())
    return;
  if (!carries(fine)) {
    flush(&check);
    return record();
  }
  Task task;
  task.operands.push_back(fine);
  task.emit = [record]() -> Terms {
    record();
    return {};
  };
  add(std::move(task));
  flush(&check, [&] {
    algebra_.call("__pincer_rec_event",
                  {builder_.getInt32(PINCER_EVENT_CHECK), number, algebra_.noTerm(),
                   builder_.getInt32(1), algebra_.word(fine)});
  });
}

/// Whether a marker in the same block says what the branch would say.
bool TermPropagation::isMarked(Value *condition) const {
  if (markedInBlock_.contains(condition))
    return true;
  const auto *negation = llvm::dyn_cast<llvm::BinaryOperator>(condition);
  return negation && negation->getOpcode() == Instruction::Xor &&
         markedInBlock_.contains(negation->getOperand(0));
}

void TermPropagation::visitTerminator(Instruction &end) {
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
    if (branch->isConditional() && carries(branch->getCondition()) &&
        !isMarked(branch->getCondition()))
      addEvent(PINCER_EVENT_CONDITION, nextPlace(), branch->getCondition());
  } else if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
    Value *value = choice->getCondition();
    if (carries(value) && !isTermed(value->getType())) {
      addLost(value, PINCER_LOST_WIDE);
    } else if (carries(value) && !isMarked(value)) {
      llvm::SmallVector<llvm::ConstantInt *, 8> cases;
      for (const auto &label : choice->cases())
        cases.push_back(label.getCaseValue());
      llvm::Constant *table = caseTable(cases);
      Value *place = nextPlace();
      Task task;
      task.operands.push_back(value);
      task.emit = [this, place, value, table]() -> Terms {
        algebra_.call("__pincer_rec_choice",
                      {place, termOf(value), builder_.getInt32(widthOf(value->getType())),
                       algebra_.word(value), table});
        return {};
      };
      add(std::move(task));
    }
  } else if (auto *jump = llvm::dyn_cast<llvm::IndirectBrInst>(&end)) {
    if (carries(jump->getAddress()))
      addEvent(PINCER_EVENT_VALUE, nextPlace(), jump->getAddress());
  } else if (auto *result = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
    return visitReturn(*result);
  } else {
    loseOperands(end);
  }
  flush(&end);
}

} // namespace instrument
