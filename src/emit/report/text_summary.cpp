#include "emit/report/text_summary.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

namespace emit {

using model::FunctionState;
using model::Site;
using model::SiteId;
using model::Suite;

namespace {

constexpr std::size_t mostOpen = 20; // lines, and how long their parts are:
constexpr std::size_t longestCondition = 60, longestReason = 160, longestList = 60;
constexpr std::size_t mostFindings = 50;

class Printer {
public:
  Printer(const Suite &suite, const Layout &layout, bool colour)
      : suite_(suite), layout_(layout), colour_(colour) {}

  std::string print() {
    functions();
    environment();
    findings();
    openBranches();
    total();
    return std::move(text_);
  }

private:
  std::string paint(const char *code, const std::string &text) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
  std::string red(const std::string &text) const { return paint("31", text); }
  std::string green(const std::string &text) const { return paint("32", text); }
  std::string yellow(const std::string &text) const { return paint("33", text); }

  std::string place(const std::string &file, std::uint32_t line) const {
    return fmt::format("{}:{}", shownPath(layout_, file), line);
  }

  static std::string counted(std::size_t count, const char *singular, const char *plural) {
    return fmt::format("{} {}", count, count == 1 ? singular : plural);
  }

  bool isCovered(std::size_t site) const {
    return std::holds_alternative<model::Covered>(suite_.verdicts[site]);
  }

  struct Row {
    std::string name, place, sites, tests, state;
  };

  struct Counts {
    std::size_t sites = 0, covered = 0;
  };
  using ByFunction = std::map<std::pair<std::string, std::string>, Counts>; // by name and file

  ByFunction countSites() const {
    ByFunction counts;
    for (std::size_t i = 0; i < suite_.branches->sites.size(); ++i) {
      const Site &site = suite_.branches->sites[i];
      if (std::holds_alternative<model::Constant>(suite_.verdicts[i]))
        continue;
      Counts &one = counts[{site.function, site.shown().file}];
      ++one.sites;
      one.covered += isCovered(i);
    }
    return counts;
  }

  std::vector<std::size_t> countTests() const {
    std::vector<std::size_t> counts(suite_.subject->functions.size());
    for (const model::KeptTest &test : suite_.tests)
      ++counts[test.test.function().index];
    return counts;
  }

  Row rowOf(model::FunctionId id, const ByFunction &counts, std::size_t tests) const {
    const model::Function &function = (*suite_.subject)[id];
    const auto found = counts.find({function.name, function.file});
    const auto [sites, covered] = found == counts.end() ? Counts() : found->second;
    const FunctionState &state = suite_.functions[id.index];
    std::string words = state.kind == FunctionState::Kind::Tested   ? green("tested")
                        : state.kind == FunctionState::Kind::Partly ? yellow("partly")
                                                                    : red("skipped");
    if (!state.reason.empty())
      words += ": " + state.reason;
    return {function.name, place(function.file, function.line),
            sites == 0 ? "no branches" : fmt::format("{}/{} branches", covered, sites),
            counted(tests, "test", "tests"), words};
  }

  void functions() {
    const ByFunction counts = countSites();
    const std::vector<std::size_t> testsOf = countTests();
    std::vector<Row> rows;
    std::size_t name = 0, where = 0, sites = 0, tests = 0;
    for (std::size_t i = 0; i < suite_.subject->functions.size(); ++i) {
      if (suite_.subject->functions[i].isImplicit)
        continue;
      rows.push_back(rowOf(model::FunctionId(i), counts, testsOf[i]));
      name = std::max(name, rows.back().name.size());
      where = std::max(where, rows.back().place.size());
      sites = std::max(sites, rows.back().sites.size());
      tests = std::max(tests, rows.back().tests.size());
    }
    for (const Row &row : rows)
      text_ += fmt::format("{:<{}}  {:<{}}  {:>{}}  {:>{}}  {}\n", row.name, name, row.place, where,
                           row.sites, sites, row.tests, tests, row.state);
  }

  /// What the tests make up, since the sources do not hold it.
  void environment() {
    std::map<std::string, std::vector<std::string>> names;
    for (const model::EnvironmentEntry &entry : suite_.environment)
      if (entry.name != "stdin" && entry.name != "argv") // every program has them
        names[entry.kind].push_back(entry.name);
    if (!names.empty())
      text_ += "\n";
    for (const auto &[kind, list] : names)
      text_ += fmt::format("{}: {}\n", counted(list.size(), kind.c_str(), (kind + "s").c_str()),
                           fmt::join(list, ", "));
  }

  void findings() {
    std::vector<const model::Finding *> list;
    for (const model::Finding &finding : suite_.findings)
      list.push_back(&finding);
    std::stable_sort(list.begin(), list.end(),
                     [](const auto *a, const auto *b) { return a->plausible > b->plausible; });
    if (!list.empty())
      text_ += "\n" + counted(list.size(), "finding", "findings") + ":\n";
    for (std::size_t i = 0; i < list.size() && i < mostFindings; ++i) {
      const model::Finding &finding = *list[i];
      text_ +=
          fmt::format("  {}  {}  {}{} (test {}{})\n", red(finding.kind),
                      finding.file.empty() ? "-" : place(finding.file, finding.line),
                      finding.message, finding.plausible ? "" : " [unlikely input]", finding.test,
                      finding.tests > 1 ? fmt::format(" and {} more", finding.tests - 1) : "");
    }
    if (list.size() > mostFindings)
      text_ += fmt::format("  ... and {} more in the report\n", list.size() - mostFindings);
  }

