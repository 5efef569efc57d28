#pragma once

#include "ir/matching.h"
#include "model/branch.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ir {

/// Collects sites over all units: the same place and outcome is the same site wherever it occurs.
class SiteTable {
public:
  /// The source text of a range, white space folded; empty if the file can't be read.
  std::string text(const model::SourceRange &range);
  bool isLabel(const model::SourceRange &range);

  /// The site of an outcome, by a provisional number. `emitted`: the IR holds an instance of it.
  std::size_t add(const BranchRegion &region, OutcomeKind kind, const std::string &function,
                  bool emitted);

  /// Adds the site of an outcome that no unit holds an instance of; one that is known already stays
  /// as it is.
  void addAbsent(const BranchRegion &region, OutcomeKind kind, const std::string &function,
                 const std::string &why);

  /// Sorts the sites by place, names them relative to `root` (empty: their common folder), and
  /// tells where each provisional number went.
  std::vector<model::SiteId> finish(const std::filesystem::path &root,
                                    std::vector<model::Site> &sites);

private:
  struct Entry {
    model::Site site;
    OutcomeKind kind;
    unsigned occurrence;
  };
  const std::vector<std::string> &lines(const std::string &file);
  std::string macroCall(const model::SourceRange &range);
  std::string rawText(const model::SourceRange &range);

  std::vector<Entry> entries_;
  std::map<std::string, std::size_t> index_; // by a spelling of the whole identity
  std::map<std::string, std::vector<std::string>> files_;
};

} // namespace ir
