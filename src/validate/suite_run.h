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
  End end = End::Finished;
  std::map<std::string, std::string> failed; // "Suite.Name": what was expected and what came
  /// If it did not finish, and printed how far it came: the tests that were begun, as they are
  /// called in the source, and the one that was at work then; empty: that is not known.
  std::vector<std::string> begun;
  std::string endedBy;
};

/// Which tests of a program are run: all that are not disabled, if nothing is said.
struct WhichTests {
  std::string only = {};                         // "Suite.Name", disabled or not
  bool disabled = false;                         // those that are disabled, instead of the others
  const std::vector<std::string> *all = nullptr; // as the source calls them: then a run that
                                                 // does not finish says how far it came
  std::vector<std::string> but = {};             // not these of them
};

/// How long a test program may take.
constexpr int suitePatienceMs = 120'000;

/// Runs a test program behind the fence, with an environment as at a user's. What waitpid said of
/// it; nothing if it does not end in time.
support::Result<std::optional<int>> runFenced(execute::FencedCommand command,
                                              const support::Deadline &deadline);

/// Runs the program behind the fence, in `scratch`, at addresses that differ from run to run.
support::Result<SuiteRun> runSuite(const std::filesystem::path &program,
                                   const std::filesystem::path &scratch,
                                   std::vector<std::string> arguments,
                                   const support::Deadline &deadline, const WhichTests &which = {});

/// Adds what GoogleTest printed in a run that did not finish; only tests of these names are
/// believed.
void readPrinted(const std::string &output, const std::vector<std::string> &names, SuiteRun &run);

/// The check was given up, since its deadline is over.
support::Error stopped();

/// "Suite.DISABLED_Name" is the test Suite.Name.
std::string enabledName(std::string name);

/// What GoogleTest says of a failure, in a line: "expected 3, came 4".
std::string failureInWords(const std::string &message);

} // namespace validate
