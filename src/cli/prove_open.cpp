#include "cli/prove_open.h"

#include "backward/refute.h"
#include "proof/prove.h"
#include "solver/chain.h"
#include "support/clock.h"

#include <chrono>
#include <fmt/format.h>
#include <map>

namespace cli {

using namespace model;

namespace {

/// All that is asked with a limit in steps.
constexpr std::uint64_t mostSegments = 200'000;

std::function<bool()> orAfter(const std::optional<double> &seconds, std::function<bool()> stop) {
  if (!seconds)
    return stop;
  return [begin = std::chrono::steady_clock::now(), limit = *seconds, stop = std::move(stop)] {
    return stop() || support::secondsSince(begin) > limit;
  };
}

/// Whether anything hints at a run that takes it.
bool mayHaveBeenTaken(const Open &open, const SiteEvidence &evidence) {
  const bool saysSo = std::holds_alternative<open::NotBuilt>(open.reason) ||
                      std::holds_alternative<open::DoesNotCount>(open.reason) ||
                      std::holds_alternative<open::OnlyRejected>(open.reason) ||
                      std::holds_alternative<open::Unsteady>(open.reason) ||
                      std::holds_alternative<open::FreshMemory>(open.reason) ||
                      std::holds_alternative<open::NotConfirmed>(open.reason);
  return saysSo || evidence.wasTaken || evidence.arrived > 0 || evidence.rejected > 0 ||
         evidence.isUnsteady || evidence.dependsOnFresh || evidence.isDisbelieved;
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

InfeasibilityProver::InfeasibilityProver(const build::Program &program,
                                         const build::WorkFolder &work, const emit::Layout &layout,
                                         std::optional<double> perSite)
    : program_(program), work_(work), layout_(layout), perSite_(perSite) {}
InfeasibilityProver::~InfeasibilityProver() = default;

bool InfeasibilityProver::isReady() {
  if (prover_)
    return true;
  if (build::is32Bit(program_.subject))
    return false;
  const auto bitcode = [this](UnitId unit) { return work_.unit(unit, "marked.bc"); };
  // What it learnt from other questions would be no proof.
  auto solver = solver::Chain::make(
      {.seconds = perSite_ ? 5.0 : 60.0, .learns = false, .stop = [this] { return stop_(); }});
  if (!solver)
    return false;
  solver_ = std::move(*solver);
  refuter_ = backward::Refuter::make(program_.branches, bitcode, *solver_);
  prover_ = proof::Prover::make(program_.branches, bitcode);
  return true;
}

InfeasibilityProver::Answer InfeasibilityProver::ask(SiteId site, const std::function<bool()> &stop,
                                                     campaign::ProofAttempt &effort) {
  Answer answer;
  stop_ = stop;
  const backward::SiteResult refuted = refuter_->refute(site, {}, stop);
  effort.segments = refuted.effort.segments;
  effort.queries = refuted.effort.queries;
  if (!refuted.isRefuted) {
    answer.wasCutShort = stop();
    return answer;
  }
  ++refuted_;
  effort.obligations = 1;
  const proof::SiteProof proved =
      prover_->prove(site, {.limits = {}, .scratch = work_.root(), .stop = stop});
  const auto *infeasible = std::get_if<proof::Infeasible>(&proved);
  if (!infeasible) {
    answer.wasCutShort = stop();
    return answer;
  }
  Infeasible verdict{assumptions, refuted.why, {}};
  for (std::size_t i = 0; i < infeasible->obligations.size(); ++i) {
    verdict.obligations.push_back(fileName(program_.branches[site].id, i));
    answer.obligations.push_back(
        {verdict.obligations.back(),
         emit::markerLine(";", layout_) + "\n" + infeasible->obligations[i]});
  }
  answer.infeasible = std::move(verdict);
  return answer;
}

const InfeasibilityProver::Answer &InfeasibilityProver::answerFor(SiteId site,
                                                                  const std::function<bool()> &stop,
                                                                  campaign::ProofAttempt &effort) {
  static const Answer none;
  const auto known = answers_.find(site);
  if (known != answers_.end() && !known->second.wasCutShort)
    return known->second;
  if (!isReady() || segments_ >= mostSegments)
    return none;
  const Answer &answer = answers_[site] = ask(site, stop, effort);
  segments_ += effort.segments;
  queries_ += effort.queries;
  return answer;
}

campaign::ProofAttempt InfeasibilityProver::attempt(SiteId site,
                                                    const std::function<bool()> &stop) {
  campaign::ProofAttempt attempt;
  attempt.isProved = answerFor(site, orAfter(perSite_, stop), attempt).infeasible.has_value();
  return attempt;
}

std::vector<emit::File> InfeasibilityProver::proveOpen(Suite &suite, std::optional<double> seconds,
                                                       const std::function<bool()> &interrupted) {
  std::vector<emit::File> files;
  const std::function<bool()> stop = orAfter(seconds, interrupted);
  for (const SiteId site : openSites(suite)) {
    if (stop() && !answers_.contains(site))
      continue;
    campaign::ProofAttempt effort;
    const Answer &answer = answerFor(site, stop, effort);
    if (!answer.infeasible)
      continue;
    suite.proved[site] = *answer.infeasible;
    files.insert(files.end(), answer.obligations.begin(), answer.obligations.end());
  }
  suite.statistics["backward segments"] += static_cast<double>(segments_);
  suite.statistics["backward queries"] += static_cast<double>(queries_);
  suite.statistics["refuted by backward search"] = static_cast<double>(refuted_);
  return files;
}

} // namespace cli
