#pragma once

#include "execute/fence.h"
#include "support/deadline.h"
#include "support/result.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace validate {

/// What a run of an emitted test program showed.
struct SuiteRun {
  enum class End { Finished, Died, Hung };
  End end = End::Finished;                   // else nothing is known of single tests
  std::map<std::string, std::string> failed; // "Suite.Name": what was expected and what came
};

/// How long a test program may take.
constexpr int suitePatienceMs = 120'000;

/// Runs a test program behind the fence, with an environment as at a user's. What waitpid said of
/// it; nothing if it does not end in time.
support::Result<std::optional<int>> runFenced(execute::FencedCommand command,
                                              const support::Deadline &deadline);

/// Runs the program behind the fence, in `scratch`, at addresses that differ from run to run; all
/// of its tests, or the one of this name.
support::Result<SuiteRun> runSuite(const std::filesystem::path &program,
                                   const std::filesystem::path &scratch,
                                   std::vector<std::string> arguments,
                                   const support::Deadline &deadline,
                                   const std::string &onlyTest = "");

/// The check was given up, since its deadline is over.
support::Error stopped();

/// "Suite.DISABLED_Name" is the test Suite.Name.
std::string enabledName(std::string name);

/// What GoogleTest says of a failure, in a line: "expected 3, came 4".
std::string failureInWords(const std::string &message);

} // namespace validate
