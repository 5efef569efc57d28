#include "model/open_reason.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace model {
namespace {

template <class... Cases> struct Match : Cases... {
  using Cases::operator()...;
};

constexpr std::size_t mostNamed = 3; // conditions
constexpr std::size_t longestCondition = 60;

std::string times(std::uint64_t count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

std::string quoted(const std::string &condition) {
  if (condition.size() <= longestCondition)
    return fmt::format("`{}`", condition);
  return fmt::format("`{}...`", condition.substr(0, longestCondition));
}

/// "`x > 3` (line 14)", "`x > 3` being false (line 14)"
std::string taken(const Site &site) {
  const bool isPlain = site.outcome == "true" || site.outcome == site.condition;
  return fmt::format("{}{} (line {})", quoted(site.condition),
                     isPlain ? "" : " being " + site.outcome, site.shown().line);
}

const char *held(HeldBy by) {
  switch (by) {
  case HeldBy::Decision:
    return "a decision of library code or the compiler's";
  case HeldBy::Address:
    return "where memory is accessed";
  case HeldBy::Value:
    return "a value that is held";
  case HeldBy::Size:
    return "how much memory is asked for";
  case HeldBy::Check:
    return "no undefined behaviour before it";
  case HeldBy::Length:
    return "the lengths that tests keep to";
  case HeldBy::Domain:
    return "what a pointer or bool can be";
  }
  return "";
}

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

/// Branches of the sources first, each site once; few.
std::string contradicting(const std::vector<CoreCondition> &core, const BranchMap &branches) {
  std::vector<std::string> named, others;
  const auto add = [](std::vector<std::string> &to, std::string text) {
    if (std::ranges::find(to, text) == to.end())
      to.push_back(std::move(text));
  };
  for (const CoreCondition &condition : core) {
    const auto *branch = std::get_if<BranchId>(&condition);
    const SiteId site = branch ? branches[*branch].site : SiteId();
    if (site)
      add(named, taken(branches[site]));
    else
      add(others, held(branch ? HeldBy::Decision : std::get<HeldBy>(condition)));
  }
  named.insert(named.end(), others.begin(), others.end());
  const std::size_t left = named.size() - std::min(named.size(), mostNamed);
  named.resize(named.size() - left);
  if (left > 0)
    named.push_back(fmt::format("{} more", left));
  return joined(named);
}

/// In the user's words.
std::string whyUndecided(const std::string &why) {
  if (why == "time")
    return "it took too long";
  if (why == "conflicts" || why == "steps" || why == "undecided" || why == "size" ||
      why == "too many operations on numbers")
    return "too much work";
  if (why == "numbers" || why == "no real numbers")
    return "floating point";
  if (why == "memory" || why == "no arguments found for functions that are called" ||
      why == "a call of a function failed" || why == "a function that Z3 does not know")
    return why;
  return "no decision";
}

std::string describeParts(const std::string &why, const std::vector<std::string> &parts) {
  return parts.empty() ? fmt::format("the solver gave up ({})", whyUndecided(why))
                       : fmt::format("the solver gave up ({}: {})", whyUndecided(why),
                                     fmt::join(parts, ", "));
}

/// Where terms end, by PINCER_LOST_...; the most frequent first, few of them.
std::string lostIn(const std::vector<std::uint64_t> &lost) {
  static const char *const kinds[] = {"memory that code without instrumentation wrote",
                                      "floating point that has no formulas",
                                      "integers of more than 64 bits",
                                      "instructions that have no formulas",
                                      "calls of functions that are not instrumented",
                                      "recording reached a bound",
                                      "recording reached a bound",
                                      "recording reached a bound",
                                      "signal handlers",
                                      "functions that are not as pure as they say"};
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < lost.size() && i < std::size(kinds); ++i)
    if (lost[i] > 0)
      order.push_back(i);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return lost[a] > lost[b]; });
  std::vector<std::string> names;
  for (const std::size_t kind : order)
    if (names.size() < 2 && std::ranges::find(names, kinds[kind]) == names.end())
      names.push_back(kinds[kind]);
  return joined(names);
}

std::string neverMet(const open::NeverMet &never, const BranchMap &branches, bool isOne) {
  std::string text = fmt::format("no run came to {}", isOne ? "its condition" : "their conditions");
  if (never.missing) {
    const Site &site = branches[*never.missing];
    text += fmt::format(", and {} in front of {} (line {}) was never {}", quoted(site.condition),
                        isOne ? "it" : "them", site.shown().line, site.outcome);
  }
  return text;
}

} // namespace

const char *kindOf(const OpenReason &reason) {
  return std::visit(Match{[](const open::NotBuilt &) { return "not_built"; },
                          [](const open::NoWayHere &) { return "no_way_here"; },
                          [](const open::SearchEnded &) { return "search_ended"; },
                          [](const open::NotAskedYet &) { return "search_ended"; },
                          [](const open::NeverMet &) { return "never_asked"; },
                          [](const open::NotReached &) { return "not_reached"; },
                          [](const open::Contradiction &) { return "contradiction"; },
                          [](const open::DecidedBefore &) { return "contradiction"; },
                          [](const open::GaveUp &) { return "solver_gave_up"; },
                          [](const open::WentElsewhere &) { return "went_elsewhere"; },
                          [](const open::NoSuchTest &) { return "no_such_test"; },
                          [](const open::DoesNotCount &) { return "does_not_count"; },
                          [](const open::OnlyRejected &) { return "only_rejected"; },
                          [](const open::NotBelieved &) { return "not_believed"; },
                          [](const open::NoFormula &) { return "no_formula"; },
                          [](const open::Unsteady &) { return "unsteady"; },
                          [](const open::FreshMemory &) { return "uninitialised_memory"; },
                          [](const open::NotConfirmed &) { return "not_confirmed"; }},
                    reason);
}

