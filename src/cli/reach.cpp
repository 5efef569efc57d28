#include "cli/reach.h"

#include "cli/say.h"
#include "emit/report/report_json.h"
#include "emit/value_text.h"
#include "frontend/line_facts.h"
#include "model/refusable.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cli {

namespace fs = std::filesystem;
using namespace model;
using support::Error;
using support::Json;
using support::Result;

namespace {

/// A target, taken apart.
struct Target {
  GoalPlace place;
  std::string outcome; // of a condition on the line; empty: the place itself
};

Target targetOf(const std::string &text) {
  Target target;
  std::string rest = text;
  for (const char *outcome : {":true", ":false"})
    if (rest.ends_with(outcome)) {
      target.outcome = outcome + 1;
      rest.resize(rest.size() - std::string(outcome).size());
    }
  const std::size_t colon = rest.find(':'); // a function may be named A::f
  GoalPlace &place = target.place;
  place.file = rest.substr(0, colon);
  if (fs::exists(place.file))
    place.file = fs::absolute(place.file).lexically_normal().string();
  const std::string last = colon == std::string::npos ? "" : rest.substr(colon + 1);
  const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), place.line);
  if (error != std::errc() || end != last.data() + last.size()) {
    place.line = 0;
    place.function = last;
  }
  return target;
}

/// The nearest line that has code.
std::string nearestLine(const MarkedPlace &marked, std::uint32_t to) {
  const auto nearest = std::ranges::min_element(marked.linesWithCode, {}, [&](std::uint32_t line) {
    return line < to ? to - line : line - to;
  });
  return nearest == marked.linesWithCode.end()
             ? ""
             : fmt::format("; the nearest is on line {}", *nearest);
}

/// The function around a line that no program holds, since nothing uses it.
const Function *absentAround(const Subject &subject, const GoalPlace &place) {
  for (const Function &function : subject.functions)
    if (function.optionalBody && function.optionalBody->start.file == place.file &&
        (place.function.empty()
             ? function.optionalBody->start.line <= place.line &&
                   place.line <= function.optionalBody->lastLine
             : function.name == place.function || function.name.starts_with(place.function + "(")))
      return &function;
  return nullptr;
}

constexpr std::size_t mostUsesNamed = 5;

/// Why a place has no code, and where the nearest is.
std::string whyNoCode(const GoalPlace &place, const MarkedPlace &marked, const Subject &subject) {
  if (const Function *absent = absentAround(subject, place))
    return fmt::format("there is no code of {}: {}", absent->name, absent->optionalBody->absent);
  const frontend::LineFacts facts = frontend::factsOf(subject.units, place.file, place.line);
  if (!facts.isIncluded && marked.linesWithCode.empty())
    return fmt::format("{} is not among the sources, nor a header that they include", place.file);
  if (!place.function.empty())
    return fmt::format("this file defines no function '{}' that is compiled", place.function);
  if (facts.macro && facts.uses.empty())
    return fmt::format("this line belongs to the macro {}, which nothing in this file uses: name "
                       "a line that does",
                       *facts.macro);
  if (facts.macro) {
    std::vector<std::uint32_t> lines(facts.uses.begin(), facts.uses.end());
    lines.resize(std::min(lines.size(), mostUsesNamed));
    return fmt::format("this line belongs to the macro {}: name a line that uses it ({}{})",
                       *facts.macro, fmt::join(lines, ", "),
                       lines.size() < facts.uses.size() ? ", ..." : "");
  }
  return fmt::format("{}{}",
                     facts.isRemoved ? "the preprocessor removes this line"
                                     : "there is no code on this line",
                     nearestLine(marked, place.line));
}

/// Why no function that is called leads there; empty: one may.
std::string whyNoWay(const std::vector<SiteId> &sites, const build::Program &program,
                     const std::vector<bool> &reachable) {
  const BranchMap &map = program.branches;
  for (std::size_t i = 0; i < map.branches.size(); ++i)
    if (reachable[i] && std::ranges::find(sites, map.branches[i].site) != sites.end())
      return "";
  const std::string &name = map[sites.front()].function;
  const auto function = std::ranges::find_if(program.subject.functions,
                                             [&](const Function &f) { return f.name == name; });
  std::string why = fmt::format("nothing that is called leads to {}", name);
  if (function != program.subject.functions.end() && function->undrivable)
    why += fmt::format(", and it is not called itself: {}", *function->undrivable);
  return why;
}

bool isPlace(const build::Program &program, SiteId site) {
  return std::ranges::any_of(program.places,
                             [&](const MarkedPlace &place) { return place.site == site; });
}

} // namespace

bool isTarget(const std::string &argument) {
  return argument.find(':') != std::string::npos && !fs::exists(argument);
}

