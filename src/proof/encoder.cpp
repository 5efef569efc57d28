#include "proof/encoder.h"

#include "abi/target.h"

#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

// One pass over the blocks in topological order. Every block has a guard, true if the run comes to
// it; where blocks join, values and memory are chosen by the guards of the ways in.
//
// A loop whose number of rounds is a small constant is run round by round. What may follow those
// rounds, and every other loop, is replaced by *any round*: what the loop changes (its header's
// phis, memory that it writes) may be anything, one round is run, and the way back is cut. Every
// state in which a run leaves the loop, or comes to a marker in it, is one of those. So the number
// of rounds is only a matter of precision; nothing rests on it.

namespace proof {
namespace {

constexpr unsigned mostRounds = 70;
constexpr std::size_t mostInstructions = 40000;
constexpr std::size_t mostCharacters = 16u << 20;

} // namespace

Encoder::Encoder(PreparedFunction prepared)
    : prepared_(std::move(prepared)), layout_(prepared_.module->getDataLayout()),
      addressWidth_(layout_.getPointerSizeInBits()), hasFloats_(addressWidth_ == 64),
      dominators_(*prepared_.function), loops_(dominators_) {
  llvm::ReversePostOrderTraversal<llvm::Function *> order(prepared_.function);
  order_.assign(order.begin(), order.end());
}

void Encoder::refuse(const std::string &reason) {
  if (!refusal_)
    refusal_ = reason;
}

support::Status Encoder::run() {
  findPrivate();
  State start = {{0, script.anything(Script::memorySort(addressWidth_))}};
  for (const auto &[slot, space] : private_)
    start[space] = script.anything(Script::memorySort(addressWidth_));
  for (const llvm::Argument &argument : prepared_.function->args())
    for (const Bits &leaf : values_[&argument] = anyValue(argument.getType()))
      arguments_.push_back(leaf);
  arrivals_[order_.front()].push_back({"true", start, {}});
  runBlocks(nullptr);
  if (refusal_)
    return support::Error{*refusal_};
  return support::Done{};
}

void Encoder::runBlocks(const llvm::Loop *loop) {
  for (const llvm::BasicBlock *block : order_) {
    if (refusal_)
      return;
    if (loop && !loop->contains(block))
      continue;
    const llvm::Loop *innermost = loops_.getLoopFor(block);
    if (innermost == loop)
      runBlock(*block);
    else if (innermost && innermost->getHeader() == block && innermost->getParentLoop() == loop)
      runLoop(*innermost);
  }
}

unsigned Encoder::roundsOf(const llvm::Loop &loop) {
  llvm::TargetLibraryInfoImpl libraryNames;
  llvm::TargetLibraryInfo library(libraryNames);
  llvm::AssumptionCache assumptions(*prepared_.function);
  llvm::ScalarEvolution evolution(*prepared_.function, library, assumptions, dominators_, loops_);
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  return most > 0 && most <= mostRounds ? most : 0;
}

void Encoder::runLoop(const llvm::Loop &loop) {
  const llvm::BasicBlock *header = loop.getHeader();
  const unsigned rounds = arrivals_[header].empty() ? 0 : roundsOf(loop);
  for (unsigned round = 0; round < rounds && !refusal_; ++round) {
    if (arrivals_[header].empty())
      return;
    const auto arrivals = std::exchange(arrivals_[header], {});
    enter(*header, arrivals);
    runBlocks(&loop);
  }
  const auto arrivals = std::exchange(arrivals_[header], {});
  if (arrivals.empty())
    return;
  hasCutLoop = true;
  enterAnyRound(loop, arrivals);
  runBlocks(&loop);
  arrivals_[header].clear();
}

/// Chooses by the guards of the ways in, of which the last needs none.
void Encoder::enter(const llvm::BasicBlock &block, const std::vector<Arrival> &arrivals) {
  std::vector<Guard> guards;
  for (const Arrival &arrival : arrivals)
    guards.push_back(arrival.guard);
  Arrival joined{script.disjunction(guards), arrivals.back().state, {}};
  for (auto &[space, memory] : joined.state)
    for (auto arrival = arrivals.rbegin() + 1; arrival != arrivals.rend(); ++arrival)
      if (arrival->state.at(space) != memory)
        memory = script.define(
            Script::memorySort(addressWidth_),
            fmt::format("(ite {} {} {})", arrival->guard, arrival->state.at(space), memory));
  for (const llvm::PHINode &phi : block.phis()) {
    Leaves leaves = arrivals.back().phis.at(&phi);
    for (auto arrival = arrivals.rbegin() + 1; arrival != arrivals.rend(); ++arrival)
      for (std::size_t i = 0; i < leaves.size(); ++i)
        leaves[i] = script.choose(arrival->guard, arrival->phis.at(&phi)[i], leaves[i]);
    joined.phis[&phi] = leaves;
  }
  arrivals_[&block] = {joined};
}

void Encoder::enterAnyRound(const llvm::Loop &loop, const std::vector<Arrival> &arrivals) {
  const llvm::BasicBlock &header = *loop.getHeader();
  enter(header, arrivals);
  Arrival &arrival = arrivals_[&header].front();
  for (auto &[phi, leaves] : arrival.phis)
    leaves = anyValue(phi->getType());
  for (const unsigned space : spacesChangedIn(loop))
    arrival.state[space] = script.anything(Script::memorySort(addressWidth_));
}

std::vector<unsigned> Encoder::spacesChangedIn(const llvm::Loop &loop) {
  std::set<unsigned> spaces;
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block) {
      if (!instruction.mayWriteToMemory() && !llvm::isa<llvm::AllocaInst>(instruction))
        continue;
      const llvm::Value *to = nullptr;
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        to = store->getPointerOperand();
      if (const auto *fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
        to = fill->getDest();
      while (const auto *step = llvm::dyn_cast_or_null<llvm::GEPOperator>(to))
        to = step->getPointerOperand();
      const auto found = private_.find(llvm::dyn_cast_or_null<llvm::AllocaInst>(to));
      spaces.insert(found == private_.end() ? 0 : found->second);
    }
  return {spaces.begin(), spaces.end()};
}

void Encoder::runBlock(const llvm::BasicBlock &block) {
  if (const auto arrivals = std::exchange(arrivals_[&block], {}); arrivals.empty())
    return;
  else
    enter(block, arrivals);
  Arrival arrival = std::exchange(arrivals_[&block], {}).front();
  guard_ = arrival.guard;
  state_ = std::move(arrival.state);
  for (const auto &[phi, leaves] : arrival.phis)
    values_[phi] = leaves;
  for (const llvm::Instruction &instruction : block) {
    if (++instructions_ > mostInstructions || script.size() > mostCharacters)
      return refuse("the function is too large, with what it calls and repeats");
    if (refusal_)
      return;
    if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction))
      continue;
    if (instruction.isTerminator())
      return terminate(instruction);
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      this->call(*call);
      if (guard_ == "false")
        return;
    } else {
      values_[&instruction] = operation(instruction);
    }
  }
}

