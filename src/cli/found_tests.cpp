#include "cli/found_tests.h"

#include "cli/version.h"
#include "emit/formats/corpus.h"
#include "emit/formats/ktest.h"
#include "support/file_system.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <sstream>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Result;
using support::Status;

namespace {

std::string programName(const TestOptions &options) {
  return options.sources.empty() ? "" : options.sources.front().string();
}

emit::TestCompTask taskOf(const TestOptions &options,
                          const std::optional<emit::CoverageGoal> &goal) {
  emit::TestCompTask task{
      .producer = fmt::format("Pincer {}", version),
      .programFile = programName(options),
      .bits = std::ranges::find(options.flags, "-m32") != options.flags.end() ? 32u : 64u,
      .time = std::time(nullptr)};
  task.goal = goal.value_or(
      *emit::readSpecification("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"));
  if (auto text = support::readFile(task.programFile))
    task.programText = std::move(*text);
  return task;
}

} // namespace

Status FoundTests::clear() {
  if (const auto before = support::readFile(list())) {
    std::istringstream lines(*before);
    for (std::string line; std::getline(lines, line);) {
      std::error_code ignored;
      fs::remove(output_ / line, ignored);
    }
  }
  for (const auto &[format, folder] :
       {std::pair{"testcomp", "test-suite"}, {"ktest", "ktest"}, {"corpus", "corpus"}}) {
    std::error_code none;
    if (options_.formats.contains(format) && fs::exists(output_ / folder, none) &&
        !fs::is_empty(output_ / folder, none))
      return Error{fmt::format("{}: holds something that was not written by pincer; nothing was "
                               "written (move it away, or choose another folder with -o)",
                               (output_ / folder).string())};
  }
  return support::Done{};
}

Result<FoundTests> FoundTests::open(const TestOptions &options, const fs::path &output,
                                    const std::optional<emit::CoverageGoal> &goal) {
  FoundTests tests(options, output);
  if (Status status = tests.clear(); !status)
    return status.error();
  if (options.formats.contains("testcomp")) {
    const emit::File metadata = emit::testCompMetadata(taskOf(options, goal));
    if (Status status = tests.write(metadata.path, metadata.contents); !status)
      return status.error();
  }
  return tests;
}

/// The list comes first: what is not on it would be taken for somebody else's.
Status FoundTests::write(const std::string &path, const std::string &contents) {
  written_ += path + "\n";
  if (Status status = support::writeFile(list(), written_); !status)
    return status;
  return support::writeFile(output_ / path, contents);
}

Status FoundTests::add(const model::Subject &subject, const model::KeptTest &test,
                       std::optional<model::SiteId> goal) {
  if (!test.test.refused.empty()) // other tools' files can't say it
    return support::Done{};
  ++count_;
  if (options_.formats.contains("testcomp")) {
    const bool coversError =
        goal && std::binary_search(test.covers.begin(), test.covers.end(), *goal);
    const emit::File file = emit::testCompCase(subject, test, count_, coversError);
    if (Status status = write(file.path, file.contents); !status)
      return status;
  }
  if (options_.formats.contains("ktest")) {
    const emit::KTest made = emit::kTestOf(subject, test, programName(options_));
    if (Status status = write(fmt::format("ktest/test{:06}.ktest", count_), emit::writeKTest(made));
        !status)
      return status;
  }
  if (options_.formats.contains("corpus"))
    if (const auto bytes = emit::rawInput(subject, test.test))
      return write("corpus/" + test.id, *bytes);
  return support::Done{};
}

} // namespace cli
