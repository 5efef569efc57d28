#include "validate/suite_run.h"

#include "support/file_system.h"
#include "support/json.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <regex>
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

Result<SuiteRun> runSuite(const fs::path &program, const fs::path &scratch,
                          std::vector<std::string> arguments, const support::Deadline &deadline,
                          const std::string &onlyTest) {
  // A name that the subject does not hit upon: GoogleTest would wait for the reader of a pipe.
  const fs::path report = scratch / fmt::format("report.{}.json", ::getpid()),
                 printed = program.string() + ".out";
  if (auto cleared = execute::clearScratch(scratch); !cleared)
    return cleared.error();
  std::error_code ignored;
  fs::remove(printed, ignored);
  arguments.insert(arguments.begin(), program.string());
  arguments.push_back("--gtest_output=json:" + report.string());
  execute::FencedCommand command;
  int output = -1;
  if (!onlyTest.empty()) {
    const std::string disabled = std::regex_replace(onlyTest, std::regex("\\."), ".DISABLED_");
    arguments.push_back(fmt::format("--gtest_filter={}:{}", onlyTest, disabled));
    output = ::open(printed.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (output >= 0)
      command.descriptors = {{output, 1}};
  }
  command.arguments = std::move(arguments);
  command.scratch = scratch;
  const auto status = runFenced(std::move(command), deadline);
  if (output >= 0)
    ::close(output);
  if (!status)
    return status.error();
  SuiteRun run;
  if (!*status) {
    run.end = SuiteRun::End::Hung;
    return run;
  }
  const auto text = support::readRegularFile(report); // whatever the subject made in its place
  const support::Json json = text ? support::Json::parse(*text, nullptr, false) : support::Json();
  if (!json.is_object() || !json.contains("testsuites")) {
    run.end = SuiteRun::End::Died;
    return run;
  }
  const auto said = support::readFile(printed);
  for (const auto &suite : json["testsuites"])
    for (const auto &test : suite["testsuite"])
      if (test.contains("failures")) {
        std::string message = test["failures"].front().value("failure", std::string());
        if (message.find(seeAbove) != std::string::npos && said)
          if (std::string inChild = printedFailure(*said); !inChild.empty())
            message = std::move(inChild);
        run.failed[enabledName(fmt::format("{}.{}", test["classname"].get<std::string>(),
                                           test["name"].get<std::string>()))] = message;
      }
  return run;
}

} // namespace validate
