#include "backward/search.h"

#include "abi/target.h"
#include "backward/addresses.h"
#include "backward/float_bits.h"
#include "backward/segment.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <memory>

// A node of the search tree is a point of a path and what must hold there for the rest of the path
// to be taken. One step goes back over a straight piece of code (a segment); where several ways
// lead there, each is a child. A node whose conditions contradict each other is a dead end.
//
// Before a node is split, the *shortcut* is tried: what all ways to it have in common. It goes from
// dominator to dominator; all that may happen in between is anything, and calls are unknown code.
// If even that contradicts itself, none of the ways needs a look: loops and conditionals that do
// not matter cost nothing.

namespace backward {
namespace {

using expr::TermId;
using llvm::BasicBlock;
using llvm::CallBase;
using llvm::Instruction;

struct Frame {
  FrameId id = 0;
  const llvm::Function *function = nullptr;
  std::shared_ptr<const Frame> caller;
  const CallBase *call = nullptr; // in the caller
  unsigned depth = 0;
};

struct Condition {
  TermId term;
  Decision decision;
};

struct Node {
  std::vector<Condition> conditions;
  std::shared_ptr<const Frame> frame;
  const Instruction *at = nullptr; // what stands in front of it comes next
  std::map<std::pair<FrameId, const BasicBlock *>, unsigned> visits; // of loop heads, since they
                                                                     // were entered
  bool isDead = false;
  bool isChecked = false; // nothing was added since the solver was asked
};

/// A loop, gone through backwards from its head, round by round, from any state.
struct Rounds {
  Node node;
  unsigned count = 0;
  std::optional<unsigned> mostVisits; // of the head: proved
};

class Search {
public:
  Search(solver::Solver &solver, const Bounds &bounds, const std::function<bool()> &stop,
         Effort &effort, const std::vector<std::uint64_t> &arguments, const Entry &entry)
      : solver_(solver), bounds_(bounds), stop_(stop), effort_(effort), arguments_(arguments),
        entry_(entry) {}

  Result run(const llvm::Function &function, std::uint32_t slot);

private:
  enum class State { Refuted, Reached, GaveUp };

  State explore(Node node);
  State exploreAll(std::vector<Node> &nodes);
  State arrive(Node &node);
  bool isRefutedByShortcut(Node node);
  bool isOver();
  bool isBeyond(const Node &node, const llvm::Loop &loop, unsigned visits);
  bool canBeBegun(const Node &node, const llvm::Loop &loop);
  void goRoundBack(Node &node, const llvm::Loop &loop);

  std::optional<Node> startAt(const CallBase &marker, std::uint32_t slot,
                              const std::shared_ptr<const Frame> &frame);
  const CallBase *cross(Node &node, bool enters);
  bool enters(const Node &node, const CallBase &call);
  std::vector<Node> enter(const Node &node, const CallBase &call);
  void leaveToCaller(Node &node);
  void skip(Node &node, const CallBase &call);
  void goTo(Node &node, const BasicBlock &from, bool skipsCall);
  std::vector<Node> predecessors(const Node &node);
  void goToDominator(Node &node, const BasicBlock &dominator);
  void addEdge(Node &node, Segment &segment, const Instruction &end,
               const std::vector<unsigned> &successors);
  void rewrite(Node &node, Segment &segment);
  void add(Node &node, TermId term, Decision decision);
  bool isContradictory(Node &node, solver::Effort effort);
  bool isContradictoryAtEntry(Node &node);
  void learn(const Node &node, const std::vector<std::size_t> &core);
  FunctionFacts &factsOf(const llvm::Function &function);
  Segment segmentIn(const Node &node);

