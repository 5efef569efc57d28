// Random programs of csmith's against our builds.
//
//   csmith_check FIRST COUNT [FOLDER]    seeds FIRST .. FIRST + COUNT - 1
//
// For each seed: the plain, symbolic and inspect builds print what the native program prints, pass
// the same markers with the same outcomes, and every recorded term has the value that the run
// computed. And a run on other inputs goes the way that the terms of the first one foretell, up to
// where the two part. Programs that fail are kept in FOLDER; programs that take too long are left
// out and counted.

#include "program_under_test.h"

#include "expr/evaluator.h"
#include "support/rng.h"
#include "trace/segment.h"
#include "trace/trace.h"

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace csmith {
namespace {

namespace fs = std::filesystem;
using Build = ProgramUnderTest::Build;
using Bytes = std::vector<std::uint8_t>;

constexpr unsigned nativeSeconds = 2, mostSeconds = 60;
constexpr std::size_t mostMarkers = 2'000'000;

/// A log file in memory.
class Log {
public:
  explicit Log(const fs::path &file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    void *memory = descriptor < 0 ? MAP_FAILED
                                  : ::mmap(nullptr, PINCER_SEGMENT_SIZE, PROT_READ, MAP_PRIVATE,
                                           descriptor, 0);
    ::close(descriptor);
    if (memory == MAP_FAILED)
      throw std::runtime_error(file.string() + ": can't be read");
    bytes_ = {static_cast<const std::byte *>(memory), PINCER_SEGMENT_SIZE};
  }
  Log(const Log &) = delete;
  ~Log() { ::munmap(const_cast<std::byte *>(bytes_.data()), bytes_.size()); }
  std::span<const std::byte> bytes() const { return bytes_; }

private:
  std::span<const std::byte> bytes_;
};

struct Totals {
  std::size_t programs = 0, failed = 0, tooSlow = 0, terms = 0, events = 0, markers = 0,
              foretold = 0, incomplete = 0;
};

/// What is wrong; empty: nothing.
using Problem = std::string;

Problem compare(const char *build, const Run &expected, const Run &run) {
  if (run.exitCode != expected.exitCode)
    return fmt::format("{}: ended with {}, not {}: {}", build, run.exitCode, expected.exitCode,
                       run.output);
  if (run.output != expected.output)
    return fmt::format("{}: printed {}, not {}", build, run.output, expected.output);
  return {};
}

Problem compareMarkers(const char *build, const Run &plain, const Run &run) {
  for (std::size_t i = 0; i < std::max(plain.markers.size(), run.markers.size()); ++i) {
    const MarkerEvent expected = i < plain.markers.size() ? plain.markers[i] : MarkerEvent{};
    const MarkerEvent seen = i < run.markers.size() ? run.markers[i] : MarkerEvent{};
    if (expected != seen || i >= plain.markers.size() || i >= run.markers.size())
      return fmt::format("{}: marker {} of {} is {} = {}, in the plain build (of {}) {} = {}",
                         build, i + 1, run.markers.size(), seen.slot, seen.value,
                         plain.markers.size(), expected.slot, expected.value);
  }
  return {};
}

/// Whether anything was left out that could make a run go another way than its events say.
bool isWhole(const trace::Trace &trace) {
  return trace.isComplete() && trace.lost[PINCER_LOST_STALE] == 0 &&
         trace.lost[PINCER_LOST_FLOAT] == 0 && trace.lost[PINCER_LOST_WIDE] == 0 &&
         trace.lost[PINCER_LOST_INSTRUCTION] == 0;
}

/// The events of the second run are those of the first, with the outcomes that the first one's
/// terms have on the second one's inputs, up to the first outcome that differs.
Problem foretell(const char *build, const Log &first, const Log &second,
                 const std::vector<std::uint64_t> &secondInputs, Totals &totals) {
  expr::Pool pool;
  auto foretold = trace::decode(first.bytes(), pool), seen = trace::decode(second.bytes(), pool);
  if (!foretold || !seen)
    return fmt::format("{}: {}", build, foretold ? seen.error().message : foretold.error().message);
  if (!isWhole(*foretold) || !isWhole(*seen)) {
    ++totals.incomplete;
    return {};
  }
  expr::Evaluator evaluate(pool, secondInputs);
  for (std::size_t i = 0; i < foretold->events.size(); ++i) {
    const trace::Event &event = foretold->events[i];
    const std::uint64_t value = evaluate(event.term);
    const auto what = [&] {
      return fmt::format("event {} of {}, kind {} at {}, was to be {} on other inputs", i + 1,
                         foretold->events.size(), static_cast<int>(event.kind), event.place, value);
    };
    if (i >= seen->events.size())
      return fmt::format("{}: {}, but is missing", build, what());
    const trace::Event &actual = seen->events[i];
    if (actual.kind != event.kind || actual.place != event.place || actual.value != value)
      return fmt::format("{}: {}, but there is kind {} at {} with {}", build, what(),
                         static_cast<int>(actual.kind), actual.place, actual.value);
    ++totals.foretold;
    if (value != event.value)
      return {};
  }
  if (seen->events.size() != foretold->events.size())
    return fmt::format("{}: all {} events happened again on other inputs, and {} more", build,
                       foretold->events.size(), seen->events.size() - foretold->events.size());
  return {};
}

Problem checkTerms(const char *build, const Log &log, const std::vector<std::uint64_t> &inputs,
                   Totals &totals) {
  const trace::SelfCheck check = trace::selfCheck(log.bytes(), inputs);
  totals.terms += check.terms;
  if (const auto segment = trace::Segment::read(log.bytes()))
    totals.events += segment->eventCount();
  return check.mismatches == 0 ? Problem()
                               : fmt::format("{}: {} of {} terms do not fit: {}", build,
                                             check.mismatches, check.terms, check.first);
}

Bytes randomBytes(support::Rng &rng) {
  Bytes bytes(16);
  for (std::uint8_t &byte : bytes)
    byte = static_cast<std::uint8_t>(rng.oneIn(2) ? rng.below(3) : rng.below(256));
  return bytes;
}

/// Too slow: nothing.
std::optional<Problem> check(ProgramUnderTest &program, std::uint64_t seed, Totals &totals) {
  support::Rng rng(seed);
  std::vector<Bytes> inputs = {randomBytes(rng)};
  inputs.push_back(inputs[0]);
  for (int changes = 0; changes < 3; ++changes)
    inputs[1][rng.below(16)] = static_cast<std::uint8_t>(rng.below(256));
  std::vector<Run> natives;
  for (const Bytes &bytes : inputs) {
    auto native = program.run(Build::Native, bytes, nativeSeconds);
    if (!native)
      return std::nullopt;
    natives.push_back(std::move(*native));
  }
  program.lower();
  std::vector<fs::path> logs[2]; // symbolic, inspect
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto plain = program.run(Build::Plain, inputs[i], mostSeconds);
    if (!plain || plain->markers.size() > mostMarkers)
      return std::nullopt;
    if (Problem problem = compare("plain", natives[i], *plain); !problem.empty())
      return problem;
    totals.markers += plain->markers.size();
    const std::vector<std::uint64_t> values(inputs[i].begin(), inputs[i].end());
    for (const Build build : {Build::Symbolic, Build::Inspect}) {
      const char *name = build == Build::Symbolic ? "symbolic" : "inspect";
      const auto run = program.run(build, inputs[i], mostSeconds);
      if (!run)
        return std::nullopt;
      Problem problem = compare(name, natives[i], *run);
      if (problem.empty())
        problem = compareMarkers(name, *plain, *run);
      const Log log(run->log);
      if (problem.empty())
        problem = checkTerms(name, log, values, totals);
      if (!problem.empty())
        return problem;
      logs[build == Build::Inspect].push_back(run->log);
    }
  }
  const std::vector<std::uint64_t> second(inputs[1].begin(), inputs[1].end());
  for (const bool inspect : {false, true})
    if (Problem problem = foretell(inspect ? "inspect" : "symbolic", Log(logs[inspect][0]),
                                   Log(logs[inspect][1]), second, totals);
        !problem.empty())
      return problem;
  return Problem();
}

void checkSeed(std::uint64_t seed, const fs::path &shared, const fs::path &keep, Totals &totals) {
  try {
    ProgramUnderTest program(seed, shared);
    std::optional<Problem> problem;
    try {
      problem = check(program, seed, totals);
    } catch (const std::exception &error) {
      problem = error.what();
    }
    if (!problem) {
      ++totals.tooSlow;
      return;
    }
    ++totals.programs;
    if (problem->empty())
      return;
    ++totals.failed;
    fmt::print("seed {}: {}\n", seed, *problem);
    if (!keep.empty())
      fs::copy_file(program.source(), keep / fmt::format("seed{}.c", seed),
                    fs::copy_options::overwrite_existing);
  } catch (const std::exception &error) {
    ++totals.failed;
    fmt::print("seed {}: {}\n", seed, error.what());
  }
  std::fflush(stdout);
}

int run(std::uint64_t first, std::uint64_t count, const fs::path &keep) {
  const support::TemporaryDirectory shared;
  prepareShared(shared.path());
  if (!keep.empty())
    fs::create_directories(keep);
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    checkSeed(seed, shared.path(), keep, totals);
    if ((seed - first) % 50 == 49 || seed + 1 == first + count)
      fmt::print("seeds {} to {}: {} programs, {} failed, {} too slow; {} terms, {} events, {} "
                 "markers, {} events foretold, {} pairs of runs incomplete\n",
                 first, seed, totals.programs, totals.failed, totals.tooSlow, totals.terms,
                 totals.events, totals.markers, totals.foretold, totals.incomplete);
    std::fflush(stdout);
  }
  return totals.failed == 0 && totals.programs > 0 ? 0 : 1;
}

} // namespace
} // namespace csmith

int main(int argc, char **argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: csmith_check FIRST COUNT [FOLDER]\n");
    return 2;
  }
  return csmith::run(std::stoull(argv[1]), std::stoull(argv[2]), argc > 3 ? argv[3] : "");
}
