#include "ir/branch_graph.h"

#include "abi/target.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

// A run that is not connected in this graph is not believed, and a branch that nothing leads to is
// not sought: no way that a run can go may be missing. So
//  - a call by name leads to every body that the linker could take for it, aliases included,
//    whatever type the call has;
//  - a call through a pointer leads to whatever has its address taken in any unit: straight if the
//    type is the same, through the outside (model::BranchGraph) if not;
//  - a call of what no unit defines leads straight to the functions among its arguments, and
//  through
//    the outside to all others whose address is taken;
//  - an exception leaves a function by a place of its own, which leads to the handlers around its
//    calls, or out of the callers; what no unit defines may throw;
//  - longjmp and its like lead to every place behind a setjmp.

namespace ir {
namespace {

std::string print(const llvm::Type &type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  type.print(out);
  return text;
}

/// Any use but to be called; aliases and tables, too.
bool isAddressTaken(const llvm::Function &function) {
  return llvm::any_of(function.uses(), [](const llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  });
}

bool isOneOf(llvm::StringRef name, llvm::ArrayRef<llvm::StringLiteral> names) {
  return llvm::is_contained(names, name);
}

/// Goes on where state was saved, by its own frame or another.
bool isJump(const llvm::CallBase &call, llvm::StringRef callee) {
  constexpr llvm::StringLiteral jumps[] = {"longjmp",       "_longjmp",   "siglongjmp",
                                           "__longjmp_chk", "setcontext", "swapcontext"};
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::eh_sjlj_longjmp:
  case llvm::Intrinsic::coro_resume:
  case llvm::Intrinsic::coro_destroy:
    return true;
  default:
    return isOneOf(callee, jumps);
  }
}

/// Saves state to which jumps lead back.
bool isResumed(const llvm::CallBase &call, llvm::StringRef callee) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::eh_sjlj_setjmp:
  case llvm::Intrinsic::coro_suspend:
    return true;
  default:
    return call.hasFnAttr(llvm::Attribute::ReturnsTwice) || callee == "getcontext" ||
           callee == "swapcontext";
  }
}

/// Has something run that nobody calls.
bool startsSomething(llvm::StringRef callee) {
  constexpr llvm::StringLiteral starts[] = {"signal",         "sigaction",     "bsd_signal",
                                            "sigset",         "__sysv_signal", "timer_create",
                                            "pthread_create", "thrd_create",   "clone"};
  return isOneOf(callee, starts) || callee.contains("_M_start_thread");
}

} // namespace

/// Follows the instructions of one function.
class FunctionWalker {
public:
  using Node = BranchGraphBuilder::Node;

  FunctionWalker(BranchGraphBuilder &builder, model::UnitId unit, const llvm::Function &function)
      : builder_(builder), unit_(unit), function_(function) {}

  void walk() {
    for (const llvm::BasicBlock &block : function_)
      blocks_[&block] = place();
    body_ = {blocks_.at(&function_.getEntryBlock()).number, place().number, place().number};
    builder_.functions_[{unit_, function_.getName().str()}] = {body_,
                                                               print(*function_.getFunctionType())};
    for (const llvm::BasicBlock &block : function_)
      walkBlock(block);
  }

private:
  Node place() { return {builder_.addPlace(), false}; }
  static Node branch(std::uint32_t slot) { return {slot, true}; }

