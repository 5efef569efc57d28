#include "cli/explain_command.h"

#include "cli/say.h"
#include "cli/session.h"
#include "support/file_system.h"
#include "support/json.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <vector>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Json;
using support::Result;

namespace {

/// FILE:LINE, FILE:LINE:OUTCOME.
struct Place {
  std::string file, outcome; // no outcome: each
  std::uint32_t line = 0;
};

Result<Place> placeOf(const std::string &text) {
  Place place;
  const std::size_t colon = text.find(':');
  const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  place.file = text.substr(0, colon);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), place.line);
  const std::string_view behind(end, rest.data() + rest.size());
  if (place.file.empty() || error != std::errc() || place.line == 0 ||
      (!behind.empty() && behind.front() != ':'))
    return Error{fmt::format("{}: a place is FILE:LINE or FILE:LINE:OUTCOME", text)};
  place.outcome = behind.substr(std::min<std::size_t>(1, behind.size()));
  return place;
}

/// Whether people may mean this file: its full path, or some last part of it.
bool isMeant(const std::string &file, const std::string &asked) {
  if (fs::absolute(file).lexically_normal() == fs::absolute(asked).lexically_normal())
    return true;
  const fs::path tail = fs::path(asked).lexically_normal();
  return file == tail || file.ends_with("/" + tail.string());
}

const Json *withId(const Json &list, const std::string &id) {
  const auto found = std::ranges::find_if(
      list, [&](const Json &entry) { return entry.value("id", std::string()) == id; });
  return found == list.end() ? nullptr : &*found;
}

/// A test, and its call as inputs/ID.json has it.
std::string testText(const std::string &id, const Json &report, const fs::path &folder) {
  std::string text = "test " + id;
  if (const Json *test = withId(report["tests"], id)) {
    text += fmt::format(", {}", test->value("name", ""));
    if (!test->value("green", true))
      text += fmt::format(" (not in the default run: {}{})", test->value("detail", ""),
                          test->value("needs_ub", false) ? ", by undefined behaviour" : "");
  }
  const auto input = support::readFile(folder / "inputs" / (id + ".json"));
  const Json json = input ? Json::parse(*input, nullptr, false) : Json();
  return json.is_object() && json.contains("call") ? text + ": " + json.value("call", "") : text;
}

void tellBranch(const Json &branch, const Json &report, const fs::path &folder) {
  const std::string verdict = branch.value("verdict", "");
  say(stdout, "{}:{}:{}: {} ({}): {}\n", branch.value("file", ""), branch.value("line", 0),
      branch.value("column", 0), branch.value("condition", ""), branch.value("outcome", ""),
      verdict == "constant" ? "constant: the compiler knows it, so it counts nowhere" : verdict);
  if (branch.contains("reason"))
    say(stdout, "    {}\n", branch.value("reason", ""));
  if (branch.contains("test"))
    say(stdout, "    {}\n", testText(branch.value("test", ""), report, folder));
  for (const Json &assumption : branch.value("assumptions", Json::array()))
    say(stdout, "    assumed: {}\n", assumption.get<std::string>());
  for (const Json &obligation : branch.value("obligations", Json::array()))
    say(stdout, "    to check: z3 {}\n", (folder / obligation.get<std::string>()).string());
}

void tellFinding(const Json &finding, const Json &report, const fs::path &folder) {
  say(stdout, "{}:{}: {}: {}{}\n    {}\n", finding.value("file", ""), finding.value("line", 0),
      finding.value("kind", ""), finding.value("message", ""),
      finding.value("plausible", true) ? "" : " [unlikely input]",
      testText(finding.value("test", ""), report, folder));
}

std::string whyNothing(const Place &place, const Json &report) {
  std::set<std::string> files;
  std::optional<std::uint32_t> nearest;
  const auto distance = [&](std::uint32_t line) {
    return line < place.line ? place.line - line : line - place.line;
  };
  for (const Json &branch : report["branches"]) {
    const std::string file = branch.value("file", "");
    const std::uint32_t line = branch.value("line", 0u);
    files.insert(file);
    if (isMeant(file, place.file) && (!nearest || distance(line) < distance(*nearest)))
      nearest = line;
  }
  if (nearest && *nearest == place.line)
    return fmt::format("no condition on this line has the outcome '{}'", place.outcome);
  if (nearest)
    return fmt::format("there is no condition on this line; the nearest is on line {}", *nearest);
  return fmt::format("the report has no conditions in this file (but in {}: {})",
                     files.size() == 1 ? "this one" : "these", fmt::join(files, ", "));
}

} // namespace

int runExplain(const ExplainOptions &options) {
  const auto place = placeOf(options.place);
  if (!place)
    return fail(Usage, place.error().message);
  const fs::path path = options.folder / "report.json";
  const auto text = support::readFile(path);
  if (!text)
    return fail(Usage, text.error().message);
  const Json report = Json::parse(*text, nullptr, false);
  for (const char *list : {"branches", "tests", "findings"})
    if (!report.is_object() || !report.contains(list) || !report[list].is_array())
      return fail(Usage, fmt::format("{}: is no report of pincer", path.string()));

  const auto isThere = [&](const Json &entry) {
    return entry.value("line", 0u) == place->line && isMeant(entry.value("file", ""), place->file);
  };
  bool isAny = false;
  for (const Json &branch : report["branches"])
    if (isThere(branch) && (place->outcome.empty() || place->outcome == branch["outcome"])) {
      tellBranch(branch, report, options.folder);
      isAny = true;
    }
  for (const Json &finding : report["findings"])
    if (isThere(finding)) {
      tellFinding(finding, report, options.folder);
      isAny = true;
    }
  return isAny ? Ok : fail(Usage, fmt::format("{}: {}", options.place, whyNothing(*place, report)));
}

} // namespace cli
