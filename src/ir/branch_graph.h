#pragma once

#include "ir/call_graph.h"
#include "model/branch_graph.h"

#include <map>
#include <string>
#include <utility>
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
  struct Body {
    std::uint32_t entry = 0, exit = 0;
  };
  struct Call {
    model::UnitId unit;
    std::string callee;
    std::uint32_t before = 0, after = 0;
  };

  std::uint32_t addPlace() { return places_++; }
  void addEdge(Node from, Node to) { edges_.emplace_back(from, to); }
  void addLooseEdges(model::BranchGraph &graph) const;
  const Body *find(model::UnitId unit, const std::string &name) const;

  std::uint32_t places_ = 0;
  std::vector<std::pair<Node, Node>> edges_;
  std::map<FunctionKey, Body> bodies_;
  std::map<std::string, FunctionKey> exported_;
  std::map<std::string, std::vector<std::uint32_t>> entries_; // of bodies that other units see
  std::vector<Call> calls_;
  std::vector<std::uint32_t> wildCalls_;    // places that call through a pointer, or assembly
  std::vector<std::uint32_t> takenEntries_; // of functions whose address is taken

  friend class FunctionWalker;
};

} // namespace ir
