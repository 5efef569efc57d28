#include "validate/other_dialect.h"

#include "build/cached.h"
#include "build/no_room.h"
#include "emit/disk.h"
#include "emit/google_test/google_test.h"
#include "emit/test_names.h"
#include "support/file_system.h"
#include "support/process.h"
#include "validate/export_blame.h"
#include "validate/suite_flags.h"
#include "validate/suite_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <sys/wait.h>

// What the tests do has been checked in many builds, as GoogleTests. What remains to be seen is
// whether they are written well in the other dialect, so one build of ours is enough.

namespace validate {

namespace fs = std::filesystem;
using support::Command;
using support::Error;
using support::Result;
using support::Status;

namespace {

constexpr const char *ourC = "clang-19", *ourCxx = "clang++-19";

class DialectCheck {
public:
  DialectCheck(const emit::Dialect &dialect, const model::Subject &subject,
               const emit::RenderedTests &rendered, const emit::Layout &layout,
               const build::WorkFolder &work, unsigned jobs, const support::Deadline &deadline)
      : dialect_(dialect), subject_(subject), rendered_(rendered), names_(subject),
        tests_(fs::path(layout.directory) / dialect.folder), folder_(work.root() / dialect.folder),
        cache_(work.cache()), jobs_(jobs), deadline_(deadline) {}

  /// Whether the framework is there at all.
  Result<bool> isInstalled() const {
    const fs::path probe = folder_ / "probe.cpp";
    fs::create_directories(folder_);
    if (Status status = support::writeFile(probe, dialect_.include); !status)
      return status.error();
    Command command{
        {ourCxx, "-std=c++20", "-E", "-I" + tests_.string(), probe.string(), "-o", "/dev/null"},
        {}};
    const auto result = support::runCommand(command);
    return result ? Result<bool>(result->ok()) : result.error();
  }

  /// Tests that do not hold, and why. An error is about all of them.
  Result<std::map<std::string, std::string>> run() {
    const auto &[green, crash, ub] = rendered_.executables;
    for (const auto &[name, files, flags] :
         {std::tuple{"pincer_tests", &green, std::vector<std::string>()},
          {"pincer_crash_tests", &crash, emit::asObserved()},
          {"pincer_ub_tests", &ub, emit::asObserved()}}) {
      if (files->empty())
        continue;
      if (Status status = check(name, *files, flags); !status)
        return status.error();
    }
    return bad_;
  }

private:
  struct Compilation {
    fs::path object;
    Command command;
    const emit::TestSource *tests = nullptr;
  };

  Compilation compilation(const fs::path &place, const std::string &file, bool isCxx,
                          const std::vector<std::string> &flags) const {
    Compilation made{place / (file + ".o"), {{isCxx ? ourCxx : ourC, "-w"}, {}}};
    if (build::is32Bit(subject_))
      made.command.arguments.emplace_back("-m32");
    for (const std::string &flag : flags)
      if (!isForLinker(flag))
        made.command.arguments.push_back(flagIn(tests_, flag));
    for (const std::string &word :
         {std::string("-c"), (tests_ / file).string(), std::string("-o"), made.object.string()})
      made.command.arguments.push_back(word);
    return made;
  }

  /// All of one executable.
  std::vector<Compilation> compilations(const fs::path &place,
                                        const std::vector<emit::TestSource> &files,
                                        const std::vector<std::string> &flags) const {
    const std::vector<std::string> ours{"-std=c++20"};
    const auto withFlags = [&](std::vector<std::string> own) {
      for (const auto &more : {emit::flagsForAll(), flags})
        own.insert(own.end(), more.begin(), more.end());
      return own;
    };
    std::vector<Compilation> all;
    std::set<model::UnitId> included;
    for (const emit::TestSource &file : files) {
      if (file.includes)
        included.insert(*file.includes);
      all.push_back(compilation(
          place, file.name, true,
          file.includes ? withFlags(emit::testFlags(subject_[*file.includes], tests_.string()))
                        : ours));
      all.back().tests = &file;
    }
    for (std::size_t i = 0; i < subject_.units.size(); ++i)
      if (const model::UnitId unit(i); !included.contains(unit))
        all.push_back(compilation(place, names_.exportsFile(unit), subject_[unit].isCxx,
                                  withFlags(emit::exportsFlags(subject_[unit], tests_.string()))));
    all.push_back(compilation(place, "pincer_main.cpp", true, ours));
    if (fs::exists(tests_ / "pincer_undefined.cpp"))
      all.push_back(compilation(place, "pincer_undefined.cpp", true, ours));
    return all;
  }

