#include "ir/call_graph.h"

#include "abi/target.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <utility>

// Direct calls are edges by name. A function pointer may hold any function whose address the
// program takes, so an indirect call reaches all of them; and since an external function may call
// back what it was given (qsort), taking an address counts as a call where it is taken. Pointers
// that come from outside can't be seen; an indirect call whose type fits no function that the
// program takes the address of must get its target from there, and is reported.

namespace ir {
namespace {

bool isOurs(llvm::StringRef name) {
  return name.starts_with("pincer_") || name.starts_with("__pincer_");
}

std::string print(const llvm::Type &type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  type.print(out);
  return text;
}

/// Calls `visit` for each global that `value` is or, as a constant expression, contains.
template <class Visit> void forEachGlobal(const llvm::Value *value, const Visit &visit) {
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(value))
    return visit(*global);
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    for (const llvm::Use &operand : constant->operands())
      forEachGlobal(operand.get(), visit);
}

const llvm::Function *calledFunction(const llvm::CallBase &call) {
  const llvm::Value *callee = call.getCalledOperand()->stripPointerCasts();
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(callee))
    callee = alias->getAliaseeObject();
  return llvm::dyn_cast_or_null<llvm::Function>(callee);
}

/// Whether assembly may leave the instructions that compute: by a system call, a call or jump to
/// where nobody looks, or by bytes written out.
bool mayCallSystem(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words, " \t\n\r;{|}");
  return llvm::any_of(words, [](llvm::StringRef word) {
    constexpr llvm::StringLiteral harmless[] = {".p2align", ".align", ".balign", ".cfi_"};
    constexpr llvm::StringLiteral leaving[] = {"int", "svc", "ret", "retq", "iret", "jmp", "jmpq"};
    return word.starts_with_insensitive("sys") || word.starts_with_insensitive("call") ||
           word.starts_with_insensitive("lcall") || word.starts_with_insensitive("vmcall") ||
           llvm::any_of(leaving, [&](llvm::StringRef w) { return word.equals_insensitive(w); }) ||
           (word.starts_with(".") && llvm::none_of(harmless, [&](llvm::StringRef start) {
              return word.starts_with(start);
            }));
  });
}

void addCall(const llvm::CallBase &call, FunctionFacts &facts) {
  if (call.isInlineAsm()) {
    facts.inlineAssembly = true;
    facts.systemCalls |=
        mayCallSystem(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString());
  } else if (const llvm::Function *callee = calledFunction(call)) {
    facts.machineIntrinsics |= callee->getName().starts_with("llvm.x86.");
    if (!callee->isIntrinsic() && !isOurs(callee->getName()))
      facts.callees.insert(callee->getName().str());
  } else {
    facts.indirectCalls.insert(print(*call.getFunctionType()));
  }
}

bool isState(const llvm::GlobalValue &global) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  return variable && !variable->isConstant() && !isOurs(variable->getName());
}

/// Whether `value` is used, be it inside constants, by what clang has run before or after main.
bool isUsedAtStartup(const llvm::Value &value) {
  return std::any_of(value.user_begin(), value.user_end(), [](const llvm::User *user) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      return instruction->getFunction()->getSection() == ".text.startup";
    return llvm::isa<llvm::ConstantExpr>(user) && isUsedAtStartup(*user);
  });
}

/// Pointers that the loader calls: .init_array, .preinit_array, .fini_array, .ctors, .dtors.
bool isLoaderList(const llvm::GlobalVariable &variable) {
  const llvm::StringRef section = variable.getSection();
  return section.contains("init_array") || section.contains("fini_array") ||
         section.starts_with(".ctors") || section.starts_with(".dtors");
}

/// The variable that tells whether this one was made: `_ZGVZ1fvE1x` for `_ZZ1fvE1x`.
bool hasGuard(const llvm::Module &module, llvm::StringRef name) {
  return name.starts_with("_Z") &&
         module.getNamedGlobal(("_ZGV" + name.drop_front(2)).str()) != nullptr;
}

