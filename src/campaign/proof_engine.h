#pragma once

#include "campaign/search_state.h"

#include <set>

namespace campaign {

/// Asks of each branch of its function that no run ever took whether any execution can. Where two
/// proofs agree that none does, it is no goal any more: nobody has to look for it, and if nothing
/// else is open the search is over. Works where others have gained nothing for a while.
class ProofEngine final : public Engine {
public:
  /// Both must outlive it.
  ProofEngine(SearchState &state, FunctionSearch &search) : state_(state), search_(search) {}

  const char *name() const override { return "proofs"; }
  double promise() const override { return Promises::aimed; }
  bool hasWork() const override;
  support::Status work(Ticks ticks) override;

private:
  std::optional<model::SiteId> next() const;

  SearchState &state_;
  FunctionSearch &search_;
  std::set<model::SiteId> asked_;
};

} // namespace campaign