  Status check(const std::string &name, const std::vector<emit::TestSource> &files,
               const std::vector<std::string> &flags) {
    const fs::path place = folder_ / name;
    fs::create_directories(place);
    const std::vector<Compilation> all = compilations(place, files, flags);
    const auto stop = [&] { return deadline_.isOver(); };
    const auto errors = support::doBeside(
        all.size(), jobs_,
        [&](std::size_t i) -> Result<std::string> {
          const auto result = build::compileCached(all[i].command, cache_);
          if (!result)
            return result.error();
          return result->ok() ? "" : "!" + result->errors;
        },
        stop);
    if (!errors)
      return stop() ? stopped() : errors.error();
    bool isCompiled = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      isCompiled = isCompiled && (*errors)[i].empty();
      if (!(*errors)[i].empty() && !all[i].tests)
        return Error{"it does not compile: " + (*errors)[i].substr(1)};
      if (!(*errors)[i].empty())
        blame(*all[i].tests, (*errors)[i].substr(1));
    }
    if (!isCompiled)
      return support::Done{};
    const fs::path program = place / name;
    if (Status status = link(all, program); !status)
      return status;
    return runAll(program, files);
  }

  /// On the tests that errors lie in, or were led to from.
  void blame(const emit::TestSource &file, const std::string &errors) {
    const fs::path path = tests_ / file.name;
    std::map<std::size_t, std::string> starts; // lines on which tests begin
    if (const auto text = support::readFile(path)) {
      std::istringstream lines(*text);
      std::string line;
      for (std::size_t number = 1; std::getline(lines, line); ++number)
        for (const std::string &test : file.allTests)
          for (const bool isDisabled : {false, true})
            if (line == emit::openTest(dialect_, nameOf(test), isDisabled))
              starts.emplace(number, test);
    }
    const std::regex place(R"(^(.+):(\d+):\d+: )");
    std::istringstream lines(errors);
    bool isFound = false;
    for (std::string line; std::getline(lines, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, place) || match[1].str() != path.string())
        continue;
      const auto after = starts.upper_bound(std::stoul(match[2]));
      if (after == starts.begin())
        continue;
      isFound = true;
      bad_.emplace(std::prev(after)->second, "it does not compile: " + firstError(errors));
    }
    if (!isFound)
      for (const std::string &test : file.allTests)
        bad_.emplace(test, "it does not compile: " + firstError(errors));
  }

  static emit::TestName nameOf(const std::string &full) {
    const std::size_t dot = full.find('.');
    return {full.substr(0, dot), full.substr(dot + 1)};
  }

  Status link(const std::vector<Compilation> &all, const fs::path &program) const {
    Command command{{ourCxx, "-fuse-ld=lld"}, {}};
    for (const Compilation &each : all)
      command.arguments.push_back(each.object.string());
    for (const model::Unit &unit : subject_.units)
      std::ranges::copy_if(unit.flags, std::back_inserter(command.arguments), isForLinker);
    if (build::is32Bit(subject_))
      command.arguments.emplace_back("-m32");
    for (const std::string &word :
         {std::string("-lm"), std::string("-pthread"), std::string("-o"), program.string()})
      command.arguments.push_back(word);
    auto linked = support::runCommand(command);
    if (linked && !linked->ok() && dialect_.library) { // some versions are all header
      command.arguments.push_back(std::string("-l") + dialect_.library);
      linked = support::runCommand(command);
    }
    if (!linked)
      return linked.error();
    if (!linked->ok())
      if (const auto full = build::noRoomFor(command, *linked))
        return *full;
    return linked->ok() ? Status(support::Done{}) : Error{"it does not link: " + linked->errors};
  }

