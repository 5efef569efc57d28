#include "emit/report/report_json.h"

#include "emit/google_test/google_test.h"
#include "emit/google_test/literals.h"
#include "emit/test_names.h"
#include "emit/value_text.h"
#include "model/json.h"
#include "model/program.h"
#include "model/refusable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::KeptTest;
using model::Suite;
using support::Json;

namespace {

template <class... Cases> struct Match : Cases... {
  using Cases::operator()...;
};

/// Sources in other encodings must not keep a report from being written.
std::string dump(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json header(const Layout &layout) {
  return {{"schema", 1}, {"tool", "pincer"}, {"version", layout.version}};
}

Json shareOf(const std::optional<double> &share) { return share ? Json(*share) : Json(); }

/// Covered, of the branches of functions that a green test entered; none of none is no share.
std::optional<double> relativeCoverage(const Suite &suite) {
  struct Count {
    std::size_t covered = 0, all = 0;
  };
  std::map<std::pair<std::string, std::string>, Count> functions;
  for (std::size_t i = 0; i < suite.verdicts.size(); ++i) {
    const model::Site &site = suite.branches->sites[i];
    Count &count = functions[{site.shown().file, site.function}];
    count.all += std::holds_alternative<model::Constant>(suite.verdicts[i]) ? 0 : 1;
    count.covered += std::holds_alternative<model::Covered>(suite.verdicts[i]) ? 1 : 0;
  }
  Count entered;
  for (const auto &[name, count] : functions)
    if (count.covered > 0) {
      entered.covered += count.covered;
      entered.all += count.all;
    }
  if (entered.all == 0)
    return std::nullopt;
  return static_cast<double>(entered.covered) / static_cast<double>(entered.all);
}

Json summaryOf(const Suite &suite) {
  const model::Summary sum = model::summarize(suite);
  return {{"branches", sum.branches},
          {"covered", sum.covered},
          {"covered_forced", sum.coveredForced},
          {"covered_ub", sum.coveredUb},
          {"covered_crash", sum.coveredCrash},
          {"covered_timeout", sum.coveredTimeout},
          {"infeasible", sum.infeasible},
          {"open", sum.open},
          {"constant", sum.constant},
          {"cov_b", shareOf(sum.branchCoverage)},
          {"cov_f", shareOf(sum.feasibleCoverage)},
          {"cov_r", shareOf(relativeCoverage(suite))},
          {"tests", sum.tests},
          {"findings", sum.findings}};
}

void addVerdict(Json &entry, const model::Verdict &verdict, const model::BranchMap &branches) {
  std::visit(Match{[&](const model::Covered &covered) {
                     entry["verdict"] = "covered";
                     entry["test"] = covered.test;
                   },
                   [&](const model::CoveredApart &covered) {
                     entry["verdict"] = "open";
                     entry["test"] = covered.test;
                     entry["reason"] = model::describe(covered);
                     entry["reason_kind"] = model::kindOf(covered);
                   },
                   [&](const model::Infeasible &infeasible) {
                     entry["verdict"] = "infeasible";
                     entry["assumptions"] = infeasible.assumptions;
                     if (!infeasible.reason.empty())
                       entry["reason"] = infeasible.reason;
                     if (!infeasible.obligations.empty())
                       entry["obligations"] = infeasible.obligations;
                   },
                   [&](const model::Open &open) {
                     entry["verdict"] = "open";
                     entry["reason"] = model::describe(open, branches);
                     entry["reason_kind"] = model::kindOf(open.reason);
                   },
                   [&](const model::Constant &) { entry["verdict"] = "constant"; }},
             verdict);
}

Json branchesOf(const Suite &suite, const Layout &layout) {
  Json list = Json::array();
  for (std::size_t i = 0; i < suite.branches->sites.size(); ++i) {
    const model::Site &site = suite.branches->sites[i];
    Json entry{{"id", site.id},
               {"file", shownPath(layout, site.shown().file)},
               {"line", site.shown().line},
               {"column", site.shown().column},
               {"function", site.function},
               {"condition", site.condition},
               {"outcome", site.outcome}};
    addVerdict(entry, suite.verdicts[i], *suite.branches);
    list.push_back(std::move(entry));
  }
  return list;
}

Json functionsOf(const Suite &suite, const Layout &layout) {
  Json list = Json::array();
  for (std::size_t i = 0; i < suite.subject->functions.size(); ++i) {
    const model::Function &function = suite.subject->functions[i];
    const model::FunctionState &state = suite.functions[i];
    if (function.isImplicit)
      continue;
    constexpr const char *words[] = {"tested", "partly", "skipped"};
    Json entry{{"name", function.name},
               {"file", shownPath(layout, function.file)},
               {"line", function.line},
               {"state", words[static_cast<int>(state.kind)]}};
    if (!state.reason.empty())
      entry["reason"] = state.reason;
    list.push_back(std::move(entry));
  }
  return list;
}

const char *outcomeWord(const model::Outcome &outcome) {
  return std::visit(Match{[](const model::Returned &) { return "normal"; },
                          [](const model::Exited &) { return "normal"; },
                          [](const model::Crashed &) { return "crash"; },
                          [](const model::TimedOut &) { return "timeout"; },
                          [](const model::OutOfMemory &) { return "crash"; },
                          [](const model::TooMuchOutput &) { return "timeout"; },
                          [](const model::Starved &) { return "timeout"; },
                          [](const model::Rejected &) { return "timeout"; }, // no test has it
                          [](const model::Forbidden &) { return "crash"; },
                          [](const model::Threw &) { return "exception"; }},
                    outcome);
}

Json coversOf(const Suite &suite, const KeptTest &test) {
  Json list = Json::array();
  for (const model::SiteId id : test.covers)
    list.push_back((*suite.branches)[id].id);
  return list;
}

Json programInputs(const model::ProgramRun &run) {
  Json inputs = {{"stdin", stringLiteral(run.input)}};
  std::vector<std::string> arguments;
  for (const std::string &argument : run.arguments)
    arguments.push_back(stringLiteral(argument));
  inputs["argv"] = fmt::format("{{{}}}", fmt::join(arguments, ", "));
  for (const auto *list : {&run.files, &run.environment})
    for (const auto &[name, bytes] : *list)
      inputs[name] = stringLiteral(bytes);
  return inputs;
}

} // namespace

Json inputsJson(const model::Subject &subject, const model::TestCase &test) {
  Json inputs = Json::object();
  const model::Function &function = subject[test.function()];
  const bool isOneCall = test.steps.size() == 1;
  for (std::size_t i = 0; i < test.steps.size() && !isOneCall; ++i)
    inputs[fmt::format("call {}", i + 1)] = stepText(subject, test.steps[i]);
  for (std::size_t i = 0; i < test.arguments().size() && isOneCall; ++i) {
    const model::Parameter &parameter = function.parameters[i];
    const std::string name =
        parameter.name.empty() ? fmt::format("argument{}", i + 1) : parameter.name;
    inputs[name] = valueText(subject, parameter.type, test.arguments()[i]);
  }
  if (subject.program)
    inputs = programInputs(model::programRun(subject, test));
  for (const model::Supplied &supplied : test.supplied) {
    const model::Supply &supply = subject[supplied.source];
    if (supply.input)
      continue;
    const std::string name = supply.kind == model::Supply::Kind::Variable
                                 ? supply.name
                                 : fmt::format("{} call {}", supply.name, supplied.index + 1);
    inputs[name] = valueText(subject, supply.type, supplied.value);
  }
  for (const model::Refusal &refusal : test.refused)
    inputs[fmt::format("{} {}", model::nameOf(refusal.what), refusal.index + 1)] = "fails";
  return inputs;
}

namespace {

Json testsOf(const Suite &suite) {
  const std::vector<TestName> names = nameTests(suite);
  Json list = Json::array();
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const KeptTest &test = suite.tests[i];
    list.push_back({{"id", test.id},
                    {"name", names[i].full()},
                    {"function", (*suite.subject)[test.test.function()].name},
                    {"outcome", outcomeWord(test.outcome)},
                    {"detail", model::describe(test.outcome)},
                    {"covers", coversOf(suite, test)},
                    {"inputs", inputsJson(*suite.subject, test.test)},
                    {"needs_ub", test.needsUb},
                    {"green", isRunByDefault(*suite.subject, test)}});
  }
  return list;
}

Json findingsOf(const Suite &suite, const Layout &layout) {
  Json list = Json::array();
  for (const model::Finding &finding : suite.findings)
    list.push_back({{"kind", finding.kind},
                    {"file", finding.file.empty() ? "" : shownPath(layout, finding.file)},
                    {"line", finding.line},
                    {"test", finding.test},
                    {"tests", finding.tests},
                    {"message", finding.message},
                    {"plausible", finding.plausible}});
  return list;
}

} // namespace

