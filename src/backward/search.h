#pragma once

#include "backward/bounds.h"
#include "backward/places.h"
#include "solver/solver.h"

#include <cstdint>
#include <functional>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace backward {

/// A condition on a path: the instruction that decides it, and which way it goes.
struct Decision {
  const llvm::Instruction *at = nullptr;
  std::uint32_t outcome = 0; // of a terminator: the number of the successor. Of a marker: the slot
};

/// What a search found out about one outcome of one marker.
struct Refuted { // no execution takes it, whatever the state at the function's entry
  std::vector<Decision> conflict; // decisions of paths that contradict each other, or what was
                                  // stored before; without repeats
  unsigned leaves = 0;            // contradictions that were needed
};
struct Reached { // some state at the entry may lead to it
  std::vector<std::pair<unsigned, std::uint64_t>> arguments; // a solution: plain ones, by number
  bool isSolved = false;                                     // else the solver gave no answer
};
struct GaveUp {
  std::string why;
};
using Result = std::variant<Refuted, Reached, GaveUp>;

/// Where a search goes on from the entry of its function: to the beginning of a caller. `found`
/// gets what must hold there for one path to be taken, and says whether that was what was looked
/// for; if not, the next path is tried. Then paths whose loops go round too often are left out, and
/// a search without a find has refuted nothing.
struct Entry {
  const llvm::CallBase *call = nullptr;
  std::function<bool(Places &, std::span<const expr::TermId>)> found;
};

/// Searches backwards, depth first, from the outcome with this number towards the entry of the
/// function. Arguments, globals and memory there are anything. `stop` is asked between segments.
/// With `arguments`, for calls with these alone: so it can be compared with runs.
Result search(const llvm::Function &function, std::uint32_t slot, solver::Solver &solver,
              const Bounds &bounds, const std::function<bool()> &stop, Effort &effort,
              const std::vector<std::uint64_t> &arguments = {}, const Entry &entry = {});

} // namespace backward
