#pragma once

#include "execute/executor.h"
#include "model/branch.h"
#include "model/suite.h"
#include "support/result.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace campaign {

/// Where sanitized runs happen; asked for when first needed, since that target is built while the
/// search already runs.
using SanitizedExecutor = std::function<support::Result<execute::Executor *>()>;

/// Whether a verdict is about a value that nobody stored.
bool isAboutFreshMemory(const model::SanitizerVerdict &verdict);

/// Whether what ASan and UBSan saw may just be what came of such a value.
bool mayComeOfFreshMemory(const model::SanitizerVerdict &verdict);

/// Tells whether what a test does depends on memory that nothing was stored in: locals, members
/// that a constructor forgot, fresh heap.
///
/// Two witnesses. Plain runs whose fresh memory holds different bytes, all else being equal: if
/// they differ, it is so, but not every read shows. And MemorySanitizer, which names the place and
/// sees every decision that depends on such a value, but is mistaken where library code that it
/// does not know wrote it. So its word counts if all writes are known, or if the runs differ.
class UninitialisedReads {
public:
  /// `memory`: where MemorySanitizer watches; none: nothing is ever found.
  UninitialisedReads(const model::Subject &subject, const model::BranchMap &branches,
                     execute::Executor &plain, SanitizedExecutor memory, bool runsBeside)
      : subject_(subject), branches_(branches), plain_(plain), memory_(std::move(memory)),
        runsBeside_(runsBeside) {}

  /// Given what each test does where fresh memory holds zeros, the part of its time that its other
  /// runs get, and what the other sanitizers say of
  /// it: puts its own verdict in the place of theirs, where there is none or what they saw may come
  /// of it.
  support::Status check(std::span<const model::TestCase> tests,
                        const std::vector<model::Execution> &zeros,
                        std::span<const std::uint32_t> parts,
                        std::vector<std::optional<model::SanitizerVerdict>> &verdicts);
  /// Branches that some run of a test took and another, with other bytes in fresh memory, did not.
  const std::set<model::BranchId> &depending() const { return depending_; }

private:
  enum class Difference : unsigned char { None, Seen, Done };
  /// How runs differ: not at all, in what can be observed only, or in what they do; then `taken`
  /// are branches that one of them took and another did not.
  support::Result<Difference> compare(const model::TestCase &test, const model::Execution &zeros,
                                      std::span<const model::Execution> filled,
                                      std::vector<model::BranchId> &taken);
  /// Whether the test does each time what it did first.
  support::Result<bool> isSteady(const model::TestCase &test, const execute::RunOptions &options,
                                 const model::Execution &first);
  model::TestCase withoutFresh(model::TestCase test) const;
  /// The test with fresh memory that holds something, each way one run.
  support::Result<std::vector<model::Execution>> fill(const std::vector<model::TestCase> &tests,
                                                      std::span<const std::uint32_t> parts);
  /// What MemorySanitizer says; nothing if it can't be had.
  support::Result<std::vector<std::optional<model::SanitizerVerdict>>>
  ask(execute::Executor *memory, std::span<const model::TestCase> tests,
      std::span<const std::uint32_t> parts);
  execute::Executor *memory();
  model::SanitizerVerdict withoutWitness(const model::TestCase &test,
                                         const std::vector<model::BranchId> &taken) const;

  const model::Subject &subject_;
  const model::BranchMap &branches_;
  execute::Executor &plain_;
  SanitizedExecutor memory_;
  std::set<model::BranchId> depending_;
  const bool runsBeside_;
  bool isMemoryOff_ = false; // it can't be built for this subject
};

} // namespace campaign
