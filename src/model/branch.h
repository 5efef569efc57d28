#pragma once

#include "model/source_range.h"
#include "model/subject.h"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

using SiteId = support::Id<struct SiteTag>;
using BranchId = support::Id<struct BranchTag>;

/// One outcome of one condition in the source text: what users, report.json and coverage count.
struct Site {
  std::string id;    // stable and unique: "triangle.c:14:7:true"
  SourceRange range; // of the condition; inside a macro: in the macro's definition
  std::vector<SourceRange> expansions; // outermost first; empty outside macros
  std::string function;
  std::string condition;             // its text, white space folded
  std::string outcome;               // "true", "false", "case 7", "default"
  bool constant = false;             // the compiler knows the condition's value: counts nowhere
  std::optional<std::string> absent; // why the program holds no instance of it, for the user

  /// Where a user looks for it: the outermost macro expansion, or the condition itself.
  const SourceRange &shown() const { return expansions.empty() ? range : expansions.front(); }
};

/// One instance of a site in the IR. Its index is its slot in the coverage map, the same in every
/// build.
struct Branch {
  SiteId site; // none: an edge that is no outcome of a source condition
  UnitId unit;
  std::string function; // the IR function's name
};

struct BranchMap {
  std::vector<Site> sites; // sorted by file and position
  std::vector<Branch> branches;

  const Site &operator[](SiteId id) const { return sites[id.index]; }
  const Branch &operator[](BranchId id) const { return branches[id.index]; }
};

} // namespace model