FunctionFacts factsOf(const llvm::Function &function) {
  FunctionFacts facts;
  facts.state = stateAccess(function);
  for (const llvm::BasicBlock &block : function)
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call)
        addCall(*call, facts);
      for (const llvm::Use &operand : instruction.operands()) {
        if (call && call->isCallee(&operand))
          continue;
        forEachGlobal(operand.get(), [&](const llvm::GlobalValue &global) {
          facts.threadLocal |= global.isThreadLocal();
          if (llvm::isa<llvm::Function>(global))
            facts.addressesTaken.insert(global.getName().str());
          else if (global.isDeclarationForLinker())
            facts.externalVariables.insert(global.getName().str());
          else if (isState(global))
            facts.variables.insert(global.getName().str());
        });
      }
    }
  return facts;
}

} // namespace

void CallGraph::add(model::UnitId unit, const llvm::Module &module) {
  const auto takeAddress = [&](const llvm::Function &function) {
    if (!function.isIntrinsic() && !isOurs(function.getName()))
      addressTaken_.emplace(FunctionKey{unit, function.getName().str()},
                            print(*function.getFunctionType()));
  };
  for (const llvm::Function &function : module) {
    const std::string name = function.getName().str();
    if (function.isDeclarationForLinker()) {
      if (!function.isIntrinsic() && !function.use_empty() && !isOurs(name))
        used_.try_emplace(name, UndefinedSymbol{name, true, function.hasExternalWeakLinkage()});
      continue;
    }
    const FunctionKey key{unit, name};
    FunctionFacts &facts = functions_[key] = factsOf(function);
    if (!function.hasLocalLinkage())
      exported_.try_emplace(name, key);
    if (llvm::StringRef(name).starts_with(PINCER_CALLBACK_PREFIX)) // tests pass its address
      addressTaken_.emplace(key, print(*function.getFunctionType()));
    if (!isOurs(name))
      for (const std::string &taken : facts.addressesTaken)
        takeAddress(*module.getFunction(taken));
  }
  const auto runs = [&](const llvm::GlobalValue &global) {
    if (const auto *function = llvm::dyn_cast<llvm::Function>(&global);
        function && !isOurs(function->getName()))
      startAndEnd_.insert({unit, function->getName().str()});
  };
  if (llvm::StringRef(module.getModuleInlineAsm()).contains("init_array"))
    startAndEnd_.insert({unit, "assembly"});
  for (const llvm::GlobalVariable &variable : module.globals()) {
    const std::string name = variable.getName().str();
    if (variable.hasInitializer() &&
        (name == "llvm.global_ctors" || name == "llvm.global_dtors" || isLoaderList(variable)))
      forEachGlobal(variable.getInitializer(), runs);
    if (llvm::StringRef(name).starts_with("llvm."))
      continue;
    if (variable.isDeclarationForLinker()) {
      if (!variable.use_empty() && !isOurs(name))
        used_.try_emplace(name, UndefinedSymbol{name, false, variable.hasExternalWeakLinkage()});
      continue;
    }
    if (isState(variable)) {
      const VariableKey key{unit, name};
      variables_[key] = {.isLocal = variable.hasLocalLinkage(),
                         .isMergeable = variable.hasLinkOnceLinkage(),
                         .isThreadLocal = variable.isThreadLocal(),
                         .hasCode = isUsedAtStartup(variable) || hasGuard(module, name)};
      if (!variable.hasLocalLinkage())
        exportedVariables_.try_emplace(name, key);
    }
    if (!variable.hasLocalLinkage())
      definedVariables_.insert(name);
    if (!isOurs(name))
      forEachGlobal(variable.getInitializer(), [&](const llvm::GlobalValue &global) {
        if (const auto *function = llvm::dyn_cast<llvm::Function>(&global))
          takeAddress(*function);
      });
  }
  for (const llvm::GlobalAlias &alias : module.aliases()) {
    definedVariables_.insert(alias.getName().str());
    if (const auto *function = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject()))
      exported_.try_emplace(alias.getName().str(), FunctionKey{unit, function->getName().str()});
  }
  for (const llvm::GlobalIFunc &ifunc : module.ifuncs()) {
    definedVariables_.insert(ifunc.getName().str());
    runs(*ifunc.getResolverFunction());
  }
}

