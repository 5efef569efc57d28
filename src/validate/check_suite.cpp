#include "validate/check_suite.h"

#include "build/cached.h"
#include "build/no_room.h"
#include "emit/google_test/cmake_lists.h"
#include "emit/google_test/export_names.h"
#include "support/clock.h"
#include "support/file_system.h"
#include "support/hash.h"
#include "support/process.h"
#include "validate/export_blame.h"
#include "validate/suite_flags.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <regex>
#include <set>
#include <sstream>

// The last of the checks on a suite: what was seen in our target must hold in the user's build too,
// whichever compiler that is made with. The order of evaluation, addresses, locals that nobody
// initialised, state between tests, or a bug of our printer show here.

namespace validate {

namespace fs = std::filesystem;
using support::Command;
using support::Error;
using support::Result;
using support::Status;

struct SuiteChecker::Compilation {
  const Source *source = nullptr;
  const SuiteBuild *build = nullptr; // of exports
  fs::path object;
  Command command;
};

namespace {

/// Adds what a block takes.
class TimeTaken {
public:
  explicit TimeTaken(double &sum) : sum_(sum) {}
  ~TimeTaken() { sum_ += support::secondsSince(began_); }
  TimeTaken(const TimeTaken &) = delete;
  TimeTaken &operator=(const TimeTaken &) = delete;

private:
  double &sum_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

constexpr std::size_t mostDiagnosed = 16; // in one round; each takes several runs

/// The test whose body holds this line, as "Suite.Name"; empty outside of tests.
std::string testAt(const std::string &text, std::size_t lineNumber) {
  static const std::regex heading(R"(^TEST(?:_F)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::istringstream lines(text);
  std::string line, current;
  for (std::size_t number = 1; number <= lineNumber && std::getline(lines, line); ++number) {
    if (std::smatch match; std::regex_search(line, match, heading))
      current = fmt::format("{}.{}", match[1].str(), match[2].str());
    else if (line.starts_with("}") && number < lineNumber)
      current.clear();
  }
  return current;
}

std::vector<std::string> testsIn(const fs::path &source) {
  static const std::regex heading(R"((?:^|\n)TEST(?:_F)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::vector<std::string> names;
  if (const auto text = support::readFile(source))
    for (std::sregex_iterator it(text->begin(), text->end(), heading), end; it != end; ++it)
      names.push_back(fmt::format("{}.{}", (*it)[1].str(), (*it)[2].str()));
  return names;
}

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

constexpr const char *precompiledOption = "-include-pch";

/// Tests are compiled with GoogleTest's header as it was when Pincer was built. An update of the
/// system's headers makes clang refuse that; then it is read like any other.
Result<support::CommandResult> compileTest(const Command &command) {
  auto result = support::runCommand(command);
  const auto option = std::ranges::find(command.arguments, precompiledOption);
  if (!result || result->ok() || option == command.arguments.end() ||
      result->errors.find("precompiled header") == std::string::npos)
    return result;
  Command plain = command;
  const auto at = plain.arguments.begin() + (option - command.arguments.begin());
  plain.arguments.erase(at, at + 2);
  return support::runCommand(plain);
}

} // namespace

SuiteChecker::SuiteChecker(const model::Subject &subject, const build::WorkFolder &work,
                           unsigned jobs, const Patience &patience, CheckProgress progress)
    : subject_(subject), folder_(work.root() / "suite"), jobs_(std::max(1u, jobs)),
      deadline_(patience.deadline), cache_(work.cache()), progress_(std::move(progress)),
      is32Bit_(build::is32Bit(subject)), builds_(suiteBuilds(subject)),
      observed_(buildsAsObserved()) {
  forAll_.begin(patience.secondsForAll);
}

std::vector<SuiteChecker::Source>
SuiteChecker::sourcesOf(const fs::path &tests, const std::vector<emit::File> &files) const {
  std::map<std::string, const emit::File *> written;
  for (const emit::File &file : files)
    written.emplace(file.path, &file);
  std::vector<Source> sources;
  const auto add = [&](const std::string &name, Part part, model::UnitId unit) {
    if (const auto file = written.find("tests/" + name); file != written.end())
      sources.push_back({tests / name, part, unit, file->second});
  };
  const emit::ExportNames names(subject_);
  for (std::size_t i = 0; i < subject_.units.size(); ++i) {
    const model::UnitId unit(i);
    add(names.exportsFile(unit), Part::Exports, unit);
    add(names.stem(unit) + "_test.cpp", Part::Green, unit);
    add(names.stem(unit) + "_crash_test.cpp", Part::Crash, unit);
    add(names.stem(unit) + "_ub_test.cpp", Part::Ub, unit);
  }
  add("pincer_main.cpp", Part::Shared, {});
  add("pincer_undefined.cpp", Part::Shared, {});
  return sources;
}

bool SuiteChecker::has(Part part) const {
  return std::any_of(sources_.begin(), sources_.end(),
                     [&](const Source &source) { return source.part == part; });
}

/// Whether tests of this kind include the exports.
bool SuiteChecker::isIncluded(const Source &exports, Part part) const {
  return std::ranges::any_of(sources_, [&](const Source &each) {
    return each.part == part && each.unit == exports.unit && each.holdsExports();
  });
}

/// Whether they are linked with them.
bool SuiteChecker::isLinked(const Source &exports, Part part) const {
  return has(part) && !isIncluded(exports, part);
}

fs::path SuiteChecker::folderOf(const SuiteBuild &build) const {
  std::string name = build.compiler;
  for (const std::string &flag : build.flags)
    name += flag == "-O0" || flag == "-O2" ? flag : "";
  return folder_ / name;
}

SuiteChecker::Compilation SuiteChecker::compileTests(const Source &source) const {
  Compilation made{
      &source, nullptr, folder_ / "tests" / (source.path.filename().string() + ".o"), {}};
  std::vector<std::string> &arguments = made.command.arguments;
  arguments = {"clang++-19", "-std=c++20", "-w"};
  if (is32Bit_)
    arguments.emplace_back("-m32");
  const fs::path header = build::supportFolder() / "gtest.pch";
  if (fs::exists(header) && !is32Bit_)
    arguments.insert(arguments.end(), {precompiledOption, header.string()});
  arguments.insert(arguments.end(), {"-c", source.path.string(), "-o", made.object.string()});
  return made;
}

SuiteChecker::Compilation SuiteChecker::compileExports(const Source &source,
                                                       const SuiteBuild &build) const {
  const model::Unit &unit = subject_[source.unit];
  Compilation made{&source, &build, folderOf(build) / (source.path.filename().string() + ".o"), {}};
  std::vector<std::string> &arguments = made.command.arguments;
  const bool isRefused = refused_.contains({build.compiler, source.unit});
  arguments = {compilerFor(isRefused ? builds_.front() : build, unit), "-w"};
  for (const auto &flags : {build.flags, emit::flagsForAll()})
    arguments.insert(arguments.end(), flags.begin(), flags.end());
  for (const std::string &flag : source.holdsExports() ? emit::testFlags(unit, tests_.string())
                                                       : emit::exportsFlags(unit, tests_.string()))
    if (!isForLinker(flag))
      arguments.push_back(flagIn(tests_, flag));
  arguments.insert(arguments.end(), {"-c", source.path.string(), "-o", made.object.string()});
  return made;
}

/// Blames errors in a test file on tests; where they lie outside of every test, on all of the same
/// source. False: there is nobody to blame.
bool SuiteChecker::blame(const Compilation &failed, const std::string &errors,
                         SuiteCheck &check) const {
  const auto text = support::readFile(failed.source->path);
  static const std::regex place(R"(^(.+):(\d+):\d+: (?:fatal )?error:)");
  std::istringstream lines(errors);
  std::map<std::string, std::string> guilty;
  bool isOutside = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, place))
      continue;
    const std::string test = text && match[1].str() == failed.source->path.string()
                                 ? testAt(*text, std::stoul(match[2]))
                                 : "";
    isOutside |= test.empty();
    guilty.emplace(enabledName(test), line);
  }
  if (guilty.empty() || isOutside)
    blameAll(failed, errors, check);
  else
    for (const auto &[test, line] : guilty)
      check.bad.emplace(test, TestFailure{"it does not compile: " + line, errors});
  return !check.bad.empty();
}

void SuiteChecker::blameAll(const Compilation &failed, const std::string &errors,
                            SuiteCheck &check) const {
  for (const Source &source : sources_)
    if (source.unit == failed.source->unit)
      for (const std::string &name : testsIn(source.path))
        check.bad.emplace(enabledName(name),
                          TestFailure{"it does not compile: " + firstError(errors), errors});
}

/// Blames errors in a file that holds the subject on the tests that need what does not compile.
/// Where that is all of the file, the compiler is to blame, unless it is our own.
Status SuiteChecker::blameParts(const Compilation &failed, const std::string &errors,
                                SuiteCheck &check) {
  const emit::File &file = *failed.source->file;
  auto blame = validate::blameExports({file, failed.source->path, failed.command, errors},
                                      folder_ / "blame", deadline_);
  if (!blame)
    return blame.error();
  for (const build::Guilty &each : blame->parts) {
    const emit::FilePart &part = file.parts[each.part];
    const std::string what =
        failed.source->holdsExports() ? "it" : fmt::format("what lets a test reach {}", part.name);
    for (const std::string &test : part.neededBy)
      check.bad.emplace(test, TestFailure{fmt::format("{} does not compile in {}: {}", what,
                                                      failed.build->name, each.message),
                                          errors});
  }
  if (!blame->parts.empty())
    return support::Done{};
  if (failed.build->compiler == builds_.front().compiler) {
    blameAll(failed, errors, check);
    if (check.bad.empty())
      return Error{fmt::format("the emitted file {} does not compile:\n{}",
                               failed.source->path.string(), errors)};
    return support::Done{};
  }
  const std::string &path = subject_[failed.source->unit].path;
  refuse(failed,
         blame->source ? fmt::format("{} itself does not compile there: {}", path, *blame->source)
                       : fmt::format("what is added to {} does not compile there: {}", path,
                                     firstError(errors)),
         check);
  return support::Done{};
}

/// The sources need not be for every compiler. If it takes none of them, its builds are left out.
void SuiteChecker::refuse(const Compilation &failed, const std::string &why, SuiteCheck &check) {
  const SuiteBuild build = *failed.build;
  if (!refused_.emplace(build.compiler, failed.source->unit).second)
    return;
  check.notes.push_back(fmt::format(
      "tests of {} depend on the compiler, and were not checked in {}: {}",
      fs::path(subject_[failed.source->unit].path).filename().string(), build.name, why));
  const bool takesNone = std::ranges::all_of(sources_, [&](const Source &source) {
    return !source.isOfSubject() || refused_.contains({build.compiler, source.unit});
  });
  if (takesNone)
    for (auto *list : {&builds_, &observed_})
      std::erase_if(*list, [&](const SuiteBuild &each) { return each.compiler == build.compiler; });
}

/// Of all that is ours in it.
std::string SuiteChecker::textOf(const Source &source) const {
  std::string text;
  for (const Source &each : sources_)
    if (&each == &source ||
        (source.holdsExports() && each.part == Part::Exports && each.unit == source.unit))
      if (const auto own = support::readFile(each.path))
        text += *own;
  return text;
}

Status SuiteChecker::compile(std::vector<Compilation> all, const std::function<bool()> &stop,
                             SuiteCheck &check) {
  const auto keyOf = [&](const Compilation &each) {
    return support::shortHash(
        fmt::format("{}\n{}", fmt::join(each.command.arguments, "\n"), textOf(*each.source)), 32);
  };
  std::erase_if(all, [&](const Compilation &each) {
    const auto found = made_.find(each.object.string());
    return found != made_.end() && found->second == keyOf(each);
  });
  if (progress_)
    progress_("compiling", 0, all.size());
  const TimeTaken taken(seconds_.compiling);
  const auto compiled = support::doBeside(
      all.size(), jobs_,
      [&](std::size_t i) -> Result<std::string> {
        fs::create_directories(all[i].object.parent_path());
        // What is tested rarely changes from run to run; the tests do.
        const bool isOften = all[i].source->part == Part::Exports;
        const auto result =
            isOften ? build::compileCached(all[i].command, cache_) : compileTest(all[i].command);
        if (!result)
          return result.error();
        if (result->ok())
          return std::string();
        if (const auto full = build::noRoomFor(all[i].command, *result))
          return *full;
        return "!" + result->errors;
      },
      stop);
  if (!compiled)
    return stop() ? stopped() : compiled.error();
  struct Failed {
    Compilation compilation;
    SuiteBuild build;
    std::string errors;
  };
  std::map<std::pair<fs::path, std::string>, Failed> ofSubject; // one per compiler is enough
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((*compiled)[i].empty()) {
      made_[all[i].object.string()] = keyOf(all[i]);
      continue;
    }
    const std::string errors = (*compiled)[i].substr(1);
    made_.erase(all[i].object.string());
    if (all[i].build)
      ofSubject.try_emplace({all[i].source->path, all[i].build->compiler}, all[i], *all[i].build,
                            errors);
    else if (!blame(all[i], errors, check))
      return Error{fmt::format("the emitted file {} does not compile:\n{}",
                               all[i].source->path.string(), errors)};
  }
  for (auto &[place, failed] : ofSubject) {
    failed.compilation.build = &failed.build; // the list of builds may change
    if (Status status = blameParts(failed.compilation, failed.errors, check); !status)
      return status;
  }
  return support::Done{};
}