  solver::Solver &solver_;
  const Bounds bounds_;
  const std::function<bool()> &stop_;
  Effort &effort_;
  const std::vector<std::uint64_t> &arguments_;
  const Entry &entry_;
  bool leftOut_ = false; // a path that nothing speaks against
  expr::Pool pool_;
  Places places_{pool_};
  std::map<const llvm::Function *, std::unique_ptr<FunctionFacts>> facts_;
  std::map<const llvm::Loop *, Rounds> rounds_;
  FrameId frames_ = 0;
  Refuted refuted_;
  Reached reached_;
  std::string whyGivenUp_;
};

FunctionFacts &Search::factsOf(const llvm::Function &function) {
  auto &facts = facts_[&function];
  if (!facts)
    facts = std::make_unique<FunctionFacts>(function);
  return *facts;
}

Segment Search::segmentIn(const Node &node) {
  ++effort_.segments;
  return Segment(places_, factsOf(*node.frame->function), node.frame->id,
                 node.frame->function->getParent()->getDataLayout());
}

bool Search::isOver() {
  if (!whyGivenUp_.empty())
    return true;
  if (effort_.segments > bounds_.segments)
    whyGivenUp_ = "there are too many paths to it";
  else if (pool_.size() > bounds_.terms)
    whyGivenUp_ = "its conditions grow too large";
  else if (stop_ && stop_())
    whyGivenUp_ = "there was no time left";
  return !whyGivenUp_.empty();
}

void Search::add(Node &node, TermId term, Decision decision) {
  if (pool_.isConstant(term)) {
    if (pool_[term].value == 0) {
      node.isDead = true;
      node.conditions.push_back({term, decision});
      learn(node, {node.conditions.size() - 1});
    }
    return;
  }
  node.conditions.push_back({term, decision});
  node.isChecked = false;
}

void Search::rewrite(Node &node, Segment &segment) {
  std::vector<Condition> before;
  before.swap(node.conditions);
  for (const Condition &condition : before) {
    const TermId term = segment.before(condition.term);
    if (term != condition.term)
      node.isChecked = false;
    if (pool_.isConstant(term) && pool_[term].value != 0)
      continue;
    node.conditions.push_back({term, condition.decision});
    if (pool_.isConstant(term)) {
      node.isDead = true;
      return learn(node, {node.conditions.size() - 1});
    }
  }
}

void Search::learn(const Node &node, const std::vector<std::size_t> &core) {
  for (const std::size_t index : core) {
    if (index >= node.conditions.size())
      continue; // a fact about addresses
    const Decision &decision = node.conditions[index].decision;
    if (std::ranges::none_of(refuted_.conflict, [&](const Decision &known) {
          return known.at == decision.at && known.outcome == decision.outcome;
        }))
      refuted_.conflict.push_back(decision);
  }
  ++refuted_.leaves;
}

/// True only if it is proved: nothing learnt, nothing assumed of libm.
bool Search::isContradictory(Node &node, solver::Effort effort) {
  if (node.isDead)
    return true;
  if ((node.isChecked && effort == solver::Effort::Quick) || node.conditions.empty())
    return false;
  node.isChecked = true;
  solver::Query query{pool_, {}, {}, effort};
  for (const Condition &condition : node.conditions)
    query.conditions.push_back(condition.term);
  if (looksAtFloatBits(pool_, query.conditions))
    return false;
  std::ranges::copy(
      addressFacts(places_, query.conditions, node.frame->function->getParent()->getDataLayout()),
      std::back_inserter(query.conditions));
  ++effort_.queries;
  const solver::Answer answer = solver_.solve(query);
  if (const auto *unsat = std::get_if<solver::Unsat>(&answer)) {
    if (unsat->learnt || unsat->assumesLibm)
      return false;
    node.isDead = true;
    learn(node, unsat->core);
    return true;
  }
  if (const auto *sat = std::get_if<solver::Sat>(&answer); sat && effort == solver::Effort::Full) {
    reached_ = {{}, true};
    for (const auto &[input, value] : sat->assignment)
      if (places_[input].kind == Place::Kind::Value && places_[input].frame == 0)
        if (const auto *argument = llvm::dyn_cast<llvm::Argument>(places_[input].base))
          reached_.arguments.emplace_back(argument->getArgNo(), value);
  }
  return false;
}

bool Search::isContradictoryAtEntry(Node &node) {
  Segment segment = segmentIn(node);
  for (unsigned i = 0; node.frame->id == 0 && i < arguments_.size(); ++i) {
    const llvm::Argument *argument = node.frame->function->getArg(i);
    if (const unsigned width = merged::widthOf(argument->getType()))
      segment.define(argument, {pool_.constant(width, arguments_[i] & expr::maskOf(width))});
  }
  rewrite(node, segment);
  reached_ = {};
  return isContradictory(node, solver::Effort::Full);
}

/// Goes back over the instructions in front, up to a call that is entered (which is returned) or
/// to the block's beginning.
const CallBase *Search::cross(Node &node, bool entersCalls) {
  const BasicBlock &block = *node.at->getParent();
  auto first = node.at->getIterator();
  const CallBase *stop = nullptr;
  while (first != block.begin() && !stop) {
    const auto *call = llvm::dyn_cast<CallBase>(&*std::prev(first));
    if (entersCalls && call && enters(node, *call))
      stop = call;
    else
      --first;
  }
  Segment segment = segmentIn(node);
  for (auto each = first; each != node.at->getIterator(); ++each)
    segment.run(*each);
  rewrite(node, segment);
  node.at = &*first;
  return stop;
}

bool Search::enters(const Node &node, const CallBase &call) {
  if (!canEnter(call) || node.frame->depth >= bounds_.depth ||
      factsOf(*call.getCalledFunction()).refusal())
    return false;
  for (const Frame *frame = node.frame.get(); frame; frame = frame->caller.get())
    if (frame->function == call.getCalledFunction())
      return false;
  return true;
}

/// The ends of the called function, of which one came before.
std::vector<Node> Search::enter(const Node &node, const CallBase &call) {
  std::vector<Node> nodes;
  const llvm::Function &callee = *call.getCalledFunction();
  for (const BasicBlock *end : factsOf(callee).returns()) {
    Node inside = node;
    inside.frame = std::make_shared<Frame>(
        Frame{++frames_, &callee, node.frame, &call, node.frame->depth + 1});
    Segment outer = segmentIn(node);
    const auto *back = llvm::cast<llvm::ReturnInst>(end->getTerminator());
    if (back->getReturnValue())
      outer.define(&call, segmentIn(inside).valueOf(back->getReturnValue()));
    rewrite(inside, outer);
    inside.at = back;
    nodes.push_back(std::move(inside));
  }
  return nodes;
}

/// From the beginning of a function that was entered to the call of it.
void Search::leaveToCaller(Node &node) {
  const std::shared_ptr<const Frame> callee = node.frame;
  Segment inner = segmentIn(node);
  node.frame = callee->caller;
  Segment outer = segmentIn(node);
  for (const llvm::Argument &argument : callee->function->args())
    if (!argument.hasByValAttr()) // a copy somewhere
      inner.define(&argument, outer.valueOf(callee->call->getArgOperand(argument.getArgNo())));
  rewrite(node, inner);
  node.at = callee->call;
}

void Search::skip(Node &node, const CallBase &call) {
  Segment segment = segmentIn(node);
  segment.callUnknown(call);
  rewrite(node, segment);
  node.at = &call;
}

/// What must hold for a block's end to lead to one of these successors.
void Search::addEdge(Node &node, Segment &segment, const Instruction &end,
                     const std::vector<unsigned> &successors) {
  const auto taken = [&](unsigned successor) {
    return std::ranges::find(successors, successor) != successors.end();
  };
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
      branch && branch->isConditional()) {
    if (taken(0) == taken(1))
      return;
    const TermId condition = segment.scalarOf(branch->getCondition(), 1);
    add(node, taken(0) ? condition : pool_.negation(condition), {&end, taken(0) ? 0u : 1u});
  } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
    const unsigned width = merged::widthOf(choice->getCondition()->getType());
    if (!width)
      return;
    const TermId value = segment.scalarOf(choice->getCondition(), width);
    TermId any = pool_.boolean(false), none = pool_.boolean(true);
    for (const auto &each : choice->cases()) {
      const TermId is =
          pool_.equal(value, pool_.constant(width, each.getCaseValue()->getZExtValue()));
      none = pool_.conjunction(none, pool_.negation(is));
      if (taken(each.getSuccessorIndex()))
        any = pool_.disjunction(any, is);
    }
    add(node, taken(0) ? pool_.disjunction(any, none) : any,
        {&end, successors.empty() ? 0u : successors.front()});
  }
}

