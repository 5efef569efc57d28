#include "cli/reach.h"

#include "build/thunks.h"
#include "cli/say.h"
#include "ir/line_branches.h"

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
struct Place {
  std::string file, function, outcome; // a function, or a line with an outcome or none
  std::uint32_t line = 0;
};

Place placeOf(const std::string &text) {
  Place place;
  std::string rest = text;
  for (const char *outcome : {":true", ":false"})
    if (rest.ends_with(outcome)) {
      place.outcome = outcome + 1;
      rest.resize(rest.size() - std::string(outcome).size());
    }
  std::size_t colon = rest.find(':');
  place.file = rest.substr(0, colon);
  const std::string last = colon == std::string::npos ? "" : rest.substr(colon + 1);
  const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), place.line);
  if (error != std::errc() || end != last.data() + last.size()) {
    place.line = 0;
    place.function = last;
  }
  return place;
}

/// The file among those of the program; the user may have named it from where the command runs, or
/// by the end of its path.
Result<std::string> fileOf(const Place &place, const build::Program &program) {
  std::vector<std::string> files;
  for (const Unit &unit : program.subject.units)
    files.push_back(unit.path);
  for (const Site &site : program.branches.sites)
    files.push_back(site.shown().file);
  for (const Function &function : program.subject.functions)
    files.push_back(fs::absolute(function.file).lexically_normal().string());
  const std::string whole = fs::absolute(place.file).lexically_normal().string();
  if (std::ranges::find(files, whole) != files.end())
    return whole;
  for (const std::string &file : files)
    if (file.ends_with("/" + place.file))
      return file;
  return Error{fmt::format("{} is not among the sources, nor a header of theirs with code that is "
                           "compiled",
                           place.file)};
}

Result<ReachTarget> lineTarget(const std::string &text, const Place &place, const std::string &file,
                               const build::Program &program, const build::WorkFolder &work) {
  ReachTarget target{text, {}};
  for (std::size_t i = 0; i < program.branches.sites.size(); ++i) {
    const Site &site = program.branches.sites[i];
    if (!place.outcome.empty() && site.shown().file == file && site.shown().line == place.line &&
        site.outcome == place.outcome && !site.constant)
      target.sites.push_back(SiteId(i));
  }
  if (!place.outcome.empty())
    return !target.sites.empty()
               ? Result<ReachTarget>(target)
               : Error{fmt::format("{}: there is no condition on this line that could be {}", text,
                                   place.outcome)};
  std::set<std::uint32_t> lines;
  for (const fs::path &unit : build::markedBitcode(program, work)) {
    const auto found = ir::branchesLeadingTo(unit, file, place.line);
    if (!found)
      return found.error();
    lines.insert(found->linesWithCode.begin(), found->linesWithCode.end());
    target.always.insert(target.always.end(), found->always.begin(), found->always.end());
    for (const BranchId branch : found->branches)
      if (const SiteId site = program.branches[branch].site)
        target.sites.push_back(site);
  }
  if (!target.sites.empty() || !target.always.empty())
    return target;
  if (lines.contains(place.line))
    return Error{fmt::format("{}: no condition of the sources decides about this line", text)};
  const auto nearest = std::ranges::min_element(lines, {}, [&](std::uint32_t line) {
    return line < place.line ? place.line - line : line - place.line;
  });
  return Error{nearest == lines.end()
                   ? fmt::format("{}: there is no code in this file that is compiled", text)
                   : fmt::format("{}: there is no code on this line; the nearest is on line {}",
                                 text, *nearest)};
}

Result<ReachTarget> functionTarget(const std::string &text, const Place &place,
                                   const std::string &file, const build::Program &program) {
  for (const Function &function : program.subject.functions)
    if (function.name == place.function &&
        fs::absolute(function.file).lexically_normal().string() == file)
      return ReachTarget{text, {}, {build::symbolOf(function)}};
  return Error{fmt::format("{}: this file defines no function '{}'", text, place.function)};
}

} // namespace

bool isTarget(const std::string &argument) {
  return argument.find(':') != std::string::npos && !fs::exists(argument);
}

Result<std::vector<ReachTarget>> resolveTargets(const std::vector<std::string> &texts,
                                                const build::Program &program,
                                                const build::WorkFolder &work) {
  std::vector<ReachTarget> targets;
  for (const std::string &text : texts) {
    const Place place = placeOf(text);
    const auto file = fileOf(place, program);
    if (!file)
      return file.error();
    auto target = place.line > 0 ? lineTarget(text, place, *file, program, work)
                                 : functionTarget(text, place, *file, program);
    if (!target)
      return target.error();
    targets.push_back(std::move(*target));
  }
  return targets;
}

namespace {

/// The test of the default suite that reaches it, or empty.
std::string testFor(const ReachTarget &target, const Suite &suite) {
  for (const SiteId site : target.sites)
    if (const auto *covered = std::get_if<Covered>(&suite.verdicts[site.index]))
      return covered->test;
  for (const KeptTest &test : suite.tests)
    for (const std::string &symbol : target.always)
      if (test.isGreen() && build::symbolOf((*suite.subject)[test.test.function()]) == symbol)
        return test.id;
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

} // namespace

bool tellTargets(const std::vector<ReachTarget> &targets, const Suite &suite) {
  bool all = true;
  for (const ReachTarget &target : targets) {
    const std::string test = testFor(target, suite);
    all = all && !test.empty();
    if (test.empty())
      say(stdout, "{}: open: {}\n", target.text, whyOpen(target, suite));
    else
      say(stdout, "{}: reached by test {}\n", target.text, test);
  }
  return all;
}

} // namespace cli
