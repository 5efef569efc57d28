// What a frozen run costs and saves: a state that lies so many basic blocks deep, gone on from with
// a few further inputs, against the same test run from its start; in a plain target, and recorded
// in a symbolic one. The subject is bench/snapshots/deep.c, whose inputs say how much it does
// before it asks for the next one.
#include "build/compile_commands.h"
#include "build/target.h"
#include "execute/executor.h"
#include "frontend/parse.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t stateInputs = 16;
constexpr std::size_t runs = 100;

template <class T> T orFail(support::Result<T> result) {
  if (result)
    return std::move(*result);
  fmt::print(stderr, "bench_snapshots: {}\n", result.error().message);
  std::exit(1);
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The inputs of a state that is `blocks` deep and touched `kilobytes`, and a few behind it.
model::TestCase testOf(const model::Subject &subject, std::uint32_t blocks, std::uint32_t kilobytes,
                       std::uint32_t last, bool isFixed) {
  model::TestCase test;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == "deep")
      test = model::TestCase(model::FunctionId(i), {});
  for (std::uint32_t i = 0; i < stateInputs + 4; ++i) {
    const std::uint32_t work = i < stateInputs ? blocks / stateInputs : 1;
    std::string bytes(8, '\0');
    const std::uint32_t number = i == 0 ? kilobytes : i == stateInputs + 3 ? last : work;
    std::memcpy(bytes.data(), &number, sizeof number);
    const model::Type &type = subject[subject.supplies.front().type];
    bytes.resize(type.size);
    model::Value value = model::Bytes{bytes};
    if (type.kind == model::TypeKind::Struct) {
      bytes.resize(subject[type.fields.front().type].size);
      value = model::Parts{{model::Bytes{bytes}}};
    }
    test.supplied.push_back({model::SupplyId(0), i, std::move(value), isFixed && i < stateInputs});
  }
  test.hasFixedArguments = isFixed;
  test.endsAfterZeros = 0;
  return test;
}

/// Milliseconds of one of the runs.
template <class RunOne> double timeOf(const RunOne &runOne) {
  runOne(0);
  const auto start = std::chrono::steady_clock::now();
  std::size_t count = 0;
  for (; count < runs && secondsSince(start) < 3; ++count)
    runOne(static_cast<std::uint32_t>(count + 1));
  return secondsSince(start) * 1000 / static_cast<double>(count);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: bench_snapshots SOURCE WORK_FOLDER\n");
    return 2;
  }
  const build::WorkFolder work{fs::path(argv[2])};
  fs::create_directories(work.root() / "scratch");
  fs::create_directories(work.root() / "scratch-symbolic");
  const std::vector<fs::path> sources = {argv[1]};
  const auto units = orFail(build::resolveUnits(sources, {}, {}));
  const build::Program program =
      orFail(build::buildPlain(orFail(frontend::parse(units.units)), work, 1));
  const auto symbolicProgram = orFail(build::buildSymbolic(program, work, 1));
  const execute::TargetLimits limits{.timeoutMs = 20'000};
  auto plain =
      orFail(execute::startTarget(program.plain, program.subject, work.root() / "scratch", limits));
  auto symbolic = orFail(execute::startSymbolicTarget(symbolicProgram, program.subject,
                                                      work.root() / "scratch-symbolic", limits));
  fmt::print(
      "blocks kilobytes | plain: start ms, state ms | symbolic: start ms, state ms | MB of the "
      "state\n");
  for (const std::uint32_t kilobytes : {0u, 64u << 10})
    for (std::uint32_t blocks = 1000; blocks <= 10'000'000; blocks *= 10) {
      double times[4];
      for (const bool isFixed : {false, true}) {
        times[isFixed] = timeOf([&](std::uint32_t last) {
          const auto test = testOf(program.subject, blocks, kilobytes, last, isFixed);
          orFail(plain->run({&test, 1}, {}));
        });
        times[2 + isFixed] = timeOf([&](std::uint32_t last) {
          // Only what lies behind the state is an input, either way.
          auto test = testOf(program.subject, blocks, kilobytes, last, true);
          test.observers.clear();
          if (!isFixed) // a state that nobody can freeze
            test.hasFixedArguments = false;
          orFail(symbolic->record(test));
        });
      }
      fmt::print("{:9} {:6} | {:9.3f} {:9.3f} | {:9.3f} {:9.3f} | {:.1f}\n", blocks, kilobytes,
                 times[0], times[1], times[2], times[3],
                 static_cast<double>(symbolic->snapshots().mostBytes) / (1 << 20));
      std::fflush(stdout);
    }
}