const FunctionKey *CallGraph::resolve(model::UnitId unit, const std::string &name) const {
  if (const auto own = functions_.find({unit, name}); own != functions_.end())
    return &own->first;
  const auto found = exported_.find(name);
  return found == exported_.end() ? nullptr : &found->second;
}

bool CallGraph::defines(model::UnitId unit, const std::string &name) const {
  return functions_.contains({unit, name});
}

namespace {

/// Numbers in the order of the keys.
template <class Map> void number(Map &keys) {
  std::uint32_t next = 0;
  for (auto &[key, number] : keys)
    number = next++;
}

} // namespace

// Large programs have thousands of functions, and pointers lead nearly everywhere from nearly all
// of them. So names are looked up once, and a walk is about numbers.
Reaches::Reaches(const CallGraph &graph) : graph_(graph) {
  for (const auto &[key, facts] : graph.functions_) {
    numbers_.emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back({.key = &key, .facts = &facts});
    for (const auto *names : {&facts.callees, &facts.addressesTaken})
      for (const std::string &name : *names)
        if (!graph.resolve(key.unit, name))
          externalNumbers_.try_emplace(name);
    for (const std::string &variable : facts.externalVariables)
      externalVariableNumbers_.try_emplace(variable);
    for (const std::string &state : facts.state.changes)
      stateNumbers_.try_emplace(state); // what nobody changes is of no interest
  }
  for (const auto &[key, type] : graph.addressTaken_)
    if (!graph.resolve(key.unit, key.name))
      externalNumbers_.try_emplace(key.name);
  for (const auto &[key, facts] : graph.variables_)
    variableNumbers_.try_emplace(key);
  number(externalNumbers_);
  number(externalVariableNumbers_);
  number(variableNumbers_);
  number(stateNumbers_);

  std::set<std::string> takenTypes;
  for (const auto &[key, type] : graph.addressTaken_) {
    follow(key.unit, key.name, taken_.next, taken_.externals);
    takenTypes.insert(type);
  }
  for (Node &node : nodes_) {
    const model::UnitId unit = node.key->unit;
    for (const auto *names : {&node.facts->callees, &node.facts->addressesTaken})
      for (const std::string &name : *names)
        follow(unit, name, node.next, node.externals);
    for (const std::string &variable : node.facts->variables)
      if (const auto found = variableNumbers_.find({unit, variable});
          found != variableNumbers_.end())
        node.variables.push_back(found->second);
    for (const std::string &variable : node.facts->externalVariables) {
      node.externalVariables.push_back(externalVariableNumbers_.at(variable));
      if (const auto found = graph.exportedVariables_.find(variable);
          found != graph.exportedVariables_.end())
        node.variables.push_back(variableNumbers_.at(found->second));
    }
    for (const std::string &state : node.facts->state.decidedBy)
      if (const auto found = stateNumbers_.find(state); found != stateNumbers_.end())
        node.decidedBy.push_back(found->second);
    for (const std::string &state : node.facts->state.changes)
      node.changes.push_back(stateNumbers_.at(state));
    node.callsUnknown = llvm::any_of(node.facts->indirectCalls,
                                     [&](const auto &type) { return !takenTypes.contains(type); });
  }
}

void Reaches::follow(model::UnitId from, const std::string &symbol, Numbers &next,
                     Numbers &externals) const {
  if (const FunctionKey *key = graph_.resolve(from, symbol))
    next.push_back(numbers_.at(*key));
  else if (const auto external = externalNumbers_.find(symbol); external != externalNumbers_.end())
    externals.push_back(external->second);
}