  void walkBlock(const llvm::BasicBlock &block) {
    Node here = blocks_.at(&block);
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call)
        continue;
      const llvm::StringRef callee = nameOf(*call);
      if (callee == PINCER_CHECK_MARKER)
        continue;
      if (callee != PINCER_BRANCH_MARKER && callee != PINCER_SWITCH_MARKER)
        here = throughCall(*call, callee, here);
      else if (decidesBlock(*call))
        return leaveThrough(*call, here);
      else
        here = throughMarker(*call, here);
    }
    for (const llvm::BasicBlock *next : llvm::successors(&block))
      builder_.addEdge(here, blocks_.at(next));
    if (llvm::isa<llvm::ResumeInst>(block.getTerminator()))
      builder_.addEdge(here, {body_.unwind, false});
    else if (llvm::succ_empty(&block))
      builder_.addEdge(here, {body_.exit, false});
  }

  /// The function or alias that is called, whatever the type of the call; none: a pointer,
  /// assembly, or what the loader chooses.
  static llvm::StringRef nameOf(const llvm::CallBase &call) {
    const llvm::Value *callee = call.getCalledOperand()->stripPointerCasts();
    return llvm::isa<llvm::Function, llvm::GlobalAlias>(callee) ? callee->getName() : "";
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

  Node throughCall(const llvm::CallBase &call, llvm::StringRef callee, Node here) {
    const bool jumps = isJump(call, callee), isBack = isResumed(call, callee);
    if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic && !jumps && !isBack)
      return here;
    const Node after = place();
    builder_.addEdge(here, after); // it may take no branch at all
    if (jumps)
      builder_.jumps_.push_back(here.number);
    if (isBack)
      builder_.resumed_.push_back(after.number);
    if (call.getIntrinsicID() == llvm::Intrinsic::not_intrinsic)
      builder_.calls_.push_back({.unit = unit_,
                                 .callee = calleeOf(call, callee),
                                 .given = functionsGivenTo(call),
                                 .before = here.number,
                                 .after = after.number,
                                 .unwind = unwindOf(call)});
    return after;
  }

  static decltype(BranchGraphBuilder::Call::callee) calleeOf(const llvm::CallBase &call,
                                                             llvm::StringRef name) {
    if (!name.empty())
      return BranchGraphBuilder::ByName{name.str()};
    if (call.isInlineAsm())
      return BranchGraphBuilder::Assembly{};
    return BranchGraphBuilder::ByType{print(*call.getFunctionType())};
  }

  static std::vector<std::string> functionsGivenTo(const llvm::CallBase &call) {
    std::vector<std::string> given;
    for (const llvm::Use &argument : call.args())
      if (const auto *function =
              llvm::dyn_cast<llvm::Function>(argument->stripPointerCastsAndAliases()))
        given.push_back(function->getName().str());
    return given;
  }

  std::optional<std::uint32_t> unwindOf(const llvm::CallBase &call) const {
    if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call))
      return blocks_.at(invoke->getUnwindDest()).number;
    return call.doesNotThrow() || function_.doesNotThrow() ? std::nullopt
                                                           : std::optional(body_.unwind);
  }

  BranchGraphBuilder &builder_;
  const model::UnitId unit_;
  const llvm::Function &function_;
  std::map<const llvm::BasicBlock *, Node> blocks_;
  BranchGraphBuilder::Body body_;
};

void BranchGraphBuilder::add(model::UnitId unit, const llvm::Module &module) {
  const auto define = [&](const llvm::GlobalValue &symbol) {
    if (!symbol.hasLocalLinkage())
      exported_[symbol.getName().str()].push_back({unit, symbol.getName().str()});
  };
  // Assembly calls by name.
  const auto takeNamed = [&](llvm::StringRef assembly) {
    for (std::size_t from = 0; from < assembly.size();) {
      const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
      const llvm::StringRef word = assembly.drop_front(from).take_while(isWord);
      if (!word.empty() && module.getFunction(word))
        addressTaken_.insert({unit, word.str()});
      from += std::max<std::size_t>(1, word.size());
    }
  };
  takeNamed(module.getModuleInlineAsm());
  for (const llvm::Function &function : module) {
    if (isAddressTaken(function))
      addressTaken_.insert({unit, function.getName().str()});
    if (function.isDeclaration())
      continue;
    FunctionWalker(*this, unit, function).walk();
    define(function);
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block)
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            call && call->isInlineAsm())
          takeNamed(llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString());
  }
  for (const llvm::GlobalAlias &alias : module.aliases())
    if (const auto *function = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject())) {
      aliases_[{unit, alias.getName().str()}] = {unit, function->getName().str()};
      define(alias);
    }
}

/// The unit's own, if no other sees it; or else all that the linker could take.
std::vector<const BranchGraphBuilder::Function *>
BranchGraphBuilder::find(model::UnitId unit, const std::string &symbol) const {
  const FunctionKey own{unit, symbol};
  const auto exported = exported_.find(symbol);
  std::vector<FunctionKey> keys;
  if (exported != exported_.end())
    keys = exported->second;
  const bool isDefinedHere = functions_.contains(own) || aliases_.contains(own);
  if (isDefinedHere && !llvm::is_contained(keys, own))
    keys = {own};
  std::vector<const Function *> found;
  for (FunctionKey key : keys) {
    if (const auto alias = aliases_.find(key); alias != aliases_.end())
      key = alias->second;
    if (const auto function = functions_.find(key); function != functions_.end())
      found.push_back(&function->second);
  }
  return found;
}