std::string describe(const OpenReason &reason, const BranchMap &branches) {
  return std::visit(
      Match{
          [](const open::NotBuilt &absent) { return absent.why; },
          [](const open::NoWayHere &none) {
            return none.notCalled.empty()
                       ? std::string("no function that is called leads here")
                       : fmt::format("no function that is called leads here, and {} itself is not "
                                     "called ({})",
                                     none.function, none.notCalled);
          },
          [](const open::SearchEnded &ended) {
            return fmt::format("the search ended before {} was called", ended.function);
          },
          [](const open::NotAskedYet &ended) {
            return fmt::format("the search ended before it was asked for ({} flip{} to it wait{})",
                               ended.waiting, ended.waiting == 1 ? "" : "s",
                               ended.waiting == 1 ? "s" : "");
          },
          [&](const open::NeverMet &never) {
            const std::string text = neverMet(never, branches, true);
            return never.function.empty()
                       ? text
                       : fmt::format("{}; {} runs of {}", text, never.runs, never.function);
          },
          [](const open::NotReached &missed) {
            return missed.function.empty()
                       ? std::string("no test of another function got here")
                       : fmt::format("the search did not get here in {} runs of {}", missed.runs,
                                     missed.function);
          },
          [&](const open::Contradiction &no) {
            const std::string with = contradicting(no.core, branches);
            if (with.empty())
              return fmt::format("asked for {}: on such a path no inputs make it so",
                                 times(no.times));
            return no.times == 1
                       ? fmt::format("asked for once: contradiction with {}", with)
                       : fmt::format("asked for {} times, each time a contradiction: the last with "
                                     "{}",
                                     no.times, with);
          },
          [](const open::DecidedBefore &decided) {
            return fmt::format("runs came to its condition {}, and what they took before decides "
                               "it",
                               times(decided.times));
          },
          [](const open::GaveUp &up) {
            return fmt::format("{} in {} of {} queries", describeParts(up.why, up.hardParts),
                               up.times, up.asked);
          },
          [](const open::WentElsewhere &wrong) {
            return fmt::format("asked for {}, solved {}, but no run with these inputs took it",
                               times(wrong.asked), times(wrong.times));
          },
          [](const open::NoSuchTest &none) {
            return fmt::format("solved {}, but with inputs that no test can pass",
                               times(none.times));
          },
          [](const open::DoesNotCount &runs) {
            return fmt::format("runs took it {}, but none that counts: one that breaks an "
                               "assumption, that waits for inputs without end, or that was not "
                               "looked into, for example",
                               times(runs.times));
          },
          [](const open::OnlyRejected &runs) {
            return fmt::format("taken by {} run{}, but the harness wants no test of {}: an "
                               "assumption does not hold, or klee_silent_exit is called",
                               runs.runs, runs.runs == 1 ? "" : "s",
                               runs.runs == 1 ? "it" : "them");
          },
          [](const open::NoFormula &none) {
            const std::string lost = lostIn(none.lost);
            return fmt::format(
                "no formula says how inputs decide its condition, in {} recorded "
                "run{} that came to it{}",
                none.runs, none.runs == 1 ? "" : "s",
                lost.empty()
                    ? ": what they took before may decide it, or it may not depend on inputs"
                    : fmt::format("; in these, formulas were lost in {}", lost));
          },
          [](const open::NotBelieved &wild) {
            return fmt::format("runs of {} wrote over the record of what they took, so nothing "
                               "that they say is believed",
                               wild.function);
          },
          [](const open::Unsteady &) -> std::string {
            return "a run got here, but when its test was run again, it did not, or ended "
                   "otherwise: it depends on something beside the arguments, like the order of "
                   "objects in memory";
          },
          [](const open::FreshMemory &) -> std::string {
            return "whether a run gets here depends on memory that nothing was stored in (see the "
                   "findings)";
          },
          [](const open::NotConfirmed &lost) {
            return "a test got here, but does not hold in a build of the emitted suite: " +
                   lost.why;
          }},
      reason);
}

std::string inBrief(const OpenReason &reason, const BranchMap &branches) {
  return std::visit(
      Match{[&](const open::NeverMet &never) { return neverMet(never, branches, false); },
            [](const open::NotAskedYet &) -> std::string {
              return "the search ended before they were asked for";
            },
            [](const open::Contradiction &) -> std::string {
              return "each query is a contradiction";
            },
            [](const open::DecidedBefore &) -> std::string {
              return "what runs took before decides them";
            },
            [](const open::GaveUp &up) { return describeParts(up.why, up.hardParts); },
            [](const open::WentElsewhere &) -> std::string {
              return "solved, but no run with these inputs took them";
            },
            [](const open::NoSuchTest &) -> std::string {
              return "solved, but with inputs that no test can pass";
            },
            [](const open::DoesNotCount &) -> std::string {
              return "runs took them, but none that counts";
            },
            [](const open::OnlyRejected &) -> std::string {
              return "taken only by runs that the harness wants no test of (an assumption does not "
                     "hold, or klee_silent_exit is called)";
            },
            [](const open::NoFormula &) -> std::string {
              return "no formula says how inputs decide their conditions";
            },
            [](const open::Unsteady &) -> std::string {
              return "runs got here, but not when they were repeated";
            },
            [&](const auto &) { return describe(reason, branches); }},
      reason);
}

} // namespace model
