#include "campaign/evidence.h"

#include <algorithm>

namespace campaign {

using namespace model;

namespace {

constexpr std::size_t mostInFront = 16;

void add(const generate::Asked &asked, SiteEvidence &evidence) {
  evidence.contradicted += asked.unsat;
  evidence.undecided += asked.unknown;
  evidence.solved += asked.sat;
  evidence.impossible += asked.impossible;
  evidence.arrived += asked.arrived;
  evidence.decidedBefore += asked.decidedBefore;
  evidence.waiting += asked.waiting;
  if (asked.unsat > 0)
    evidence.core = asked.core;
  if (asked.unknown > 0) {
    evidence.whyUndecided = asked.why;
    evidence.hardParts = asked.hardParts;
  }
}

void add(const generate::WithoutFormula &without, SiteEvidence &evidence) {
  evidence.withoutFormula += without.runs;
  evidence.lostTerms.resize(std::max(evidence.lostTerms.size(), without.lost.size()));
  for (std::size_t i = 0; i < without.lost.size(); ++i)
    evidence.lostTerms[i] += without.lost[i];
}

void addNew(SiteId site, SiteId of, std::vector<SiteId> &sites) {
  if (site && site != of && std::ranges::find(sites, site) == sites.end())
    sites.push_back(site);
}

} // namespace

std::vector<SiteEvidence> evidenceOf(const BranchMap &branches, const SymbolicParts &parts,
                                     const std::vector<const ConcolicSearch *> &searches,
                                     const std::vector<KeptTest> &tests) {
  if (!parts.graph)
    return {};
  std::vector<SiteEvidence> evidence(branches.sites.size());
  std::vector<bool> isTaken(branches.branches.size());
  for (const KeptTest &test : tests)
    for (const BranchId branch : test.branches)
      isTaken[branch.index] = true;
  std::vector<bool> isCovered(branches.sites.size());
  for (std::size_t i = 0; i < isTaken.size(); ++i)
    if (const SiteId site = branches.branches[i].site; site && isTaken[i])
      isCovered[site.index] = true;
  for (std::size_t i = 0; i < evidence.size(); ++i) // else some branch of it has to be
    evidence[i].isReachable = isCovered[i] || parts.reachable.empty();

  // By branch: with thousands of functions, few searches have come to any one of them.
  std::vector<std::map<BranchId, generate::Asked>> asked;
  std::vector<std::vector<const generate::Asked *>> askedAt(isTaken.size());
  std::vector<std::vector<const generate::WithoutFormula *>> withoutAt(isTaken.size());
  for (const ConcolicSearch *search : searches)
    asked.push_back(search->asked());
  for (std::size_t s = 0; s < searches.size(); ++s) {
    for (const auto &[branch, each] : asked[s])
      askedAt[branch.index].push_back(&each);
    for (const auto &[branch, each] : searches[s]->withoutFormula())
      withoutAt[branch.index].push_back(&each);
  }
  for (std::size_t i = 0; i < isTaken.size(); ++i) {
    const SiteId site = branches.branches[i].site;
    if (!site || isCovered[site.index])
      continue;
    SiteEvidence &known = evidence[site.index];
    known.isReachable = known.isReachable || parts.reachable[i];
    const std::vector<BranchId> siblings = parts.graph->siblings(BranchId(i));
    for (const BranchId sibling : siblings)
      addNew(branches[sibling].site, site, known.siblings);
    for (const BranchId before : parts.graph->inFrontOf(BranchId(i), isTaken, mostInFront))
      addNew(branches[before].site, site, known.inFront);
    for (const generate::Asked *each : askedAt[i])
      add(*each, known);
    for (const BranchId sibling : siblings)
      for (const generate::WithoutFormula *each : withoutAt[sibling.index])
        add(*each, known);
  }
  return evidence;
}

} // namespace campaign
