#include "emit/report/sarif.h"

#include "emit/google_test/google_test.h"
#include "emit/test_names.h"
#include "emit/value_text.h"
#include "support/hash.h"
#include "support/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

// SARIF 2.1.0. A rule is a kind of finding, with its weakness in the Common Weakness Enumeration
// where there is one. A result's fingerprint is made of what does not move with edits elsewhere in
// the file: kind, file, function of the test, and message; lines are not in it.

namespace emit {

using model::Finding;
using model::KeptTest;
using model::Suite;
using support::Json;

namespace {

constexpr const char *infeasibleRule = "infeasible-branch";
constexpr const char *sourceRoot = "%SRCROOT%";

struct Weakness {
  std::string_view kind;
  int number; // CWE-...
};
constexpr Weakness weaknesses[] = {
    {"null-dereference", 476},
    {"null-argument", 476},
    {"null-pointer-arithmetic", 476},
    {"heap-buffer-overflow", 787},
    {"stack-buffer-overflow", 787},
    {"global-buffer-overflow", 787},
    {"stack-buffer-underflow", 787},
    {"dynamic-stack-buffer-overflow", 787},
    {"out-of-bounds", 125},
    {"heap-use-after-free", 416},
    {"stack-use-after-return", 562},
    {"stack-use-after-scope", 562},
    {"double-free", 415},
    {"bad-free", 590},
    {"alloc-dealloc-mismatch", 762},
    {"wild-pointer", 822},
    {"division-by-zero", 369},
    {"signed-integer-overflow", 190},
    {"invalid-shift", 1335},
    {"invalid-conversion", 681},
    {"pointer-overflow", 468},
    {"uninitialised-read", 457},
    {"assertion-failure", 617},
    {"unreachable-code", 561},
    {"timeout", 835},
    {"stack-overflow", 674},
    {"out-of-memory", 770},
    {infeasibleRule, 561},
};

Json ruleOf(const std::string &kind) {
  std::string name = kind;
  std::ranges::replace(name, '-', ' ');
  Json rule{{"id", kind}, {"shortDescription", {{"text", name}}}};
  const auto known = std::ranges::find(weaknesses, kind, &Weakness::kind);
  if (known != std::end(weaknesses))
    rule["properties"] = {{"tags", {fmt::format("external/cwe/cwe-{:03}", known->number)}}};
  return rule;
}

/// The path of a URI: what is no plain character is escaped.
std::string escaped(std::string_view path) {
  constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : path)
    if (std::isalnum(static_cast<unsigned char>(c)) || plain.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

/// A file as the source root's below it, else by its full name.
Json artifact(const Layout &layout, const std::string &file) {
  const std::string shown = shownPath(layout, file);
  if (shown.starts_with('/'))
    return {{"uri", "file://" + escaped(shown)}};
  return {{"uri", escaped(shown)}, {"uriBaseId", sourceRoot}};
}

Json place(const Layout &layout, const std::string &file, std::uint32_t line,
           std::uint32_t column = 0) {
  Json physical{{"artifactLocation", artifact(layout, file)}};
  if (line > 0)
    physical["region"] = {{"startLine", line}};
  if (line > 0 && column > 0)
    physical["region"]["startColumn"] = column;
  return {{"physicalLocation", std::move(physical)}};
}

std::string neverText(const model::Site &site) {
  const bool isOfSwitch = site.outcome != "true" && site.outcome != "false";
  return isOfSwitch ? fmt::format("{} is never taken", site.outcome)
                    : fmt::format("{} is never {}", site.condition, site.outcome);
}

class Log {
public:
  Log(const Suite &suite, const Layout &layout) : suite_(suite), layout_(layout) {
    const std::vector<TestName> names = nameTests(suite);
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
      tests_[suite.tests[i].id] = {&suite.tests[i], names[i].full()};
  }

  void add(const Finding &finding) {
    Json result = resultOf(finding.kind, textOf(finding));
    result["level"] = finding.plausible ? "error" : "warning";
    if (!finding.file.empty())
      result["locations"] = {place(layout_, finding.file, finding.line)};
    std::string function;
    if (const auto test = tests_.find(finding.test); test != tests_.end()) {
      function = (*suite_.subject)[test->second.test->test.function()].name;
      Json reproducer = place(layout_, layout_.directory + "/inputs/" + finding.test + ".json", 0);
      reproducer["id"] = 1;
      reproducer["message"] = {
          {"text", fmt::format("the test {} runs into it", test->second.name)}};
      result["relatedLocations"] = {std::move(reproducer)};
    }
    fingerprint(result,
                {finding.kind, shownPath(layout_, finding.file), function, finding.message});
    results_.push_back(std::move(result));
  }

  void add(const model::Site &site, const model::Infeasible &infeasible) {
    Json result = resultOf(infeasibleRule,
                           fmt::format("{}{}{}", neverText(site),
                                       infeasible.reason.empty() ? "" : ": ", infeasible.reason));
    result["kind"] = "informational";
    result["level"] = "none";
    result["locations"] = {
        place(layout_, site.shown().file, site.shown().line, site.shown().column)};
    fingerprint(result, {infeasibleRule, shownPath(layout_, site.shown().file), site.function,
                         site.condition, site.outcome});
    results_.push_back(std::move(result));
  }

  Json json() && {
    Json run{{"tool",
              {{"driver",
                {{"name", "pincer"}, {"version", layout_.version}, {"rules", std::move(rules_)}}}}},
             {"originalUriBaseIds",
              {{sourceRoot, {{"uri", "file://" + escaped(layout_.currentDirectory) + "/"}}}}},
             {"columnKind", "utf16CodeUnits"},
             {"results", std::move(results_)}};
    return {{"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                        "sarif-schema-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({std::move(run)})}};
  }

private:
  struct Named {
    const KeptTest *test;
    std::string name;
  };

  Json resultOf(const std::string &kind, std::string text) {
    const auto [rule, isNew] = ruleIndices_.try_emplace(kind, rules_.size());
    if (isNew)
      rules_.push_back(ruleOf(kind));
    return {
        {"ruleId", kind}, {"ruleIndex", rule->second}, {"message", {{"text", std::move(text)}}}};
  }

  std::string textOf(const Finding &finding) const {
    std::string text = finding.message;
    if (const auto test = tests_.find(finding.test); test != tests_.end())
      text += fmt::format(" ([input](1): {})", callText(*suite_.subject, test->second.test->test));
    if (!finding.plausible)
      text += " [unlikely input]";
    return text;
  }

  void fingerprint(Json &result, const std::vector<std::string> &parts) {
    std::string all;
    for (const std::string &part : parts)
      all += part + '\0';
    const std::size_t before = fingerprints_[all]++; // equal ones are told apart by their order
    result["partialFingerprints"] = {
        {"pincer/v1", fmt::format("{}:{}", support::shortHash(all, 16), before + 1)}};
  }

  const Suite &suite_;
  const Layout &layout_;
  std::map<std::string, Named> tests_;
  std::map<std::string, std::size_t> ruleIndices_, fingerprints_;
  Json rules_ = Json::array(), results_ = Json::array();
};

} // namespace

File sarifLog(const Suite &suite, const Layout &layout) {
  Log log(suite, layout);
  for (const Finding &finding : suite.findings)
    log.add(finding);
  for (std::size_t i = 0; i < suite.verdicts.size(); ++i)
    if (const auto *infeasible = std::get_if<model::Infeasible>(&suite.verdicts[i]))
      log.add(suite.branches->sites[i], *infeasible);
  return {"findings.sarif",
          std::move(log).json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
}

bool isOwnSarif(const std::string &contents) {
  const Json log = Json::parse(contents, nullptr, false);
  const Json::json_pointer name("/runs/0/tool/driver/name");
  return log.is_object() && log.contains(name) && log[name] == "pincer";
}

} // namespace emit
