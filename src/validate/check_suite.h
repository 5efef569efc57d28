#pragma once

#include "build/target.h"
#include "emit/file.h"
#include "model/subject.h"
#include "support/deadline.h"
#include "support/result.h"
#include "validate/suite_builds.h"
#include "validate/suite_run.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace validate {

/// Why a test of an emitted suite does not hold.
struct TestFailure {
  std::string reason;       // what was expected, what came, in which build, and the likely cause
  std::string details;      // all that compiler or test run said
  bool passesAlone = false; // only after others, or among them, it does not
};

/// What came of compiling and running an emitted suite, the way a user would.
struct SuiteCheck {
  std::map<std::string, TestFailure> bad; // by "Suite.Name"
  bool ran = false;                       // everything compiled, so that they do not pass
  std::vector<std::string> notes;         // builds that could not be made, or not in time
};

/// Is told how far the check is, often.
using CheckProgress = std::function<void(const char *what, std::size_t done, std::size_t of)>;

/// Compiles the tests once, and what they test in every one of `suiteBuilds`; runs the green ones
/// behind the fence in each build, in the first one also shuffled, and those that crash or need
/// undefined behaviour in `buildsAsObserved`. May be asked again when tests were changed; what is
/// the same is not compiled again.
class SuiteChecker {
public:
  /// How long it may take: the first build as long as there is time at all, all of them not longer
  /// than some seconds, if that is set.
  struct Patience {
    const support::Deadline &deadline;
    std::optional<double> secondsForAll;
  };
  SuiteChecker(const model::Subject &subject, const build::WorkFolder &work, unsigned jobs,
               const Patience &patience, CheckProgress progress = {});

  /// `files` are those of the suite that lies in `tests`. An error: the suite fails in a way that
  /// can't be blamed on single tests, or the deadline was over first.
  support::Result<SuiteCheck> check(const std::filesystem::path &tests,
                                    const std::vector<emit::File> &files);

  /// Where the time of all checks went.
  struct Seconds {
    double compiling = 0, linking = 0, running = 0;
  };
  const Seconds &seconds() const { return seconds_; }

private:
  enum class Part { Exports, Shared, Green, Crash, Ub };
  struct Source {
    std::filesystem::path path;
    Part part = Part::Shared;
    model::UnitId unit;               // of exports and tests
    const emit::File *file = nullptr; // as it was given to `check`

    /// Tests that include the exports of their unit, and so are compiled as these are.
    bool holdsExports() const {
      return part != Part::Exports && part != Part::Shared && !file->parts.empty();
    }
    /// Whether it is compiled in each build.
    bool isOfSubject() const { return part == Part::Exports || holdsExports(); }
  };
  struct Program {
    const SuiteBuild *build = nullptr;
    std::filesystem::path path;
    std::string madeOf = {}; // hashes of what its objects were made from
  };
  struct Compilation;

  std::vector<Source> sourcesOf(const std::filesystem::path &tests,
                                const std::vector<emit::File> &files) const;
  bool has(Part part) const;
  bool isIncluded(const Source &exports, Part part) const;
  bool isLinked(const Source &exports, Part part) const;
  std::filesystem::path folderOf(const SuiteBuild &build) const;
  Compilation compileTests(const Source &source) const;
  Compilation compileExports(const Source &source, const SuiteBuild &build) const;
  std::string textOf(const Source &source) const;
  support::Status compileAll(SuiteCheck &check);
  support::Status compile(std::vector<Compilation> all, const std::function<bool()> &stop,
                          SuiteCheck &check);
  bool isTimeForAllOver() const;
  void leaveOut(std::size_t first, SuiteCheck &check);
  bool blame(const Compilation &failed, const std::string &errors, SuiteCheck &check) const;
  void blameAll(const Compilation &failed, const std::string &errors, SuiteCheck &check) const;
  support::Status blameParts(const Compilation &failed, const std::string &errors,
                             SuiteCheck &check);
  void refuse(const Compilation &failed, const std::string &why, SuiteCheck &check);
  bool holds(const Program &program) const;
  void noteHolding(const std::vector<Program> &programs);
  support::Result<std::vector<Program>> link(std::vector<SuiteBuild> &builds, Part part,
                                             SuiteCheck &check);
  std::vector<std::string> testNames(Part part, bool disabled) const;

  support::Status runGreen(std::vector<Program> programs, SuiteCheck &check);
  support::Status runApart(const std::vector<Program> &programs, Part part, SuiteCheck &check);
  support::Result<SuiteRun> run(const Program &program, std::vector<std::string> arguments,
                                const WhichTests &which) const;
  support::Result<SuiteRun> runOnAndOn(const Program &program,
                                       const std::vector<std::string> &names, bool disabled,
                                       const std::vector<std::string> &arguments) const;
  support::Result<std::map<std::string, std::string>>
  failuresAlone(const Program &program, const std::vector<std::string> &names) const;
  support::Result<std::string> alone(const Program &program, const std::string &test) const;
  support::Status runAll(const std::vector<Program> &programs, std::size_t at, Part part,
                         const std::vector<std::string> &arguments, SuiteCheck &check);
  support::Status runTogether(const std::vector<Program> &programs, std::size_t at,
                              const std::vector<std::string> &names, bool disabled,
                              const std::vector<std::string> &arguments, SuiteCheck &check);
  support::Result<TestFailure> diagnose(const std::vector<Program> &programs, std::size_t at,
                                        const std::string &test, const std::string &message) const;

  const model::Subject &subject_;
  const std::filesystem::path folder_;
  const unsigned jobs_;
  const support::Deadline &deadline_;
  support::Deadline forAll_;
  const support::Cache cache_;
  const CheckProgress progress_;
  const bool is32Bit_;
  std::vector<SuiteBuild> builds_, observed_;
  std::map<std::string, std::string> made_; // object -> hash of what it was made from
  std::map<std::string, std::string> held_; // program -> what it was made of when all was well
  /// Compilers, and the sources that they can't compile: our own does, in all builds.
  std::set<std::pair<std::string, model::UnitId>> refused_;
  std::filesystem::path tests_;
  std::vector<Source> sources_;
  mutable Seconds seconds_;
};

} // namespace validate
