#include "cli/options.h"

#include "build/target.h"
#include "cli/reach.h"
#include "cli/say.h"
#include "cli/version.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <thread>
#include <unistd.h>

namespace cli {
namespace {

/// Splits "12.5ms" into 12.5 and "ms".
bool splitNumber(const std::string &text, double &number, std::string &unit) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0) || std::isinf(number))
    return false;
  unit.assign(end, text.data() + text.size());
  return true;
}

struct Texts {
  std::string time, memory = "1g", testTimeout = "1s", strategy = "auto", solver = "all",
                    uninitialised = "report", errors;
  std::optional<std::string> failUnder;
  bool noStatic = false, noColor = false;
  std::vector<std::string> formats;
  std::string dataModel;
  bool bits32 = false, bits64 = false;
};

std::string isCount(const std::string &text) {
  const bool isNumber = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return isNumber ? "" : fmt::format("'{}' is no number like 1000", text);
}

void defineTest(CLI::App &app, TestOptions &test, Texts &texts) {
  app.add_option("sources", test.sources, "C and C++ sources, linked together")->required();
  app.add_option("-p,--build-dir", test.buildFolder,
                 "folder with compile_commands.json, or that file");
  app.add_option("-o,--output", test.output,
                 "folder for tests, inputs and reports; a run continues what it finds there")
      ->capture_default_str();
  app.add_option("--entry", test.entries,
                 "test only this function: its name, or a pattern such as 'list_*' (repeatable)")
      ->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
         "--class",
         [&test](const std::vector<std::string> &names) {
           for (const std::string &name : names)
             test.entries.push_back(name + "::*");
         },
         "test only members of this class (repeatable)")
      ->allow_extra_args(false);
  app.add_flag("--public", test.publicOnly,
               "test only functions and methods that a header declares; branches of others count "
               "all the same");
  app.add_flag("--program", test.program,
               "test main as a whole program: arguments and standard input are its inputs");
  app.add_option("--file", test.files,
                 "the program reads this file, too: a relative path (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--env", test.variables,
                 "the program reads this environment variable, too (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--seeds", test.seeds,
                 "folder of files to start from: each is what a program reads from its --file, or "
                 "from standard input");
  app.add_flag("--no-static", texts.noStatic, "leave static functions out");
  app.add_option("--time", texts.time, "how long you wait, in all: 90s, 5m, 1h (default 60s)");
  app.add_option("--steps", test.steps,
                 "limit of the search in executions; the same seed and steps give the same suite")
      ->check(isCount);
  app.add_option("--debug-ticks", test.ticks,
                 "with --steps: limit of the search in work, about ten microseconds each")
      ->check(isCount)
      ->needs("--steps");
  app.add_option("--seed", test.seed, "seed of all random choices")
      ->check(isCount)
      ->capture_default_str();
  app.add_option(
         "--strategy", texts.strategy,
         "how inputs are looked for: at random, by solving path conditions, by solving from "
         "states deep in random runs (hybrid), or all of them")
      ->check(CLI::IsMember({"auto", "random", "concolic", "hybrid"}))
      ->capture_default_str();
  app.add_option("--quiet-inputs", test.hybrid.quietInputs,
                 "hybrid: so many random inputs without a new branch, then it is solved for "
                 "(default: 32 to 4096, more while nothing is found)")
      ->check(CLI::PositiveNumber);
  app.add_option("--searched-inputs", test.hybrid.searchedInputs,
                 "hybrid: how many inputs behind a state are solved for (default: 8 to 64)")
      ->check(CLI::PositiveNumber);
  app.add_option("--searched-runs", test.hybrid.searchedRuns,
                 "hybrid: runs of the search from one state (default: 32 to 512)")
      ->check(CLI::PositiveNumber);
  app.add_option("--enough", test.enough,
                 "the search is over once tests take this share of the branches, in percent")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--errors", texts.errors,
                 "errors that inputs are looked for: default (divisions by zero, memory that is "
                 "not meant...; with --spec none), all (overflows, shifts and conversions, too), "
                 "none; what tests run into is reported in any case")
      ->check(CLI::IsMember({"none", "default", "all"}));
  app.add_option("--solver", texts.solver, "ways of answering questions, for comparisons")
      ->check(CLI::IsMember({"all", "linear", "nonlinear", "intervals", "search"}))
      ->group(""); // not shown
  app.add_flag_callback(
         "--no-backward", [&test] { test.searchesBackwards = false; },
         "without backward search for inputs, for comparisons")
      ->group(""); // not shown
  app.add_flag_callback(
         "--no-merged", [&test] { test.usesMerged = false; },
         "without formulas over all paths at once, for comparisons")
      ->group(""); // not shown
  app.add_flag_callback(
      "--no-failing-allocations", [&test] { test.refuses = false; },
      "no test lets malloc and its like fail, whatever stays open");
  app.add_flag_callback(
      "--no-proofs", [&test] { test.proves = false; },
      "do not try to prove that open branches are infeasible");
  app.add_option("--test-timeout", texts.testTimeout, "CPU time of one call")
      ->capture_default_str();
  app.add_option("--memory", texts.memory, "memory of one call")->capture_default_str();
  app.add_option("-j,--jobs", test.jobs, "compilers that run at once; more than 1: targets, too")
      ->check(CLI::Range(1u, 256u))
      ->capture_default_str();
  app.add_option(
      "--fail-under", texts.failUnder,
      "exit with 5 if fewer percent of the feasible branches are covered (where there are "
      "no branches, none is left)");
  app.add_option("--format", texts.formats,
                 "what tests are written as (repeatable): gtest (DIR/tests); beside it catch2 "
                 "(DIR/tests_catch2) or c, without a framework (DIR/tests_c); testcomp "
                 "(DIR/test-suite), ktest (DIR/ktest) and corpus (DIR/corpus), each test as soon "
                 "as it is found")
      ->check(CLI::IsMember({"gtest", "catch2", "c", "testcomp", "ktest", "corpus"}))
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--spec", test.specification,
                 "what to cover, as a property file of Test-Comp; makes --format testcomp")
      ->check(CLI::ExistingFile);
  app.add_flag("--32", texts.bits32, "for 32 bits: -m32");
  app.add_flag("--64", texts.bits64, "programs for 64 bits (the default)");
  app.add_option("--data-model", texts.dataModel, "the same, in the words of Test-Comp")
      ->check(CLI::IsMember({"ILP32", "LP64"}));
  app.add_option(
         "--uninitialised", texts.uninitialised,
         "locals that nothing was stored in: reading one is a finding; or they are zeros, as "
         "-ftrivial-auto-var-init=zero makes them (the suite is compiled so); or what they "
         "hold is an input, and reading it a finding")
      ->check(CLI::IsMember({"report", "zero", "input"}))
      ->capture_default_str();
  app.add_flag("--exit-zero", test.exitZero, "exit with 0 even if there are findings");
  app.add_flag("--self-check", test.selfCheck,
               "evaluate every recorded term and compare it with the value the program computed");
  app.add_option("--debug-queries", test.queryFolder,
                 "folder into which every question to the solver is written, as text")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--list", test.list, "list the functions and how each would be tested; run nothing");
  app.footer("Flags after -- go to the compiler: pincer test a.c -- -Iinclude -DN=4");
}

