#include "ir/branch_graph.h"

#include "abi/target.h"

#include <algorithm>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace ir {

/// Follows the instructions of one function.
class FunctionWalker {
public:
  using Node = BranchGraphBuilder::Node;

  FunctionWalker(BranchGraphBuilder &builder, model::UnitId unit, const llvm::Function &function)
      : builder_(builder), unit_(unit), function_(function) {}

  void walk() {
    for (const llvm::BasicBlock &block : function_)
      blocks_[&block] = place();
    body_ = {blocks_.at(&function_.getEntryBlock()).number, place().number};
    if (!function_.hasLocalLinkage())
      builder_.entries_[function_.getName().str()].push_back(body_.entry);
    if (isAddressTaken())
      builder_.takenEntries_.push_back(body_.entry);
    builder_.bodies_[{unit_, function_.getName().str()}] = body_;
    for (const llvm::BasicBlock &block : function_)
      walkBlock(block);
  }

private:
  Node place() { return {builder_.addPlace(), false}; }
  static Node branch(std::uint32_t slot) { return {slot, true}; }

  /// Any use but to be called; aliases and tables, too.
  bool isAddressTaken() const {
    return std::any_of(function_.use_begin(), function_.use_end(), [](const llvm::Use &use) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      return !call || !call->isCallee(&use);
    });
  }

  void walkBlock(const llvm::BasicBlock &block) {
    Node here = blocks_.at(&block);
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (call && !callee)
        builder_.wildCalls_.push_back(here.number);
      if (!callee || callee->isIntrinsic() || callee->getName() == PINCER_CHECK_MARKER)
        continue;
      const bool isMarker =
          callee->getName() == PINCER_BRANCH_MARKER || callee->getName() == PINCER_SWITCH_MARKER;
      if (!isMarker)
        here = throughCall(callee->getName().str(), here);
      else if (decidesBlock(*call))
        return leaveThrough(*call, here);
      else
        here = throughMarker(*call, here);
    }
    for (const llvm::BasicBlock *next : llvm::successors(&block))
      builder_.addEdge(here, blocks_.at(next));
    if (llvm::succ_empty(&block))
      builder_.addEdge(here, {body_.exit, false});
  }

  static std::uint32_t slotOf(const llvm::CallBase &marker) {
    return static_cast<std::uint32_t>(
        llvm::cast<llvm::ConstantInt>(marker.getArgOperand(0))->getZExtValue());
  }

  static bool isSwitch(const llvm::CallBase &marker) {
    return marker.getCalledFunction()->getName() == PINCER_SWITCH_MARKER;
  }

  /// Whether the marker stands right in front of the branch that its condition decides.
  static bool decidesBlock(const llvm::CallBase &marker) {
    const llvm::Instruction *next = marker.getNextNode();
    if (isSwitch(marker)) {
      const auto *decision = llvm::dyn_cast<llvm::SwitchInst>(next);
      return decision && decision->getNumCases() + 2 == marker.arg_size();
    }
    const auto *decision = llvm::dyn_cast<llvm::BranchInst>(next);
    return decision && decision->isConditional() &&
           decision->getCondition() == marker.getArgOperand(1);
  }

  void leaveThrough(const llvm::CallBase &marker, Node here) {
    const std::uint32_t slot = slotOf(marker);
    const auto outcome = [&](std::uint32_t i, const llvm::BasicBlock *to) {
      builder_.addEdge(here, branch(slot + i));
      builder_.addEdge(branch(slot + i), blocks_.at(to));
    };
    if (const auto *decision = llvm::dyn_cast<llvm::BranchInst>(marker.getNextNode())) {
      outcome(0, decision->getSuccessor(0));
      outcome(1, decision->getSuccessor(1));
      return;
    }
    const auto *decision = llvm::cast<llvm::SwitchInst>(marker.getNextNode());
    std::uint32_t i = 0;
    for (const auto &entry : decision->cases())
      outcome(i++, entry.getCaseSuccessor());
    outcome(i, decision->getDefaultDest());
  }

  /// A marker whose outcome decides nothing right here: both lead on.
  Node throughMarker(const llvm::CallBase &marker, Node here) {
    const Node after = place();
    const std::uint32_t slot = slotOf(marker);
    const std::uint32_t outcomes = isSwitch(marker) ? marker.arg_size() - 1 : 2;
    const auto *known =
        isSwitch(marker) ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(marker.getArgOperand(1));
    for (std::uint32_t i = 0; i < outcomes; ++i)
      if (!known || known->isOne() == (i == 0)) {
        builder_.addEdge(here, branch(slot + i));
        builder_.addEdge(branch(slot + i), after);
      }
    return after;
  }

  Node throughCall(const std::string &callee, Node here) {
    const Node after = place();
    builder_.addEdge(here, after); // it may take no branch at all
    builder_.calls_.push_back({unit_, callee, here.number, after.number});
    return after;
  }

  BranchGraphBuilder &builder_;
  const model::UnitId unit_;
  const llvm::Function &function_;
  std::map<const llvm::BasicBlock *, Node> blocks_;
  BranchGraphBuilder::Body body_;
};

