#include "cli/replay_command.h"

#include "campaign/journal.h"
#include "campaign/judge.h"
#include "cli/reopen.h"
#include "cli/say.h"
#include "cli/session.h"
#include "emit/google_test/google_test.h"
#include "emit/google_test/literals.h"
#include "model/json.h"
#include "support/file_system.h"
#include "support/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace cli {

namespace fs = std::filesystem;
using support::Json;

namespace {

/// What report.json says of one test.
struct Expected {
  std::string outcome, detail;
  std::set<std::string> covers;
};

/// What inputs/ID.json says of what a program printed.
std::optional<std::string> outputBefore(const fs::path &folder, const std::string &id) {
  const auto text = support::readFile(folder / "inputs" / (id + ".json"));
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object() || !json.contains("output"))
    return std::nullopt;
  return json.value("output", "");
}

/// What inputs/ID.json says of the values that the test saw; null if there is nothing to compare.
Json observedBefore(const fs::path &folder, const std::string &id) {
  const auto text = support::readFile(folder / "inputs" / (id + ".json"));
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  return json.is_object() ? json.value("observed", Json()) : Json();
}

std::string outcomeWord(const model::Outcome &outcome) {
  if (std::holds_alternative<model::TimedOut>(outcome))
    return "timeout";
  if (std::holds_alternative<model::Threw>(outcome))
    return "exception";
  if (std::holds_alternative<model::Returned>(outcome) ||
      std::holds_alternative<model::Exited>(outcome))
    return "normal";
  return "crash";
}

std::optional<Expected> expectedOf(const Json &report, const std::string &id) {
  for (const Json &test : report.value("tests", Json::array()))
    if (test.value("id", "") == id) {
      Expected expected{test.value("outcome", ""), test.value("detail", ""), {}};
      for (const Json &site : test.value("covers", Json::array()))
        expected.covers.insert(site.get<std::string>());
      return expected;
    }
  return std::nullopt;
}

} // namespace

int runReplay(const ReplayOptions &options, const OutputOptions &output) {
  const fs::path path = fs::absolute(options.folder).lexically_normal();
  const auto text = support::readFile(path / "report.json");
  if (!text)
    return fail(Usage, text.error().message);
  const Json report = Json::parse(*text, nullptr, false);
  if (report.is_discarded())
    return fail(Usage, fmt::format("{}: is no JSON", (path / "report.json").string()));
  auto opened = reopen(path);
  if (const int *code = std::get_if<int>(&opened))
    return *code;
  const auto &[command, folder, program] = *std::get<std::unique_ptr<Reopened>>(opened);
  support::Deadline none;
  auto targets =
      Targets::start(program, folder.work(),
                     {.timeoutMs = command.testTimeoutMs, .memoryBytes = command.memoryBytes},
                     command.jobs, false, {none, {}, {}});
  if (!targets)
    return fail(Internal, targets.error().message);

  std::size_t stale = 0, ran = 0, changed = 0;
  const campaign::Journal journal(path);
  campaign::Judge judge(
      program.subject, program.branches, (*targets)->plain(),
      [&] { return (*targets)->sanitized(); }, campaign::EarlyEnds::SayNothing,
      [&] { return (*targets)->memory(); }, (*targets)->doubts());
  std::set<model::SiteId> covered;
  for (const model::TestCase &test : journal.load(program.subject, stale)) {
    const std::string id = campaign::testId(program.subject, test);
    if (options.test && id != *options.test)
      continue;
    auto judged = judge.judge(test);
    if (!judged)
      return fail(Internal, judged.error().message);
    ++ran;
    const auto expected = expectedOf(report, id);
    std::string complaint;
    std::set<std::string> sites;
    if (!*judged) {
      complaint = "two runs disagree";
    } else {
      for (const model::SiteId site : (*judged)->covers)
        sites.insert(program.branches[site].id);
      if (emit::isRunByDefault(program.subject, **judged))
        covered.insert((*judged)->covers.begin(), (*judged)->covers.end());
      if (!expected)
        complaint = "is not in the report";
      else if (expected->outcome != outcomeWord((*judged)->outcome))
        complaint =
            fmt::format("was {}, now {}", expected->outcome, outcomeWord((*judged)->outcome));
      else if (expected->covers != sites)
        complaint =
            fmt::format("covered {} branches, now {}", expected->covers.size(), sites.size());
      else if (program.subject.program && expected->detail != model::describe((*judged)->outcome))
        complaint =
            fmt::format("{}, now it {}", expected->detail, model::describe((*judged)->outcome));
      else if (const auto before = outputBefore(path, id);
               before && (*judged)->output && *before != emit::stringLiteral(*(*judged)->output))
        complaint = "prints something else";
      else if (const Json before = observedBefore(path, id);
               !before.is_null() && (*judged)->observation &&
               before != model::toJson(program.subject, *(*judged)->observation))
        complaint = "returns, writes or sets other values";
    }
    changed += complaint.empty() ? 0 : 1;
    if (!complaint.empty())
      say(stdout, "CHANGED  {}: {}\n", id, complaint);
    else if (!output.quiet || options.test)
      say(stdout, "ok       {}  {}{}\n", id, model::describe((*judged)->outcome),
          (*judged)->verdict ? "; " + (*judged)->verdict->message : "");
  }
  if (options.test && ran == 0)
    return fail(Usage, fmt::format("--test: no test '{}' in {}", *options.test, path.string()));

  const auto sites = static_cast<std::size_t>(
      std::count_if(program.branches.sites.begin(), program.branches.sites.end(),
                    [](const model::Site &site) { return !site.constant; }));
  if (stale != 0)
    say(stdout, "{} saved tests no longer fit the sources\n", stale);
  say(stdout, "{} tests, {} as reported, {} changed; {} of {} branches covered\n", ran,
      ran - changed, changed, covered.size(), sites);
  return changed == 0 && stale == 0 ? Ok : Findings;
}

} // namespace cli
