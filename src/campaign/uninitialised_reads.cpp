#include "campaign/uninitialised_reads.h"

#include "model/sequences.h"

#include "campaign/judge.h"
#include "campaign/paced_runs.h"
#include "campaign/sanitizer_report.h"
#include "model/supplies.h"
#include "support/together.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace campaign {

using namespace model;
using execute::RunOptions;
using support::Result;
using support::Status;

namespace {

bool doAlike(const Execution &one, const Execution &other) {
  return one.outcome == other.outcome && one.covered == other.covered && one.output == other.output;
}

/// Large and small, negative and positive, odd and even.
constexpr std::array<std::uint8_t, 2> fills = {0xa5, 0x5a};

/// Threads and signals make runs differ, too, but by chance: what comes of the bytes comes again
/// each time.
constexpr int repeats = 3;

} // namespace

bool isAboutFreshMemory(const SanitizerVerdict &verdict) {
  return verdict.kind == "uninitialised-read" || verdict.kind == "missing-return";
}

bool mayComeOfFreshMemory(const SanitizerVerdict &verdict) {
  return verdict.isOwnCheck || verdict.isLeak || verdict.kind.starts_with("null-") ||
         verdict.kind == "wild-pointer" || verdict.kind == "invalid-value";
}

/// Where a test itself says what locals hold, it no longer does.
TestCase UninitialisedReads::withoutFresh(TestCase test) const {
  std::erase_if(test.supplied, [&](const Supplied &supplied) {
    return subject_[supplied.source].name == freshSupply;
  });
  return test;
}

Result<std::vector<Execution>> UninitialisedReads::fill(const std::vector<TestCase> &tests,
                                                        std::span<const std::uint32_t> parts) {
  std::vector<Execution> filled;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const TestCase other = withoutFresh(tests[i]);
    for (const std::uint8_t byte : fills) {
      auto run = plain_.run({&other, 1},
                            RunOptions{.observe = true, .fill = byte, .timeoutPart = parts[i]});
      if (!run)
        return run.error();
      filled.push_back(std::move(run->front()));
    }
  }
  return filled;
}

Result<bool> UninitialisedReads::isSteady(const TestCase &test, const RunOptions &options,
                                          const Execution &first) {
  if (isCostly(first.outcome)) // it was stopped at a limit: that shows nothing that could differ
    return true;
  for (int i = 0; i < repeats; ++i) {
    const auto again = plain_.run({&test, 1}, options);
    if (!again)
      return again.error();
    if (!doAlike(first, again->front()) || first.observation != again->front().observation)
      return false;
  }
  return true;
}

Result<UninitialisedReads::Difference>
UninitialisedReads::compare(const TestCase &test, const Execution &zeros,
                            std::span<const Execution> filled, std::vector<BranchId> &taken) {
  Difference difference = Difference::None;
  for (const Execution &changed : filled) {
    if (!doAlike(zeros, changed)) {
      std::ranges::set_symmetric_difference(zeros.covered, changed.covered,
                                            std::back_inserter(taken));
      difference = Difference::Done;
    }
    if (difference == Difference::None && zeros.observation != changed.observation)
      difference = Difference::Seen;
  }
  if (difference == Difference::None)
    return difference;
  auto steady = isSteady(test, RunOptions{.observe = true}, zeros);
  const TestCase other = withoutFresh(test);
  for (std::size_t i = 0; i < filled.size() && steady && *steady; ++i)
    steady = isSteady(other, RunOptions{.observe = true, .fill = fills[i]}, filled[i]);
  if (!steady)
    return steady.error();
  return *steady ? difference : Difference::None;
}

execute::Executor *UninitialisedReads::memory() {
  if (isMemoryOff_)
    return nullptr;
  const auto executor = memory_();
  isMemoryOff_ = !executor; // the other witness is left
  return executor ? *executor : nullptr;
}

