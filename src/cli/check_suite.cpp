#include "cli/check_suite.h"

#include "execute/fence.h"
#include "support/file_system.h"
#include "support/json.h"
#include "support/process.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <regex>
#include <sstream>
#include <vector>

// The last of the checks on a suite: what was seen in our target must hold in the user's build too.
// Locals that nobody initialised, static locals that keep state between tests, or a bug of our
// printer show here; the tests concerned leave the suite.

namespace cli {

namespace fs = std::filesystem;
using support::Command;
using support::Error;
using support::Result;

namespace {

struct Compiled {
  fs::path source, object;
  Command command;
};

bool isGreenTest(const fs::path &source) {
  const std::string name = source.filename().string();
  return name.ends_with("_test.cpp") && !name.ends_with("_crash_test.cpp") &&
         !name.ends_with("_ub_test.cpp");
}

bool isExports(const fs::path &source) { return source.stem().string().ends_with("_exports"); }

/// Crashing tests and those that need undefined behaviour must compile, but are not run here.
bool isRun(const fs::path &source) {
  return isExports(source) || isGreenTest(source) || source.filename() == "pincer_main.cpp" ||
         source.filename() == "pincer_undefined.cpp";
}

/// The file that exports a source's functions is named after it; its flags are those of the source.
const model::Unit *unitOf(const model::Subject &subject, const fs::path &exports) {
  const std::string name = exports.filename().string();
  for (const model::Unit &unit : subject.units)
    if (name.starts_with(fs::path(unit.path).stem().string() + "_"))
      return &unit;
  return subject.units.empty() ? nullptr : &subject.units.front();
}

Compiled compileTests(const fs::path &source, bool is32Bit, const fs::path &folder) {
  Compiled file{source, folder / (source.filename().string() + ".o"), {}};
  file.command.arguments = {"clang++-19", "-std=c++20", "-w"};
  if (is32Bit)
    file.command.arguments.push_back("-m32");
  const fs::path header = build::supportFolder() / "gtest.pch";
  if (fs::exists(header) && !is32Bit)
    file.command.arguments.insert(file.command.arguments.end(), {"-include-pch", header.string()});
  if (isRun(source))
    file.command.arguments.insert(file.command.arguments.end(),
                                  {"-c", source.string(), "-o", file.object.string()});
  else
    file.command.arguments.insert(file.command.arguments.end(), {"-fsyntax-only", source.string()});
  return file;
}

Compiled compileExports(const fs::path &source, const model::Subject &subject,
                        const fs::path &folder) {
  Compiled file{source, folder / (source.filename().string() + ".o"), {}};
  file.command.arguments = {source.extension() == ".cpp" ? "clang++-19" : "clang-19", "-w"};
  if (const model::Unit *unit = unitOf(subject, source)) {
    file.command.directory = unit->directory;
    for (const std::string &flag : unit->flags)
      if (!flag.starts_with("-l") && !flag.starts_with("-Wl,"))
        file.command.arguments.push_back(flag);
  }
  file.command.arguments.insert(file.command.arguments.end(),
                                {"-c", source.string(), "-o", file.object.string()});
  return file;
}

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

/// "Suite.DISABLED_Name" is the test Suite.Name.
std::string enabledName(std::string name) {
  constexpr std::string_view prefix = ".DISABLED_";
  if (const std::size_t at = name.find(prefix); at != std::string::npos)
    name.erase(at + 1, prefix.size() - 1);
  return name;
}

/// Blames a compiler's errors on tests; false if one of them lies outside of every test.
bool blame(const Compiled &file, const std::string &errors, SuiteCheck &check) {
  const auto text = support::readFile(file.source);
  static const std::regex place(R"(^(.+):(\d+):\d+: (?:fatal )?error:)");
  std::istringstream lines(errors);
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, place))
      continue;
    const std::string test =
        text && match[1].str() == file.source.string() ? testAt(*text, std::stoul(match[2])) : "";
    if (test.empty())
      return false;
    check.bad.insert(enabledName(test));
    check.details += line + "\n";
    found = true;
  }
  return found;
}