void BranchGraphBuilder::add(model::UnitId unit, const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    FunctionWalker(*this, unit, function).walk();
    if (!function.hasLocalLinkage())
      exported_.try_emplace(function.getName().str(), unit, function.getName().str());
  }
}

const BranchGraphBuilder::Body *BranchGraphBuilder::find(model::UnitId unit,
                                                         const std::string &name) const {
  auto found = bodies_.find({unit, name});
  if (found == bodies_.end())
    if (const auto exported = exported_.find(name); exported != exported_.end())
      found = bodies_.find(exported->second);
  return found == bodies_.end() ? nullptr : &found->second;
}

model::BranchGraph BranchGraphBuilder::finish(std::size_t branches) const {
  model::BranchGraph graph(branches);
  for (std::uint32_t i = 0; i < places_; ++i)
    graph.addPlace();
  const auto number = [&](Node node) {
    return node.isBranch ? node.number : static_cast<std::uint32_t>(branches) + node.number;
  };
  for (const auto &[from, to] : edges_)
    graph.addEdge(number(from), number(to));
  for (const Call &call : calls_)
    if (const Body *body = find(call.unit, call.callee)) {
      graph.addEdge(number({call.before, false}), number({body->entry, false}));
      graph.addEdge(number({body->exit, false}), number({call.after, false}));
    }
  addLooseEdges(graph);
  return graph;
}

/// Code that nobody sees calls whatever has its address taken. Of several bodies the linker takes
/// any; what has none is code that nobody sees.
void BranchGraphBuilder::addLooseEdges(model::BranchGraph &graph) const {
  const std::uint32_t outside = graph.addPlace();
  const auto first = outside - places_; // of the places
  graph.setOutside(outside, std::any_of(calls_.begin(), calls_.end(), [](const Call &call) {
                     return call.callee == "signal" || call.callee == "sigaction" ||
                            call.callee == "pthread_create" ||
                            call.callee.find("_M_start_thread") != call.callee.npos;
                   }));
  for (const std::uint32_t entry : takenEntries_)
    graph.addLooseEdge(outside, first + entry);
  for (const std::uint32_t place : wildCalls_)
    graph.addLooseEdge(first + place, outside);
  for (const Call &call : calls_) {
    if (!find(call.unit, call.callee))
      graph.addLooseEdge(first + call.before, outside);
    if (const auto copies = entries_.find(call.callee); copies != entries_.end())
      for (const std::uint32_t entry : copies->second)
        graph.addLooseEdge(first + call.before, first + entry);
  }
  for (const auto &[symbol, entries] : entries_)
    for (const std::uint32_t entry : entries)
      graph.addBody(symbol, first + entry);
}

} // namespace ir
