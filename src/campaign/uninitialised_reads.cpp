#include "campaign/uninitialised_reads.h"

#include "campaign/judge.h"
#include "campaign/sanitizer_report.h"
#include "model/supplies.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace campaign {

using namespace model;
using execute::RunOptions;
using support::Result;

namespace {

bool doAlike(const Execution &one, const Execution &other) {
  return one.outcome == other.outcome && one.covered == other.covered && one.output == other.output;
}

} // namespace

bool isAboutFreshMemory(const SanitizerVerdict &verdict) {
  return verdict.kind == "uninitialised-read" || verdict.kind == "missing-return";
}

bool mayComeOfFreshMemory(const SanitizerVerdict &verdict) {
  return verdict.isOwnCheck || verdict.kind.starts_with("null-") ||
         verdict.kind == "wild-pointer" || verdict.kind == "invalid-value";
}

Result<UninitialisedReads::Difference> UninitialisedReads::compare(const TestCase &test,
                                                                   std::vector<BranchId> &taken) {
  auto zeros = plain_.run({&test, 1}, RunOptions{.observe = true});
  if (!zeros)
    return zeros.error();
  const Execution &run = zeros->front();
  if (isCostly(run.outcome))
    return Difference::None;
  TestCase other = test; // where the test itself says what locals hold, it no longer does
  std::erase_if(other.supplied, [&](const Supplied &supplied) {
    return subject_[supplied.source].name == freshSupply;
  });
  Difference difference = Difference::None;
  // Large and small, negative and positive, odd and even.
  for (const std::uint8_t fill : {std::uint8_t{0xa5}, std::uint8_t{0x5a}}) {
    const auto filled = plain_.run({&other, 1}, RunOptions{.observe = true, .fill = fill});
    if (!filled)
      return filled.error();
    const Execution &changed = filled->front();
    if (!doAlike(run, changed)) {
      std::ranges::set_symmetric_difference(run.covered, changed.covered,
                                            std::back_inserter(taken));
      difference = Difference::Done;
    }
    if (difference == Difference::None && run.observation != changed.observation)
      difference = Difference::Seen;
  }
  if (difference == Difference::None)
    return difference;
  const auto again = plain_.run({&test, 1}, RunOptions{.observe = true});
  if (!again)
    return again.error();
  const bool isSteady =
      doAlike(run, again->front()) && run.observation == again->front().observation;
  return isSteady ? difference : Difference::None;
}

Result<std::optional<SanitizerVerdict>> UninitialisedReads::ask(const TestCase &test) {
  auto executor = memory_();
  if (!executor) { // the other witness is left
    isMemoryOff_ = true;
    return std::optional<SanitizerVerdict>();
  }
  auto runs = (*executor)->run({&test, 1}, RunOptions{.diagnostics = true});
  if (!runs)
    return runs.error();
  return readMemoryReport(runs->front().diagnostics, subject_);
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

Result<std::optional<SanitizerVerdict>> UninitialisedReads::check(const TestCase &test) {
  const Function &function = subject_[test.function()];
  if (!memory_ || !function.facts.readsFresh)
    return std::optional<SanitizerVerdict>();
  std::vector<BranchId> taken;
  const auto difference = compare(test, taken);
  if (!difference)
    return difference.error();
  if (*difference == Difference::Done)
    depending_.insert(taken.begin(), taken.end());
  if (!isMemoryOff_ && (*difference != Difference::None || function.facts.writesKnown)) {
    auto verdict = ask(test);
    if (!verdict || *verdict)
      return verdict;
  }
  if (*difference == Difference::Done)
    return std::optional<SanitizerVerdict>(withoutWitness(test, taken));
  return std::optional<SanitizerVerdict>();
}

} // namespace campaign
