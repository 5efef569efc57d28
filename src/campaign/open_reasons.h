#pragma once

#include "model/suite.h"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace campaign {

/// Says of sites that no test takes why, from what the search left behind (Suite::evidence) and who
/// was called how often.
class OpenReasons {
public:
  /// `runsOf` is by FunctionId, `isTaken` by SiteId: some test takes it, be it an error. `only` is
  /// the one function that is called, if the others have that as their reason. All must outlive it.
  OpenReasons(const model::Suite &suite, const std::vector<std::uint64_t> &runsOf,
              const std::vector<bool> &isTaken, std::optional<model::FunctionId> only);

  model::Open of(model::SiteId site) const;

private:
  /// Who is called where a site is sought.
  struct Caller {
    std::optional<model::FunctionId> function;
    std::string notCalled; // why the site's own function is not; empty: it is, or nobody knows
    std::string limit;     // on what tests can pass to it
  };
  Caller callerOf(const model::Site &site) const;
  model::OpenReason reasonOf(model::SiteId site, const Caller &caller) const;
  bool wasSeen(model::SiteId site) const;
  bool wasMet(const model::SiteEvidence &evidence) const;
  std::optional<model::SiteId> missing(const model::SiteEvidence &evidence) const;
  const model::SiteEvidence &evidenceOf(model::SiteId site) const;

  const model::Suite &suite_;
  const std::vector<std::uint64_t> &runsOf_;
  const std::vector<bool> &isTaken_;
  const std::optional<model::FunctionId> only_;
  std::map<std::string_view, std::vector<std::size_t>> functions_; // by name
};

} // namespace campaign