File reportJson(const Suite &suite, const Layout &layout) {
  Json report = header(layout);
  report["seed"] = suite.seed;
  report["elapsed_s"] = suite.elapsedSeconds;
  report["strategy"] = suite.strategy;
  report["interrupted"] = suite.interrupted;
  report["summary"] = summaryOf(suite);
  report["branches"] = branchesOf(suite, layout);
  report["functions"] = functionsOf(suite, layout);
  report["environment"] = Json::array();
  for (const model::EnvironmentEntry &entry : suite.environment)
    report["environment"].push_back({{"name", entry.name}, {"kind", entry.kind}});
  report["tests"] = testsOf(suite);
  report["findings"] = findingsOf(suite, layout);
  report["stats"] = Json::object();
  for (const auto &[name, value] : suite.statistics)
    report["stats"][name] = value;
  return {"report.json", dump(report)};
}

File inputFile(const Suite &suite, const KeptTest &test, const Layout &layout) {
  Json json = header(layout);
  json["id"] = test.id;
  json.update(model::toJson(*suite.subject, test.test));
  json["call"] = callText(*suite.subject, test.test);
  json["outcome"] = model::describe(test.outcome);
  json["needs_ub"] = test.needsUb;
  json["covers"] = coversOf(suite, test);
  if (test.output)
    json["output"] = stringLiteral(*test.output);
  if (test.observation)
    json["observed"] = model::toJson(*suite.subject, *test.observation);
  return {fmt::format("inputs/{}.json", test.id), dump(json)};
}

std::vector<File> inputFiles(const Suite &suite, const Layout &layout) {
  std::vector<File> files;
  for (const KeptTest &test : suite.tests)
    files.push_back(inputFile(suite, test, layout));
  return files;
}

} // namespace emit
