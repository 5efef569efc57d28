#pragma once

#include "ir/state.h"
#include "model/subject.h"

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
}

namespace ir {

/// A function by the unit that holds this body of it and its symbol.
struct FunctionKey {
  model::UnitId unit;
  std::string name;
  friend auto operator<=>(const FunctionKey &, const FunctionKey &) = default;
};

using VariableKey = FunctionKey; // a variable likewise

/// A variable that a unit defines and that can be written to.
struct VariableFacts {
  bool isLocal = false;     // no other unit sees it
  bool isMergeable = false; // several units may define it: of an inline function, of a template
  bool isThreadLocal = false;
  bool hasCode = false; // code runs before its first use, or at the end of the program
};

/// What one function does by itself.
struct FunctionFacts {
  std::set<std::string> callees;           // direct calls, by symbol; intrinsics left out
  std::set<std::string> addressesTaken;    // functions whose address it uses as a value
  std::set<std::string> externalVariables; // declared variables it uses that its unit lacks
  std::set<std::string> variables;         // writable variables of its unit that it uses
  StateAccess state;
  std::set<std::string> indirectCalls; // calls through pointers, by the function type in IR syntax
  bool inlineAssembly = false;
  bool systemCalls = false;       // its assembly may call the system, or code that nobody sees
  bool machineIntrinsics = false; // single instructions of the machine, by llvm.x86.*
  bool threadLocal = false;       // touches a thread-local variable
};

/// Everything that may happen below a function.
struct Reach {
  std::vector<std::string_view> functions;        // that units define, itself included; unsorted
  std::set<std::string> externals;                // functions that no unit defines
  std::set<std::string> externalVariables;        // variables that some unit only declares
  std::map<VariableKey, VariableFacts> variables; // that units define
  StateAccess state;
  bool indirectCall = false;   // every function whose address the program takes is included
  bool unknownTargets = false; // an indirect call fits none of those: its target comes from outside
  bool inlineAssembly = false;
  bool systemCalls = false;
  bool machineIntrinsics = false;
  bool threadLocal = false;
};

/// A symbol that is declared and used but that no unit defines.
struct UndefinedSymbol {
  std::string name;
  bool isFunction = false;
  bool weak = false; // may stay undefined
  friend auto operator<=>(const UndefinedSymbol &, const UndefinedSymbol &) = default;
};

/// Who calls whom in the whole program: filled unit by unit, then asked.
class CallGraph {
public:
  void add(model::UnitId unit, const llvm::Module &module);

  bool defines(model::UnitId unit, const std::string &name) const;
  /// Sorted by name. Without intrinsics and compiler-made symbols.
  std::vector<UndefinedSymbol> undefinedSymbols() const;
  const std::map<FunctionKey, FunctionFacts> &functions() const { return functions_; }

private:
  friend class Reaches;
  const FunctionKey *resolve(model::UnitId unit, const std::string &name) const;

  std::map<FunctionKey, FunctionFacts> functions_;
  std::set<FunctionKey> startAndEnd_;               // what the loader calls
  std::map<std::string, FunctionKey> exported_;     // definitions visible to other units
  std::map<FunctionKey, std::string> addressTaken_; // anywhere, initialisers too, with the type
  std::map<std::string, UndefinedSymbol> used_; // declarations with uses, before looking elsewhere
  std::set<std::string> definedVariables_;
  std::map<VariableKey, VariableFacts> variables_;
  std::map<std::string, VariableKey> exportedVariables_; // visible to other units
};

/// Says what a whole program's functions reach, for as many as one likes. The graph must outlive it
/// and its answers.
class Reaches {
public:
  explicit Reaches(const CallGraph &graph);

  /// `name` as the unit sees it: its own body, or else the one of the unit that defines it.
  Reach of(model::UnitId unit, const std::string &name) const;
  /// What several of them reach together.
  Reach of(model::UnitId unit, const std::vector<std::string> &names) const;
  /// What the program's mere start and end run: constructors, initialisers, destructors.
  Reach startAndEnd() const;

private:
  using Numbers = std::vector<std::uint32_t>;
  struct Node {
    const FunctionKey *key = nullptr;
    const FunctionFacts *facts = nullptr;
    Numbers next, externals, externalVariables, variables, decidedBy, changes;
    bool callsUnknown = false; // a type that nothing fits whose address is taken
  };
  class Walk;
  void follow(model::UnitId from, const std::string &symbol, Numbers &next,
              Numbers &externals) const;

  const CallGraph &graph_;
  std::map<FunctionKey, std::uint32_t> numbers_;
  std::vector<Node> nodes_;
  Node taken_; // as it were the body of a call through a pointer: all whose address is taken
  std::map<std::string, std::uint32_t> externalNumbers_, externalVariableNumbers_;
  std::map<VariableKey, std::uint32_t> variableNumbers_;
  std::map<std::string, std::uint32_t> stateNumbers_;
};

} // namespace ir
