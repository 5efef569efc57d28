#include "cli/asked_targets.h"

#include "support/file_system.h"
#include "support/json.h"
#include "support/process.h"

#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <sstream>

namespace cli {

namespace fs = std::filesystem;
using support::Error;
using support::Json;
using support::Result;

namespace {

/// As the user would write it: from here on, if it is below.
std::string shownPath(const fs::path &path) {
  const fs::path relative = path.lexically_relative(fs::current_path());
  const bool isBelow = !relative.empty() && *relative.begin() != "..";
  return (isBelow ? relative : path).string();
}

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

Result<std::string> git(const fs::path &folder, std::vector<std::string> words) {
  std::vector<std::string> arguments{"git", "-c", "core.quotePath=false"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  auto result = support::runCommand({std::move(arguments), folder});
  if (!result)
    return Error{fmt::format("--diff needs git: {}", result.error().message)};
  if (!result->ok())
    return Error{firstLine(result->errors)};
  return std::move(result->output);
}

/// Git quotes names with quotes, backslashes and control characters.
std::string unquoted(const std::string &name) {
  if (!name.starts_with('"') || !name.ends_with('"') || name.size() < 2)
    return name;
  const Json text = Json::parse(name, nullptr, false);
  return text.is_string() ? text.get<std::string>() : name;
}

/// The lines of the new version that "@@ -a,b +c,d @@" is about; none if some were only removed.
std::optional<std::pair<unsigned, unsigned>> newLines(const std::string &hunk) {
  const std::size_t plus = hunk.find(" +");
  if (plus == std::string::npos)
    return std::nullopt;
  unsigned first = 0, count = 1;
  const char *end = hunk.data() + hunk.size();
  auto [rest, error] = std::from_chars(hunk.data() + plus + 2, end, first);
  if (error != std::errc())
    return std::nullopt;
  if (rest != end && *rest == ',')
    std::from_chars(rest + 1, end, count);
  return std::pair(first, count);
}

} // namespace

Result<std::vector<AskedTarget>> changedLines(const std::string &revision,
                                              const std::vector<fs::path> &sources) {
  const fs::path folder = fs::absolute(sources.front()).lexically_normal().parent_path();
  const auto root = git(folder, {"rev-parse", "--show-toplevel"});
  if (!root)
    return Error{fmt::format("--diff: {} is in no git repository ({})", sources.front().string(),
                             root.error().message)};
  if (!git(folder,
           {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"}))
    return Error{fmt::format("--diff: git knows no revision '{}'", revision)};
  const auto diff = git(folder, {"diff", "--no-color", "--no-ext-diff", "--no-textconv",
                                 "--no-renames", "--unified=0", "--src-prefix=a/",
                                 "--dst-prefix=b/", revision, "--", firstLine(*root)});
  if (!diff)
    return Error{"--diff: " + diff.error().message};
  std::vector<AskedTarget> targets;
  std::istringstream lines(*diff);
  std::string file;
  bool isHeader = false; // lines of the text may look like one
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("diff --git "))
      isHeader = true;
    else if (isHeader && line.starts_with("+++ ")) {
      const std::string name = unquoted(line.substr(4));
      file = name.starts_with("b/") ? shownPath(fs::path(firstLine(*root)) / name.substr(2)) : "";
    } else if (line.starts_with("@@ ")) {
      isHeader = false;
      if (const auto part = newLines(line); part && !file.empty())
        for (unsigned i = 0; i < part->second; ++i)
          targets.push_back(
              {fmt::format("{}:{}", file, part->first + i), AskedTarget::Origin::Changed});
    }
  }
  return targets;
}

namespace {

std::string percentDecoded(const std::string &text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr ==
            text.data() + i + 3) {
      decoded += static_cast<char>(code);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

std::string textOf(const Json &object, const char *key) {
  return object.is_object() && object.contains(key) && object[key].is_string()
             ? object[key].get<std::string>()
             : "";
}

const Json &at(const Json &object, const char *key) {
  static const Json none;
  return object.is_object() && object.contains(key) ? object[key] : none;
}

/// A file that a result names: by itself, by its number among the run's, relative to a base.
fs::path fileOf(const Json &run, const Json &location) {
  const Json &number = at(location, "index");
  const Json &artifacts = at(run, "artifacts");
  if (textOf(location, "uri").empty() && number.is_number_unsigned() && artifacts.is_array() &&
      number.get<std::size_t>() < artifacts.size())
    return fileOf(run, at(artifacts[number.get<std::size_t>()], "location"));
  std::string uri = textOf(location, "uri");
  const std::string base = textOf(location, "uriBaseId");
  if (!base.empty() && uri.find("://") == std::string::npos)
    uri = textOf(at(at(run, "originalUriBaseIds"), base.c_str()), "uri") + uri;
  if (uri.starts_with("file://"))
    uri = uri.substr(uri.find('/', 7));
  else if (uri.starts_with("file:"))
    uri = uri.substr(5);
  return percentDecoded(uri);
}

} // namespace

Result<std::vector<AskedTarget>> alarmsIn(const fs::path &sarif) {
  const auto text = support::readFile(sarif);
  if (!text)
    return Error{"--from-sarif: " + text.error().message};
  const Json json = Json::parse(*text, nullptr, false);
  const auto bad = [&](const char *why) {
    return Error{fmt::format("--from-sarif: {} is no SARIF file: {}", sarif.string(), why)};
  };
  if (json.is_discarded())
    return bad("it is no JSON");
  if (!at(json, "runs").is_array())
    return bad("it has no list of runs");
  std::vector<AskedTarget> targets;
  std::map<std::string, std::size_t> known;
  for (const Json &run : json["runs"]) {
    const Json &results = at(run, "results");
    if (!results.is_array())
      continue; // the analyser found nothing, or did not run
    for (const Json &result : results) {
      const std::string kind = textOf(result, "kind");
      if ((!kind.empty() && kind != "fail") || textOf(result, "baselineState") == "absent")
        continue; // says that something is fine
      const Json &locations = at(result, "locations");
      if (!locations.is_array() || locations.empty())
        continue;
      const Json &place = at(locations[0], "physicalLocation");
      const fs::path file = fileOf(run, at(place, "artifactLocation"));
      const Json &line = at(at(place, "region"), "startLine");
      if (file.empty() || !line.is_number_unsigned())
        continue; // of a file as a whole
      const std::string name = fmt::format(
          "{}:{}", file.is_absolute() ? shownPath(file) : file.string(), line.get<std::uint64_t>());
      const std::string rule = textOf(result, "ruleId"),
                        said = textOf(at(result, "message"), "text");
      const std::string alarm = rule.empty() || said.empty() ? rule + said : rule + ": " + said;
      const auto [found, isNew] = known.try_emplace(name, targets.size());
      if (isNew)
        targets.push_back({name, AskedTarget::Origin::Alarm, alarm});
      else if (targets[found->second].alarm.find(alarm) == std::string::npos)
        targets[found->second].alarm += "; " + alarm;
    }
  }
  return targets;
}

} // namespace cli
