#pragma once

#include "campaign/strategy.h"
#include "cli/asked_targets.h"
#include "solver/solver.h"
#include "support/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace cli {

/// `pincer test`
struct TestOptions {
  std::vector<std::filesystem::path> sources;
  std::vector<std::string> flags; // after --
  std::optional<std::filesystem::path> buildFolder;
  std::filesystem::path output = "pincer-out";
  std::vector<std::string> entries;           // only these functions; empty: all
  bool publicOnly = false;                    // ... that headers declare
  bool program = false;                       // test main, as a whole program
  std::vector<std::string> files;             // that the program reads
  std::vector<std::string> variables;         // of its environment
  std::optional<std::filesystem::path> seeds; // folder with first inputs
  bool testStatic = true;
  bool freshInputs = false;      // what uninitialised locals hold is an input
  std::optional<double> seconds; // unset with --steps: no limit in time
  std::optional<std::uint64_t> steps;
  std::optional<std::uint64_t> ticks; // with --steps: a further limit, in work
  std::uint64_t seed = 1;
  campaign::Strategy strategy = campaign::Strategy::Auto;
  campaign::HybridBounds hybrid;
  std::optional<double> enough; // percent of the branches
  campaign::Errors errors = campaign::Errors::Default;
  bool refuses = true; // allocations of the subject's may fail
  solver::Choice solver = solver::Choice::All;
  bool searchesBackwards = true; // for inputs, from open branches
  bool usesMerged = true;        // formulas over all paths at once, for what other ways leave open
  bool proves = true;            // what is open is tried to be proved infeasible
  bool selfCheck = false;
  std::string queryFolder; // where questions to the solver are written; empty: nowhere
  std::uint32_t testTimeoutMs = 1000;
  std::uint64_t memoryBytes = 1ull << 30;
  unsigned jobs = 2;
  std::optional<double> failUnder; // percent
  bool exitZero = false;
  std::set<std::string> formats = {"gtest"};          // as --format names them
  std::optional<std::filesystem::path> specification; // a .prp file of Test-Comp
  bool list = false;
  bool isReach = false; // `pincer reach`: all that follows
  std::vector<AskedTarget> targets;
  std::optional<std::string> changedSince;     // every line changed since this revision is one
  std::optional<std::filesystem::path> alarms; // every alarm in this SARIF file is one
  bool json = false;                           // say what became of them in JSON
};

/// `pincer replay`
struct ReplayOptions {
  std::filesystem::path folder;
  std::optional<std::string> test;
};

/// `pincer trace`
struct TraceOptions {
  std::filesystem::path folder;
  std::string test;
  bool smtLib = false;
  std::optional<std::size_t> at; // an event of the trace
};

/// `pincer explain`
struct ExplainOptions {
  std::filesystem::path folder;
  std::string place; // FILE:LINE or FILE:LINE:OUTCOME
};

struct OutputOptions {
  bool quiet = false;
  bool color = false;
};

struct Options {
  std::variant<TestOptions, ReplayOptions, TraceOptions, ExplainOptions> command;
  OutputOptions output;
};

/// Nothing to run: the text was asked for (--help, --version; code 0), or the usage is wrong (code
/// 2).
struct Leave {
  int exitCode = 0;
};

/// Reads the command line; prints help and usage errors itself.
std::variant<Options, Leave> readCommandLine(int argc, char **argv);

/// "90", "90s", "500ms", "2m", "1h" in seconds.
std::optional<double> readDuration(const std::string &text);

/// "512m", "4g", "1048576" in bytes.
std::optional<std::uint64_t> readSize(const std::string &text);

} // namespace cli
