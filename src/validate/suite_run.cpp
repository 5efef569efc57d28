#include "validate/suite_run.h"

#include "support/file_system.h"
#include "support/json.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <set>
#include <sstream>
#include <unistd.h>

namespace validate {

namespace fs = std::filesystem;
using support::Result;

namespace {

std::string trimmed(const std::string &text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos
             ? ""
             : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(trimmed(line));
  return lines;
}

/// A test that has a process of its own prints there what failed.
std::string printedFailure(const std::string &output) {
  constexpr std::string_view mark = ": Failure\n";
  const std::size_t at = output.find(mark);
  if (at == std::string::npos)
    return "";
  const std::size_t begin = at + mark.size();
  return "\n" + output.substr(begin, output.find("\n\n", begin) - begin);
}

constexpr std::string_view seeAbove = "see above for what failed";

} // namespace

std::string enabledName(std::string name) {
  constexpr std::string_view prefix = ".DISABLED_";
  if (const std::size_t at = name.find(prefix); at != std::string::npos)
    name.erase(at + 1, prefix.size() - 1);
  return name;
}

std::string failureInWords(const std::string &message) {
  constexpr std::string_view which = "Which is: ";
  constexpr std::size_t longest = 200;
  std::vector<std::string> lines = linesOf(message);
  if (!lines.empty())
    lines.erase(lines.begin()); // the place
  std::vector<std::string> values;
  const bool isEquality = !lines.empty() && lines.front() == "Expected equality of these values:";
  for (std::size_t i = 1; isEquality && i < lines.size(); ++i) {
    if (!lines[i].starts_with(which))
      values.push_back(lines[i]);
    else if (!values.empty())
      values.back() = lines[i].substr(which.size());
  }
  std::string words;
  if (values.size() >= 2)
    words = fmt::format("expected {}, came {}", values[0], values[1]);
  else
    for (const std::string &line : lines)
      words += (words.empty() || line.empty() ? "" : " ") + line;
  return words.size() > longest ? words.substr(0, longest) + "..." : words;
}

Result<std::optional<int>> runFenced(execute::FencedCommand command,
                                     const support::Deadline &deadline) {
  command.randomised = true;
  // The subject ran without any environment; here it has one, as at a user's.
  command.environment = {"HOME=/home/user", "USER=user",  "PATH=/usr/bin:/bin",
                         "LANG=C.UTF-8",    "TERM=xterm", "TZ=America/St_Johns"};
  auto process = execute::startFenced(command, {.processes = 64});
  if (!process)
    return process.error();
  constexpr int sliceMs = 50;
  int status = 0;
  for (int waitedMs = 0; waitedMs < suitePatienceMs; waitedMs += sliceMs) {
    if (deadline.isOver())
      return stopped();
    if (process->waitFor(sliceMs, status))
      return std::optional(status);
  }
  process->kill();
  return std::optional<int>();
}

support::Error stopped() { return {"the check was stopped"}; }

void readPrinted(const std::string &output, const std::vector<std::string> &names, SuiteRun &run) {
  constexpr std::string_view begins = "[ RUN      ] ", passes = "[       OK ] ",
                             skips = "[  SKIPPED ] ", fails = "[  FAILED  ] ";
  const std::set<std::string> known(names.begin(), names.end());
  std::istringstream stream(output);
  std::string said; // since the last one began
  for (std::string line; std::getline(stream, line);) {
    const std::string name =
        line.substr(0, begins.size()) == begins ? line.substr(begins.size()) : std::string();
    if (known.contains(name)) {
      run.begun.push_back(name);
      run.endedBy = name;
      said.clear();
      continue;
    }
    const bool isFailed = line.starts_with(fails);
    const bool isOver = isFailed || line.starts_with(passes) || line.starts_with(skips);
    const bool isItsEnd = isOver && !run.endedBy.empty() &&
                          line.substr(fails.size(), line.find_first_of(" ,(", fails.size()) -
                                                        fails.size()) == run.endedBy;
    if (isItsEnd && isFailed)
      run.failed[enabledName(run.endedBy)] = printedFailure(said + "\n\n");
    if (isItsEnd)
      run.endedBy.clear();
    said += line + "\n";
  }
}

namespace {

std::string filterOf(const WhichTests &which) {
  const std::string among = which.disabled ? "*.DISABLED_*" : "*";
  return fmt::format("--gtest_filter={}-{}", among, fmt::join(which.but, ":"));
}

/// Adds the failures in GoogleTest's report; false if there is none.
bool readReport(const fs::path &report, const std::string &printed, SuiteRun &run) {
  const auto text = support::readRegularFile(report); // whatever the subject made in its place
  const support::Json json = text ? support::Json::parse(*text, nullptr, false) : support::Json();
  if (!json.is_object() || !json.contains("testsuites"))
    return false;
  for (const auto &suite : json["testsuites"])
    for (const auto &test : suite["testsuite"])
      if (test.contains("failures")) {
        std::string message = test["failures"].front().value("failure", std::string());
        if (message.find(seeAbove) != std::string::npos)
          if (std::string inChild = printedFailure(printed); !inChild.empty())
            message = std::move(inChild);
        run.failed[enabledName(fmt::format("{}.{}", test["classname"].get<std::string>(),
                                           test["name"].get<std::string>()))] = message;
      }
  return true;
}

} // namespace

Result<SuiteRun> runSuite(const fs::path &program, const fs::path &scratch,
                          std::vector<std::string> arguments, const support::Deadline &deadline,
                          const WhichTests &which) {
  // A name that the subject does not hit upon: GoogleTest would wait for the reader of a pipe.
  const fs::path report = scratch / fmt::format("report.{}.json", ::getpid()),
                 printed = program.string() + ".out", flags = program.string() + ".flags";
  if (auto cleared = execute::clearScratch(scratch); !cleared)
    return cleared.error();
  std::error_code ignored;
  fs::remove(printed, ignored);
  arguments.insert(arguments.begin(), program.string());
  arguments.push_back("--gtest_output=json:" + report.string());
  if (which.disabled || !which.only.empty())
    arguments.emplace_back("--gtest_also_run_disabled_tests");
  if (!which.only.empty()) {
    const std::string disabled = std::regex_replace(which.only, std::regex("\\."), ".DISABLED_");
    arguments.push_back(fmt::format("--gtest_filter={}:{}", which.only, disabled));
  } else if (which.disabled || !which.but.empty()) {
    // There may be more names than an argument takes. Behind the fence /tmp is another: a program
    // that lies there can't read this file, and each of its tests is tried alone.
    constexpr std::size_t longestArgument = 100'000;
    std::string filter = filterOf(which);
    if (filter.size() > longestArgument) {
      if (auto written = support::writeFile(flags, filter + "\n"); !written)
        return written.error();
      filter = "--gtest_flagfile=" + flags.string();
    }
    arguments.push_back(std::move(filter));
  }
  // A file is bounded: what all tests together print is only looked at where it is needed.
  execute::FencedCommand command;
  const int output = which.only.empty() && !which.all
                         ? -1
                         : ::open(printed.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (output >= 0)
    command.descriptors = {{output, 1}};
  command.arguments = std::move(arguments);
  command.scratch = scratch;
  const auto status = runFenced(std::move(command), deadline);
  if (output >= 0)
    ::close(output);
  if (!status)
    return status.error();
  SuiteRun run;
  const auto text = support::readFile(printed);
  const std::string said = text ? *text : "";
  if (!*status)
    run.end = SuiteRun::End::Hung;
  else if (!readReport(report, said, run))
    run.end = SuiteRun::End::Died;
  if (run.end != SuiteRun::End::Finished && which.all)
    readPrinted(said, *which.all, run);
  return run;
}

} // namespace validate
