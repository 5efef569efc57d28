#pragma once

#include "build/target.h"
#include "model/subject.h"
#include "support/result.h"

#include <filesystem>
#include <set>
#include <string>

namespace cli {

/// What came of compiling and running the emitted green tests, the way a user would.
struct SuiteCheck {
  std::set<std::string> bad; // "Suite.Name" of tests that do not compile or do not pass
  std::string details;       // what compiler or test run said about them
  bool ran = false;          // everything compiled, so that they are those that do not pass
};

/// Compiles everything in `tests` with clang, runs the green tests behind the fence, in order and
/// shuffled, and names those that fail. An error: the suite fails in a way that can't
/// be blamed on single tests.
support::Result<SuiteCheck> checkSuite(const std::filesystem::path &tests,
                                       const model::Subject &subject, const build::WorkFolder &work,
                                       unsigned jobs);

} // namespace cli