support::Status checkTarget(const std::string &text) {
  const GoalPlace place = targetOf(text).place;
  const bool isNumber =
      !place.function.empty() && std::isdigit(static_cast<unsigned char>(place.function[0]));
  if (place.file.empty() || isNumber || (place.function.empty() && place.line == 0))
    return Error{fmt::format("{}: a target is FILE:LINE, FILE:LINE:true, FILE:LINE:false or "
                             "FILE:FUNCTION",
                             text)};
  return support::Done{};
}

std::vector<GoalPlace> placesOf(const std::vector<AskedTarget> &targets) {
  std::vector<GoalPlace> places;
  for (const AskedTarget &target : targets)
    places.push_back(targetOf(target.text).place);
  return places;
}

namespace {

/// Conditions on the line of a place that may have this outcome.
std::vector<SiteId> conditionsAt(SiteId place, const std::string &outcome,
                                 const build::Program &program) {
  std::vector<SiteId> sites;
  const Site &there = program.branches[place];
  for (std::size_t i = 0; i < program.branches.sites.size(); ++i) {
    const Site &site = program.branches.sites[i];
    if (site.shown().file == there.shown().file && site.shown().line == there.shown().line &&
        site.outcome == outcome && !site.constant && !isPlace(program, SiteId(i)))
      sites.push_back(SiteId(i));
  }
  return sites;
}

ReachTarget resolve(const AskedTarget &asked, const MarkedPlace &marked,
                    const build::Program &program, const std::vector<bool> &reachable) {
  const Target target = targetOf(asked.text);
  if (!marked.site)
    return {asked, {}, whyNoCode(target.place, marked, program.subject)};
  std::vector<SiteId> sites{*marked.site};
  if (!target.outcome.empty())
    sites = conditionsAt(*marked.site, target.outcome, program);
  if (sites.empty())
    return {asked, {}, "there is no condition on this line that could be " + target.outcome};
  if (std::string none = whyNoWay(sites, program, reachable); !none.empty())
    return {asked, {}, std::move(none)};
  return {asked, std::move(sites)};
}

} // namespace

Result<std::vector<ReachTarget>> resolveTargets(const std::vector<AskedTarget> &asked,
                                                const build::Program &program,
                                                std::vector<std::string> &notes) {
  using Origin = AskedTarget::Origin;
  const std::vector<bool> reachable = program.reachable();
  std::vector<ReachTarget> targets;
  std::size_t changed = 0, elsewhere = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const MarkedPlace &marked = program.places[i];
    if (asked[i].origin == Origin::Changed && !marked.site) {
      ++changed;
      continue;
    }
    if (asked[i].origin == Origin::Alarm && marked.linesWithCode.empty()) {
      ++elsewhere;
      continue;
    }
    ReachTarget target = resolve(asked[i], marked, program, reachable);
    if (asked[i].origin == Origin::Named && target.sites.empty())
      return Error{fmt::format("{}: {}", asked[i].text, target.whyNone)};
    targets.push_back(std::move(target));
  }
  if (changed > 0)
    notes.push_back(fmt::format("{} changed lines have no code in these sources", changed));
  if (elsewhere > 0)
    notes.push_back(
        fmt::format("{} alarms are in files that are not among the sources", elsewhere));
  if (elsewhere > 0 && targets.empty())
    return Error{"--from-sarif: none of its alarms is in the sources"};
  return targets;
}

std::vector<campaign::Target> searchTargets(const std::vector<ReachTarget> &targets) {
  std::vector<campaign::Target> wanted;
  for (const ReachTarget &target : targets) {
    if (target.sites.empty())
      continue;
    campaign::Target &last = wanted.emplace_back(target.sites);
    if (target.asked.origin == AskedTarget::Origin::Alarm) {
      const GoalPlace place = targetOf(target.asked.text).place;
      last.error = {place.file, place.line};
    }
  }
  return wanted;
}