bool SuiteChecker::isTimeForAllOver() const { return deadline_.isOver() || forAll_.isOver(); }

/// From this build on, there is no time for more.
void SuiteChecker::leaveOut(std::size_t first, SuiteCheck &check) {
  std::vector<std::string> checked, others;
  for (std::size_t i = 0; i < builds_.size(); ++i)
    (i < first ? checked : others).push_back(builds_[i].name);
  check.notes.push_back(
      fmt::format("the emitted suite was built and run in {}; there was no time for {}",
                  fmt::join(checked, ", "), fmt::join(others, ", ")));
  for (auto *list : {&builds_, &observed_})
    list->erase(list->begin() + static_cast<std::ptrdiff_t>(std::min(first, list->size())),
                list->end());
}

/// The first build of all, then the others, one after the other if time is limited.
Status SuiteChecker::compileAll(SuiteCheck &check) {
  const std::size_t refused = refused_.size();
  const std::size_t count = std::max(builds_.size(), observed_.size());
  const bool isLimited = forAll_.secondsLeft() < std::numeric_limits<double>::infinity();
  std::vector<Compilation> all;
  for (const Source &source : sources_)
    if (!source.isOfSubject())
      all.push_back(compileTests(source));
  for (std::size_t i = 0; i < count; ++i) {
    for (const Source &source : sources_) {
      if (!source.isOfSubject())
        continue;
      const bool isExports = source.part == Part::Exports;
      const bool isApart = isExports ? isLinked(source, Part::Crash) || isLinked(source, Part::Ub)
                                     : source.part != Part::Green;
      if ((isExports ? isLinked(source, Part::Green) : source.part == Part::Green) &&
          i < builds_.size())
        all.push_back(compileExports(source, builds_[i]));
      if (isApart && i < observed_.size())
        all.push_back(compileExports(source, observed_[i]));
    }
    if (!isLimited && i + 1 < count)
      continue;
    const auto stop = [&] {
      return i == 0 || !isLimited ? deadline_.isOver() : isTimeForAllOver();
    };
    const Status status = compile(std::exchange(all, {}), stop, check);
    if (!status && i > 0 && isLimited && !deadline_.isOver() && stop()) {
      leaveOut(i, check);
      break;
    }
    if (!status)
      return status;
    if (!check.bad.empty() || refused != refused_.size())
      break; // the rest is compiled when that is mended
  }
  return support::Done{};
}

