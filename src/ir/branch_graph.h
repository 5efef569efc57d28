#pragma once

#include "ir/call_graph.h"
#include "model/branch_graph.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace llvm {
class Module;
}

namespace ir {

/// Builds the graph of all branches from modules whose markers stand, unit by unit.
class BranchGraphBuilder {
public:
  void add(model::UnitId unit, const llvm::Module &module);
  /// Joins the units: calls are resolved as the linker does.
  model::BranchGraph finish(std::size_t branches) const;

private:
  /// Nodes of this builder: branches by number, and places, which finish() moves behind them.
  struct Node {
    std::uint32_t number = 0;
    bool isBranch = false;
  };
  using Body = model::BranchGraph::Body; // of places
  struct Function {
    Body body;
    std::string type; // in IR syntax
  };
  /// The function by this name, as the unit sees it.
  struct ByName {
    std::string symbol;
  };
  /// Any function of this type, in IR syntax, whose address is taken.
  struct ByType {
    std::string type;
  };
  struct Assembly {};
  struct Call {
    model::UnitId unit;
    std::variant<ByName, ByType, Assembly> callee;
    std::vector<std::string> given; // functions among its arguments
    std::uint32_t before = 0, after = 0;
    std::optional<std::uint32_t> unwind; // where an exception leads to; none: it can't throw
  };
  /// A graph that is being made of what is known.
  class Joiner;

  std::uint32_t addPlace() { return places_++; }
  void addEdge(Node from, Node to) { edges_.emplace_back(from, to); }
  std::vector<const Function *> find(model::UnitId unit, const std::string &symbol) const;

  std::uint32_t places_ = 0;
  std::vector<std::pair<Node, Node>> edges_;
  std::map<FunctionKey, Function> functions_;
  std::map<FunctionKey, FunctionKey> aliases_;               // all that units define
  std::map<std::string, std::vector<FunctionKey>> exported_; // that other units see, aliases too
  std::set<FunctionKey> addressTaken_; // by the unit that takes it and the symbol
  std::vector<Call> calls_;
  std::vector<std::uint32_t> jumps_;   // places from which a run may go back to saved state...
  std::vector<std::uint32_t> resumed_; // ...and where it then goes on: behind setjmp

  friend class FunctionWalker;
};

} // namespace ir