/// Turns the texts into numbers; the error names the option.
support::Status finishTest(TestOptions &test, const Texts &texts) {
  test.testStatic = !texts.noStatic;
  if (texts.bits32 || texts.dataModel == "ILP32")
    test.flags.emplace_back("-m32");
  test.freshInputs = texts.uninitialised == "input";
  if (texts.uninitialised == "zero")
    test.flags.emplace_back(build::zeroLocalsFlag);
  if (!texts.formats.empty())
    test.formats = {texts.formats.begin(), texts.formats.end()};
  else if (test.specification)
    test.formats = {"testcomp"};
  // What is checked are GoogleTests; the others are made from them.
  if (test.formats.contains("catch2") || test.formats.contains("c"))
    test.formats.insert("gtest");
  if (test.program && (!test.entries.empty() || test.publicOnly))
    return support::Error{"--program tests main alone; --entry and --public do not go with it"};
  if (!test.program && !(test.files.empty() && test.variables.empty()))
    return support::Error{"--file and --env are for whole programs: they need --program"};
  test.solver = texts.solver == "linear"      ? solver::Choice::Linear
                : texts.solver == "nonlinear" ? solver::Choice::NonLinear
                : texts.solver == "intervals" ? solver::Choice::Intervals
                : texts.solver == "search"    ? solver::Choice::Search
                                              : solver::Choice::All;
  test.strategy = texts.strategy == "random"     ? campaign::Strategy::Random
                  : texts.strategy == "concolic" ? campaign::Strategy::Concolic
                  : texts.strategy == "hybrid"   ? campaign::Strategy::Hybrid
                                                 : campaign::Strategy::Auto;
  // What a task of Test-Comp asks for is coverage.
  test.errors = texts.errors == "none" || (texts.errors.empty() && test.specification)
                    ? campaign::Errors::None
                : texts.errors == "all" ? campaign::Errors::All
                                        : campaign::Errors::Default;
  if (!texts.time.empty()) {
    test.seconds = readDuration(texts.time);
    if (!test.seconds)
      return support::Error{fmt::format("--time: '{}' is no duration like 90s or 5m", texts.time)};
  } else if (!test.steps) {
    test.seconds = 60;
  }
  const auto timeout = readDuration(texts.testTimeout);
  if (!timeout || *timeout < 0.001 || *timeout > 3600)
    return support::Error{
        fmt::format("--test-timeout: '{}' is no duration from 1ms to 1h", texts.testTimeout)};
  test.testTimeoutMs = static_cast<std::uint32_t>(*timeout * 1000);
  const auto memory = readSize(texts.memory);
  if (!memory || *memory < (16u << 20))
    return support::Error{
        fmt::format("--memory: '{}' is no size like 512m or 4g (at least 16m)", texts.memory)};
  test.memoryBytes = *memory;
  if (texts.failUnder) {
    double percent = 0;
    std::string unit;
    if (!splitNumber(*texts.failUnder, percent, unit) || (!unit.empty() && unit != "%") ||
        percent > 100)
      return support::Error{fmt::format("--fail-under: '{}' is no percentage", *texts.failUnder)};
    test.failUnder = percent;
  }
  return support::Done{};
}

} // namespace