/// As the sources call them.
std::vector<std::string> SuiteChecker::testNames(Part part, bool disabled) const {
  std::vector<std::string> names;
  for (const Source &source : sources_)
    if (source.part == part)
      std::ranges::copy_if(
          testsIn(source.path), std::back_inserter(names),
          [&](const std::string &name) { return (enabledName(name) != name) == disabled; });
  return names;
}

/// Whether all was well when tests in it were run, and nothing of it has changed since.
bool SuiteChecker::holds(const Program &program) const {
  const auto known = held_.find(program.path.string());
  return known != held_.end() && known->second == program.madeOf;
}

void SuiteChecker::noteHolding(const std::vector<Program> &programs) {
  for (const Program &program : programs)
    held_[program.path.string()] = program.madeOf;
}

Result<std::vector<SuiteChecker::Program>> SuiteChecker::link(std::vector<SuiteBuild> &builds,
                                                              Part part, SuiteCheck &check) {
  std::vector<Program> programs;
  if (!has(part))
    return programs;
  const TimeTaken taken(seconds_.linking);
  constexpr const char *names[] = {"", "", "pincer_tests", "pincer_crash_tests", "pincer_ub_tests"};
  std::vector<std::pair<SuiteBuild, std::string>> impossible;
  for (const SuiteBuild &build : builds) {
    Program program{&build, folderOf(build) / names[static_cast<int>(part)]};
    Command command{{"clang++-19", "-fuse-ld=lld"}, {}};
    const auto add = [&](const Compilation &made) {
      command.arguments.push_back(made.object.string());
      program.madeOf += made_[made.object.string()] + "\n";
    };
    for (const Source &source : sources_)
      if (source.part == Part::Exports && isLinked(source, part))
        add(compileExports(source, build));
      else if (source.part == part && source.holdsExports())
        add(compileExports(source, build));
      else if (source.part == Part::Shared || source.part == part)
        add(compileTests(source));
    if (holds(program)) {
      programs.push_back(std::move(program));
      continue;
    }
    for (const model::Unit &unit : subject_.units)
      std::copy_if(
          unit.flags.begin(), unit.flags.end(), std::back_inserter(command.arguments),
          [](const std::string &flag) { return flag.starts_with("-l") || flag.starts_with("-L"); });
    if (is32Bit_)
      command.arguments.emplace_back("-m32");
    command.arguments.insert(
        command.arguments.end(),
        {is32Bit_ ? (build::supportFolder() / "libpincer_gtest32.a").string() : "-lgtest", "-lm",
         "-pthread", "-o", program.path.string()});
    auto linking = support::BackgroundCommand::start(command);
    if (!linking)
      return linking.error();
    const auto linked = linking->waitUnless([&] { return deadline_.isOver(); });
    if (!linked)
      return stopped();
    if (linked->ok())
      programs.push_back(std::move(program));
    else if (const auto full = build::noRoomFor(command, *linked))
      return *full;
    else if (&build == &builds.front())
      return Error{fmt::format("the emitted suite does not link:\n{}", linked->errors)};
    else
      impossible.emplace_back(build, linked->errors);
  }
  // After the loop, and only noted: `programs` point into the list.
  for (const auto &[build, errors] : impossible)
    check.notes.push_back(fmt::format("the suite was not checked in {}, which does not link: {}",
                                      build.name, firstLine(errors)));
  return programs;
}

