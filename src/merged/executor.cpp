#include "merged/executor.h"

#include <fmt/format.h>
#include <llvm/IR/Operator.h>

// All paths at once. A state is a guard (under which condition control is here), memory and the
// values of the function at work. Blocks are gone through in weak topological order, each round of
// a loop for itself; states that arrive at the same place and round are joined: where they differ,
// a choice by where control came from. A call is gone through in the same way and gives back one
// state, joined over its returns. What is wanted is the condition under which each marker is
// passed.

namespace merged {

using expr::Operation;
using expr::TermId;
using llvm::BasicBlock;
using llvm::Instruction;
using model::BranchId;

/// One call at work.
struct Executor::Frame {
  const llvm::Function &function;
  const Order &order;
  struct Arrival {
    const BasicBlock *block;
    State state;
  };
  std::map<std::vector<std::uint32_t>, Arrival> waiting; // loops with their rounds, then a position
  std::map<std::vector<std::uint32_t>, unsigned> undecided; // rounds that inputs may have ended
  std::optional<Returned> returned;
  std::vector<ObjectId> locals;
};

Executor::Executor(const Definitions &definitions, expr::Pool &pool,
                   const model::MemoryImage &image, const Bounds &bounds)
    : definitions_(definitions), pool_(pool), image_(image), bounds_(bounds),
      algebra_(pool, definitions.layout()), guards_(pool),
      nextUnknown_(static_cast<std::uint32_t>(image.inputs.size())) {}

support::Result<Formula> Executor::run() {
  State state;
  for (const std::string &bytes : image_.objects) {
    const ObjectId object = addObject(bytes.size(), state);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      changeable(object, state)
          .store(pool_, i, 1, pool_.constant(8, static_cast<unsigned char>(bytes[i])));
  }
  for (std::uint32_t i = 0; i < image_.inputs.size(); ++i) {
    const auto &input = image_.inputs[i];
    if (input.isPointer)
      continue;
    if (input.offsetBits % 8 != 0 || input.width % 8 != 0) {
      guess("bit-fields keep their values");
      continue;
    }
    changeable(input.object, state)
        .store(pool_, input.offsetBits / 8, input.width / 8, pool_.input(input.width, i));
  }
  for (const auto &pointer : image_.pointers)
    changeable(pointer.object, state)
        .store(pool_, pointer.offset, 8, addressOf(pointer.targetObject, pointer.targetOffset));

  std::vector<ObjectId> results;
  for (std::uint32_t i = 0; i < image_.calls.size(); ++i) {
    const auto &call = image_.calls[i];
    const llvm::Function *thunk = definitions_.thunk(call.callable);
    if (!thunk)
      return support::Error{"there is no bitcode of a function that the test calls"};
    for (const auto &use : image_.slotUses)
      if (use.call == i)
        changeable(use.object, state)
            .store(pool_, use.offset, 8, state.memory[results[use.from]]->load(pool_, 0, 8));
    const ObjectId arguments = addObject(8ull * call.argumentCount, state);
    for (std::uint32_t k = 0; k < call.argumentCount; ++k)
      changeable(arguments, state).store(pool_, 8ull * k, 8, addressOf(call.firstArgument + k));
    results.push_back(addObject(4096, state));
    auto returned =
        this->call(*thunk, {{addressOf(arguments)}, {addressOf(results.back())}}, std::move(state));
    if (!returned)
      break;
    state = std::move(returned->state);
  }
  return std::move(formula_);
}

bool Executor::isOver() {
  if (formula_.instructions <= bounds_.instructions && pool_.size() <= bounds_.terms)
    return false;
  bound("the formula grew too large");
  return true;
}

bool Executor::assume(State &state, TermId condition) {
  const auto guard = guards_.with(state.guard, condition);
  state.guard = guard.value_or(state.guard);
  return guard.has_value();
}

State Executor::joined(State first, State second) {
  const auto [guard, isFirst] = guards_.join(first.guard, second.guard);
  const auto choose = [&](TermId a, TermId b) {
    return a == b ? a : pool_.make(Operation::Choose, pool_[a].width, isFirst, a, b);
  };
  State both;
  both.guard = guard;
  for (auto &[value, scalars] : first.values) {
    const auto other = second.values.find(value);
    if (other == second.values.end() || other->second.size() != scalars.size())
      continue; // nothing that both ways need
    for (std::size_t i = 0; i < scalars.size(); ++i)
      scalars[i] = choose(scalars[i], other->second[i]);
    both.values.emplace(value, std::move(scalars));
  }
  both.memory = std::move(first.memory);
  for (auto &[object, contents] : second.memory) {
    auto &known = both.memory[object];
    if (!known)
      known = std::move(contents);
    else if (known != contents)
      known = std::make_shared<Contents>(Contents::choice(pool_, isFirst, *known, *contents));
  }
  return both;
}

std::optional<Executor::Returned>
Executor::call(const llvm::Function &function, const std::vector<Scalars> &arguments, State state) {
  if (depth_ >= bounds_.depth) {
    bound(fmt::format("calls of {} go deeper than is followed", function.getName().str()));
    return std::nullopt;
  }
  if (function.isVarArg()) // its arguments would be read behind our back
    guess(fmt::format("the variable arguments of {} are not seen", function.getName().str()));
  ++depth_;
  Frame frame{function, definitions_.order(function), {}, {}, {}, {}};
  std::unordered_map<const llvm::Value *, Scalars> callers = std::move(state.values);
  state.values.clear();
  for (std::size_t i = 0; i < function.arg_size() && i < arguments.size(); ++i)
    state.values.emplace(function.getArg(static_cast<unsigned>(i)), arguments[i]);
  const BasicBlock &entry = function.getEntryBlock();
  const Order::Place &first = frame.order[&entry];
  std::vector<std::uint32_t> key;
  for (const std::uint32_t loop : first.loops)
    key.insert(key.end(), {loop, 0});
  key.push_back(first.position);
  frame.waiting.emplace(key, Frame::Arrival{&entry, std::move(state)});
  while (!frame.waiting.empty() && !isOver()) {
    auto next = frame.waiting.extract(frame.waiting.begin());
    runBlock(frame, *next.mapped().block, std::move(next.mapped().state), next.key());
  }
  --depth_;
  if (!frame.returned)
    return std::nullopt;
  for (const ObjectId local : frame.locals)
    frame.returned->state.memory.erase(local);
  frame.returned->state.values = std::move(callers);
  return std::move(frame.returned);
}

void Executor::runBlock(Frame &frame, const BasicBlock &block, State state,
                        const std::vector<std::uint32_t> &key) {
  for (const Instruction &instruction : block) {
    ++formula_.instructions;
    if (llvm::isa<llvm::PHINode>(instruction))
      continue; // its value came along the edge
    if (instruction.isTerminator() && !llvm::isa<llvm::InvokeInst>(instruction))
      break;
    if (!execute(frame, instruction, state))
      return;
  }
  // At -O0 few values outlive their block.
  std::erase_if(state.values, [&](const auto &entry) {
    const auto *instruction = llvm::dyn_cast<Instruction>(entry.first);
    return instruction && instruction->getParent() == &block &&
           !instruction->isUsedOutsideOfBlock(&block) &&
           !llvm::is_contained(block.getTerminator()->operand_values(), instruction);
  });
  leave(frame, block, std::move(state), key);
}

void Executor::leave(Frame &frame, const BasicBlock &block, State state,
                     const std::vector<std::uint32_t> &key) {
  const Instruction *end = block.getTerminator();
  if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(end)) {
    Scalars value;
    if (back->getReturnValue())
      value = valueOf(back->getReturnValue(), state);
    state.values.clear();
    if (!frame.returned) {
      frame.returned = Returned{std::move(state), std::move(value)};
      return;
    }
    // The value goes along as one of the state's, so that it is joined like all others.
    const llvm::Value *name = &frame.function;
    frame.returned->state.values[name] = std::move(frame.returned->value);
    state.values[name] = std::move(value);
    State both = joined(std::move(frame.returned->state), std::move(state));
    Scalars result = std::move(both.values[name]);
    both.values.clear();
    frame.returned = Returned{std::move(both), std::move(result)};
  } else if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (branch->isUnconditional())
      return go(frame, block, *branch->getSuccessor(0), std::move(state), key);
    TermId condition = scalarOf(branch->getCondition(), state);
    if (!condition)
      condition = unknown(1);
    State other = state;
    if (assume(state, condition))
      go(frame, block, *branch->getSuccessor(0), std::move(state), key);
    if (assume(other, pool_.negation(condition)))
      go(frame, block, *branch->getSuccessor(1), std::move(other), key);
  } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
    const TermId value = scalarOf(choice->getCondition(), state);
    for (const auto &each : choice->cases()) {
      const TermId is =
          value ? pool_.equal(value, pool_.constant(pool_[value].width,
                                                    each.getCaseValue()->getZExtValue()))
                : unknown(1);
      State taken = state;
      if (assume(taken, is))
        go(frame, block, *each.getCaseSuccessor(), std::move(taken), key);
      if (!assume(state, pool_.negation(is)))
        return;
    }
    go(frame, block, *choice->getDefaultDest(), std::move(state), key);
  } else if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(end)) {
    go(frame, block, *invoke->getNormalDest(), std::move(state), key);
  } else if (!llvm::isa<llvm::UnreachableInst>(end)) {
    guess(fmt::format("{} in {} is not followed", end->getOpcodeName(),
                      frame.function.getName().str()));
  }
}