/// Makes the graph: places of the builder behind the branches, and calls as edges.
class BranchGraphBuilder::Joiner {
public:
  Joiner(const BranchGraphBuilder &builder, std::size_t branches)
      : builder_(builder), first_(static_cast<std::uint32_t>(branches)), graph_(branches) {
    for (std::uint32_t i = 0; i < builder.places_; ++i)
      graph_.addPlace();
  }

  model::BranchGraph join() {
    for (const auto &[from, to] : builder_.edges_)
      graph_.addEdge(numberOf(from), numberOf(to));
    for (const auto &[symbol, keys] : builder_.exported_)
      for (const Function *function : builder_.find(keys.front().unit, symbol))
        graph_.addBody(symbol, moved(function->body));
    for (const auto &[key, function] : builder_.functions_)
      graph_.markEnds(moved(function.body));
    openAddresses();
    for (const Call &call : builder_.calls_)
      std::visit([&](const auto &callee) { add(call, callee); }, call.callee);
    const std::uint32_t saved = graph_.addPlace();
    for (const std::uint32_t place : builder_.jumps_)
      graph_.addEdge(first_ + place, saved);
    for (const std::uint32_t place : builder_.resumed_) {
      graph_.addEdge(saved, first_ + place);
      graph_.addOutsideReturn(first_ + place);
    }
    return std::move(graph_);
  }

private:
  std::uint32_t numberOf(const Node &node) const {
    return node.isBranch ? node.number : first_ + node.number;
  }
  Body moved(const Body &body) const {
    return {first_ + body.entry, first_ + body.exit, first_ + body.unwind};
  }

  Body addHub() {
    const Body hub{graph_.addPlace(), graph_.addPlace(), graph_.addPlace()};
    graph_.markEnds(hub);
    return hub;
  }
  void addToHub(const Body &hub, const Body &body) {
    graph_.addEdge(hub.entry, body.entry);
    graph_.addEdge(body.exit, hub.exit);
    graph_.addEdge(body.unwind, hub.unwind);
  }

  /// What the linker takes for a symbol; several bodies are joined to one.
  std::optional<Body> bodyOf(model::UnitId unit, const std::string &symbol) {
    const auto found = builder_.find(unit, symbol);
    if (found.empty())
      return std::nullopt;
    if (found.size() == 1)
      return moved(found.front()->body);
    const auto [known, isNew] = copies_.try_emplace(symbol);
    if (isNew) {
      known->second = addHub();
      for (const Function *function : found)
        addToHub(known->second, moved(function->body));
    }
    return known->second;
  }

  void addCallEdges(const Call &call, const Body &body) {
    graph_.addEdge(first_ + call.before, body.entry);
    graph_.addEdge(body.exit, first_ + call.after);
    if (call.unwind)
      graph_.addEdge(body.unwind, first_ + *call.unwind);
  }

  void addOutsideCall(const Call &call) {
    graph_.addOutsideCall(first_ + call.before);
    graph_.addOutsideReturn(first_ + call.after);
    if (call.unwind) {
      graph_.addEdge(first_ + call.before, first_ + *call.unwind);
      graph_.addOutsideReturn(first_ + *call.unwind);
    }
  }

  /// All functions of a type whose address is taken, as one: who calls any may get to all.
  void openAddresses() {
    std::set<const Function *> taken;
    for (const FunctionKey &key : builder_.addressTaken_)
      for (const Function *function : builder_.find(key.unit, key.name))
        if (taken.insert(function).second) {
          const Body body = moved(function->body);
          graph_.openToOutside(body);
          const auto [known, isNew] = byType_.try_emplace(function->type);
          if (isNew)
            known->second = addHub();
          addToHub(known->second, body);
        }
  }

  void add(const Call &call, const ByName &callee) {
    if (const auto body = bodyOf(call.unit, callee.symbol))
      return addCallEdges(call, *body);
    addOutsideCall(call);
    for (const std::string &given : call.given)
      if (const auto body = bodyOf(call.unit, given))
        addCallEdges(call, *body);
    if (startsSomething(callee.symbol))
      graph_.letOutsideComeBySelf();
  }

  void add(const Call &call, const ByType &callee) {
    if (const auto same = byType_.find(callee.type); same != byType_.end())
      addCallEdges(call, same->second);
    addOutsideCall(call);
  }

  void add(const Call &call, Assembly) { addOutsideCall(call); }

  const BranchGraphBuilder &builder_;
  const std::uint32_t first_; // of the places
  std::map<std::string, Body> byType_, copies_;
  model::BranchGraph graph_;
};

model::BranchGraph BranchGraphBuilder::finish(std::size_t branches) const {
  return Joiner(*this, branches).join();
}

} // namespace ir