/// From the beginning of a block to the end of one in front of it.
void Search::goTo(Node &node, const BasicBlock &from, bool skipsCall) {
  const BasicBlock &to = *node.at->getParent();
  const Instruction &end = *from.getTerminator();
  Segment segment = segmentIn(node);
  std::vector<std::pair<const llvm::Value *, merged::Scalars>> met;
  for (const llvm::PHINode &phi : to.phis())
    met.emplace_back(&phi, segment.valueOf(phi.getIncomingValueForBlock(&from)));
  for (auto &[phi, value] : met)
    segment.define(phi, std::move(value));
  rewrite(node, segment);
  node.at = &end;
  if (node.isDead)
    return;
  std::vector<unsigned> successors;
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i)
    if (end.getSuccessor(i) == &to)
      successors.push_back(i);
  Segment atEnd = segmentIn(node);
  addEdge(node, atEnd, end, successors);
  if (const auto *call = llvm::dyn_cast<llvm::InvokeInst>(&end); call && skipsCall && !node.isDead)
    skip(node, *call);
}

std::vector<Node> Search::predecessors(const Node &node) {
  const BasicBlock &block = *node.at->getParent();
  FunctionFacts &facts = factsOf(*node.frame->function);
  std::vector<const BasicBlock *> all;
  for (const BasicBlock *each : llvm::predecessors(&block))
    if (std::ranges::find(all, each) == all.end())
      all.push_back(each);
  std::ranges::stable_sort(all, {}, [&](const BasicBlock *each) { return facts.distance(*each); });
  std::vector<Node> nodes;
  const llvm::Loop *loop = facts.loopAt(block);
  for (const BasicBlock *from : all) {
    Node child = node;
    if (loop && !loop->contains(from))
      child.visits.erase({node.frame->id, &block});
    const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(from->getTerminator());
    const bool enters = invoke && invoke->getNormalDest() == &block &&
                        invoke->getUnwindDest() != &block && this->enters(node, *invoke);
    goTo(child, *from, !enters);
    if (child.isDead)
      continue;
    if (enters)
      std::ranges::move(enter(child, *invoke), std::back_inserter(nodes));
    else
      nodes.push_back(std::move(child));
  }
  return nodes;
}

