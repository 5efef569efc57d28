#pragma once

#include "backward/reach.h"
#include "campaign/corpus.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace campaign {

/// What the backward engines of all functions share.
struct BackwardShared {
  std::uint64_t searches = 0, segments = 0, contradicted = 0;
  std::uint64_t candidates = 0, taken = 0; // tests that were run, and that took what they were for
  bool isOff = false;
};

/// Searches backwards (backward/) from an open branch of its function to the beginning of a test:
/// what must hold there says which objects there must be, which pointers are null or lead to the
/// same object, and numbers. The test is run; execution decides. Works where others have gained
/// nothing for a while.
class BackwardEngine final : public Engine {
public:
  /// All must outlive it.
  BackwardEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                 BackwardShared &shared);

  const char *name() const override { return "backward"; }
  double promise() const override { return Promises::aimed; }
  bool hasWork() const override;
  support::Status work(Ticks ticks) override;

private:
  bool isOpen(model::BranchId branch) const;
  std::optional<model::BranchId> next() const;
  support::Status searchFor(model::BranchId branch, backward::Reacher &reacher);

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  BackwardShared &shared_;
  std::set<model::BranchId> asked_;
};

/// Numbers for report.json.
void report(const BackwardShared &shared, std::map<std::string, double> &statistics);

} // namespace campaign
