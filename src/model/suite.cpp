#include "model/suite.h"

#include <cstring>
#include <fmt/format.h>

namespace model {
namespace {

template <class... Cases> struct Match : Cases... {
  using Cases::operator()...;
};

} // namespace

bool KeptTest::isGreen() const { return !needsUb && isOrderly(outcome); }

Summary summarize(const Suite &suite) {
  Summary sum;
  sum.tests = suite.tests.size();
  sum.findings = suite.findings.size();
  for (const Verdict &verdict : suite.verdicts)
    std::visit(Match{[&](const Covered &) { ++sum.covered; },
                     [&](const CoveredByUb &) { ++sum.coveredUb, ++sum.open; },
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

} // namespace model