/// From the beginning of a block to the end of its dominator, whatever lies in between.
void Search::goToDominator(Node &node, const BasicBlock &dominator) {
  const BasicBlock &to = *node.at->getParent();
  const auto &between = factsOf(*node.frame->function).between(to);
  if (between.empty() && to.getUniquePredecessor())
    return goTo(node, dominator, true);
  Segment segment = segmentIn(node);
  if (!between.empty())
    segment.forget(between);
  for (const llvm::PHINode &phi : to.phis())
    segment.define(&phi, segment.anyOf(phi.getType()));
  const Instruction &end = *dominator.getTerminator();
  rewrite(node, segment);
  node.at = &end;
  if (node.isDead)
    return;
  std::vector<unsigned> successors;
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i)
    if (end.getSuccessor(i) == &to || between.contains(end.getSuccessor(i)))
      successors.push_back(i);
  Segment atEnd = segmentIn(node);
  addEdge(node, atEnd, end, successors);
  if (const auto *call = llvm::dyn_cast<llvm::InvokeInst>(&end); call && !node.isDead)
    skip(node, *call);
}

bool Search::isRefutedByShortcut(Node node) {
  const auto known = refuted_; // what it contradicts counts only if it comes to an end
  const auto fails = [&] {
    refuted_ = known;
    return false;
  };
  while (!isOver()) {
    cross(node, false);
    if (isContradictory(node, solver::Effort::Quick))
      return true;
    const BasicBlock &block = *node.at->getParent();
    if (!block.isEntryBlock()) {
      const BasicBlock *dominator = factsOf(*node.frame->function).dominator(block);
      if (!dominator)
        return true; // nothing leads there at all
      goToDominator(node, *dominator);
    } else if (node.frame->caller) {
      leaveToCaller(node);
    } else {
      return isContradictoryAtEntry(node) || fails();
    }
    if (isContradictory(node, solver::Effort::Quick))
      return true;
  }
  return fails();
}

