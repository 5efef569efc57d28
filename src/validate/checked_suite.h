#pragma once

#include "build/target.h"
#include "emit/file.h"
#include "model/suite.h"
#include "support/result.h"
#include "validate/check_suite.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace validate {

/// Writes the suite, compiles and runs it as a user would, and changes it until it holds: tests
/// that fail after others get processes of their own, green ones that fail all the same leave the
/// suite, others are disabled. What became of them is said in `notes`, in dropped.txt in the work
/// folder, and as the reason of branches that are open for it. When the deadline is over, the suite
/// stays as it is then, with a note; another says which builds there was no time for.
support::Status
writeChecked(model::Suite &suite, const std::vector<std::uint64_t> &runsOf,
             const emit::Layout &layout, const build::WorkFolder &work, unsigned jobs,
             const std::function<std::vector<emit::File>(const model::Suite &)> &render,
             const SuiteChecker::Patience &patience, const CheckProgress &progress,
             std::vector<std::string> &notes);

} // namespace validate
