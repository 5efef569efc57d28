#pragma once

#include "ir/call_graph.h"
#include "model/branch.h"
#include "model/branch_graph.h"
#include "model/check.h"
#include "model/goal_place.h"
#include "support/result.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ir {

/// A variable of units that refers to functions for no other reason than to have them compiled;
/// marked bitcode has it no more.
inline constexpr const char *keptFunctions = "pincer_kept_functions";

/// The bitcode of one unit, in the analysis form with clang's coverage mapping still in it.
struct BitcodeUnit {
  std::filesystem::path bitcode;
  model::UnitId unit;
  std::filesystem::path output;    // where its marked bitcode goes
  bool asksForFreshLocals = false; // what locals hold that nothing was stored in is up to the test
  bool asksWhatIsSymbolic = false; // klee_is_symbolic is ours (harness/harness.c)
  std::map<std::string, model::Expansions> macroFunctions = {}; // as model::Unit has them
  bool isRefusable = false; // tests can refuse it memory (refusable.h)
};

struct MarkOptions {
  /// Which files (absolute, without "..") are the user's; only their conditions are sites. Called
  /// with every file that clang's mapping names (never a system header).
  std::function<bool(const std::string &file)> isUserFile;
  /// Site ids name files relative to this folder. Empty: the common folder of all files with sites.
  std::filesystem::path root;
  /// Functions whose branches count although no unit may hold them.
  std::vector<std::pair<std::string, model::OptionalBody>> optionalBodies; // with their names
  /// A function that is wanted itself: a call of it becomes a site, with the outcome "true".
  std::string goal;
  /// So do these.
  std::vector<model::GoalPlace> places;
};

/// A condition that clang's mapping names but that was not found in the IR: it gets no marker.
struct UnmatchedRegion {
  model::SourceRange range;
  std::string function;
  std::string reason;
};

struct MarkedProgram {
  model::BranchMap branches;
  std::vector<model::Check> checks;
  std::vector<UnmatchedRegion> unmatched;
  CallGraph calls;
  model::BranchGraph graph;
  std::optional<model::SiteId> goal;      // none: no unit defines that function
  std::vector<model::MarkedPlace> places; // as the options have them
};

/// Finds the sites of all units, inserts numbered markers (of checks, where clang was told to make
/// them: checks.h), makes undefined operations defined,
/// removes clang's profile instrumentation, and saves each unit to its `output`. Numbers follow the
/// order of units and of functions within them, so the same input gives the same map.
support::Result<MarkedProgram> mark(std::span<const BitcodeUnit> units, const MarkOptions &options);

} // namespace ir