/// From the head of a loop to its head one round before. Only what every round does is followed.
void Search::goRoundBack(Node &node, const llvm::Loop &loop) {
  goTo(node, *loop.getLoopLatch(), true);
  while (!node.isDead) {
    cross(node, false);
    const BasicBlock &block = *node.at->getParent();
    if (&block == loop.getHeader() || node.isDead)
      return;
    goToDominator(node, *factsOf(*node.frame->function).dominator(block));
  }
}

/// Whether a run may come from the function's entry to the head of the loop in such a state.
bool Search::canBeBegun(const Node &node, const llvm::Loop &loop) {
  for (const BasicBlock *from : llvm::predecessors(loop.getHeader())) {
    if (loop.contains(from))
      continue;
    Node outside = node;
    goTo(outside, *from, true);
    if (!outside.isDead && !isRefutedByShortcut(std::move(outside)))
      return true;
  }
  return false;
}

/// Whether no run comes to the head of the loop so many times before it leaves it: the first rounds
/// of such a run contradict each other.
bool Search::isBeyond(const Node &node, const llvm::Loop &loop, unsigned visits) {
  Rounds &rounds = rounds_[&loop];
  if (!loop.getLoopLatch())
    return false;
  if (!rounds.node.at) {
    rounds.node.frame =
        std::make_shared<Frame>(Frame{++frames_, node.frame->function, nullptr, nullptr, 0});
    rounds.node.at = &loop.getHeader()->front();
  }
  while (!rounds.mostVisits && rounds.count + 1 < visits && !isOver()) {
    goRoundBack(rounds.node, loop);
    ++rounds.count;
    if (rounds.node.isDead || !canBeBegun(rounds.node, loop))
      rounds.mostVisits = rounds.count;
  }
  return rounds.mostVisits && visits > *rounds.mostVisits;
}

Search::State Search::exploreAll(std::vector<Node> &nodes) {
  for (Node &node : nodes) {
    if (isContradictory(node, solver::Effort::Quick))
      continue;
    const State state = explore(std::move(node));
    if (state != State::Refuted)
      return state;
  }
  return State::Refuted;
}

/// At the beginning of everything.
Search::State Search::arrive(Node &node) {
  if (isContradictoryAtEntry(node))
    return State::Refuted;
  if (!entry_.found)
    return State::Reached;
  std::vector<TermId> terms;
  for (const Condition &condition : node.conditions)
    terms.push_back(condition.term);
  if (entry_.found(places_, terms))
    return State::Reached;
  leftOut_ = true;
  return State::Refuted;
}

