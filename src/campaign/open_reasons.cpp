#include "campaign/open_reasons.h"

#include <algorithm>
#include <fmt/format.h>

// A reason must never be false, so what is claimed follows from what was seen: a contradiction only
// if every query had one; "no run came to its condition" only if no outcome of it was taken by
// anything that was kept or recorded. Of several true reasons, the one is given that says most
// about what would help.

namespace campaign {

using namespace model;

OpenReasons::OpenReasons(const Suite &suite, const std::vector<std::uint64_t> &runsOf,
                         const std::vector<bool> &isTaken, std::optional<FunctionId> only)
    : suite_(suite), runsOf_(runsOf), isTaken_(isTaken), only_(only) {
  for (std::size_t i = 0; i < suite.subject->functions.size(); ++i)
    functions_[suite.subject->functions[i].name].push_back(i);
}

Open OpenReasons::of(SiteId id) const {
  const Site &site = (*suite_.branches)[id];
  if (site.absent)
    return {open::NotBuilt{*site.absent}};
  const Caller caller = callerOf(site);
  Open open{reasonOf(id, caller), caller.limit};
  if (!caller.function && !caller.notCalled.empty() &&
      !std::holds_alternative<open::NoWayHere>(open.reason))
    open.note =
        fmt::format("{} itself is not called directly ({})", site.function, caller.notCalled);
  return open;
}

OpenReasons::Caller OpenReasons::callerOf(const Site &site) const {
  const Subject &subject = *suite_.subject;
  if (subject.program)
    return {subject.program->main, "", ""};
  Caller caller;
  if (const auto found = functions_.find(site.function); found != functions_.end())
    for (const std::size_t i : found->second) {
      const Function &function = subject.functions[i];
      if (!function.undrivable && !function.untested)
        return {FunctionId(i), "", function.limit.value_or("")};
      caller.notCalled = function.undrivable ? *function.undrivable : *function.untested;
    }
  caller.function = only_;
  return caller;
}

OpenReason OpenReasons::reasonOf(SiteId id, const Caller &caller) const {
  const SiteEvidence &evidence = evidenceOf(id);
  const std::string called = caller.function ? (*suite_.subject)[*caller.function].name : "";
  const std::uint64_t runs = caller.function ? runsOf_[caller.function->index] : 0;
  if (evidence.dependsOnFresh)
    return open::FreshMemory{};
  if (evidence.isUnsteady)
    return open::Unsteady{};
  if (!evidence.isReachable)
    return open::NoWayHere{(*suite_.branches)[id].function, caller.notCalled};
  if (evidence.rejected > 0)
    return open::OnlyRejected{evidence.rejected};
  if (evidence.arrived > 0)
    return open::DoesNotCount{evidence.arrived};
  if (evidence.undecided > 0)
    return open::GaveUp{evidence.undecided, evidence.asked(), evidence.whyUndecided,
                        evidence.hardParts};
  if (evidence.solved > 0 && evidence.solved == evidence.impossible)
    return open::NoSuchTest{evidence.solved};
  if (evidence.solved > 0)
    return open::WentElsewhere{evidence.solved, evidence.asked()};
  if (evidence.contradicted > 0)
    return open::Contradiction{evidence.contradicted, evidence.core};
  if (evidence.waiting > 0)
    return open::NotAskedYet{evidence.waiting};
  if (caller.function && runs == 0)
    return open::SearchEnded{called};
  if (evidence.isDisbelieved)
    return open::NotBelieved{(*suite_.branches)[id].function};
  if (evidence.decidedBefore > 0)
    return open::DecidedBefore{evidence.decidedBefore};
  if (evidence.withoutFormula > 0)
    return open::NoFormula{evidence.withoutFormula, evidence.lostTerms};
  if (evidence.siblings.empty() || wasMet(evidence))
    return open::NotReached{called, runs};
  return open::NeverMet{called, runs, missing(evidence)};
}

bool OpenReasons::wasMet(const SiteEvidence &evidence) const {
  return std::ranges::any_of(evidence.siblings, [&](SiteId sibling) { return wasSeen(sibling); });
}

/// Some run took it, one that counts or not.
bool OpenReasons::wasSeen(SiteId site) const {
  const SiteEvidence &evidence = evidenceOf(site);
  return isTaken_[site.index] || evidence.wasTaken || evidence.isUnsteady ||
         evidence.dependsOnFresh || evidence.arrived > 0 || evidence.rejected > 0;
}

/// The nearest outcome in front of it at whose condition runs went another way.
std::optional<SiteId> OpenReasons::missing(const SiteEvidence &evidence) const {
  const auto found = std::ranges::find_if(
      evidence.inFront, [&](SiteId site) { return !wasSeen(site) && wasMet(evidenceOf(site)); });
  return found == evidence.inFront.end() ? std::nullopt : std::optional(*found);
}

const SiteEvidence &OpenReasons::evidenceOf(SiteId site) const {
  static const SiteEvidence none;
  return site.index < suite_.evidence.size() ? suite_.evidence[site.index] : none;
}

} // namespace campaign