  /// Open branches of one function that are so for one reason.
  struct Group {
    std::vector<SiteId> sites;
    std::string why;
  };

  /// Conditions that some test evaluates come first: there one step is missing, elsewhere more.
  std::vector<SiteId> openSites() const {
    std::map<std::pair<std::string, model::SourceRange>, bool> evaluated;
    const auto key = [](const Site &site) { return std::pair(site.function, site.range); };
    std::vector<SiteId> open;
    for (std::size_t i = 0; i < suite_.branches->sites.size(); ++i) {
      evaluated[key(suite_.branches->sites[i])] |= isCovered(i);
      if (std::holds_alternative<model::Open>(suite_.verdicts[i]))
        open.push_back(SiteId(i));
    }
    std::stable_partition(open.begin(), open.end(),
                          [&](SiteId id) { return evaluated[key((*suite_.branches)[id])]; });
    return open;
  }

  const model::Open &openAt(SiteId site) const {
    return std::get<model::Open>(suite_.verdicts[site.index]);
  }

  /// In the order of their first sites.
  std::vector<Group> groupsOf(const std::vector<SiteId> &open) const {
    std::vector<Group> groups;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    for (const SiteId id : open) {
      const Site &site = (*suite_.branches)[id];
      std::string why = model::inBrief(openAt(id).reason, *suite_.branches);
      const auto [at, isNew] =
          known.try_emplace({site.function, site.shown().file, why}, groups.size());
      if (isNew)
        groups.push_back({{}, std::move(why)});
      groups[at->second].sites.push_back(id);
    }
    return groups;
  }

  static std::string cut(std::string text, std::size_t longest) {
    return text.size() <= longest ? text : text.substr(0, longest - 3) + "...";
  }

  std::string lineOf(const Group &group) const {
    const Site &first = (*suite_.branches)[group.sites.front()];
    const std::string where = place(first.shown().file, first.shown().line);
    if (group.sites.size() == 1)
      return fmt::format(
          "  {}  {}: {} is never {}  ({})\n", where, first.function,
          cut(first.condition, longestCondition), yellow(first.outcome),
          cut(model::describe(openAt(group.sites.front()), *suite_.branches), longestReason));
    std::string list;
    for (std::size_t i = 0; i < group.sites.size(); ++i) {
      if (list.size() > longestList) {
        list += ", ...";
        break;
      }
      const Site &site = (*suite_.branches)[group.sites[i]];
      list += fmt::format("{}line {} {}", i == 0 ? "" : ", ", site.shown().line, site.outcome);
    }
    return fmt::format("  {}  {}: {} outcomes: {}: {}\n", where, first.function, group.sites.size(),
                       cut(group.why, longestReason), list);
  }

  /// A line for each function and reason; the report has all of it.
  void openBranches() {
    const std::vector<SiteId> open = openSites();
    if (!open.empty())
      text_ += "\n" + counted(open.size(), "open branch", "open branches") + ":\n";
    const std::vector<Group> groups = groupsOf(open);
    std::size_t shown = 0;
    for (std::size_t i = 0; i < groups.size() && i < mostOpen; ++i) {
      text_ += lineOf(groups[i]);
      shown += groups[i].sites.size();
    }
    if (open.size() > shown)
      text_ += fmt::format("  ... and {} more in the report\n", open.size() - shown);
  }

  void total() {
    const model::Summary sum = model::summarize(suite_);
    std::string parts;
    const std::size_t apart = sum.coveredUb + sum.coveredCrash + sum.coveredTimeout;
    if (sum.coveredForced != 0)
      parts += fmt::format(", {} of them only from states that tests force", sum.coveredForced);
    if (sum.coveredUb != 0)
      parts += fmt::format(", {} only by undefined behaviour", sum.coveredUb);
    if (sum.coveredCrash != 0)
      parts += fmt::format(", {} only by crashes", sum.coveredCrash);
    if (sum.coveredTimeout != 0)
      parts += fmt::format(", {} only by tests that do not end", sum.coveredTimeout);
    if (sum.infeasible != 0)
      parts += fmt::format(", {} infeasible", sum.infeasible);
    if (sum.open != apart)
      parts += fmt::format(", {} open", sum.open - apart);
    std::string share = "no branches";
    if (sum.branchCoverage) {
      // Rounded down: 100 % is said only of everything.
      const auto permille = static_cast<int>(*sum.branchCoverage * 1000);
      const std::string percent = fmt::format("{}.{} %", permille / 10, permille % 10);
      share = fmt::format("{} covered ({} of {}{})",
                          sum.covered == sum.branches ? green(percent) : percent, sum.covered,
                          counted(sum.branches, "branch", "branches"), parts);
    }
    text_ += fmt::format("\n{}, {}, {}{}: {}\n", share, counted(sum.tests, "test", "tests"),
                         counted(sum.findings, "finding", "findings"),
                         suite_.interrupted ? ", interrupted" : "",
                         shownPath(layout_, layout_.directory + "/report.json"));
  }

  const Suite &suite_;
  const Layout &layout_;
  bool colour_;
  std::string text_;
};

} // namespace

std::string textSummary(const Suite &suite, const Layout &layout, bool colour) {
  return Printer(suite, layout, colour).print();
}

} // namespace emit
