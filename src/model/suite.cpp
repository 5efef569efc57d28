#include "model/suite.h"

#include "model/sequences.h"

#include <cstring>
#include <fmt/format.h>
#include <set>

namespace model {
namespace {

template <class... Cases> struct Match : Cases... {
  using Cases::operator()...;
};

} // namespace

bool isUndefined(const SanitizerVerdict &verdict) { return !verdict.isOwnCheck && !verdict.isLeak; }

bool KeptTest::isGreen() const {
  return isOrderly(outcome) ? !needsUb : isAbort(outcome) && (!verdict || verdict->isOwnCheck);
}

Summary summarize(const Suite &suite) {
  Summary sum;
  std::set<SiteId> coveredPublicly;
  std::set<std::string> forced;
  for (const KeptTest &test : suite.tests)
    if (forcesState(*suite.subject, test.test))
      forced.insert(test.id);
    else if (test.isGreen())
      coveredPublicly.insert(test.covers.begin(), test.covers.end());
  for (std::size_t i = 0; i < suite.verdicts.size(); ++i)
    if (const auto *covered = std::get_if<Covered>(&suite.verdicts[i]))
      sum.coveredForced += forced.contains(covered->test) && !coveredPublicly.contains(SiteId(i));
  sum.tests = suite.tests.size();
  sum.findings = suite.findings.size();
  for (const Verdict &verdict : suite.verdicts)
    std::visit(Match{[&](const Covered &) { ++sum.covered; },
                     [&](const CoveredApart &covered) {
                       using enum CoveredApart::By;
                       ++sum.open;
                       sum.coveredUb += covered.by == UndefinedBehaviour;
                       sum.coveredCrash += covered.by == Crash;
                       sum.coveredTimeout += covered.by == Timeout;
                     },
                     [&](const Infeasible &) { ++sum.infeasible; },
                     [&](const Open &) { ++sum.open; }, [&](const Constant &) { ++sum.constant; }},
               verdict);
  sum.branches = suite.verdicts.size() - sum.constant;
  if (sum.branches != 0)
    sum.branchCoverage = static_cast<double>(sum.covered) / static_cast<double>(sum.branches);
  if (sum.branches != sum.infeasible)
    sum.feasibleCoverage =
        static_cast<double>(sum.covered) / static_cast<double>(sum.branches - sum.infeasible);
  return sum;
}

bool isRefuted(const CleanSearch &search) {
  return search.isOver && search.contradicted > 0 && search.undecided + search.inVain == 0;
}

std::string describe(const CleanSearch &search) {
  const std::uint64_t times = search.contradicted + search.undecided + search.inVain;
  if (times == 0)
    return search.isOver ? "no query could be made for a clean way"
                         : "the search ended before a clean way was asked for";
  std::string answers;
  const auto add = [&](std::uint64_t count, const char *what) {
    if (count > 0)
      answers += fmt::format("{}{}{}", answers.empty() ? "" : ", ", what,
                             count < times ? fmt::format(" ({})", count) : "");
  };
  add(search.contradicted, "contradiction");
  add(search.undecided, "not decided");
  add(search.inVain, "inputs whose runs were not clean");
  return fmt::format("a clean way was asked for {} time{}: {}{}", times, times == 1 ? "" : "s",
                     answers, search.isOver ? "" : "; then the search ended");
}

std::string describe(const Outcome &outcome) {
  return std::visit(Match{[](Returned) -> std::string { return "returns"; },
                          [](Exited exited) { return fmt::format("exits with {}", exited.code); },
                          [](Crashed crashed) {
                            const char *name = ::sigabbrev_np(crashed.signal);
                            return name ? fmt::format("crashes (SIG{})", name)
                                        : fmt::format("crashes (signal {})", crashed.signal);
                          },
                          [](TimedOut) -> std::string { return "does not return in time"; },
                          [](OutOfMemory) -> std::string { return "runs out of memory"; },
                          [](TooMuchOutput) -> std::string { return "writes without end"; },
                          [](Starved) -> std::string { return "waits for a stub without end"; },
                          [](Rejected) -> std::string { return "breaks an assumption"; },
                          [](const Threw &threw) {
                            return threw.type.empty() ? "throws an exception"
                                                      : fmt::format("throws {}", threw.type);
                          },
                          [](const Forbidden &forbidden) {
                            return fmt::format("tries what no test may do ({})", forbidden.call);
                          }},
                    outcome);
}

std::string describe(const CoveredApart &covered) {
  if (!covered.reason.empty())
    return covered.reason;
  switch (covered.by) {
  case CoveredApart::By::UndefinedBehaviour:
    return "only tests that need undefined behaviour take it";
  case CoveredApart::By::Crash:
    return "only tests that crash take it";
  case CoveredApart::By::Timeout:
    return "only tests that do not end take it";
  case CoveredApart::By::Disabled:
    return "only tests that may change files or processes take it, and these are disabled";
  }
  return "";
}

const char *kindOf(const CoveredApart &covered) {
  switch (covered.by) {
  case CoveredApart::By::UndefinedBehaviour:
    return "undefined_behaviour";
  case CoveredApart::By::Crash:
    return "crash";
  case CoveredApart::By::Timeout:
    return "timeout";
  case CoveredApart::By::Disabled:
    return "disabled";
  }
  return "";
}

std::string describe(const Open &open, const BranchMap &branches) {
  return describe(open.reason, branches) + (open.note.empty() ? "" : "; " + open.note);
}

} // namespace model
