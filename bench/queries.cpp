// Queries recorded from real searches (bench/solver), put to each layer alone, to Z3 in
// two ways and to the whole chain: how many each answers, how fast, and whether the chain misses
// what any of them knows.
#include "expr/floating.h"
#include "expr/print.h"
#include "expr/reachable.h"
#include "solver/bits/bits_layer.h"
#include "solver/chain.h"
#include "solver/exhaustion.h"
#include "solver/intervals/interval_layers.h"
#include "solver/inversion.h"
#include "solver/linear_first.h"
#include "solver/query_file.h"
#include "solver/search/search_layer.h"
#include "solver/slicing.h"
#include "solver/z3/z3_layer.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <z3++.h>

namespace {

using solver::Answer;

/// Of this process and of workers it waited for or still has: what Z3 does in its worker counts.
double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double cpuSecondsOf(pid_t process) {
  clockid_t clock;
  timespec time{};
  if (process < 0 || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Of processes that were started by this one or by its children, as long as they live.
double cpuSecondsOfChildren(pid_t process = getpid()) {
  double seconds = 0;
  const std::string number = std::to_string(process);
  std::ifstream children("/proc/" + number + "/task/" + number + "/children");
  for (pid_t child = 0; children >> child;)
    seconds += cpuSecondsOf(child) + cpuSecondsOfChildren(child);
  return seconds;
}

enum class Kind { Integers, Numbers, Libm };
const char *const kindNames[] = {"integers", "floating point", "libm"};

struct Corpus {
  struct Entry {
    solver::RecordedPath *path;
    std::size_t query;
    Kind kind;
    std::string name;
    const solver::Query &operator*() const { return path->queries[query]; }
  };
  std::vector<std::unique_ptr<solver::RecordedPath>> paths;
  std::vector<Entry> entries;
};

Kind kindOf(const solver::Query &query) {
  Kind kind = Kind::Integers;
  for (const expr::TermId term : expr::reachable(query.pool, query.conditions)) {
    const expr::Operation operation = query.pool[term].operation;
    if (operation == expr::Operation::Apply)
      return Kind::Libm;
    if (expr::isFloating(operation))
      kind = Kind::Numbers;
  }
  return kind;
}

Corpus load(const std::filesystem::path &folder) {
  Corpus corpus;
  std::vector<std::filesystem::path> files;
  for (const auto &file : std::filesystem::directory_iterator(folder))
    if (file.path().extension() == ".txt")
      files.push_back(file.path());
  std::sort(files.begin(), files.end());
  for (const auto &file : files) {
    auto path = solver::readQueries(file);
    if (!path) {
      fmt::print("{}\n", path.error().message);
      std::exit(1);
    }
    corpus.paths.push_back(std::make_unique<solver::RecordedPath>(std::move(*path)));
    for (std::size_t i = 0; i < corpus.paths.back()->queries.size(); ++i)
      corpus.entries.push_back({corpus.paths.back().get(), i,
                                kindOf(corpus.paths.back()->queries[i]),
                                file.stem().string() + "#" + std::to_string(i)});
  }
  return corpus;
}

struct Outcome {
  char answer = '?'; // s, u, ?
  double seconds = 0;
  std::map<std::string, double> layers = {}; // the chain's: seconds of real time by layer
};
using Outcomes = std::vector<Outcome>; // by entry

char letterOf(const Answer &answer) {
  if (std::holds_alternative<solver::Sat>(answer))
    return 's';
  return std::holds_alternative<solver::Unsat>(answer) ? 'u' : '?';
}

/// Asks everything; `workers` are seconds spent outside this process.
Outcomes askAll(
    const Corpus &corpus, solver::Solver &solver,
    const std::function<double()> &workers = [] { return 0.0; }) {
  Outcomes outcomes;
  for (const Corpus::Entry &entry : corpus.entries) {
    const double start = cpuSeconds() + workers();
    const Answer answer = solver.solve(*entry);
    outcomes.push_back({letterOf(answer), cpuSeconds() + workers() - start});
  }
  return outcomes;
}

/// A layer alone, below slicing.
template <class Layer, class... Arguments>
Outcomes alone(const Corpus &corpus, Arguments &&...arguments) {
  solver::Meter meter;
  solver::RunValues run;
  solver::GiveUp giveUp;
  Layer layer(std::forward<Arguments>(arguments)..., giveUp, meter);
  solver::Slicing slicing(layer, run, meter);
  return askAll(corpus, slicing);
}

Outcomes linearAlone(const Corpus &corpus) {
  solver::Meter meter;
  solver::RunValues run;
  solver::GiveUp giveUp;
  solver::bits::BitsLayer bits(giveUp, meter);
  solver::LinearFirst linear(bits, giveUp, meter);
  solver::Slicing slicing(linear, run, meter);
  return askAll(corpus, slicing);
}

Outcomes z3WithAssumptions(const Corpus &corpus) {
  solver::Meter meter;
  solver::RunValues run;
  auto z3 = solver::z3worker::Z3Layer::make({}, meter);
  if (!z3) {
    fmt::print("{}\n", z3.error().message);
    std::exit(1);
  }
  solver::Slicing slicing(**z3, run, meter);
  return askAll(corpus, slicing, [&] { return cpuSecondsOf((*z3)->workerProcess()); });
}

constexpr double mostSeconds = 5; // of a query to a fresh Z3: as the chain's worker has

/// A new default solver; the text that the query is read from does not count.
Outcome askFresh(const Corpus::Entry &entry) {
  Outcome outcome;
  try {
    const std::string text = expr::toSmtLib((*entry).pool, (*entry).conditions);
    z3::context context;
    const z3::expr_vector conditions = context.parse_string(text.c_str());
    const double start = cpuSeconds();
    z3::solver fresh(context);
    z3::params parameters(context);
    parameters.set("rlimit", 1'000'000u); // as the chain's worker has
    fresh.set(parameters);
    fresh.add(conditions);
    const z3::check_result result = fresh.check();
    if (result == z3::sat)
      fresh.get_model();
    outcome.seconds = cpuSeconds() - start;
    // With functions it has no definition for, a model proves nothing.
    const bool trusted = result == z3::unsat || entry.kind != Kind::Libm;
    outcome.answer = result == z3::unknown || !trusted ? '?' : result == z3::sat ? 's' : 'u';
  } catch (const z3::exception &) {
  }
  return outcome;
}

/// In a child, since Z3 keeps to no bound while it turns floating point into bits.
Outcome askFreshInChild(const Corpus::Entry &entry) {
  int ends[2];
  if (pipe(ends) != 0)
    return {};
  const pid_t child = fork();
  if (child == 0) {
    const Outcome outcome = askFresh(entry);
    const bool said = write(ends[1], &outcome.answer, 1) == 1 &&
                      write(ends[1], &outcome.seconds, sizeof(double)) == sizeof(double);
    _exit(said ? 0 : 1);
  }
  close(ends[1]);
  pollfd said{.fd = ends[0], .events = POLLIN};
  while (poll(&said, 1, 10) == 0 && cpuSecondsOf(child) < mostSeconds) {
  }
  Outcome outcome;
  outcome.seconds = cpuSecondsOf(child);
  if (said.revents == 0)
    kill(child, SIGKILL);
  if (read(ends[0], &outcome.answer, 1) == 1 &&
      read(ends[0], &outcome.seconds, sizeof(double)) != sizeof(double))
    outcome.answer = '?';
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return outcome;
}

Outcomes z3Fresh(const Corpus &corpus) {
  z3::context context; // what Z3 sets up once in a process is set up before the children start
  z3::solver(context).check();
  Outcomes outcomes;
  for (const Corpus::Entry &entry : corpus.entries)
    outcomes.push_back(askFreshInChild(entry));
  return outcomes;
}

Outcomes wholeChain(const Corpus &corpus, std::map<std::string, std::uint64_t> &answers) {
  auto chain = solver::Chain::make({});
  if (!chain) {
    fmt::print("{}\n", chain.error().message);
    std::exit(1);
  }
  Outcomes outcomes;
  for (const Corpus::Entry &entry : corpus.entries) {
    const auto before = (*chain)->counts().seconds;
    const double start = cpuSeconds() + cpuSecondsOfChildren();
    const Answer answer = (*chain)->solve(*entry);
    outcomes.push_back({letterOf(answer), cpuSeconds() + cpuSecondsOfChildren() - start});
    for (const auto &[layer, seconds] : (*chain)->counts().seconds) {
      const auto earlier = before.find(layer);
      outcomes.back().layers[layer] = seconds - (earlier == before.end() ? 0 : earlier->second);
    }
  }
  answers = (*chain)->counts().answers;
  return outcomes;
}

struct Row {
  std::string name;
  Outcomes outcomes;
};

/// The last three (Z3 in two ways, the chain) answered it: only then their times compare anything
/// but limits.
bool isAnsweredByAll(const std::vector<Row> &rows, std::size_t entry) {
  return std::all_of(rows.end() - 3, rows.end(),
                     [&](const Row &row) { return row.outcomes[entry].answer != '?'; });
}

/// What a row did with the queries of a kind.
struct Sums {
  std::map<char, unsigned> counts;
  double seconds = 0, answeredSeconds = 0; // of all, and of those that the last three answered
  unsigned answered = 0;
};

Sums sumsOf(const Corpus &corpus, const std::vector<Row> &rows, const Row &row, Kind kind) {
  Sums sums;
  for (std::size_t i = 0; i < corpus.entries.size(); ++i)
    if (corpus.entries[i].kind == kind) {
      ++sums.counts[row.outcomes[i].answer];
      sums.seconds += row.outcomes[i].seconds;
      if (!isAnsweredByAll(rows, i))
        continue;
      ++sums.answered;
      sums.answeredSeconds += row.outcomes[i].seconds;
    }
  return sums;
}

/// How the chain compares with Z3, and with the row that answers most on its own.
void printRatios(const std::vector<Row> &rows, const std::vector<Sums> &sums) {
  const Sums &chain = sums.back();
  fmt::print("queries per second, the chain's against");
  for (std::size_t i = rows.size() - 3; i + 1 < rows.size(); ++i)
    fmt::print(" {}: {:.1f}{}", rows[i].name, sums[i].seconds / chain.seconds,
               i + 2 < rows.size() ? "," : "\n");
  const auto best =
      std::min_element(sums.begin(), sums.end() - 1, [](const Sums &a, const Sums &b) {
        const auto unknown = [](const Sums &of) {
          const auto found = of.counts.find('?');
          return found == of.counts.end() ? 0 : found->second;
        };
        return std::pair(unknown(a), a.seconds) < std::pair(unknown(b), b.seconds);
      });
  fmt::print("best of the single ones: {}; the chain takes {:.2f} of its time\n",
             rows[static_cast<std::size_t>(best - sums.begin())].name,
             chain.seconds / best->seconds);
}

void printTable(const Corpus &corpus, const std::vector<Row> &rows) {
  for (const Kind kind : {Kind::Integers, Kind::Numbers, Kind::Libm}) {
    const auto total = std::count_if(corpus.entries.begin(), corpus.entries.end(),
                                     [&](const auto &entry) { return entry.kind == kind; });
    if (total == 0)
      continue;
    fmt::print("\n{}: {} queries; milliseconds for each, of all and of those that Z3 both ways and "
               "the chain answer\n{:<22}{:>6}{:>7}{:>9}{:>12}{:>12}{:>14}\n",
               kindNames[static_cast<int>(kind)], total, "", "sat", "unsat", "unknown", "ms, all",
               "all/s", "ms, answered");
    std::vector<Sums> sums;
    for (const Row &row : rows) {
      sums.push_back(sumsOf(corpus, rows, row, kind));
      Sums &of = sums.back();
      const auto all = static_cast<double>(total);
      fmt::print("{:<22}{:>6}{:>7}{:>9}{:>12.3f}{:>12.0f}{:>14.3f}\n", row.name, of.counts['s'],
                 of.counts['u'], of.counts['?'], 1e3 * of.seconds / all,
                 all / std::max(of.seconds, 1e-9),
                 1e3 * of.answeredSeconds / std::max(of.answered, 1u));
    }
    printRatios(rows, sums);
  }
}

void printLoad() {
  double load[3] = {};
  if (getloadavg(load, 3) == 3)
    fmt::print("load average {:.1f} {:.1f} {:.1f}\n", load[0], load[1], load[2]);
}

/// What the last row misses, and contradictions between any two.
void printDifferences(const Corpus &corpus, const std::vector<Row> &rows) {
  unsigned missed = 0;
  for (std::size_t i = 0; i < corpus.entries.size(); ++i) {
    const char last = rows.back().outcomes[i].answer;
    for (const Row &row : rows) {
      const char answer = row.outcomes[i].answer;
      if (answer == '?' || answer == last)
        continue;
      fmt::print("{}: {} says {}, {} says {}\n", corpus.entries[i].name, row.name, answer,
                 rows.back().name, last);
      missed += last == '?';
      break;
    }
  }
  fmt::print("\nanswered by some, not by the chain: {}\n", missed);
}

/// Where the chain's time goes, and what Z3 takes there.
void printSlowest(const Corpus &corpus, const std::vector<Row> &rows) {
  std::vector<std::size_t> order(corpus.entries.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rows.back().outcomes[a].seconds > rows.back().outcomes[b].seconds;
  });
  order.resize(std::min<std::size_t>(order.size(), 15));
  fmt::print("\nslowest of the chain, milliseconds:\n");
  for (const std::size_t entry : order) {
    fmt::print("  {:<28}{:<16}", corpus.entries[entry].name,
               kindNames[static_cast<int>(corpus.entries[entry].kind)]);
    for (auto row = rows.end() - std::min<std::ptrdiff_t>(3, std::ssize(rows)); row != rows.end();
         ++row)
      fmt::print("  {} {} {:.1f}", row->name, row->outcomes[entry].answer,
                 1e3 * row->outcomes[entry].seconds);
    fmt::print("  by");
    for (const auto &[layer, seconds] : rows.back().outcomes[entry].layers)
      if (seconds > 0.1 * rows.back().outcomes[entry].seconds)
        fmt::print("  {} {:.1f}", layer, 1e3 * seconds);
    fmt::print("\n");
  }
}

} // namespace

int main(int count, char **arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0); // children must not print again what waits
  if (count != 2) {
    fmt::print("usage: bench_queries FOLDER\n");
    return 1;
  }
  printLoad();
  const Corpus corpus = load(arguments[1]);
  std::map<std::string, std::uint64_t> answers;
  solver::search::FitnessCompiler compiler;
  std::vector<Row> rows;
  rows.push_back({"inversion", alone<solver::Inversion>(corpus)});
  rows.push_back({"ranges", alone<solver::intervals::QuickIntervals>(corpus)});
  rows.push_back({"exhaustion", alone<solver::Exhaustion>(corpus)});
  rows.push_back({"linear (bits)", linearAlone(corpus)});
  rows.push_back({"bits", alone<solver::bits::BitsLayer>(corpus)});
  rows.push_back({"search, quick", alone<solver::search::SearchLayer>(
                                       corpus, solver::search::Effort::Quick, compiler)});
  rows.push_back({"search, thorough", alone<solver::search::SearchLayer>(
                                          corpus, solver::search::Effort::Thorough, compiler)});
  rows.push_back({"branch and prune", alone<solver::intervals::IntervalSearch>(corpus)});
  rows.push_back({"Z3, fresh default", z3Fresh(corpus)});
  rows.push_back({"Z3, assumptions", z3WithAssumptions(corpus)});
  rows.push_back({"chain", wholeChain(corpus, answers)});
  printTable(corpus, rows);
  fmt::print("\n");
  printLoad();
  printDifferences(corpus, rows);
  printSlowest(corpus, rows);
  fmt::print("\nchain:\n");
  for (const auto &[what, number] : answers)
    fmt::print("  {:<50}{:>6}\n", what, number);
}
