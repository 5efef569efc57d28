#include "emit/report/report_json.h"

#include "emit/testing/suite_maker.h"
#include "model/json.h"
#include "support/file_system.h"
#include "support/process.h"

#include <gtest/gtest.h>

namespace emit {
namespace {

using support::Json;

const Layout layout{"/work/out", "/work", "1.2.3"};

/// What python3-jsonschema says; empty if the report is valid.
std::string complaints(const std::string &report) {
  const support::TemporaryDirectory scratch;
  const std::string path = scratch.path() / "report.json";
  EXPECT_TRUE(support::writeFile(path, report));
  const auto result = support::runCommand(
      {{"python3", "-c",
        "import json, sys, jsonschema\n"
        "schema = json.load(open(sys.argv[1]))\n"
        "jsonschema.Draft7Validator.check_schema(schema)\n"
        "for e in jsonschema.Draft7Validator(schema).iter_errors(json.load(open(sys.argv[2]))):\n"
        "    print(list(e.path), e.message)\n",
        PINCER_SOURCE_DIRECTORY "/src/emit/report/report.schema.json", path},
       {}});
  EXPECT_TRUE(result);
  return result ? result->output + result->errors : result.error().message;
}

TEST(ReportJson, FollowsItsSchema) {
  SuiteMaker m;
  addTriangle(m);
  EXPECT_EQ("", complaints(reportJson(m.suite, layout).contents));
}

TEST(ReportJson, TheSchemaRefusesOtherThings) {
  SuiteMaker m;
  addTriangle(m);
  const auto report = [&] { return Json::parse(reportJson(m.suite, layout).contents); };
  Json wrong = report();
  wrong["branches"][0]["verdict"] = "maybe";
  EXPECT_NE("", complaints(wrong.dump()));
  wrong = report();
  wrong["branches"][0].erase("test");
  EXPECT_NE("", complaints(wrong.dump()));
  wrong = report();
  wrong["summary"].erase("cov_f");
  EXPECT_NE("", complaints(wrong.dump()));
}

TEST(ReportJson, SaysWhatTheSuiteSays) {
  SuiteMaker m;
  addTriangle(m);
  const Json report = Json::parse(reportJson(m.suite, layout).contents);
  EXPECT_EQ(
      R"({"branches":9,"covered":4,"covered_forced":0,"covered_ub":1,"covered_crash":0,"covered_timeout":0,)"
      R"("infeasible":1,"open":4,"constant":1,)"
      R"("cov_b":0.4444444444444444,"cov_f":0.5,"cov_r":0.4444444444444444,"tests":5,"findings":2})",
      report["summary"].dump());
  EXPECT_EQ("src/triangle.c", report["branches"][0]["file"]);
  EXPECT_EQ(14, report["branches"][0]["line"]);
  EXPECT_EQ("covered", report["branches"][0]["verdict"]);
  EXPECT_EQ("open", report["branches"][6]["verdict"]) << "undefined behaviour covers nothing";
  EXPECT_EQ(report["tests"][4]["id"], report["branches"][6]["test"]);
  EXPECT_EQ("Classify.AIsAtMost0", report["tests"][0]["name"]);
  EXPECT_EQ(R"({"s":"&{.a = 3, .b = 4}","by":"2"})", report["tests"][2]["inputs"].dump());
  EXPECT_EQ(R"({"s":"NULL","by":"1"})", report["tests"][3]["inputs"].dump());
  EXPECT_EQ("crash", report["tests"][3]["outcome"]);
  EXPECT_TRUE(report["tests"][4]["needs_ub"].get<bool>());
  EXPECT_EQ("skipped", report["functions"][2]["state"]);
  EXPECT_EQ(42, report["seed"]);
}

TEST(ReportJson, RelativeCoverageLeavesOutFunctionsThatNoTestEnters) {
  SuiteMaker m;
  addTriangle(m);
  for (std::size_t i = 0; i < m.branches.sites.size(); ++i)
    if (m.branches.sites[i].function == "scale")
      m.suite.verdicts[i] = model::Open{};
  const Json summary = Json::parse(reportJson(m.suite, layout).contents)["summary"];
  EXPECT_EQ(3. / 9, summary["cov_b"].get<double>());
  EXPECT_EQ(3. / 5, summary["cov_r"].get<double>());
}

TEST(ReportJson, OddBytesInConditionsDoNoHarm) {
  SuiteMaker m;
  addTriangle(m);
  m.branches.sites[0].condition = "c == '\xe4'";
  EXPECT_EQ("", complaints(reportJson(m.suite, layout).contents));
}

TEST(InputFiles, CanBeReadBack) {
  SuiteMaker m;
  addTriangle(m);
  const auto files = inputFiles(m.suite, layout);
  ASSERT_EQ(m.suite.tests.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ("inputs/" + m.suite.tests[i].id + ".json", files[i].path);
    const Json json = Json::parse(files[i].contents);
    EXPECT_EQ("pincer", json["tool"]);
    const auto test = model::testFromJson(m.subject, json);
    ASSERT_TRUE(test) << test.error().message;
    EXPECT_EQ(m.suite.tests[i].test, *test);
  }
}

} // namespace
} // namespace emit
