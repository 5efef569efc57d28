#include "emit/report/sarif.h"

#include "emit/testing/suite_maker.h"
#include "support/json.h"

#include <gtest/gtest.h>

namespace emit {
namespace {

using support::Json;

const Layout layout{"/work/out", "/work", "1.2.3"};

Json logOf(const model::Suite &suite) { return Json::parse(sarifLog(suite, layout).contents); }

TEST(Sarif, ListsFindingsAndWhatIsInfeasible) {
  SuiteMaker m;
  addTriangle(m);
  const Json log = logOf(m.suite);
  EXPECT_EQ("2.1.0", log["version"]);
  const Json &run = log["runs"][0];
  EXPECT_EQ("file:///work/", run["originalUriBaseIds"]["%SRCROOT%"]["uri"]);
  const Json &results = run["results"];
  ASSERT_EQ(3U, results.size());

  EXPECT_EQ("null-dereference", results[0]["ruleId"]);
  EXPECT_EQ("warning", results[0]["level"]); // callers hardly pass null
  EXPECT_EQ(Json::parse(R"([{"physicalLocation": {
      "artifactLocation": {"uri": "src/triangle.c", "uriBaseId": "%SRCROOT%"},
      "region": {"startLine": 33}}}])"),
            results[0]["locations"]);
  EXPECT_EQ("out/inputs/" + m.suite.tests[3].id + ".json",
            results[0]["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"]);

  EXPECT_EQ("signed-integer-overflow", results[1]["ruleId"]);
  EXPECT_EQ("error", results[1]["level"]);

  EXPECT_EQ("informational", results[2]["kind"]);
  EXPECT_EQ("none", results[2]["level"]);
  EXPECT_EQ("a > a is never true", results[2]["message"]["text"]);
  EXPECT_EQ(19, results[2]["locations"][0]["physicalLocation"]["region"]["startLine"]);
}

TEST(Sarif, ResultsNameTheirRules) {
  SuiteMaker m;
  addTriangle(m);
  const Json run = logOf(m.suite)["runs"][0];
  const Json &rules = run["tool"]["driver"]["rules"];
  for (const Json &result : run["results"])
    EXPECT_EQ(result["ruleId"], rules.at(result["ruleIndex"].get<std::size_t>())["id"]);
  EXPECT_EQ("external/cwe/cwe-476", rules[0]["properties"]["tags"][0]);
}

TEST(Sarif, FingerprintsDoNotMoveWithLines) {
  SuiteMaker m;
  addTriangle(m);
  const auto fingerprints = [&] {
    std::vector<std::string> all;
    const Json log = logOf(m.suite);
    for (const Json &result : log["runs"][0]["results"])
      all.push_back(result["partialFingerprints"]["pincer/v1"]);
    return all;
  };
  const auto before = fingerprints();
  for (model::Finding &finding : m.suite.findings)
    finding.line += 10;
  for (model::Site &site : m.branches.sites)
    site.range.line += 10;
  EXPECT_EQ(before, fingerprints());
  m.suite.findings[0].message = "something else";
  EXPECT_NE(before, fingerprints());
}

TEST(Sarif, TellsEqualFindingsApart) {
  SuiteMaker m;
  addTriangle(m);
  m.suite.findings.push_back(m.suite.findings[0]);
  const Json results = logOf(m.suite)["runs"][0]["results"];
  EXPECT_NE(results[0]["partialFingerprints"], results[2]["partialFingerprints"]);
}

TEST(Sarif, EscapesPaths) {
  SuiteMaker m;
  addTriangle(m);
  m.suite.findings[0].file = "/work/a b/50%#\xc3\xa4.c";
  m.suite.findings[1].file = "/usr/include/x.h";
  const Json results = logOf(m.suite)["runs"][0]["results"];
  const auto uriOf = [](const Json &result) {
    return result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  };
  EXPECT_EQ("a%20b/50%25%23%C3%A4.c", uriOf(results[0]));
  EXPECT_EQ("file:///usr/include/x.h", uriOf(results[1]));
}

TEST(Sarif, KnowsItsOwn) {
  SuiteMaker m;
  addTriangle(m);
  EXPECT_TRUE(isOwnSarif(sarifLog(m.suite, layout).contents));
  EXPECT_FALSE(
      isOwnSarif(R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}}]})"));
  EXPECT_FALSE(isOwnSarif("{}"));
  EXPECT_FALSE(isOwnSarif("no JSON"));
}

} // namespace
} // namespace emit