namespace {

const KeptTest *testOf(const std::string &id, const Suite &suite) {
  const auto found = std::ranges::find(suite.tests, id, &KeptTest::id);
  return found == suite.tests.end() ? nullptr : &*found;
}

/// An error that a test runs into where an alarm says so.
const Finding *findingAt(const GoalPlace &place, const Suite &suite) {
  const auto found = std::ranges::find_if(suite.findings, [&](const Finding &finding) {
    return finding.line == place.line &&
           (finding.file == place.file || finding.file.ends_with("/" + place.file));
  });
  return found == suite.findings.end() ? nullptr : &*found;
}

/// By a test that ends well, or by one that crashes there or hangs: it got there.
TargetState howReached(const ReachTarget &target, const Suite &suite) {
  using Kind = TargetState::Kind;
  for (const SiteId site : target.sites)
    if (const auto *covered = std::get_if<Covered>(&suite.verdicts[site.index]))
      return {Kind::Reached, testOf(covered->test, suite)};
  for (const SiteId site : target.sites)
    if (const auto *apart = std::get_if<CoveredApart>(&suite.verdicts[site.index])) {
      if (apart->by == CoveredApart::By::Crash)
        return {Kind::Reached, testOf(apart->test, suite), "it crashes there or later"};
      if (apart->by == CoveredApart::By::Timeout)
        return {Kind::Reached, testOf(apart->test, suite), "it does not end"};
    }
  return {};
}

std::string whyOpen(const ReachTarget &target, const Suite &suite) {
  if (target.sites.empty())
    return target.whyNone;
  for (const SiteId site : target.sites) {
    const Verdict &verdict = suite.verdicts[site.index];
    if (const auto *open = std::get_if<Open>(&verdict))
      return describe(*open, *suite.branches);
    if (const auto *apart = std::get_if<CoveredApart>(&verdict))
      return describe(*apart);
  }
  return "no test that was kept comes there";
}

/// The call as the test has it, and what its run asks for.
std::string inputText(const KeptTest &test, const Suite &suite) {
  constexpr std::size_t mostSupplied = 8;
  const Subject &subject = *suite.subject;
  std::vector<std::string> supplied;
  for (const Supplied &each : test.test.supplied) {
    const Supply &supply = subject[each.source];
    if (supply.input)
      continue; // the program's command names it
    supplied.push_back(fmt::format(
        "{}{} = {}", supply.name,
        supply.kind == Supply::Kind::Variable ? "" : fmt::format("() call {}", each.index + 1),
        emit::valueText(subject, supply.type, each.value)));
  }
  const std::size_t left = supplied.size() - std::min(supplied.size(), mostSupplied);
  supplied.resize(supplied.size() - left);
  if (left > 0)
    supplied.push_back(fmt::format("{} more", left));
  return emit::callText(subject, test.test) +
         (supplied.empty() ? "" : fmt::format(" with {}", fmt::join(supplied, ", "))) +
         (test.test.refused.empty() ? "" : ", if " + describeAll(test.test.refused));
}

const char *wordOf(TargetState::Kind kind) {
  constexpr const char *words[] = {"reached", "confirmed", "infeasible", "open"};
  return words[static_cast<int>(kind)];
}

} // namespace

TargetState stateOf(const ReachTarget &target, const Suite &suite) {
  using Kind = TargetState::Kind;
  const bool isAlarm = target.asked.origin == AskedTarget::Origin::Alarm;
  if (isAlarm)
    if (const Finding *finding = findingAt(targetOf(target.asked.text).place, suite))
      if (const KeptTest *test = testOf(finding->test, suite))
        return {Kind::Confirmed, test, finding->kind + ": " + finding->message};
  if (TargetState reached = howReached(target, suite); reached.test) {
    reached.isOfAlarm = isAlarm;
    return reached;
  }
  std::string whyNever;
  const auto isInfeasible = [&](SiteId site) {
    const auto *infeasible = std::get_if<Infeasible>(&suite.verdicts[site.index]);
    if (infeasible)
      whyNever = infeasible->reason;
    return infeasible != nullptr;
  };
  if (!target.sites.empty() && std::ranges::all_of(target.sites, isInfeasible))
    return {Kind::Infeasible, nullptr, whyNever};
  return {Kind::Open, nullptr, whyOpen(target, suite)};
}

void tellTargets(const std::vector<ReachTarget> &targets, const Suite &suite) {
  for (const ReachTarget &target : targets) {
    const TargetState state = stateOf(target, suite);
    const bool isProved = state.kind == TargetState::Kind::Infeasible;
    std::string line = fmt::format("{}: {}", target.asked.text,
                                   isProved ? "unreachable, proved (assumptions in report.json)"
                                            : wordOf(state.kind));
    if (state.test)
      line += fmt::format(" by test {}: {}", state.test->id, inputText(*state.test, suite));
    if (!state.reason.empty())
      line += state.test ? fmt::format(" ({})", state.reason) : ": " + state.reason;
    if (!target.asked.alarm.empty())
      line += fmt::format(" [{}]", target.asked.alarm);
    say(stdout, "{}\n", line);
  }
}

Json targetsJson(const std::vector<ReachTarget> &targets, const Suite &suite) {
  Json list = Json::array();
  for (const ReachTarget &target : targets) {
    const TargetState state = stateOf(target, suite);
    Json entry{{"target", target.asked.text}, {"state", wordOf(state.kind)}};
    if (state.test) {
      entry["test"] = state.test->id;
      entry["input"] = inputText(*state.test, suite);
      entry["inputs"] = emit::inputsJson(*suite.subject, state.test->test);
      entry["outcome"] = describe(state.test->outcome);
    }
    if (!state.reason.empty())
      entry["reason"] = state.reason;
    if (!target.asked.alarm.empty())
      entry["alarm"] = target.asked.alarm;
    list.push_back(std::move(entry));
  }
  return list;
}

} // namespace cli