std::optional<double> readDuration(const std::string &text) {
  double number = 0;
  std::string unit;
  if (!splitNumber(text, number, unit))
    return std::nullopt;
  if (unit.empty() || unit == "s")
    return number;
  if (unit == "ms")
    return number / 1000;
  if (unit == "m" || unit == "min")
    return number * 60;
  if (unit == "h")
    return number * 3600;
  return std::nullopt;
}

std::optional<std::uint64_t> readSize(const std::string &text) {
  double number = 0;
  std::string unit;
  if (!splitNumber(text, number, unit) || number > 1e15)
    return std::nullopt;
  for (const auto &[suffix, factor] :
       {std::pair{"", 1.0}, {"k", 0x1p10}, {"m", 0x1p20}, {"g", 0x1p30}})
    if (unit == suffix || (unit.size() == 1 && *suffix && std::tolower(unit[0]) == *suffix))
      return static_cast<std::uint64_t>(number * factor);
  return std::nullopt;
}

namespace {

/// What `pincer reach` takes beside the options of `pincer test`.
void defineReach(CLI::App &app, TestOptions &test) {
  app.add_option("--diff", test.changedSince,
                 "every line with code that git says has changed since this revision is a target");
  app.add_option("--from-sarif", test.alarms,
                 "every place that a static analyser's SARIF file names is a target");
  app.add_flag("--json", test.json, "say what became of the targets as JSON on standard output");
}

/// `pincer reach` names targets and sources in one row.
support::Status collectTargets(TestOptions &test) {
  test.isReach = true;
  std::vector<std::filesystem::path> sources;
  for (const std::filesystem::path &argument : test.sources)
    if (isTarget(argument.string()))
      test.targets.push_back({argument.string()});
    else
      sources.push_back(argument);
  test.sources = std::move(sources);
  if (test.targets.empty() && !test.changedSince && !test.alarms)
    return support::Error{"reach: there is no target like file.c:12 or file.c:12:true"};
  if (test.sources.empty())
    return support::Error{"reach: there are no sources"};
  for (const AskedTarget &target : test.targets)
    if (auto status = checkTarget(target.text); !status)
      return status;
  const auto add = [&](support::Result<std::vector<AskedTarget>> more) -> support::Status {
    if (!more)
      return more.error();
    std::ranges::move(*more, std::back_inserter(test.targets));
    return support::Done{};
  };
  if (test.changedSince)
    if (auto status = add(changedLines(*test.changedSince, test.sources)); !status)
      return status;
  return test.alarms ? add(alarmsIn(*test.alarms)) : support::Done{};
}

} // namespace