Search::State Search::explore(Node node) {
  while (true) {
    if (isOver())
      return State::GaveUp;
    if (const CallBase *call = cross(node, true)) {
      Node around = node;
      skip(around, *call);
      if (node.isDead || isRefutedByShortcut(std::move(around)))
        return State::Refuted;
      auto nodes = enter(node, *call);
      return exploreAll(nodes);
    }
    if (isContradictory(node, solver::Effort::Quick))
      return State::Refuted;
    const BasicBlock &block = *node.at->getParent();
    if (block.isEntryBlock()) {
      if (!node.frame->caller)
        return arrive(node);
      leaveToCaller(node);
      continue;
    }
    if (const llvm::Loop *loop = factsOf(*node.frame->function).loopAt(block)) {
      const unsigned visits = ++node.visits[{node.frame->id, &block}];
      if (visits > 1 && isBeyond(node, *loop, visits))
        return State::Refuted;
      if (visits > bounds_.rounds && entry_.found) {
        leftOut_ = true;
        return State::Refuted;
      }
      if (visits > bounds_.rounds) {
        const auto &line = block.getTerminator()->getDebugLoc();
        whyGivenUp_ = fmt::format("a loop of {}, line {}, goes on",
                                  node.frame->function->getName().str(), line ? line.getLine() : 0);
        return State::GaveUp;
      }
    }
    auto nodes = predecessors(node);
    if (nodes.size() == 1) {
      node = std::move(nodes.front());
      continue;
    }
    if (isRefutedByShortcut(node))
      return State::Refuted;
    return exploreAll(nodes);
  }
}

/// At a marker with this slot; none: it has another.
std::optional<Node> Search::startAt(const CallBase &marker, std::uint32_t slot,
                                    const std::shared_ptr<const Frame> &frame) {
  const auto first = llvm::cast<llvm::ConstantInt>(marker.getArgOperand(0))->getZExtValue();
  const bool isSwitch = marker.getCalledFunction()->getName() == PINCER_SWITCH_MARKER;
  const unsigned count = isSwitch ? marker.arg_size() - 1 : 2;
  if (slot < first || slot >= first + count)
    return std::nullopt;
  Node node;
  node.frame = frame;
  node.at = &marker;
  Segment segment = segmentIn(node);
  const llvm::Value *value = marker.getArgOperand(1);
  const unsigned width = merged::widthOf(value->getType());
  if (!width) // more than 64 bits: no condition
    return node;
  const TermId term = segment.scalarOf(value, width);
  const auto which = unsigned(slot - first);
  if (!isSwitch) {
    add(node, which == 0 ? term : pool_.negation(term), {&marker, slot});
    return node;
  }
  TermId none = pool_.boolean(true), is;
  for (unsigned i = 2; i < marker.arg_size(); ++i) {
    const TermId equal = pool_.equal(term, segment.scalarOf(marker.getArgOperand(i), width));
    none = pool_.conjunction(none, pool_.negation(equal));
    if (i - 2 == which)
      is = equal;
  }
  add(node, is ? is : none, {&marker, slot});
  return node;
}

Result Search::run(const llvm::Function &function, std::uint32_t slot) {
  if (const auto &refusal = factsOf(function).refusal())
    return GaveUp{*refusal};
  std::shared_ptr<const Frame> caller;
  if (entry_.call)
    caller =
        std::make_shared<Frame>(Frame{++frames_, entry_.call->getFunction(), nullptr, nullptr, 0});
  const auto frame = std::make_shared<Frame>(Frame{0, &function, caller, entry_.call, 0});
  bool isFound = false;
  for (const Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<CallBase>(&instruction);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee ||
        (callee->getName() != PINCER_BRANCH_MARKER && callee->getName() != PINCER_SWITCH_MARKER))
      continue;
    auto node = startAt(*call, slot, frame);
    if (!node)
      continue;
    isFound = true;
    if (node->isDead || isRefutedByShortcut(*node))
      continue;
    const State state = explore(std::move(*node));
    if (state == State::GaveUp)
      return GaveUp{whyGivenUp_};
    if (state == State::Reached)
      return reached_;
  }
  if (!isFound)
    return GaveUp{"the function has no such branch"};
  if (leftOut_)
    return GaveUp{"no path that was tried led there"};
  return refuted_;
}

} // namespace

Result search(const llvm::Function &function, std::uint32_t slot, solver::Solver &solver,
              const Bounds &bounds, const std::function<bool()> &stop, Effort &effort,
              const std::vector<std::uint64_t> &arguments, const Entry &entry) {
  return Search(solver, bounds, stop, effort, arguments, entry).run(function, slot);
}

} // namespace backward