Result<SuiteRun> SuiteChecker::run(const Program &program, std::vector<std::string> arguments,
                                   const WhichTests &which) const {
  const TimeTaken taken(seconds_.running);
  const fs::path scratch = folder_ / "scratch";
  fs::create_directories(scratch);
  return runSuite(program.path, scratch, std::move(arguments), deadline_, which);
}

/// What the test says when it is run alone; empty if it passes.
Result<std::string> SuiteChecker::alone(const Program &program, const std::string &test) const {
  auto ran = run(program, {}, {.only = test});
  if (!ran)
    return ran.error();
  if (ran->end == SuiteRun::End::Died)
    return std::string("ends the whole test run");
  if (ran->end == SuiteRun::End::Hung)
    return std::string("does not end");
  return ran->failed.empty() ? "" : failureInWords(ran->failed.begin()->second);
}

/// Runs the test alone, twice here and once in the other builds, to see what makes it fail.
Result<TestFailure> SuiteChecker::diagnose(const std::vector<Program> &programs, std::size_t at,
                                           const std::string &test,
                                           const std::string &message) const {
  const std::string &here = programs[at].build->name;
  std::string seen[2];
  for (std::string &each : seen) {
    auto said = alone(programs[at], test);
    if (!said)
      return said.error();
    each = std::move(*said);
  }
  const auto because = [&](const std::string &what, const std::string &why) {
    return TestFailure{fmt::format("{} in {}; {}", what, here, why), message};
  };
  const std::string words = failureInWords(message);
  if (seen[0].empty() && seen[1].empty()) {
    TestFailure failure = because(words, "alone it passes: it depends on what ran before it");
    failure.passesAlone = true;
    return failure;
  }
  if (seen[0] != seen[1])
    return because(seen[0].empty() ? seen[1] : seen[0],
                   "other runs of the same program differ: it depends on addresses, or on "
                   "something else that changes from run to run");
  std::string otherCompiler, otherFlags;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (i == at)
      continue;
    auto said = alone(programs[i], test);
    if (!said)
      return said.error();
    std::string &passes =
        programs[i].build->compiler == programs[at].build->compiler ? otherFlags : otherCompiler;
    if (said->empty() && passes.empty())
      passes = programs[i].build->name;
  }
  if (!otherFlags.empty())
    return because(seen[0], fmt::format("in {} it passes: it depends on optimisation, as what "
                                        "nobody initialised does",
                                        otherFlags));
  if (!otherCompiler.empty())
    return because(seen[0],
                   fmt::format("in {} it passes: it depends on the compiler, as the order of "
                               "evaluation does and other things that the language leaves open",
                               otherCompiler));
  return because(seen[0], "every build of the suite differs from Pincer's own: it depends on "
                          "something that the test does not set, like an address, or memory "
                          "that nobody initialised");
}

