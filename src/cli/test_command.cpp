#include "cli/test_command.h"

#include "backward/reach.h"
#include "build/compile_commands.h"
#include "build/target.h"
#include "campaign/campaign.h"
#include "campaign/conclude.h"
#include "campaign/journal.h"
#include "cli/command_file.h"
#include "cli/entries.h"
#include "cli/found_tests.h"
#include "cli/path_names.h"
#include "cli/progress.h"
#include "cli/prove_open.h"
#include "cli/reach.h"
#include "cli/read_subject.h"
#include "cli/say.h"
#include "cli/seeds.h"
#include "cli/session.h"
#include "cli/time_shares.h"
#include "cli/version.h"
#include "emit/disk.h"
#include "emit/google_test/google_test.h"
#include "emit/google_test/program_file.h"
#include "emit/report/lcov.h"
#include "emit/report/report_json.h"
#include "emit/report/sarif.h"
#include "emit/report/text_summary.h"
#include "solver/chain.h"
#include "support/file_system.h"
#include "support/json.h"
#include "validate/checked_suite.h"
#include "validate/other_dialect.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Result;
using support::Status;

namespace {

int list(const model::Subject &subject) {
  for (const model::Function &function : subject.functions)
    if (!function.isImplicit)
      say(stdout, "{}:{}: {}: {}\n", function.file, function.line, function.name,
          function.undrivable ? "skipped: " + *function.undrivable
          : function.untested ? "skipped: " + *function.untested
                              : "tested");
  return Ok;
}

void tell(const std::vector<std::string> &notes) {
  for (const std::string &note : notes)
    say(stderr, "pincer: note: {}\n", note);
}

/// Beside GoogleTest, by what --format calls them.
constexpr std::pair<const char *, const emit::Dialect &(*)()> otherDialects[] = {
    {"catch2", emit::catch2Dialect}, {"c", emit::plainDialect}};

/// Whether tests are written that can do whatever ours do.
bool makesSuite(const TestOptions &options) {
  return std::ranges::any_of(options.formats, [](const std::string &format) {
    return format == "gtest" || format == "catch2" || format == "c";
  });
}

/// What may be written for these sources.
std::vector<std::string> outputPaths(const model::Subject &subject, const TestOptions &options) {
  std::vector<std::string> paths = emit::testPaths(emit::googleTestDialect(), subject);
  for (const auto &[format, dialect] : otherDialects)
    if (options.formats.contains(format))
      std::ranges::move(emit::testPaths(dialect(), subject), std::back_inserter(paths));
  paths.insert(paths.end(), {"report.json", "coverage.info", "findings.sarif"});
  return paths;
}

/// The tests of this suite as files.
std::vector<emit::File> renderTests(const model::Suite &suite, const emit::Layout &layout,
                                    bool withGoogleTest) {
  std::vector<emit::File> files;
  if (withGoogleTest)
    files = emit::googleTest(suite, layout);
  std::ranges::move(emit::inputFiles(suite, layout), std::back_inserter(files));
  std::ranges::move(emit::corpusFiles(suite), std::back_inserter(files));
  return files;
}

/// Everything that goes to disk for this suite.
std::vector<emit::File> render(const model::Suite &suite, const emit::Layout &layout,
                               bool withGoogleTest) {
  std::vector<emit::File> files = renderTests(suite, layout, withGoogleTest);
  files.push_back(emit::reportJson(suite, layout));
  files.push_back(emit::lcovTrace(suite));
  files.push_back(emit::sarifLog(suite, layout));
  return files;
}

constexpr int mostWrongKept = 100;

/// A prediction that did not come true is a bug of ours, or something that terms leave out: with
/// --self-check it is kept for whoever looks into it.
void keepWrong(const build::WorkFolder &work, int number, const std::string &text) {
  const fs::path folder = work.root() / "wrong_predictions";
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  if (const Status status = support::writeFile(folder / fmt::format("{}.smt2", number), text);
      !status)
    tell({status.error().message});
}

std::string lastLine(const std::string &text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

void sayNothingIsAsked(const TestOptions &options) {
  if (options.json)
    say(stdout, "{}\n", support::Json({{"targets", support::Json::array()}}).dump(2));
  else
    say(stdout, "{}\n",
        options.changedSince ? "no line with code has changed: there is no target"
                             : "there are no alarms: there is no target");
}

/// Of `pincer reach`: what became of its targets.
int tellReached(const std::vector<ReachTarget> &targets, const model::Suite &suite,
                const TestOptions &options, const emit::Layout &layout) {
  if (options.json) {
    support::Json json{{"schema", 1}, {"tool", "pincer"}, {"version", version}};
    json["report"] = (fs::path(layout.directory) / "report.json").string();
    json["targets"] = targetsJson(targets, suite);
    say(stdout, "{}\n", json.dump(2, ' ', false, support::Json::error_handler_t::replace));
  } else {
    tellTargets(targets, suite);
  }
  const bool all = std::ranges::all_of(
      targets, [&](const ReachTarget &target) { return stateOf(target, suite).isDecided(); });
  return suite.interrupted ? Interrupted : all ? Ok : StillOpen;
}

/// Hands out how long each phase took, as report.json's stats have it.
class Stopwatch {
public:
  double total() const { return secondsFrom(start_); }
  double lap() { return secondsFrom(std::exchange(lap_, Clock::now())); }

private:
  using Clock = std::chrono::steady_clock;
  static double secondsFrom(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  const Clock::time_point start_ = Clock::now();
  Clock::time_point lap_ = start_;
};

/// Set if no test could call any function.
std::optional<std::string> whyNothingIsCalled(const model::Subject &subject) {
  constexpr std::size_t mostNamed = 3;
  std::string reasons;
  std::size_t named = 0;
  for (const model::Function &function : subject.functions) {
    if (!function.undrivable && !function.untested && !function.isImplicit)
      return std::nullopt;
    if (named++ < mostNamed)
      reasons += fmt::format("\n  {}: {}", function.name,
                             function.undrivable ? *function.undrivable
                                                 : function.untested.value_or("it has no text"));
  }
  if (named > mostNamed)
    reasons += fmt::format("\n  ... and {} more", named - mostNamed);
  if (named == 0)
    return "nothing in the sources can be called: there are no functions in them";
  return "nothing in the sources can be called, so there are no tests:" + reasons;
}

/// With --time, the symbolic target is waited for at least so long.
constexpr double leastForSymbolic = 120;

campaign::Budget budgetOf(const TestOptions &options, const TimeShares &shares) {
  campaign::Budget budget{.steps = options.steps, .ticks = options.ticks};
  if (!shares.isLimited())
    return budget;
  budget.leastSeconds = shares.leastForSearch();
  budget.secondsWith = [&shares](std::size_t tests) {
    return std::max(shares.leastForSearch(),
                    shares.forCampaign(tests) / campaign::shareWithSimplifying);
  };
  budget.seconds = budget.secondsWith(0);
  return budget;
}

/// Proofs come last: they get what is left of --time, but always a little.
std::optional<double> secondsForProofs(const TestOptions &options, double elapsed) {
  constexpr double leastShare = 0.1, mostAtLeast = 5;
  if (!options.seconds)
    return std::nullopt;
  return std::max(*options.seconds - elapsed, std::min(leastShare * *options.seconds, mostAtLeast));
}

/// What one proof may take while the search goes on; what is cut short is asked again in the end.
std::optional<double> secondsPerProof(const TestOptions &options) {
  constexpr double share = 0.02, least = 0.5;
  if (!options.seconds)
    return std::nullopt;
  return std::max(least, share * *options.seconds);
}

/// What a folder keeps of what was compiled.
constexpr std::uintmax_t mostCachedBytes = 2ull << 30;

/// Set if it took clearly longer than --time says: where the time went, longest first.
std::optional<std::string> whyItTookLonger(const TestOptions &options, const model::Suite &suite) {
  constexpr double tolerance = 1.1;
  if (!options.seconds || suite.elapsedSeconds <= tolerance * *options.seconds)
    return std::nullopt;
  constexpr std::string_view prefix = "seconds ";
  std::vector<std::pair<double, std::string>> phases;
  for (const auto &[name, value] : suite.statistics)
    if (name.starts_with(prefix) && value >= 0.05 * suite.elapsedSeconds)
      phases.emplace_back(value, name.substr(prefix.size()));
  std::ranges::sort(phases, std::greater());
  std::string list;
  for (const auto &[seconds, name] : phases)
    list += fmt::format("{}{} {:.0f} s", list.empty() ? "" : ", ", name, seconds);
  return fmt::format("it took {:.0f} s, where --time says {:.0f}: {}", suite.elapsedSeconds,
                     *options.seconds, list);
}

int exitCode(const model::Suite &suite, const TestOptions &options) {
  if (suite.interrupted)
    return Interrupted;
  const model::Summary sum = model::summarize(suite);
  if (const auto why = whyNothingIsCalled(*suite.subject))
    return fail(CantBuild, *why);
  // Where there are no branches, none is left to cover.
  if (options.failUnder && sum.feasibleCoverage && *sum.feasibleCoverage * 100 < *options.failUnder)
    return fail(Below,
                fmt::format("{:.1f} % of the feasible branches are covered, less than the "
                            "{} % of --fail-under",
                            std::floor(*sum.feasibleCoverage * 1000) / 10, *options.failUnder));
  // What a task of Test-Comp does wrong is what it is there for.
  return suite.findings.empty() || options.exitZero || options.specification ? Ok : Findings;
}

/// Where little time is given, runs that only wait must not use it up. A limit in steps must not
/// depend on the clock.
std::uint32_t idleMs(const TestOptions &options) {
  // A machine with much to do may leave a process waiting for a while that does wait for nothing.
  constexpr std::uint32_t least = 500;
  const std::uint32_t most = std::max(2 * options.testTimeoutMs, 2 * least);
  if (!options.seconds || options.steps)
    return most;
  return std::clamp(static_cast<std::uint32_t>(std::min(*options.seconds, 3600.0) * 50), least,
                    most);
}

} // namespace

int runTest(const TestOptions &options, const OutputOptions &output) {
  Stopwatch watch;
  TimeShares shares(options.seconds);
  ProgressLine progress(output.quiet);
  catchInterrupts(OnInterrupt::Leave);
  support::Deadline deadline(wasInterrupted);

  for (const fs::path &path : options.sources)
    if (Status status = checkName(path); !status)
      return fail(Usage, status.error().message);
  if (Status status = checkFolderName(options.output); !status)
    return fail(Usage, status.error().message);

  // What to test, and how it is compiled.
  auto units = build::resolveUnits(options.sources, options.buildFolder, options.flags);
  if (!units)
    return fail(CantBuild, units.error().message);
  tell(units->notes);
  progress.stage("reading the sources");
  std::vector<std::string> readingNotes;
  auto subject = readSubject(units->units, options, readingNotes);
  if (!subject)
    return fail(CantBuild, subject.error().message);
  if (Status status = makeProgramIfNeeded(*subject, options, readingNotes); !status)
    return fail(Usage, status.error().message);
  if (Status status = restrictTo(*subject, options); !status)
    return fail(Usage, status.error().message);
  tell(readingNotes);
  if (options.list)
    return list(*subject);
  const double parsing = watch.lap();

  std::optional<emit::CoverageGoal> goal;
  if (options.specification) {
    const auto text = support::readFile(*options.specification);
    auto read = text ? emit::readSpecification(*text) : text.error();
    if (!read)
      return fail(Usage, fmt::format("--spec {}: {}", options.specification->string(),
                                     read.error().message));
    goal = std::move(*read);
  }

  // Nothing of the user's in the output folder is ever overwritten.
  auto folder = OutputFolder::open(options.output);
  if (!folder)
    return fail(Usage, folder.error().message);
  const emit::Layout layout{folder->path().string(), fs::current_path().string(), version};
  if (Status status = emit::checkAllFree(layout.directory, outputPaths(*subject, options)); !status)
    return fail(Usage, status.error().message);

  // Build the plain target now, the sanitized one beside the search.
  progress.stage("building");
  auto program = build::buildPlain(std::move(*subject), folder->work(), options.jobs,
                                   {goal ? goal->function : "", placesOf(options.targets)});
  if (!program)
    return fail(CantBuild, program.error().message);
  progress.clear();
  tell(program->notes);
  std::vector<std::string> targetNotes;
  const auto targetsToReach = resolveTargets(options.targets, *program, targetNotes);
  if (!targetsToReach)
    return fail(Usage, targetsToReach.error().message);
  tell(targetNotes);
  if (options.isReach && targetsToReach->empty()) {
    sayNothingIsAsked(options);
    return Ok;
  }
  const execute::TargetLimits limits{.timeoutMs = options.testTimeoutMs,
                                     .idleMs = idleMs(options),
                                     .memoryBytes = options.memoryBytes,
                                     .reportsEarlyEnds = options.formats.contains("testcomp"),
                                     .stop = [&] { return deadline.isOver(); }};
  const bool solves = options.strategy != campaign::Strategy::Random;
  std::unique_ptr<solver::Chain> solver;
  if (solves) {
    auto made = solver::Chain::make({.seconds = options.seconds ? 5.0 : 60.0,
                                     .choice = options.solver,
                                     .stop = [&] { return deadline.isOver(); }},
                                    options.queryFolder);
    if (!made)
      return fail(Internal, made.error().message);
    solver = std::move(*made);
  }
  std::unique_ptr<solver::Chain> mergedSolver;
  if (solves) {
    auto made = solver::Chain::make({.seconds = options.seconds ? 5.0 : 60.0,
                                     .choice = options.solver,
                                     .stop = [&] { return deadline.isOver(); }});
    if (!made)
      return fail(Internal, made.error().message);
    mergedSolver = std::move(*made);
  }
  std::unique_ptr<merged::Program> bitcode;
  const auto loadBitcode = [&]() -> support::Result<merged::Program *> {
    if (!bitcode) {
      auto loaded = merged::Program::load(build::markedBitcode(*program, folder->work()),
                                          build::libraryBitcode());
      if (!loaded)
        return loaded.error();
      bitcode = std::move(*loaded);
    }
    return bitcode.get();
  };
  std::unique_ptr<backward::Reacher> reacher;
  const auto loadReacher = [&]() -> support::Result<backward::Reacher *> {
    if (!reacher) {
      auto loaded =
          backward::Reacher::load(program->subject, program->branches,
                                  build::markedBitcode(*program, folder->work()), *mergedSolver);
      if (!loaded)
        return loaded.error();
      reacher = std::move(*loaded);
    }
    return reacher.get();
  };
  InfeasibilityProver prover(*program, folder->work(), layout, secondsPerProof(options));
  auto targets = Targets::start(
      *program, folder->work(), limits, options.jobs, solves,
      {.deadline = deadline,
       .symbolicSeconds = options.seconds
                              ? std::optional(std::max(*options.seconds, leastForSymbolic))
                              : std::nullopt,
       .tell = [&](const char *what) { progress.stage(fmt::format("building the {}", what)); }});
  if (!targets)
    return fail(targets.error().message.starts_with(execute::endsAtStart) ? CantBuild : Internal,
                targets.error().message);

  const double building = watch.lap();
  shares.noteBuilding(building);
  if (options.seconds && parsing + building > *options.seconds)
    tell({fmt::format("compiling alone took {:.0f} s, longer than --time; the search gets a "
                      "quarter of that time all the same",
                      parsing + building)});

  // Search. Every test found is on disk before the next step.
  campaign::Journal journal(folder->path());
  std::size_t stale = 0;
  std::vector<model::TestCase> seeds;
  if (!journal.lastRunFinished() || !options.steps)
    seeds = journal.load(program->subject, stale);
  std::ranges::move(journal.loadUnjudged(program->subject), std::back_inserter(seeds));
  if (!options.refuses)
    std::erase_if(seeds, [](const model::TestCase &test) { return !test.refused.empty(); });
  if (options.seeds) {
    std::vector<std::string> notes;
    auto given = readSeeds(*options.seeds, program->subject, notes);
    if (!given)
      return fail(Usage, given.error().message);
    tell(notes);
    std::move(given->begin(), given->end(), std::back_inserter(seeds));
  }
  auto formats = FoundTests::open(options, folder->path(), goal);
  if (!formats)
    return fail(Usage, formats.error().message);
  if (Status status = saveCommand(folder->path(), options); !status)
    return fail(Internal, status.error().message);
  if (Status status = journal.markStarted(); !status)
    return fail(Internal, status.error().message);
  catchInterrupts(OnInterrupt::Note);
  const campaign::SearchHooks hooks{
      .progress = [&](const campaign::Progress &p) { progress.show(p); },
      .simplifying = [&](std::size_t done,
                         std::size_t of) { progress.stage("simplifying tests", done, of); },
      .found =
          [&](const std::string &id, const model::TestCase &test) {
            return journal.save(program->subject, id, test);
          },
      .waits =
          [&](const std::string &id, const model::TestCase &test) {
            return journal.saveUnjudged(program->subject, id, test);
          },
      .kept =
          [&](const model::KeptTest &test) {
            return formats->add(program->subject, test, program->goal);
          }};
  auto campaign = campaign::runCampaign(
      program->subject, program->branches, (*targets)->plain(),
      [&] { return (*targets)->sanitized(); },
      {.seed = options.seed,
       .budget = budgetOf(options, shares),
       .strategy = options.strategy,
       .hybrid = options.hybrid,
       .errors = options.errors,
       .refuses = options.refuses && makesSuite(options),
       .symbolic = {.recorder = [&] { return (*targets)->symbolic(); },
                    .isReady = [&] { return (*targets)->hasSymbolic(); },
                    .checked = [&] { return (*targets)->checked(); },
                    .isCheckedReady = [&] { return (*targets)->hasChecked(); },
                    .checks = &program->checks,
                    .solver = solver.get(),
                    .merged = options.usesMerged && !build::is32Bit(program->subject)
                                  ? std::function(loadBitcode)
                                  : std::function<support::Result<merged::Program *>()>(),
                    .mergedSolver = mergedSolver.get(),
                    .reacher = options.searchesBackwards && !build::is32Bit(program->subject)
                                   ? std::function(loadReacher)
                                   : std::function<support::Result<backward::Reacher *>()>(),
                    .graph = &program->graph,
                    .branches = program->branches.branches.size(),
                    .reachable = program->reachable(),
                    .selfCheck = options.selfCheck,
                    .keepWrong =
                        [&, kept = 0](const std::string &text) mutable {
                          if (kept < mostWrongKept)
                            keepWrong(folder->work(), kept++, text);
                        }},
       .enough = options.enough ? std::optional(*options.enough / 100) : std::nullopt,
       .goal = program->goal,
       .targets = searchTargets(*targetsToReach),
       .simplifies = options.formats.contains("gtest"),
       .earlyEnds = options.formats.contains("testcomp") ? campaign::EarlyEnds::AreTests
                                                         : campaign::EarlyEnds::SayNothing,
       .memory = [&] { return (*targets)->memory(); },
       .doubts = (*targets)->doubts(),
       .runsBeside = options.jobs > 1,
       .sanitizersAreReady = [&] { return (*targets)->canJudge(); },
       .prove = options.proves ? std::function([&](model::SiteId site) {
         return prover.attempt(site, [&] { return deadline.isOver(); });
       })
                               : std::function<campaign::ProofAttempt(model::SiteId)>()},
      seeds, hooks, deadline);
  if (!campaign)
    return fail(Internal, campaign.error().message);

  // Write, check what was written, tell.
  model::Suite &suite = campaign->suite;
  suite.statistics["seconds parsing"] = parsing;
  suite.statistics["seconds building"] = building;
  progress.stage("checking the suite");
  watch.lap();
  std::vector<std::string> notes;
  tell(campaign->notes);
  if (const std::string &why = (*targets)->memoryFailure(); !why.empty())
    tell({"reads of uninitialised memory show only where runs differ, without MemorySanitizer: " +
          why.substr(0, why.find('\n'))});
  const bool withSuite = options.formats.contains("gtest");
  const auto rendered = [&](const model::Suite &each) { return renderTests(each, layout, true); };
  const auto checking = [&](const char *what, std::size_t done, std::size_t of) {
    progress.stage(fmt::format("checking the suite: {}", what), done, of);
  };
  deadline.begin(shares.forCheck());
  if (Status status = withSuite ? validate::writeChecked(suite, campaign->runsOf, layout,
                                                         folder->work(), options.jobs, rendered,
                                                         {deadline, shares.left()}, checking, notes)
                                : support::Done{};
      !status)
    return fail(Internal, status.error().message);
  for (const auto &[format, dialect] : otherDialects) {
    const bool isAsked = options.formats.contains(format);
    if (isAsked)
      progress.stage(fmt::format("checking {}", dialect().folder));
    if (Status status =
            isAsked ? validate::writeIn(dialect(), suite, layout, folder->work(), options.jobs,
                                        deadline, notes)
                    : emit::writeAll(layout.directory, {}, {dialect().folder}); // of earlier runs
        !status)
      return fail(Internal, status.error().message);
  }
  suite.statistics["seconds checking"] = watch.lap();
  if (options.proves) {
    progress.stage("proving");
    const auto proofs = prover.proveOpen(suite, secondsForProofs(options, watch.total()),
                                         [&] { return deadline.wasInterrupted(); });
    campaign::conclude(suite, campaign->runsOf);
    if (Status status = emit::writeAll(layout.directory, proofs, {"proofs"}); !status)
      return fail(Internal, status.error().message);
    suite.statistics["seconds proving"] = watch.lap();
  }
  suite.elapsedSeconds = watch.total();
  suite.interrupted = deadline.wasInterrupted();
  if (const auto why = whyItTookLonger(options, suite))
    notes.push_back(*why);
  folder->work().cache().trim(mostCachedBytes);
  if (Status status = emit::writeAll(layout.directory, render(suite, layout, withSuite)); !status)
    return fail(Internal, status.error().message);
  // A run that was cut short leaves to the next what it found and did not come to judge.
  if (suite.interrupted && campaign->unjudged > 0)
    notes.push_back(fmt::format("{} tests were found and not judged yet: the next run with this "
                                "folder begins with them",
                                campaign->unjudged));
  else if (Status status = journal.markFinished(); !status)
    return fail(Internal, status.error().message);
  progress.clear();
  tell(notes);
  const std::string summary = emit::textSummary(suite, layout, output.color);
  if (!options.json)
    say(stdout, "{}", output.quiet ? lastLine(summary) : summary);
  if (options.isReach)
    return tellReached(*targetsToReach, suite, options, layout);
  return exitCode(suite, options);
}

} // namespace cli
