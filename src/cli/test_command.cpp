#include "cli/test_command.h"

#include "build/compile_commands.h"
#include "build/target.h"
#include "campaign/campaign.h"
#include "campaign/conclude.h"
#include "campaign/journal.h"
#include "cli/check_suite.h"
#include "cli/command_file.h"
#include "cli/found_tests.h"
#include "cli/progress.h"
#include "cli/read_subject.h"
#include "cli/say.h"
#include "cli/seeds.h"
#include "cli/session.h"
#include "cli/version.h"
#include "emit/disk.h"
#include "emit/google_test.h"
#include "emit/lcov.h"
#include "emit/program_file.h"
#include "emit/report_json.h"
#include "emit/test_names.h"
#include "emit/text_summary.h"
#include "solver/chain.h"
#include "support/file_system.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Result;
using support::Status;

namespace {

/// Leaves only the functions the user asked for; an error names one that does not exist.
Status restrictTo(model::Subject &subject, const TestOptions &options) {
  for (const std::string &entry : options.entries)
    if (std::none_of(subject.functions.begin(), subject.functions.end(),
                     [&](const model::Function &f) { return f.name == entry; }))
      return Error{fmt::format("--entry: no function '{}' is defined in the sources", entry)};
  for (model::Function &function : subject.functions) {
    const bool isAsked = options.entries.empty() ||
                         std::find(options.entries.begin(), options.entries.end(), function.name) !=
                             options.entries.end();
    if (!isAsked)
      function.undrivable = "--entry names other functions";
    else if (function.isStatic && !options.testStatic && !function.undrivable)
      function.undrivable = "it is static, and --no-static leaves those out";
  }
  return support::Done{};
}

int list(const model::Subject &subject) {
  for (const model::Function &function : subject.functions)
    say(stdout, "{}:{}: {}: {}\n", function.file, function.line, function.name,
        function.undrivable ? "skipped: " + *function.undrivable : "tested");
  return Ok;
}

void tell(const std::vector<std::string> &notes) {
  for (const std::string &note : notes)
    say(stderr, "pincer: note: {}\n", note);
}

/// What `render` may write for these sources.
std::vector<std::string> outputPaths(const model::Subject &subject) {
  std::vector<std::string> paths = emit::googleTestPaths(subject);
  paths.insert(paths.end(), {"report.json", "coverage.info"});
  return paths;
}

/// Everything that goes to disk for this suite.
std::vector<emit::File> render(const model::Suite &suite, const emit::Layout &layout,
                               bool withGoogleTest) {
  std::vector<emit::File> files;
  if (withGoogleTest)
    files = emit::googleTest(suite, layout);
  const auto add = [&](std::vector<emit::File> more) {
    std::move(more.begin(), more.end(), std::back_inserter(files));
  };
  add(emit::inputFiles(suite, layout));
  add(emit::corpusFiles(suite));
  add({emit::reportJson(suite, layout), emit::lcovTrace(suite)});
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

/// Drops the tests of these names, and says what they covered.
std::set<model::SiteId> drop(model::Suite &suite, const std::set<std::string> &bad) {
  std::set<model::SiteId> lost;
  const std::vector<emit::TestName> names = emit::nameTests(suite);
  for (std::size_t i = suite.tests.size(); i-- > 0;)
    if (bad.contains(names[i].full())) {
      lost.insert(suite.tests[i].covers.begin(), suite.tests[i].covers.end());
      suite.tests.erase(suite.tests.begin() + static_cast<std::ptrdiff_t>(i));
    }
  return lost;
}

void giveOwnProcesses(model::Suite &suite, bool own) {
  for (model::KeptTest &test : suite.tests)
    test.ownProcess = own;
}

/// Writes the suite, then compiles and runs it as a user would. Tests that fail there may do so for
/// what others have done before them, so each gets a process of its own, if that helps any. What
/// fails all the same leaves the suite, and it is written again.
Status writeChecked(model::Suite &suite, const std::vector<std::uint64_t> &runsOf,
                    const emit::Layout &layout, const build::WorkFolder &work, unsigned jobs,
                    std::vector<std::string> &notes) {
  constexpr int rounds = 4;
  const std::size_t all = suite.tests.size();
  std::string details;
  std::set<model::SiteId> lost; // what the tests left out covered
  std::optional<std::set<std::string>> failedTogether;
  for (int round = 0; round < rounds; ++round) {
    if (Status status = emit::writeAll(layout.directory, render(suite, layout, true)); !status)
      return status;
    auto check = checkSuite(fs::path(layout.directory) / "tests", *suite.subject, work, jobs);
    if (!check)
      return check.error();
    if (check->bad.empty())
      return support::Done{};
    details += check->details;
    if (check->ran && !failedTogether && !suite.subject->program) {
      failedTogether = check->bad;
      giveOwnProcesses(suite, true);
      continue;
    }
    if (failedTogether && std::includes(check->bad.begin(), check->bad.end(),
                                        failedTogether->begin(), failedTogether->end()))
      giveOwnProcesses(suite, false);
    lost.merge(drop(suite, check->bad));
    const fs::path log = work.root() / "dropped.txt";
    if (Status status = support::writeFile(log, details); !status)
      return status;
    const std::size_t dropped = all - suite.tests.size();
    suite.statistics["tests dropped by the final check"] = static_cast<double>(dropped);
    notes = {
        fmt::format("tests left out: {}; they do not pass when the emitted suite is built and run "
                    "by itself ({} says why)",
                    dropped, log.string())};
    campaign::assignPurposes(suite.tests);
    campaign::conclude(suite, runsOf);
    for (const model::SiteId site : lost)
      if (auto *open = std::get_if<model::Open>(&suite.verdicts[site.index]))
        open->reason =
            "a test got here, but does not pass in a build of the emitted suite: it depends "
            "on something beside its arguments";
  }
  return emit::writeAll(layout.directory, render(suite, layout, true));
}

std::string lastLine(const std::string &text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
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

int exitCode(const model::Suite &suite, const TestOptions &options) {
  if (suite.interrupted)
    return Interrupted;
  const model::Summary sum = model::summarize(suite);
  if (options.failUnder && sum.feasibleCoverage * 100 < *options.failUnder)
    return fail(Below,
                fmt::format("{:.1f} % of the feasible branches are covered, less than the "
                            "{} % of --fail-under",
                            std::floor(sum.feasibleCoverage * 1000) / 10, *options.failUnder));
  // What a task of Test-Comp does wrong is what it is there for.
  return suite.findings.empty() || options.exitZero || options.specification ? Ok : Findings;
}

} // namespace

int runTest(const TestOptions &options, const OutputOptions &output) {
  Stopwatch watch;
  ProgressLine progress(output.quiet);

  // What to test, and how it is compiled.
  auto units = build::resolveUnits(options.sources, options.buildFolder, options.flags);
  if (!units)
    return fail(CantBuild, units.error().message);
  tell(units->notes);
  progress.stage("reading the sources");
  auto subject = readSubject(units->units, options);
  if (!subject)
    return fail(CantBuild, subject.error().message);
  if (Status status = restrictTo(*subject, options); !status)
    return fail(Usage, status.error().message);
  if (Status status = makeProgramIfAsked(*subject, options); !status)
    return fail(Usage, status.error().message);
  if (options.list)
    return list(*subject);
  const double parsing = watch.lap();
  if (subject->functions.empty())
    tell({"there are no functions in the sources"});

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
  if (Status status = emit::checkAllFree(layout.directory, outputPaths(*subject)); !status)
    return fail(Usage, status.error().message);

  // Build the plain target now, the sanitized one beside the search.
  progress.stage("building");
  auto program = build::buildPlain(std::move(*subject), folder->work(), options.jobs,
                                   goal ? goal->function : "");
  if (!program)
    return fail(CantBuild, program.error().message);
  progress.clear();
  tell(program->notes);
  const execute::TargetLimits limits{.timeoutMs = options.testTimeoutMs,
                                     .memoryBytes = options.memoryBytes,
                                     .reportsEarlyEnds = options.formats.contains("testcomp")};
  const bool solves = options.strategy != campaign::Strategy::Random;
  std::unique_ptr<solver::Chain> solver;
  if (solves) { // before a second thread exists: its worker is a fork
    auto made = solver::Chain::make({.choice = options.solver}, options.queryFolder);
    if (!made)
      return fail(Internal, made.error().message);
    solver = std::move(*made);
  }
  auto targets = Targets::start(*program, folder->work(), limits, options.jobs, solves);
  if (!targets)
    return fail(Internal, targets.error().message);

  const double building = watch.lap();

  // Search. Every test found is on disk before the next step.
  campaign::Journal journal(folder->path());
  std::size_t stale = 0;
  std::vector<model::TestCase> seeds;
  if (!journal.lastRunFinished() || !options.steps)
    seeds = journal.load(program->subject, stale);
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
  catchInterrupts();
  const campaign::SearchHooks hooks{
      .progress = [&](const campaign::Progress &p) { progress.show(p); },
      .interrupted = wasInterrupted,
      .found =
          [&](const std::string &id, const model::TestCase &test) {
            return journal.save(program->subject, id, test);
          },
      .kept =
          [&](const model::KeptTest &test) {
            return formats->add(program->subject, test, program->goal);
          },
      .waited = [&] { return (*targets)->secondsWaited(); }};
  auto campaign = campaign::runCampaign(
      program->subject, program->branches, (*targets)->plain(),
      [&] { return (*targets)->sanitized(); },
      {.seed = options.seed,
       .budget = {.seconds = options.seconds, .steps = options.steps},
       .strategy = options.strategy,
       .symbolic = {.recorder = [&] { return (*targets)->symbolic(); },
                    .solver = solver.get(),
                    .graph = &program->graph,
                    .branches = program->branches.branches.size(),
                    .selfCheck = options.selfCheck,
                    .keepWrong =
                        [&, kept = 0](const std::string &text) mutable {
                          if (kept < mostWrongKept)
                            keepWrong(folder->work(), kept++, text);
                        }},
       .goal = program->goal,
       .simplifies = options.formats.contains("gtest"),
       .earlyEnds = options.formats.contains("testcomp") ? campaign::EarlyEnds::AreTests
                                                         : campaign::EarlyEnds::SayNothing},
      seeds, hooks);
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
  const bool withSuite = options.formats.contains("gtest");
  if (Status status = withSuite ? writeChecked(suite, campaign->runsOf, layout, folder->work(),
                                               options.jobs, notes)
                                : support::Done{};
      !status)
    return fail(Internal, status.error().message);
  suite.statistics["seconds checking"] = watch.lap();
  suite.elapsedSeconds = watch.total();
  if (Status status = emit::writeAll(layout.directory, render(suite, layout, withSuite)); !status)
    return fail(Internal, status.error().message);
  if (Status status = journal.markFinished(); !status)
    return fail(Internal, status.error().message);
  progress.clear();
  tell(notes);
  const std::string summary = emit::textSummary(suite, layout, output.color);
  say(stdout, "{}", output.quiet ? lastLine(summary) : summary);
  return exitCode(suite, options);
}

} // namespace cli