/// Of these tests, those that do not pass when they are run alone.
Result<std::map<std::string, std::string>>
SuiteChecker::failuresAlone(const Program &program, const std::vector<std::string> &names) const {
  std::map<std::string, std::string> failed;
  for (const std::string &name : names) {
    auto said = alone(program, enabledName(name));
    if (!said)
      return said.error();
    if (!said->empty())
      failed.emplace(enabledName(name), "\n" + *said);
  }
  return failed;
}

/// A run of these tests did not finish. It is made again, and goes on behind each test that ends
/// it.
Result<SuiteRun> SuiteChecker::runOnAndOn(const Program &program,
                                          const std::vector<std::string> &names, bool disabled,
                                          const std::vector<std::string> &arguments) const {
  WhichTests which{.disabled = disabled, .all = &names};
  SuiteRun all;
  while (true) {
    auto ran = run(program, arguments, which);
    if (!ran)
      return ran.error();
    all.failed.merge(ran->failed);
    all.end = ran->end;
    if (ran->end == SuiteRun::End::Finished)
      return all;
    if (ran->endedBy.empty())
      break;
    all.failed.emplace(enabledName(ran->endedBy), ran->end == SuiteRun::End::Hung
                                                      ? "\ndoes not end"
                                                      : "\nends the whole test run");
    std::ranges::move(ran->begun, std::back_inserter(which.but));
  }
  // It is not known which test did it: each of the others is tried alone.
  std::vector<std::string> others;
  std::ranges::copy_if(names, std::back_inserter(others), [&](const std::string &name) {
    return std::ranges::find(which.but, name) == which.but.end();
  });
  auto failed = failuresAlone(program, others);
  if (!failed)
    return failed.error();
  all.failed.merge(*failed);
  return all;
}

