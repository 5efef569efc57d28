#include "cli/prove_open.h"

#include "backward/refute.h"
#include "proof/prove.h"
#include "solver/chain.h"

#include <chrono>
#include <fmt/format.h>
#include <map>

namespace cli {

using namespace model;

namespace {

/// All that is asked with a limit in steps.
constexpr std::uint64_t mostSegments = 200'000;

/// Whether anything hints at a run that takes it.
bool mayHaveBeenTaken(const Open &open, const SiteEvidence &evidence) {
  const bool saysSo = std::holds_alternative<open::NotBuilt>(open.reason) ||
                      std::holds_alternative<open::DoesNotCount>(open.reason) ||
                      std::holds_alternative<open::OnlyRejected>(open.reason) ||
                      std::holds_alternative<open::Unsteady>(open.reason) ||
                      std::holds_alternative<open::FreshMemory>(open.reason) ||
                      std::holds_alternative<open::NotConfirmed>(open.reason);
  return saysSo || evidence.wasTaken || evidence.arrived > 0 || evidence.rejected > 0 ||
         evidence.isUnsteady || evidence.dependsOnFresh;
}

std::vector<SiteId> openSites(const Suite &suite) {
  static const SiteEvidence none;
  std::vector<SiteId> sites;
  for (std::size_t i = 0; i < suite.verdicts.size(); ++i)
    if (const auto *open = std::get_if<Open>(&suite.verdicts[i]))
      if (!mayHaveBeenTaken(*open, i < suite.evidence.size() ? suite.evidence[i] : none))
        sites.push_back(SiteId(i));
  return sites;
}

const std::vector<std::string> assumptions = {
    "no undefined behaviour comes before the branch; so nothing leads from one object into "
    "another, "
    "locals whose address nobody knows are changed by nobody else, and constants keep their values",
    "objects that live at the same time do not overlap, and none is at address zero",
    "floating-point numbers are rounded to nearest, after each operation",
    "padding keeps what was stored there, and equal string literals are those objects that clang "
    "makes of them",
    "what the sources define is not replaced by definitions from elsewhere; of templates and "
    "included files, the instances that the sources hold are meant",
    "signal handlers and other threads change only what C lets them"};

/// "a.c:14:7:true" as the name of a file.
std::string fileName(const std::string &site, std::size_t instance) {
  std::string name = site;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-')
      c = '_';
  return fmt::format("proofs/{}{}.smt2", name,
                     instance == 0 ? "" : fmt::format("-{}", instance + 1));
}

} // namespace

std::vector<emit::File> proveOpen(Suite &suite, const build::Program &program,
                                  const build::WorkFolder &work, const emit::Layout &layout,
                                  const ProofLimits &limits) {
  std::vector<emit::File> files;
  const std::vector<SiteId> sites = openSites(suite);
  if (sites.empty() || build::is32Bit(program.subject))
    return files;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::function<bool()> stop = [&] {
    return limits.interrupted() ||
           (limits.seconds &&
            std::chrono::duration<double>(Clock::now() - start).count() > *limits.seconds);
  };
  const std::function<std::filesystem::path(UnitId)> bitcode = [&](UnitId unit) {
    return work.unit(unit, "marked.bc");
  };
  // What it learnt from other questions would be no proof.
  auto solver =
      solver::Chain::make({.seconds = limits.seconds ? 5.0 : 60.0, .learns = false, .stop = stop});
  if (!solver)
    return files;
  const auto refuted = backward::refute(program.branches, sites, bitcode, **solver,
                                        {.bounds = {}, .segments = mostSegments, .stop = stop});
  std::vector<SiteId> agreed;
  std::map<SiteId, std::string> reasons;
  for (const backward::SiteResult &result : refuted) {
    suite.statistics["backward segments"] += result.effort.segments;
    suite.statistics["backward queries"] += result.effort.queries;
    if (result.isRefuted) {
      agreed.push_back(result.site);
      reasons[result.site] = result.why;
    }
  }
  suite.statistics["refuted by backward search"] = static_cast<double>(agreed.size());
  const auto proofs = proof::proveInfeasible(program.branches, agreed, bitcode,
                                             {.limits = {}, .scratch = work.root(), .stop = stop});
  for (const proof::SiteProof &proved : proofs) {
    const auto *infeasible = std::get_if<proof::Infeasible>(&proved.result);
    if (!infeasible)
      continue;
    Infeasible verdict{assumptions, reasons[proved.site], {}};
    for (std::size_t i = 0; i < infeasible->obligations.size(); ++i) {
      verdict.obligations.push_back(fileName(program.branches[proved.site].id, i));
      files.push_back({verdict.obligations.back(),
                       emit::markerLine(";", layout) + "\n" + infeasible->obligations[i]});
    }
    suite.proved[proved.site] = std::move(verdict);
  }
  return files;
}

} // namespace cli