void Executor::go(Frame &frame, const BasicBlock &from, const BasicBlock &to, State state,
                  const std::vector<std::uint32_t> &key) {
  const Order::Place &here = frame.order[&from], &there = frame.order[&to];
  std::size_t common = 0;
  while (common < std::min(here.loops.size(), there.loops.size()) &&
         here.loops[common] == there.loops[common])
    ++common;
  std::vector<std::uint32_t> next(key.begin(),
                                  key.begin() + static_cast<std::ptrdiff_t>(2 * common));
  const bool isBack = there.isHead && common == there.loops.size();
  if (isBack) {
    // Only rounds that the inputs may have ended count: others end on their own.
    std::vector<std::uint32_t> loop(next.begin(), next.end() - 1);
    const unsigned undecided = frame.undecided[loop];
    if (undecided >= bounds_.iterations) {
      const auto &line = from.getTerminator()->getDebugLoc();
      return bound(fmt::format("a loop of {}, line {}, goes on", frame.function.getName().str(),
                               line ? line.getLine() : 0));
    }
    ++next.back();
  }
  for (std::size_t i = common; i < there.loops.size(); ++i)
    next.insert(next.end(), {there.loops[i], 0});
  next.push_back(there.position);
  // Ways out of loops that are left while control may also stay in them.
  const auto *branch = from.getTerminator();
  bool isDecided = branch->getNumSuccessors() < 2;
  if (const auto *condition = llvm::dyn_cast<llvm::BranchInst>(branch);
      condition && condition->isConditional()) {
    const TermId term = scalarOf(condition->getCondition(), state);
    isDecided = term && pool_.isConstant(term);
  }
  for (std::size_t i = common; i < here.loops.size() && !isDecided; ++i)
    ++frame.undecided[std::vector<std::uint32_t>(
        key.begin(), key.begin() + static_cast<std::ptrdiff_t>(2 * i + 1))];

  std::vector<std::pair<const llvm::Value *, Scalars>> met;
  for (const llvm::PHINode &phi : to.phis())
    met.emplace_back(&phi, valueOf(phi.getIncomingValueForBlock(&from), state));
  for (auto &[phi, value] : met)
    state.values[phi] = std::move(value);
  const auto waiting = frame.waiting.find(next);
  if (waiting == frame.waiting.end())
    frame.waiting.emplace(std::move(next), Frame::Arrival{&to, std::move(state)});
  else
    waiting->second.state = joined(std::move(waiting->second.state), std::move(state));
}