class Reaches::Walk {
public:
  explicit Walk(const Reaches &all)
      : all_(all), nodes_(all.nodes_.size()), externals_(all.externalNumbers_.size()),
        externalVariables_(all.externalVariableNumbers_.size()),
        variables_(all.variableNumbers_.size()), decidedBy_(all.stateNumbers_.size()),
        changes_(all.stateNumbers_.size()) {}

  void enter(model::UnitId unit, const std::string &name) {
    Node root;
    all_.follow(unit, name, root.next, root.externals);
    if (root.next.empty() && root.externals.empty()) // nothing else mentions it
      reach_.externals.insert(name);
    leave(root);
  }

  Reach finish() {
    while (!queue_.empty()) {
      const Node &node = all_.nodes_[queue_.back()];
      queue_.pop_back();
      reach_.functions.emplace_back(node.key->name);
      reach_.inlineAssembly |= node.facts->inlineAssembly;
      reach_.systemCalls |= node.facts->systemCalls;
      reach_.machineIntrinsics |= node.facts->machineIntrinsics;
      reach_.threadLocal |= node.facts->threadLocal;
      reach_.unknownTargets |= node.callsUnknown;
      leave(node);
      if (!node.facts->indirectCalls.empty() && !reach_.indirectCall) {
        reach_.indirectCall = true;
        leave(all_.taken_);
      }
    }
    for (const auto &[name, number] : all_.externalNumbers_)
      if (externals_[number])
        reach_.externals.insert(name);
    for (const auto &[name, number] : all_.externalVariableNumbers_)
      if (externalVariables_[number])
        reach_.externalVariables.insert(reach_.externalVariables.end(), name);
    for (const auto &[state, number] : all_.stateNumbers_) {
      if (decidedBy_[number])
        reach_.state.decidedBy.insert(reach_.state.decidedBy.end(), state);
      if (changes_[number])
        reach_.state.changes.insert(reach_.state.changes.end(), state);
    }
    std::uint32_t next = 0; // in the order of their numbers
    for (const auto &[key, facts] : all_.graph_.variables_)
      if (variables_[next++])
        reach_.variables.emplace_hint(reach_.variables.end(), key, facts);
    return std::move(reach_);
  }

private:
  void leave(const Node &node) {
    for (const std::uint32_t next : node.next)
      if (!std::exchange(nodes_[next], true))
        queue_.push_back(next);
    for (const std::uint32_t each : node.externals)
      externals_[each] = true;
    for (const std::uint32_t each : node.externalVariables)
      externalVariables_[each] = true;
    for (const std::uint32_t each : node.variables)
      variables_[each] = true;
    for (const std::uint32_t each : node.decidedBy)
      decidedBy_[each] = true;
    for (const std::uint32_t each : node.changes)
      changes_[each] = true;
  }

  const Reaches &all_;
  std::vector<char> nodes_, externals_, externalVariables_, variables_, decidedBy_, changes_;
  Numbers queue_;
  Reach reach_;
};

Reach Reaches::of(model::UnitId unit, const std::string &name) const {
  return of(unit, std::vector<std::string>{name});
}

Reach Reaches::of(model::UnitId unit, const std::vector<std::string> &names) const {
  Walk walk(*this);
  for (const std::string &name : names)
    walk.enter(unit, name);
  return walk.finish();
}

Reach Reaches::startAndEnd() const {
  Walk walk(*this);
  for (const FunctionKey &root : graph_.startAndEnd_)
    walk.enter(root.unit, root.name);
  return walk.finish();
}

std::vector<UndefinedSymbol> CallGraph::undefinedSymbols() const {
  std::vector<UndefinedSymbol> undefined;
  for (const auto &[name, symbol] : used_)
    if (!exported_.contains(name) && !definedVariables_.contains(name))
      undefined.push_back(symbol);
  return undefined;
}

} // namespace ir