/// Runs all tests of a kind in `programs[at]`, and notes the failures. Those that are disabled for
/// what they may do run behind the others, which they could disturb; those among the crashes that
/// are disabled do not end, or do something else.
Status SuiteChecker::runAll(const std::vector<Program> &programs, std::size_t at, Part part,
                            const std::vector<std::string> &arguments, SuiteCheck &check) {
  Status status = runTogether(programs, at, testNames(part, false), false, arguments, check);
  if (const auto disabled = testNames(part, true);
      status && part == Part::Green && !disabled.empty())
    status = runTogether(programs, at, disabled, true, arguments, check);
  return status;
}

Status SuiteChecker::runTogether(const std::vector<Program> &programs, std::size_t at,
                                 const std::vector<std::string> &names, bool disabled,
                                 const std::vector<std::string> &arguments, SuiteCheck &check) {
  if (names.empty())
    return support::Done{};
  auto ran = run(programs[at], arguments, {.disabled = disabled});
  const bool endedEarly = ran && ran->end != SuiteRun::End::Finished;
  if (endedEarly)
    ran = runOnAndOn(programs[at], names, disabled, arguments);
  if (!ran)
    return ran.error();
  if (ran->failed.empty() && ran->end != SuiteRun::End::Finished) // none does it alone
    for (const std::string &name : names)
      check.bad.emplace(
          enabledName(name),
          TestFailure{fmt::format("in {} the run of all tests {}; alone, each passes",
                                  programs[at].build->name,
                                  ran->end == SuiteRun::End::Hung ? "does not end"
                                                                  : "ends before its time"),
                      "", true});
  for (const auto &[name, message] : ran->failed) {
    if (check.bad.contains(name))
      continue;
    if (check.bad.size() >= mostDiagnosed) {
      check.bad[name] = {fmt::format("{} in {}", failureInWords(message), programs[at].build->name),
                         message};
      continue;
    }
    auto failure = diagnose(programs, at, name, message);
    if (!failure)
      return failure.error();
    // Nobody runs disabled tests together: what such a test does may well disturb the next.
    if (failure->passesAlone && disabled)
      continue;
    check.bad[name] = std::move(*failure);
  }
  return support::Done{};
}