Result<std::vector<std::optional<SanitizerVerdict>>>
UninitialisedReads::ask(execute::Executor *memory, std::span<const TestCase> tests,
                        std::span<const std::uint32_t> parts) {
  std::vector<std::optional<SanitizerVerdict>> verdicts(tests.size());
  if (!memory || tests.empty())
    return verdicts;
  const auto runs = runPaced(*memory, tests, RunOptions{.diagnostics = true}, parts);
  if (!runs)
    return runs.error();
  for (std::size_t i = 0; i < tests.size(); ++i)
    verdicts[i] = readMemoryReport((*runs)[i].diagnostics, subject_);
  return verdicts;
}

SanitizerVerdict UninitialisedReads::withoutWitness(const TestCase &test,
                                                    const std::vector<BranchId> &taken) const {
  const Function &function = subject_[test.function()];
  SanitizerVerdict verdict{
      "uninitialised-read",
      fmt::format("what {} does depends on memory that nothing was stored in", function.name),
      function.file, function.line};
  for (const BranchId branch : taken)
    if (const SiteId site = branches_[branch].site) {
      verdict.file = branches_[site].shown().file;
      verdict.line = branches_[site].shown().line;
      verdict.message = "this condition depends on memory that nothing was stored in";
      break;
    }
  return verdict;
}

Status UninitialisedReads::check(std::span<const TestCase> tests,
                                 const std::vector<Execution> &zeros,
                                 std::span<const std::uint32_t> parts,
                                 std::vector<std::optional<SanitizerVerdict>> &verdicts) {
  // Those that it may be true of; of them, those that end by themselves, and those of which
  // MemorySanitizer knows all.
  std::vector<std::size_t> concerned;
  std::vector<TestCase> ending, known;
  std::vector<std::uint32_t> endingParts, knownParts;
  const auto writesKnown = [&](const TestCase &test) {
    return factsOf(subject_, test).writesKnown;
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!memory_ || !factsOf(subject_, tests[i]).readsFresh ||
        (verdicts[i] && !mayComeOfFreshMemory(*verdicts[i])))
      continue;
    concerned.push_back(i);
    if (!isCostly(zeros[i].outcome)) {
      ending.push_back(tests[i]);
      endingParts.push_back(parts[i]);
    }
    if (writesKnown(tests[i])) {
      known.push_back(tests[i]);
      knownParts.push_back(parts[i]);
    }
  }
  if (concerned.empty())
    return support::Done{};
  execute::Executor *watched = known.empty() ? nullptr : memory();
  const auto [filled, said] = support::together(
      runsBeside_ && watched, [&] { return fill(ending, endingParts); },
      [&] { return ask(watched, known, knownParts); });
  if (!filled || !said)
    return filled ? said.error() : filled.error();

  std::size_t nextFilled = 0, nextSaid = 0;
  for (const std::size_t i : concerned) {
    std::vector<BranchId> taken;
    Difference difference = Difference::None;
    if (!isCostly(zeros[i].outcome)) {
      const auto compared =
          compare(tests[i], zeros[i], std::span(*filled).subspan(nextFilled, fills.size()), taken);
      if (!compared)
        return compared.error();
      difference = *compared;
      nextFilled += fills.size();
    }
    if (difference == Difference::Done)
      depending_.insert(taken.begin(), taken.end());
    std::optional<SanitizerVerdict> verdict;
    if (writesKnown(tests[i])) {
      verdict = (*said)[nextSaid++];
    } else if (difference != Difference::None) {
      const auto asked = ask(memory(), tests.subspan(i, 1), parts.subspan(i, 1));
      if (!asked)
        return asked.error();
      verdict = asked->front();
    }
    if (verdict)
      verdicts[i] = std::move(verdict);
    // That threads went another way each time alike may still be chance.
    else if (difference == Difference::Done && !factsOf(subject_, tests[i]).startsThreads)
      verdicts[i] = withoutWitness(tests[i], taken);
  }
  return support::Done{};
}

} // namespace campaign
