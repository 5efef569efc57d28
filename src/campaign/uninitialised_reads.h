#pragma once

#include "execute/executor.h"
#include "model/branch.h"
#include "model/suite.h"
#include "support/result.h"

#include <functional>
#include <optional>
#include <set>

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
                     execute::Executor &plain, SanitizedExecutor memory)
      : subject_(subject), branches_(branches), plain_(plain), memory_(std::move(memory)) {}

  support::Result<std::optional<model::SanitizerVerdict>> check(const model::TestCase &test);
  /// Branches that some run of a test took and another, with other bytes in fresh memory, did not.
  const std::set<model::BranchId> &depending() const { return depending_; }

private:
  enum class Difference : unsigned char { None, Seen, Done };
  /// How runs differ: not at all, in what can be observed only, or in what they do; then `taken`
  /// are branches that one of them took and another did not.
  support::Result<Difference> compare(const model::TestCase &test,
                                      std::vector<model::BranchId> &taken);
  support::Result<std::optional<model::SanitizerVerdict>> ask(const model::TestCase &test);
  model::SanitizerVerdict withoutWitness(const model::TestCase &test,
                                         const std::vector<model::BranchId> &taken) const;

  const model::Subject &subject_;
  const model::BranchMap &branches_;
  execute::Executor &plain_;
  SanitizedExecutor memory_;
  std::set<model::BranchId> depending_;
  bool isMemoryOff_ = false; // it can't be built for this subject
};

} // namespace campaign