/// Where objects lie is made up: nothing follows from it but how far apart places in one are.
static bool isAddressAsNumber(const Instruction &instruction) {
  return llvm::isa<llvm::PtrToIntInst>(instruction) &&
         !llvm::all_of(instruction.users(), [](const llvm::User *user) {
           const auto *difference = llvm::dyn_cast<llvm::BinaryOperator>(user);
           return difference && difference->getOpcode() == Instruction::Sub &&
                  llvm::isa<llvm::PtrToIntInst>(difference->getOperand(0)) &&
                  llvm::isa<llvm::PtrToIntInst>(difference->getOperand(1));
         });
}

bool Executor::execute(Frame &frame, const Instruction &instruction, State &state) {
  if (isAddressAsNumber(instruction))
    guess("the number that an address is");
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return executeCall(frame, *call, state);
  if (const auto *place = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    const auto &layout = frame.function.getParent()->getDataLayout();
    const TermId count = scalarOf(place->getArraySize(), state);
    if (!count || !pool_.isConstant(count)) {
      bound("an array on the stack whose length the inputs decide");
      return false;
    }
    frame.locals.push_back(
        addObject(layout.getTypeAllocSize(place->getAllocatedType()) * pool_[count].value, state));
    state.values[place] = {addressOf(frame.locals.back())};
    return true;
  }
  if (const auto *read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const TermId address = scalarOf(read->getPointerOperand(), state);
    return loadValue(state, read->getType(), address, state.values[read]);
  }
  if (const auto *write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const Scalars value = valueOf(write->getValueOperand(), state);
    return storeValue(state, write->getValueOperand()->getType(),
                      scalarOf(write->getPointerOperand(), state), value);
  }
  Scalars value = computed(instruction, state);
  if (value.empty()) {
    guess(fmt::format("{} has no terms here", instruction.getOpcodeName()));
    value = unknownOf(instruction.getType());
  }
  state.values[&instruction] = std::move(value);
  return true;
}

void Executor::note(std::uint64_t branch, GuardId guard, TermId condition) {
  const TermId here = pool_.conjunction(guards_.termOf(guard), condition);
  if (pool_.isConstant(here) && !pool_[here].value)
    return;
  const auto [known, isNew] = formula_.taken.try_emplace(BranchId(branch), here);
  if (!isNew)
    known->second = pool_.disjunction(known->second, here);
}

} // namespace merged