  /// All at once; if that fails, one by one.
  Status runAll(const fs::path &program, const std::vector<emit::TestSource> &files) {
    std::vector<std::string> tests;
    for (const emit::TestSource &file : files)
      tests.insert(tests.end(), file.tests.begin(), file.tests.end());
    if (tests.empty())
      return support::Done{};
    const auto together = passes(program, {});
    if (!together)
      return together.error();
    if (*together)
      return support::Done{};
    const std::size_t before = bad_.size();
    for (const std::string &test : tests) {
      const auto alone = passes(program, {test});
      if (!alone)
        return alone.error();
      if (!*alone)
        bad_.emplace(test, "it fails there");
    }
    return bad_.size() > before ? Status(support::Done{})
                                : Error{"each test passes alone, but not all in one process"};
  }

  Result<bool> passes(const fs::path &program, const std::vector<std::string> &tests) const {
    execute::FencedCommand command;
    command.scratch = folder_ / "scratch";
    fs::create_directories(command.scratch);
    if (auto cleared = execute::clearScratch(command.scratch); !cleared)
      return cleared.error();
    command.arguments = {program.string()};
    command.arguments.insert(command.arguments.end(), tests.begin(), tests.end());
    const auto status = runFenced(std::move(command), deadline_);
    if (!status)
      return status.error();
    return *status && WIFEXITED(**status) && WEXITSTATUS(**status) == 0;
  }

  const emit::Dialect &dialect_;
  const model::Subject &subject_;
  const emit::RenderedTests &rendered_;
  const emit::ExportNames names_;
  const fs::path tests_, folder_;
  const support::Cache cache_;
  const unsigned jobs_;
  const support::Deadline &deadline_;
  std::map<std::string, std::string> bad_;
};

} // namespace

Status writeIn(const emit::Dialect &dialect, model::Suite suite, const emit::Layout &layout,
               const build::WorkFolder &work, unsigned jobs, const support::Deadline &deadline,
               std::vector<std::string> &notes) {
  std::size_t leftOut = 0;
  std::string firstReason;
  const auto note = [&](const std::string &text) {
    notes.push_back(fmt::format("{}: {}", dialect.folder, text));
  };
  while (true) {
    const emit::RenderedTests rendered = emit::testsIn(dialect, suite, layout);
    if (Status status = emit::writeAll(layout.directory, rendered.files, {dialect.folder}); !status)
      return status;
    DialectCheck check(dialect, *suite.subject, rendered, layout, work, jobs, deadline);
    const auto isInstalled = check.isInstalled();
    if (!isInstalled)
      return isInstalled.error();
    if (!*isInstalled) {
      note("the framework is not installed here, so the tests were not compiled");
      break;
    }
    const auto bad = check.run();
    if (!bad) {
      note(fmt::format("not checked to the end: {}", bad.error().message));
      break;
    }
    if (bad->empty())
      break;
    const std::vector<emit::TestName> names = emit::nameTests(suite);
    if (firstReason.empty())
      firstReason = fmt::format("{}: {}", bad->begin()->first, bad->begin()->second);
    for (std::size_t i = suite.tests.size(); i-- > 0;)
      if (bad->contains(names[i].full())) {
        suite.tests.erase(suite.tests.begin() + static_cast<std::ptrdiff_t>(i));
        ++leftOut;
      }
  }
  if (leftOut > 0)
    note(fmt::format("tests left out that do not hold there: {}. {}", leftOut, firstReason));
  return support::Done{};
}

} // namespace validate
