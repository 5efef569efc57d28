// How many random tests of one function per second: proposals, encoding, and runs in the target
// behind the fence, as a search does it, but without judging finds and without an end.
#include "build/compile_commands.h"
#include "build/target.h"
#include "execute/executor.h"
#include "frontend/parse.h"
#include "generate/random/random_generator.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sys/resource.h>

namespace {

namespace fs = std::filesystem;

// Batches grow while nothing is found, and most of them vary tests, as campaign/random_engine has
// it with a limit in seconds.
constexpr std::uint64_t leastBatch = 1024, mostBatch = 8192;
constexpr double shareOfVaried = 2. / 3;
constexpr std::uint64_t variationsPerRun = 4;

template <class T> T orFail(support::Result<T> result) {
  if (result)
    return std::move(*result);
  fmt::print(stderr, "bench_executions: {}\n", result.error().message);
  std::exit(1);
}

double cpuSeconds(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

model::FunctionId functionNamed(const model::Subject &subject, const std::string &name) {
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == name && !subject.functions[i].undrivable)
      return model::FunctionId(i);
  fmt::print(stderr, "bench_executions: no function '{}' to drive\n", name);
  std::exit(1);
}

struct Rate {
  std::uint64_t runs = 0;
  double wallSeconds = 0;
};

/// Explores until the time is over. Finds become seeds and are seen from then on.
Rate exploreFor(double seconds, const model::Subject &subject, model::FunctionId function,
                execute::Executor &executor) {
  support::Rng rng(1);
  const generate::Sequences sequences(subject);
  generate::RandomGenerator generator(subject, function, sequences, rng);
  std::vector<model::TestCase> tests;
  std::vector<model::Variation> variations;
  std::set<model::BranchId> seen;
  Rate rate;
  const auto start = std::chrono::steady_clock::now();
  double varying = 0; // seconds
  while (rate.wallSeconds < seconds) {
    std::uint64_t size = std::clamp(generator.progress().sinceLastGain(), leastBatch, mostBatch);
    const bool varied = varying < shareOfVaried * rate.wallSeconds &&
                        generator.vary(size * variationsPerRun, variations);
    if (varied)
      size = variations.size();
    else
      generator.propose(size, tests);
    const auto finds =
        orFail(varied ? executor.explore(variations, {}) : executor.explore(tests, {}));
    for (const execute::Find &find : finds) {
      generator.observe(varied ? model::testOf(subject, variations[find.index]) : tests[find.index],
                        find.execution);
      seen.insert(find.execution.covered.begin(), find.execution.covered.end());
    }
    executor.setSeen(std::vector<model::BranchId>(seen.begin(), seen.end()));
    rate.runs += size;
    const double before = rate.wallSeconds;
    rate.wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    varying += varied ? rate.wallSeconds - before : 0;
  }
  return rate;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: bench_executions SOURCE FUNCTION SECONDS WORK_FOLDER\n");
    return 2;
  }
  const build::WorkFolder work{fs::path(argv[4])};
  fs::create_directories(work.root() / "scratch");
  const std::vector<fs::path> sources = {argv[1]};
  const auto units = orFail(build::resolveUnits(sources, {}, {}));
  const build::Program program =
      orFail(build::buildPlain(orFail(frontend::parse(units.units)), work, 1));
  const model::FunctionId function = functionNamed(program.subject, argv[2]);
  auto executor =
      orFail(execute::startTarget(program.plain, program.subject, work.root() / "scratch", {}));

  const double childrenBefore = cpuSeconds(RUSAGE_CHILDREN), selfBefore = cpuSeconds(RUSAGE_SELF);
  const Rate rate = exploreFor(std::atof(argv[3]), program.subject, function, *executor);
  const double self = cpuSeconds(RUSAGE_SELF) - selfBefore;
  executor.reset(); // only a child that has ended counts
  const double target = cpuSeconds(RUSAGE_CHILDREN) - childrenBefore;
  fmt::print("runs {} wall {:.3f} self {:.3f} target {:.3f}\n", rate.runs, rate.wallSeconds, self,
             target);
}