std::variant<Options, Leave> readCommandLine(int argc, char **argv) {
  TestOptions test;
  ReplayOptions replay;
  OutputOptions output;
  Texts texts;
  test.jobs = std::max(1u, std::thread::hardware_concurrency());

  CLI::App app("Pincer generates tests for C and C++: GoogleTest files that cover every branch it "
               "can cover, reproducers for the crashes it found.");
  app.name("pincer");
  app.set_version_flag("--version", fmt::format("pincer {}", version));
  app.require_subcommand(1);
  app.fallthrough();
  app.add_flag("-q,--quiet", output.quiet, "no progress, no summary but the last line");
  app.add_flag("--no-color", texts.noColor, "plain text (also: NO_COLOR in the environment)");
  CLI::App &testApp = *app.add_subcommand("test", "make tests for everything in the sources");
  defineTest(testApp, test, texts);
  CLI::App &reachApp = *app.add_subcommand(
      "reach",
      "look for a test that gets to FILE:LINE, FILE:LINE:true, FILE:LINE:false or "
      "FILE:FUNCTION (one or several, before the sources), or to what --diff and --from-sarif "
      "name");
  defineTest(reachApp, test, texts);
  defineReach(reachApp, test);
  CLI::App &replayApp =
      *app.add_subcommand("replay", "run a suite again: outcomes and coverage, against its report");
  replayApp.add_option("folder", replay.folder, "output folder of a run")->required();
  replayApp.add_option("--test", replay.test, "only this test, by its id");
  TraceOptions trace;
  CLI::App &traceApp = *app.add_subcommand(
      "trace", "run one test of a suite and print what its branches depended on");
  traceApp.add_option("folder", trace.folder, "output folder of a run")->required();
  traceApp.add_option("--test", trace.test, "the test, by its id")->required();
  traceApp.add_flag("--smt-lib", trace.smtLib, "print the path condition as an SMT-LIB script");
  traceApp
      .add_option("--at", trace.at,
                  "print the frames at this event of the trace: every variable, its value, and "
                  "the formula it has")
      ->check(CLI::PositiveNumber);
  ExplainOptions explain;
  CLI::App &explainApp = *app.add_subcommand(
      "explain", "say why the outcomes of a condition are covered, infeasible or open");
  explainApp.add_option("folder", explain.folder, "output folder of a run")->required();
  explainApp.add_option("place", explain.place, "FILE:LINE or FILE:LINE:OUTCOME")->required();
  app.footer(
      "Exit codes: 0 done, 1 done with findings, 2 usage, 3 the sources can't be built or nothing\n"
      "in them can be called, 4 internal error, 5 below --fail-under, 6 (reach) a target is still "
      "open, 130 interrupted (results are "
      "written).");

  // Everything after -- is the compiler's, whatever it looks like.
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes != arguments.end())
    test.flags.assign(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(arguments);
  } catch (const CLI::RequiredError &error) {
    const std::vector<std::string> unknown = app.remaining();
    if (app.get_subcommands().empty() && !unknown.empty()) {
      say(stderr, "pincer: '{}' is no command; pincer --help lists them\n", unknown.front());
      return Leave{2};
    }
    return Leave{app.exit(error) == 0 ? 0 : 2};
  } catch (const CLI::ParseError &error) {
    return Leave{app.exit(error) == 0 ? 0 : 2};
  }

  output.color = !texts.noColor && !std::getenv("NO_COLOR") && ::isatty(1);
  if (reachApp.parsed())
    if (const auto status = collectTargets(test); !status) {
      say(stderr, "pincer: {}\n", status.error().message);
      return Leave{2};
    }
  if (replayApp.parsed())
    return Options{replay, output};
  if (traceApp.parsed())
    return Options{trace, output};
  if (explainApp.parsed())
    return Options{explain, output};
  if (const auto status = finishTest(test, texts); !status) {
    say(stderr, "pincer: {}\n", status.error().message);
    return Leave{2};
  }
  return Options{test, output};
}

} // namespace cli