std::vector<std::string> testNames(const std::vector<Compiled> &files) {
  static const std::regex heading(R"((?:^|\n)TEST(?:_F)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::vector<std::string> names;
  for (const Compiled &file : files)
    if (const auto text = support::readFile(file.source))
      for (std::sregex_iterator it(text->begin(), text->end(), heading), end; it != end; ++it)
        names.push_back(fmt::format("{}.{}", (*it)[1].str(), (*it)[2].str()));
  return names;
}

/// The source that an emitted file is about: triangle_test.cpp and triangle_exports.c are of
/// "triangle".
std::string stemOf(const fs::path &source) {
  std::string stem = source.stem().string();
  for (const char *end : {"_crash_test", "_ub_test", "_test", "_exports"})
    if (stem.ends_with(end))
      return stem.substr(0, stem.size() - std::string_view(end).size());
  return stem;
}

/// Blames everything of the same source, where an error lies outside of every test; false if there
/// is nothing to blame.
bool blameSource(const Compiled &file, const std::vector<Compiled> &files,
                 const std::string &errors, SuiteCheck &check) {
  std::vector<Compiled> same;
  std::copy_if(files.begin(), files.end(), std::back_inserter(same),
               [&](const Compiled &other) { return stemOf(other.source) == stemOf(file.source); });
  const std::vector<std::string> names = testNames(same);
  for (const std::string &name : names)
    check.bad.insert(enabledName(name));
  check.details += errors;
  return !names.empty();
}

support::Status compileAll(const std::vector<Compiled> &files, unsigned jobs, SuiteCheck &check) {
  for (std::size_t begin = 0; begin < files.size(); begin += jobs) {
    std::vector<support::BackgroundCommand> running;
    const std::size_t end = std::min<std::size_t>(begin + jobs, files.size());
    for (std::size_t i = begin; i < end; ++i) {
      auto started = support::BackgroundCommand::start(files[i].command);
      if (!started)
        return started.error();
      running.push_back(std::move(*started));
    }
    for (std::size_t i = begin; i < end; ++i) {
      const support::CommandResult result = running[i - begin].wait();
      if (!result.ok() && !blame(files[i], result.errors, check) &&
          !blameSource(files[i], files, result.errors, check))
        return Error{fmt::format("the emitted file {} does not compile:\n{}",
                                 files[i].source.string(), result.errors)};
    }
  }
  return support::Done{};
}

/// Runs the suite behind the fence; its JSON report, or null if it died or hung before writing one.
Result<support::Json> runSuite(const fs::path &program, const fs::path &scratch,
                               std::vector<std::string> arguments) {
  const fs::path report = scratch / "gtest.json";
  std::error_code ignored;
  fs::remove(report, ignored);
  arguments.insert(arguments.begin(), program.string());
  arguments.push_back("--gtest_output=json:" + report.string());
  arguments.push_back("--gtest_also_run_disabled_tests"); // the fence stands here
  execute::FencedCommand command;
  command.arguments = std::move(arguments);
  command.scratch = scratch;
  // The subject ran without any environment; here it has one, as at a user's.
  command.environment = {"HOME=/home/user", "USER=user",  "PATH=/usr/bin:/bin",
                         "LANG=C.UTF-8",    "TERM=xterm", "TZ=America/St_Johns"};
  auto process = execute::startFenced(command, {.processes = 64});
  if (!process)
    return process.error();
  int status = 0;
  constexpr int patienceMs = 120'000;
  if (!process->waitFor(patienceMs, status))
    process->kill();
  const auto text = support::readFile(report);
  return text ? support::Json::parse(*text, nullptr, false) : support::Json();
}

/// Adds the failed tests; false if the report is no report.
bool readFailures(const support::Json &report, SuiteCheck &check) {
  if (!report.is_object() || !report.contains("testsuites"))
    return false;
  for (const auto &suite : report["testsuites"])
    for (const auto &test : suite["testsuite"])
      if (test.contains("failures")) {
        check.bad.insert(enabledName(fmt::format("{}.{}", test["classname"].get<std::string>(),
                                                 test["name"].get<std::string>())));
        for (const auto &failure : test["failures"])
          check.details += failure.value("failure", std::string()) + "\n";
      }
  return true;
}

/// When the suite dies as a whole, each test is tried alone to find those that kill it.
support::Status findKillers(const fs::path &program, const fs::path &scratch,
                            const std::vector<std::string> &names, SuiteCheck &check) {
  for (const std::string &name : names) {
    auto report = runSuite(program, scratch, {"--gtest_filter=" + name});
    if (!report)
      return report.error();
    if (!readFailures(*report, check)) {
      check.bad.insert(enabledName(name));
      check.details += name + " ends the whole test run\n";
    }
  }
  return support::Done{};
}

} // namespace

Result<SuiteCheck> checkSuite(const fs::path &tests, const model::Subject &subject,
                              const build::WorkFolder &work, unsigned jobs) {
  const fs::path folder = work.root() / "suite";
  const fs::path scratch = folder / "scratch";
  fs::create_directories(scratch);
  std::vector<fs::path> sources;
  for (const auto &entry : fs::directory_iterator(tests))
    sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());

  const bool is32Bit = build::is32Bit(subject);
  std::vector<Compiled> files;
  for (const fs::path &source : sources) {
    if (isExports(source))
      files.push_back(compileExports(source, subject, folder));
    else if (source.extension() == ".cpp")
      files.push_back(compileTests(source, is32Bit, folder));
  }
  SuiteCheck check;
  if (auto status = compileAll(files, jobs, check); !status)
    return status.error();
  std::erase_if(files, [](const Compiled &file) { return !isRun(file.source); });
  if (!check.bad.empty() || files.empty())
    return check;

  const fs::path program = folder / "pincer_tests";
  Command link{{"clang++-19", "-fuse-ld=lld"}, {}};
  for (const Compiled &file : files)
    link.arguments.push_back(file.object.string());
  for (const model::Unit &unit : subject.units)
    for (const std::string &flag : unit.flags)
      if (flag.starts_with("-l") || flag.starts_with("-L"))
        link.arguments.push_back(flag);
  const std::string library =
      is32Bit ? (build::supportFolder() / "libpincer_gtest32.a").string() : "-lgtest";
  if (is32Bit)
    link.arguments.push_back("-m32");
  link.arguments.insert(link.arguments.end(), {library, "-lm", "-pthread", "-o", program.string()});
  auto linked = support::runCommand(link);
  if (!linked)
    return linked.error();
  if (!linked->ok())
    return Error{fmt::format("the emitted suite does not link:\n{}", linked->errors)};

  check.ran = true;
  // Shuffled alike each time: which tests stay must not depend on the clock.
  const std::string shuffle = "--gtest_shuffle", seed = "--gtest_random_seed=";
  for (const auto &arguments :
       {std::vector<std::string>{}, {shuffle, seed + "1"}, {shuffle, seed + "2"}}) {
    if (!check.bad.empty())
      break; // what is left is checked again
    auto report = runSuite(program, scratch, arguments);
    if (!report)
      return report.error();
    if (!readFailures(*report, check))
      if (auto status = findKillers(program, scratch, testNames(files), check); !status)
        return status.error();
  }
  return check;
}

} // namespace cli
