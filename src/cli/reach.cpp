#include "cli/reach.h"

#include "cli/say.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace cli {

namespace fs = std::filesystem;
using namespace model;
using support::Error;
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

/// Why a place has no code, and where the nearest is.
Error whyNoCode(const std::string &text, const Target &target, const MarkedPlace &marked) {
  const GoalPlace &place = target.place;
  const std::set<std::uint32_t> &lines = marked.linesWithCode;
  if (lines.empty())
    return Error{fmt::format("{}: {} is not among the sources, nor a header of theirs with code "
                             "that is compiled",
                             text, place.file)};
  if (!place.function.empty())
    return Error{fmt::format("{}: this file defines no function '{}' that is compiled", text,
                             place.function)};
  const auto nearest = std::ranges::min_element(lines, {}, [&](std::uint32_t line) {
    return line < place.line ? place.line - line : line - place.line;
  });
  return Error{
      fmt::format("{}: there is no code on this line; the nearest is on line {}", text, *nearest)};
}

bool isPlace(const build::Program &program, SiteId site) {
  return std::ranges::any_of(program.places,
                             [&](const MarkedPlace &place) { return place.site == site; });
}

} // namespace

bool isTarget(const std::string &argument) {
  return argument.find(':') != std::string::npos && !fs::exists(argument);
}

std::vector<GoalPlace> placesOf(const std::vector<std::string> &targets) {
  std::vector<GoalPlace> places;
  for (const std::string &text : targets)
    places.push_back(targetOf(text).place);
  return places;
}

Result<std::vector<ReachTarget>> resolveTargets(const std::vector<std::string> &texts,
                                                const build::Program &program) {
  std::vector<ReachTarget> targets;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Target target = targetOf(texts[i]);
    const MarkedPlace &marked = program.places[i];
    if (!marked.site)
      return whyNoCode(texts[i], target, marked);
    std::vector<SiteId> sites{*marked.site};
    if (!target.outcome.empty()) {
      sites.clear();
      const Site &place = program.branches.sites[marked.site->index];
      for (std::size_t j = 0; j < program.branches.sites.size(); ++j) {
        const Site &site = program.branches.sites[j];
        if (site.shown().file == place.shown().file && site.shown().line == place.shown().line &&
            site.outcome == target.outcome && !site.constant && !isPlace(program, SiteId(j)))
          sites.push_back(SiteId(j));
      }
      if (sites.empty())
        return Error{fmt::format("{}: there is no condition on this line that could be {}",
                                 texts[i], target.outcome)};
    }
    targets.push_back({texts[i], std::move(sites)});
  }
  return targets;
}

namespace {

/// How it was reached; empty if no test does. What crashes there, or hangs, got there.
std::string howReached(const ReachTarget &target, const Suite &suite) {
  for (const SiteId site : target.sites)
    if (const auto *covered = std::get_if<Covered>(&suite.verdicts[site.index]))
      return covered->test;
  for (const SiteId site : target.sites)
    if (const auto *apart = std::get_if<CoveredApart>(&suite.verdicts[site.index]))
      switch (apart->by) {
      case CoveredApart::By::Crash:
        return apart->test + ", which crashes there or later";
      case CoveredApart::By::Timeout:
        return apart->test + ", which does not end";
      default:
        break;
      }
  return "";
}

std::string whyOpen(const ReachTarget &target, const Suite &suite) {
  for (const SiteId site : target.sites) {
    const Verdict &verdict = suite.verdicts[site.index];
    if (const auto *open = std::get_if<Open>(&verdict))
      return describe(*open, *suite.branches);
    if (const auto *apart = std::get_if<CoveredApart>(&verdict))
      return describe(*apart);
  }
  return "no test that was kept comes there";
}

/// Why no execution gets there, whatever calls it; empty: that is not proved.
std::string whyNever(const ReachTarget &target, const Suite &suite) {
  std::string reason;
  for (const SiteId site : target.sites) {
    const auto *infeasible = std::get_if<Infeasible>(&suite.verdicts[site.index]);
    if (!infeasible)
      return "";
    reason = infeasible->reason;
  }
  return reason;
}

} // namespace

bool tellTargets(const std::vector<ReachTarget> &targets, const Suite &suite) {
  bool all = true;
  for (const ReachTarget &target : targets) {
    const std::string test = howReached(target, suite);
    const std::string proof = test.empty() ? whyNever(target, suite) : "";
    all = all && !(test.empty() && proof.empty());
    if (!proof.empty())
      say(stdout, "{}: unreachable, proved (assumptions in report.json): {}\n", target.text, proof);
    else if (test.empty())
      say(stdout, "{}: open: {}\n", target.text, whyOpen(target, suite));
    else
      say(stdout, "{}: reached by test {}\n", target.text, test);
  }
  return all;
}

} // namespace cli
