#pragma once

#include "backward/places.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "solver/solver.h"

#include <llvm/IR/Function.h>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace backward {

/// Memory as a test would lay it out.
struct EntryState {
  std::vector<std::uint64_t> arguments;        // where each lies; 0: nobody looks at it
  std::map<std::uint64_t, std::uint8_t> bytes; // that somebody looks at, by address
  std::set<std::uint64_t> objects;             // where they begin
};

/// A state at the beginning of the function's thunk in which the conditions hold: objects behind
/// pointers lie apart where they can, and are one where they must. Globals have their first values.
/// None: there is none, or the solver gave up.
std::optional<EntryState> solveEntry(Places &places, std::span<const expr::TermId> conditions,
                                     const llvm::Function &thunk, const model::Subject &subject,
                                     model::FunctionId function, solver::Solver &solver);

/// The call of the function with this memory. None: no test can hold it.
std::optional<model::TestCase> testOf(const EntryState &state, const model::Subject &subject,
                                      model::FunctionId function);

} // namespace backward
