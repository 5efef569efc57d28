#include "campaign/concolic.h"

#include "expr/print.h"
#include "model/asked.h"
#include "model/json.h"
#include "support/clock.h"
#include "trace/trace.h"

#include <algorithm>
#include <fmt/format.h>

namespace campaign {

using generate::Path;
using model::Execution;
using model::TestCase;
using support::Result;

namespace {

/// Queries to the solver until a run comes of them. Those for clean ways are hard: products must
/// not overflow, and most have no answer; the clock is looked at after each.
constexpr std::size_t queriesInAStep = 32, cleanQueriesInAStep = 1;

} // namespace

ConcolicSearch::ConcolicSearch(const model::Subject &subject, const SymbolicParts &parts,
                               generate::FlipSolver &solver, generate::PathBudget &budget,
                               PureOracle &oracle, RecordingCounts &counts, Way way)
    : subject_(subject), parts_(parts), oracle_(oracle), counts_(counts), way_(way),
      generator_(subject, *parts.graph, solver, budget) {}

Result<std::optional<ConcolicSearch::Ran>> ConcolicSearch::step() {
  auto proposal = generator_.propose(way_ == Way::Any ? queriesInAStep : cleanQueriesInAStep);
  if (!proposal)
    return std::optional<Ran>();
  auto execution = record(proposal->test, &*proposal);
  if (!execution)
    return execution.error();
  return std::optional(Ran{std::move(*proposal), std::move(*execution)});
}

/// What was asked, what came of it and what the run did instead: for a test of ours.
std::string ConcolicSearch::describe(const generate::Proposal &wrong, const Path &went) const {
  const generate::Flip &flip = wrong.query->flip;
  const auto text = [](const generate::Step &step) {
    return fmt::format("kind {}, place {}, outcome {}", static_cast<unsigned>(step.kind),
                       step.place, step.outcome);
  };
  std::size_t common = 0;
  while (common < std::min({flip.event, went.length(), flip.path->length()}) &&
         went.step(common) == flip.path->step(common))
    ++common;
  const generate::Step &expected =
      common < flip.event ? flip.path->step(common) : wrong.prediction->step;
  return fmt::format("; foretold for event {}: {}\n; went wrong at event {}: expected {}; {}\n"
                     "; the run before: {}\n; this run: {}\n{}",
                     flip.event, text(wrong.prediction->step), common, text(expected),
                     common < went.length() ? text(went.step(common)) : "the run was over",
                     model::toJson(subject_, flip.path->test()).dump(),
                     model::toJson(subject_, wrong.test).dump(),
                     expr::toSmtLib(flip.path->pool(),
                                    flip.path->query(flip.event, flip.alternative, {}).conditions));
}

Result<execute::Recording> ConcolicSearch::run(const TestCase &test) {
  auto recorder = way_ == Way::Any ? parts_.recorder() : parts_.checked();
  if (!recorder)
    return recorder.error();
  const auto began = std::chrono::steady_clock::now();
  auto recording = (*recorder)->record(test);
  counts_.seconds += support::secondsSince(began);
  counts_.runs += recording ? 1 : 0;
  if (way_ == Way::Any && test.hasFixedArguments)
    counts_.snapshots = (*recorder)->snapshots();
  return recording;
}

namespace {

/// How far a run came before the clock ended it is not the same twice, so what is used of its log
/// must not depend on that: its first events, which any machine gets to, and no totals.
void cutAlike(trace::Trace &trace) {
  constexpr std::size_t mostEvents = 10'000;
  if (trace.events.size() > mostEvents)
    trace.events.resize(mostEvents);
  trace.termCount = 0;
  for (std::uint64_t &count : trace.lost)
    count = std::min<std::uint64_t>(count, 1); // that it happened is known, not how often
}

} // namespace

Result<Execution> ConcolicSearch::record(TestCase &test, const generate::Proposal *proposal) {
  auto recording = run(test);
  if (!recording)
    return recording.error();
  // The same run once more, with everything it asked for as inputs; if it asks without end, with
  // some of it.
  std::span<const model::Asked> asked = recording->execution.asked;
  if (std::holds_alternative<model::Starved>(recording->execution.outcome)) {
    asked = asked.first(std::min(asked.size(), test.supplied.size() + zerosToTry));
    test.endsAfterZeros = zerosToTry;
  }
  if (mostAsked_)
    asked = asked.first(std::min(asked.size(), *mostAsked_));
  const bool grew = mostAsked_ ? model::supplyAsked(subject_, test, asked,
                                                    static_cast<std::uint32_t>(*mostAsked_))
                               : model::supplyAsked(subject_, test, asked);
  if (grew) {
    recording = run(test);
    if (!recording)
      return recording.error();
  }
  if (!subject_.pures.empty())
    oracle_.learn(trace::recordedCalls(recording->log));
  auto pool = std::make_unique<expr::Pool>();
  pool->consult(&oracle_);
  // A log that makes no sense was overwritten by the subject: the run counts, its path is unknown.
  auto trace =
      trace::decode(recording->log, *pool,
                    {recording->inputs.size(), parts_.branches,
                     generate::pointersOf(subject_, test, recording->inputs), oracle_.impure()});
  if (!trace) {
    ++counts_.damaged;
    return std::move(recording->execution);
  }
  const bool isCut = std::holds_alternative<model::TimedOut>(recording->execution.outcome);
  counts_.cut += isCut ? 1 : 0;
  if (isCut)
    cutAlike(*trace);
  counts_.terms += trace->termCount;
  counts_.events += trace->events.size();
  counts_.incomplete += trace->isComplete() ? 0 : 1;
  counts_.unstable += trace->isStable() ? 0 : 1;
  counts_.lost.resize(std::max(counts_.lost.size(), trace->lost.size()));
  for (std::size_t i = 0; i < trace->lost.size(); ++i)
    counts_.lost[i] += trace->lost[i];
  if (parts_.selfCheck) {
    const trace::SelfCheck check = trace::selfCheck(recording->log, recording->inputs);
    counts_.checkedTerms += isCut ? 0 : check.terms;
    counts_.mismatches += check.mismatches;
    if (counts_.firstMismatch.empty())
      counts_.firstMismatch = check.first;
  }
  auto path = std::make_shared<Path>(subject_, test, std::move(recording->inputs), std::move(pool),
                                     std::move(*trace));
  if (!path->holds()) {
    ++counts_.damaged;
    return std::move(recording->execution);
  }
  path->setCovered(recording->execution.covered);
  const bool wasRight =
      generator_.add(path, proposal && proposal->prediction ? &*proposal->prediction : nullptr);
  if (!wasRight && parts_.selfCheck && parts_.keepWrong)
    parts_.keepWrong(describe(*proposal, *path));
  return std::move(recording->execution);
}

void report(const RecordingCounts &recording, const generate::ConcolicCounts &concolic,
            const solver::Counts &solver, std::map<std::string, double> &statistics) {
  const auto add = [&](const std::string &name, std::uint64_t number) {
    statistics[name] = static_cast<double>(number);
  };
  add("symbolic runs", recording.runs);
  add("terms recorded", recording.terms);
  add("events recorded", recording.events);
  add("symbolic runs with a bound reached", recording.incomplete);
  if (recording.cut > 0)
    add("symbolic runs cut by their time", recording.cut);
  if (recording.damaged > 0)
    add("symbolic runs without a usable log", recording.damaged);
  if (recording.unstable > 0)
    add("symbolic runs with several threads", recording.unstable);
  static const char *const reasons[] = {
      "stale",    "floating point", "wide integers", "instruction",    "external calls",
      "log full", "events full",    "hot branch",    "signal handler", "impure functions"};
  for (std::size_t i = 0; i < recording.lost.size() && i < std::size(reasons); ++i)
    if (recording.lost[i] > 0)
      add(std::string("made concrete: ") + reasons[i], recording.lost[i]);
  if (recording.checkedTerms > 0) {
    add("self-check terms", recording.checkedTerms);
    add("self-check mismatches", recording.mismatches);
  }
  add("flips", concolic.flips);
  add("flips tried hard", concolic.hardFlips);
  add("flips satisfiable", concolic.sat);
  add("flips unsatisfiable", concolic.unsat);
  add("flips unknown", concolic.unknown);
  add("guesses", concolic.guesses);
  add("wrong predictions", concolic.wrongPredictions);
  for (const auto &[name, count] : solver.answers)
    add("solver: " + name, count);
  for (const auto &[name, seconds] : solver.seconds)
    statistics["seconds in solver: " + name] = seconds;
}

} // namespace campaign