void Encoder::leave(const llvm::BasicBlock &from, const llvm::BasicBlock &to, const Guard &guard) {
  if (guard == "false")
    return;
  Arrival arrival{guard, state_, {}};
  for (const llvm::PHINode &phi : to.phis())
    arrival.phis[&phi] = value(phi.getIncomingValueForBlock(&from));
  arrivals_[&to].push_back(std::move(arrival));
}

void Encoder::terminate(const llvm::Instruction &end) {
  const llvm::BasicBlock &from = *end.getParent();
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
    if (branch->isUnconditional())
      return leave(from, *branch->getSuccessor(0), guard_);
    const Guard taken = condition(branch->getCondition());
    leave(from, *branch->getSuccessor(0), script.conjunction(guard_, taken));
    leave(from, *branch->getSuccessor(1), script.conjunction(guard_, script.negation(taken)));
  } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
    const Bits chosen = value(choice->getCondition()).front();
    std::vector<Guard> cases;
    for (const auto &each : choice->cases()) {
      cases.push_back(script.equal(chosen, literal(each.getCaseValue()->getValue())));
      leave(from, *each.getCaseSuccessor(), script.conjunction(guard_, cases.back()));
    }
    leave(from, *choice->getDefaultDest(),
          script.conjunction(guard_, script.negation(script.disjunction(cases))));
  } else if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&end)) {
    call(*invoke);
    const Guard throws = script.anything("Bool");
    leave(from, *invoke->getUnwindDest(), script.conjunction(guard_, throws));
    leave(from, *invoke->getNormalDest(), script.conjunction(guard_, script.negation(throws)));
  } else if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst, llvm::ResumeInst>(end)) {
    ends.push_back(guard_);
  } else {
    refuse(fmt::format("'{}' is not printed", end.getOpcodeName()));
  }
}

void Encoder::mark(const llvm::CallBase &call) {
  const auto first =
      std::uint32_t(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
  if (call.getCalledFunction()->getName() == PINCER_BRANCH_MARKER) {
    const Guard taken = condition(call.getArgOperand(1));
    outcomes[first].push_back(script.conjunction(guard_, taken));
    outcomes[first + 1].push_back(script.conjunction(guard_, script.negation(taken)));
    return;
  }
  const Bits chosen = value(call.getArgOperand(1)).front();
  std::vector<Guard> cases;
  for (unsigned i = 2; i < call.arg_size(); ++i) {
    cases.push_back(script.equal(chosen, value(call.getArgOperand(i)).front()));
    outcomes[first + i - 2].push_back(script.conjunction(guard_, cases.back()));
  }
  outcomes[first + call.arg_size() - 2].push_back(
      script.conjunction(guard_, script.negation(script.disjunction(cases))));
}

} // namespace proof