Status SuiteChecker::runGreen(std::vector<Program> programs, SuiteCheck &check) {
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (i > 0 && isTimeForAllOver()) {
      leaveOut(static_cast<std::size_t>(programs[i].build - builds_.data()), check);
      programs.resize(i);
      break;
    }
    if (holds(programs[i]))
      continue;
    if (progress_)
      progress_("running builds", i, programs.size());
    if (Status status = runAll(programs, i, Part::Green, {}, check); !status)
      return status;
  }
  // Shuffled alike each time: which tests stay must not depend on the clock.
  for (const char *seed : {"1", "2"}) {
    if (!check.bad.empty() || programs.empty() || holds(programs.front()))
      break; // what is left is checked again
    const std::vector<std::string> shuffled = {"--gtest_shuffle",
                                               std::string("--gtest_random_seed=") + seed};
    if (Status status = runAll(programs, 0, Part::Green, shuffled, check); !status)
      return status;
  }
  if (check.bad.empty())
    noteHolding(programs);
  return support::Done{};
}

Status SuiteChecker::runApart(const std::vector<Program> &programs, Part part, SuiteCheck &check) {
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (holds(programs[i]))
      continue;
    if (Status status = runAll(programs, i, part, {}, check); !status)
      return status;
  }
  if (check.bad.empty())
    noteHolding(programs);
  return support::Done{};
}

Result<SuiteCheck> SuiteChecker::check(const fs::path &tests,
                                       const std::vector<emit::File> &files) {
  tests_ = tests;
  sources_ = sourcesOf(tests, files);
  SuiteCheck check;
  // Again if a compiler refused a source.
  for (std::size_t refused = refused_.size() + 1;
       check.bad.empty() && refused != refused_.size();) {
    refused = refused_.size();
    if (Status status = compileAll(check); !status)
      return status.error();
  }
  if (!check.bad.empty())
    return check;
  check.ran = true;
  auto green = link(builds_, Part::Green, check);
  if (!green)
    return green.error();
  if (Status status = runGreen(*green, check); !status)
    return status.error();
  for (const Part part : {Part::Crash, Part::Ub}) {
    if (!check.bad.empty())
      break;
    auto apart = link(observed_, part, check);
    if (!apart)
      return apart.error();
    if (Status status = runApart(*apart, part, check); !status)
      return status.error();
  }
  return check;
}

} // namespace validate
