#include "campaign/conclude.h"

#include "campaign/open_reasons.h"
#include "emit/google_test/google_test.h"
#include "model/inputs.h"
#include "model/json.h"
#include "model/refusable.h"
#include "model/sequences.h"
#include "model/value_access.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace campaign {

using namespace model;

namespace {

/// What the default run of the emitted suite runs comes first (of it, what does not abort), then
/// what is disabled there, then crashes, then what does not end, then what needs undefined
/// behaviour.
enum Rank { Returns, Aborts, IsDisabled, Crashes, DoesNotEnd, NeedsUb };

Rank rank(const Subject &subject, const KeptTest &test) {
  if (test.needsUb)
    return NeedsUb;
  if (test.isGreen())
    return !emit::isRunByDefault(subject, test) ? IsDisabled
           : isOrderly(test.outcome)            ? Returns
                                                : Aborts;
  return std::holds_alternative<Crashed>(test.outcome) ||
                 std::holds_alternative<OutOfMemory>(test.outcome) ||
                 std::holds_alternative<Forbidden>(test.outcome)
             ? Crashes
             : DoesNotEnd;
}

/// What is said of a site that this test takes, and none of a better rank.
Verdict verdictBy(const Suite &suite, const KeptTest &test) {
  using enum CoveredApart::By;
  switch (rank(*suite.subject, test)) {
  case Returns:
  case Aborts:
    break;
  case NeedsUb:
    return CoveredApart{UndefinedBehaviour, test.id};
  case IsDisabled:
    if (suite.isEmitted)
      return CoveredApart{Disabled, test.id};
    break;
  case Crashes:
    if (suite.isEmitted)
      return CoveredApart{Crash, test.id};
    break;
  case DoesNotEnd:
    if (suite.isEmitted)
      return CoveredApart{Timeout, test.id};
    break;
  }
  return Covered{test.id};
}

std::size_t weightOf(const Value &value) {
  // A pointer into the object of another takes more thought than an object.
  std::size_t sum = (value.is<Inside>() ? 8 : 1) + value.bytes().size();
  for (const Value &part : value.parts())
    sum += weightOf(part);
  return sum;
}

/// What makes a test that is not green worth keeping on its own: one per place and kind of
/// violation.
using Complaint = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>;

Complaint complaint(const KeptTest &test) {
  if (test.verdict && !test.verdict->file.empty())
    return {test.verdict->kind, test.verdict->file, test.verdict->line, 0};
  return {describe(test.outcome), "", 0, test.test.function().index};
}

std::size_t countNew(const KeptTest &test, const std::set<SiteId> &covered) {
  return static_cast<std::size_t>(std::count_if(test.covers.begin(), test.covers.end(),
                                                [&](SiteId s) { return !covered.contains(s); }));
}

/// Greedy set cover among tests of one rank: the one that adds most, then the lightest, then by id.
/// What a test adds only gets less, so a test that adds what it did when it was last looked at, and
/// is first, is the best; the others need no look.
void cover(std::vector<KeptTest> &from, std::set<SiteId> &covered, std::vector<KeptTest> &into) {
  using Entry = std::tuple<std::size_t, std::size_t, std::string, std::size_t>;
  std::set<Entry> queue; // fewest sites that it does not add, weight, id, index
  const std::size_t all = covered.size() + std::accumulate(from.begin(), from.end(), std::size_t{0},
                                                           [](std::size_t sum, const KeptTest &t) {
                                                             return sum + t.covers.size();
                                                           });
  for (std::size_t i = 0; i < from.size(); ++i)
    queue.emplace(all - countNew(from[i], covered), weight(from[i]), from[i].id, i);
  std::vector<bool> isTaken(from.size());
  while (!queue.empty()) {
    Entry entry = std::move(queue.extract(queue.begin()).value());
    const std::size_t index = std::get<3>(entry), added = countNew(from[index], covered);
    if (std::get<0>(entry) != all - added) {
      std::get<0>(entry) = all - added;
      queue.insert(std::move(entry));
      continue;
    }
    if (added == 0)
      break;
    covered.insert(from[index].covers.begin(), from[index].covers.end());
    isTaken[index] = true;
    into.push_back(std::move(from[index]));
  }
  std::vector<KeptTest> rest;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!isTaken[i])
      rest.push_back(std::move(from[i]));
  from = std::move(rest);
}

std::string kindOf(const Outcome &outcome) {
  if (const auto *crash = std::get_if<Crashed>(&outcome))
    return crash->signal == 6 ? "abort" : "crash";
  if (std::holds_alternative<TimedOut>(outcome))
    return "timeout";
  if (std::holds_alternative<OutOfMemory>(outcome))
    return "out-of-memory";
  if (std::holds_alternative<TooMuchOutput>(outcome))
    return "too-much-output";
  return "forbidden-call";
}

/// Whether a pointer is null that callers would hardly leave so: not the end of a list.
bool hasUnlikelyNull(const Subject &subject, TypeId id, const Value &value, bool isArgument) {
  const Type &type = subject[id];
  if (value.is<Null>())
    return isArgument || !isLink(subject, id);
  const bool hasFields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  for (std::size_t i = 0; i < value.parts().size(); ++i)
    if (hasUnlikelyNull(subject, hasFields ? fieldOf(type, value, i).type : type.element,
                        value.parts()[i], false))
      return true;
  return false;
}

bool hasUnlikelyNull(const Subject &subject, const TestCase &test) {
  for (const Step &step : test.steps)
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      if (hasUnlikelyNull(subject, subject[step.callable].parameters[i].type, step.arguments[i],
                          true))
        return true;
  return false;
}

/// Whether the test makes an object of which the function can't know how long it is.
bool makesUncounted(const Subject &subject, TestCase test) {
  constexpr std::size_t most = 4096;
  return std::ranges::any_of(inputsOf(subject, test, most), [&](const Input &input) {
    return input.isPointer && input.value->is<Object>() && !input.isCounted &&
           !isText(subject, input.type);
  });
}

/// True if the test fills an array whose length nobody knows: what lies past its end may be ours.
bool inventsBound(const Subject &subject, const TestCase &test) {
  return std::any_of(test.supplied.begin(), test.supplied.end(), [&](const Supplied &supplied) {
    return subject[supplied.source].hasInventedBound;
  });
}

/// Whether a function was called that nobody defines and that may well have written what the test
/// left alone.
bool asksWritingStub(const Subject &subject, const KeptTest &test) {
  return std::any_of(test.asked.begin(), test.asked.end(),
                     [&](const Asked &asked) { return !subject[asked.source].written.empty(); });
}

bool hasInside(const Value &value) {
  return value.is<Inside>() || std::ranges::any_of(value.parts(), hasInside);
}

/// Whether a step of C++ uses an object that another one still owns: the owner may have ended its
/// life in between, or may never have had one to give.
bool usesBorrowed(const Subject &subject, const TestCase &test) {
  for (const Step &maker : test.steps) {
    const Function &function = subject[maker.callable];
    if (!maker.slot || isOwner(function) || !subject[function.unit].isCxx ||
        function.form == CallForm::Upcast)
      continue;
    if (std::ranges::any_of(test.steps,
                            [&](const Step &step) { return usesSlot(step, *maker.slot); }))
      return true;
  }
  return false;
}

Finding findingOf(const Subject &subject, const KeptTest &test) {
  const Function &function = subject[test.test.function()];
  Finding finding;
  finding.test = test.id;
  if (test.verdict) {
    finding.kind = test.verdict->kind;
    finding.message = test.verdict->message;
    finding.file = test.verdict->file;
    finding.line = test.verdict->line;
  } else {
    finding.kind = kindOf(test.outcome);
    finding.message = fmt::format("{} {}", function.name, describe(test.outcome));
  }
  if (finding.file.empty()) {
    finding.file = function.file;
    finding.line = function.line;
  }
  if (!test.test.refused.empty())
    finding.message += ", if " + describeAll(test.test.refused);
  const bool isAboutNull = finding.kind.starts_with("null-");
  finding.plausible = !(isAboutNull && hasUnlikelyNull(subject, test.test)) &&
                      std::ranges::none_of(test.test.steps, [](const Step &step) {
                        return std::ranges::any_of(step.arguments, hasInside);
                      });
  if (usesBorrowed(subject, test.test) || forcesState(subject, test.test))
    finding.plausible = false;
  if (finding.kind == "alloc-dealloc-mismatch") // what tests make by hand is malloc's
    finding.plausible = false;
  if (test.verdict && test.verdict->isOfTest && makesUncounted(subject, test.test))
    finding.plausible = false;
  const bool isAboutBounds =
      finding.kind == "global-buffer-overflow" || finding.kind == "wild-pointer";
  if (isAboutBounds && inventsBound(subject, test.test))
    finding.plausible = false;
  if (finding.kind == "uninitialised-read" && asksWritingStub(subject, test))
    finding.plausible = false;
  return finding;
}

/// Likely inputs first. What the sanitizers say of one place is one finding, however many tests
/// (each of which takes a branch of its own) run into it.
std::vector<Finding> findingsOf(const Suite &suite) {
  std::vector<Finding> all, distinct;
  for (const KeptTest &test : suite.tests)
    if ((test.verdict || !isOrderly(test.outcome)) &&
        !std::holds_alternative<Starved>(test.outcome) &&
        !std::holds_alternative<Rejected>(test.outcome))
      all.push_back(findingOf(*suite.subject, test));
  std::stable_sort(all.begin(), all.end(),
                   [](const Finding &a, const Finding &b) { return a.plausible > b.plausible; });
  std::map<std::tuple<std::string, std::string, std::uint32_t>, std::size_t> known;
  for (Finding &finding : all) {
    const auto [at, isNew] =
        known.try_emplace({finding.kind, finding.file, finding.line}, distinct.size());
    if (isNew)
      distinct.push_back(std::move(finding));
    else
      ++distinct[at->second].tests;
  }
  return distinct;
}

/// The function that alone is called, where the user or a harness says so: the others have one
/// reason in common. All else is tested through it.
std::optional<FunctionId> onlyDriven(const Subject &subject) {
  std::optional<FunctionId> only;
  std::set<std::string> reasons;
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    const Function &function = subject.functions[i];
    if (function.isImplicit) // it serves others
      continue;
    if (function.undrivable)
      reasons.insert(*function.undrivable);
    else if (only)
      return std::nullopt;
    else
      only = FunctionId(i);
  }
  return reasons.size() == 1 ? only : std::nullopt;
}

/// Indices by the name of a function: looking through all for each takes minutes where there are
/// thousands.
using ByName = std::map<std::string_view, std::vector<std::size_t>>;

const std::vector<std::size_t> &named(const ByName &indices, std::string_view name) {
  static const std::vector<std::size_t> none;
  const auto found = indices.find(name);
  return found == indices.end() ? none : found->second;
}

/// Says what goes wrong in the tests that take it, and whether it must.
void explain(const Suite &suite, SiteId site, const KeptTest &by, CoveredApart &covered) {
  using enum CoveredApart::By;
  const auto found = suite.soughtCleanly.find(site);
  const CleanSearch sought = found == suite.soughtCleanly.end() ? CleanSearch() : found->second;
  if (covered.by != UndefinedBehaviour && covered.by != Crash)
    return;
  std::string where;
  if (by.verdict && by.verdict->line > 0)
    where = fmt::format(" ({} at line {})", by.verdict->kind, by.verdict->line);
  covered.reason = covered.by == Crash
                       ? fmt::format("only tests that crash take it{}; {}", where, describe(sought))
                       : fmt::format("{}tests that need undefined behaviour take it{}; {}",
                                     isRefuted(sought) ? "only " : "", where, describe(sought));
}

/// Set where a pointer to an opaque type was null in every test, though there is a function that
/// returns such pointers: which.
std::optional<std::string> onlyNull(const Suite &suite, const Function &function) {
  const Subject &subject = *suite.subject;
  const auto isUsed = [&](TypeId type) {
    return std::ranges::any_of(suite.tests, [&](const KeptTest &test) {
      return std::ranges::any_of(test.test.steps, [&](const Step &maker) {
        return maker.slot && madeBy(subject, subject[maker.callable]) == type &&
               std::ranges::any_of(test.test.steps,
                                   [&](const Step &step) { return usesSlot(step, *maker.slot); });
      });
    });
  };
  for (const Parameter &parameter : function.parameters) {
    const auto type = wantedBy(subject, parameter);
    if (!type || subject[*type].kind != TypeKind::Incomplete || isUsed(*type))
      continue;
    for (const Function &maker : subject.functions)
      if (!maker.undrivable && madeBy(subject, maker) == type)
        return needsObject(subject, parameter)
                   ? fmt::format("no call of {} gave an object for it", maker.name)
                   : fmt::format(
                         "its parameter '{}' was null in all tests: no call of {} gave an object",
                         parameter.name, maker.name);
  }
  return std::nullopt;
}

FunctionState coverageState(const Suite &suite, FunctionId id, std::uint64_t runs,
                            const std::optional<FunctionId> &only, const ByName &sites,
                            bool hasGreen) {
  const Function &function = (*suite.subject)[id];
  const auto &program = suite.subject->program;
  const bool isPartOfProgram = program && program->main != id;
  const bool isReachedByOne = function.undrivable && only;
  if (function.undrivable && !isPartOfProgram && !isReachedByOne)
    return {FunctionState::Kind::Skipped, *function.undrivable};
  if (function.untested)
    return {FunctionState::Kind::Skipped, *function.untested};
  std::size_t open = 0, total = 0;
  for (const std::size_t i : named(sites, function.name)) {
    if (suite.branches->sites[i].constant)
      continue;
    ++total;
    open += std::holds_alternative<Open>(suite.verdicts[i]) ||
                    std::holds_alternative<CoveredApart>(suite.verdicts[i])
                ? 1
                : 0;
  }
  if (isPartOfProgram && total == 0)
    return {FunctionState::Kind::Skipped,
            *function.undrivable + "; it has no branches, so whether main gets to it is not known"};
  if (isPartOfProgram && open == total)
    return {FunctionState::Kind::Skipped, *function.undrivable + ", and none of them got to it"};
  if (isReachedByOne && open == total)
    return {FunctionState::Kind::Skipped, *function.undrivable};
  if (isPartOfProgram || isReachedByOne)
    return open == 0 ? FunctionState{}
                     : FunctionState{FunctionState::Kind::Partly,
                                     fmt::format("{} of {} branches are open", open, total)};
  if (open > 0)
    return {FunctionState::Kind::Partly, fmt::format("{} of {} branches are open", open, total)};
  if (const auto missing = hasGreen ? std::nullopt : onlyNull(suite, function))
    return {FunctionState::Kind::Partly, *missing};
  if (!hasGreen && runs == 0)
    return {FunctionState::Kind::Partly, "the search ended before it was called"};
  if (!hasGreen)
    return {FunctionState::Kind::Partly, "no test of it is in the green suite"};
  return {};
}

FunctionState stateOf(const Suite &suite, FunctionId id, std::uint64_t runs,
                      const std::optional<FunctionId> &only, const ByName &sites, bool hasGreen) {
  FunctionState state = coverageState(suite, id, runs, only, sites, hasGreen);
  const Function &function = (*suite.subject)[id];
  const auto limit = function.limit || state.kind != FunctionState::Kind::Partly
                         ? function.limit
                         : onlyNull(suite, function);
  if (limit && limit != state.reason && state.kind != FunctionState::Kind::Skipped)
    state.reason += (state.reason.empty() ? "" : "; ") + *limit;
  return state;
}

/// What the final check said of tests that are gone stays the reason, unless something took the
/// branch since.
void keepUnconfirmed(std::vector<Verdict> &verdicts, const std::vector<Verdict> &before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Open *was = std::get_if<Open>(&before[i]);
    Open *is = std::get_if<Open>(&verdicts[i]);
    if (was && is && std::holds_alternative<open::NotConfirmed>(was->reason))
      *is = *was;
  }
}

} // namespace

std::size_t weight(const KeptTest &test) {
  std::size_t sum = test.test.steps.size() - 1;
  for (const Step &step : test.test.steps)
    for (const Value &argument : step.arguments)
      sum += weightOf(argument);
  for (const Supplied &supplied : test.test.supplied)
    sum += weightOf(supplied.value);
  return sum;
}

/// What makes a test worth keeping that adds no site.
static Complaint reasonToStay(const Subject &subject, const KeptTest &test) {
  const Rank level = rank(subject, test);
  const std::string outcome = subject.program ? describe(test.outcome) : std::string();
  return (level == Returns || level == IsDisabled) && !test.verdict
             ? Complaint(outcome, "", 0, test.test.function().index)
             : complaint(test);
}

/// Lighter tests together may show all that a heavy one was chosen for.
static void dropRepeated(const Subject &subject, std::vector<KeptTest> &tests) {
  std::map<std::pair<Rank, Complaint>, std::size_t> times;
  for (const KeptTest &test : tests)
    ++times[{rank(subject, test), reasonToStay(subject, test)}];
  std::erase_if(tests, [&](const KeptTest &test) {
    if (!test.purpose.empty())
      return false;
    std::size_t &left = times[{rank(subject, test), reasonToStay(subject, test)}];
    return left > 1 && left-- > 1;
  });
}

std::vector<KeptTest> select(std::vector<KeptTest> tests, const Subject &subject) {
  std::vector<KeptTest> selected;
  std::set<SiteId> covered;
  // What the environment refuses is a rare cause: it is there for what no other test of the rank
  // takes. So is what no calls lead to.
  std::map<std::tuple<Rank, bool, bool>, std::vector<KeptTest>> byRank;
  for (KeptTest &test : tests)
    byRank[{rank(subject, test), !test.test.refused.empty(), forcesState(subject, test.test)}]
        .push_back(std::move(test));
  for (auto &[key, group] : byRank) {
    const Rank level = std::get<0>(key);
    std::sort(group.begin(), group.end(), [](const KeptTest &a, const KeptTest &b) {
      return std::tuple(weight(a), a.id) < std::tuple(weight(b), b.id);
    });
    cover(group, covered, selected);
    // What adds no site may still be the only test of its function, of an exit code of a program,
    // or of its complaint.
    std::set<Complaint> known;
    for (const KeptTest &test : selected)
      if (rank(subject, test) == level)
        known.insert(reasonToStay(subject, test));
    for (KeptTest &test : group)
      if (known.insert(reasonToStay(subject, test)).second)
        selected.push_back(std::move(test));
  }
  std::sort(selected.begin(), selected.end(), [&](const KeptTest &a, const KeptTest &b) {
    return std::tuple(rank(subject, a), a.test.function(), a.test.refused, a.covers, a.id) <
           std::tuple(rank(subject, b), b.test.function(), b.test.refused, b.covers, b.id);
  });
  assignPurposes(subject, selected);
  dropRepeated(subject, selected);
  return selected;
}

void assignPurposes(const Subject &subject, std::vector<KeptTest> &tests) {
  std::vector<std::tuple<Rank, bool, bool, std::size_t, std::size_t>> lightestFirst;
  for (std::size_t i = 0; i < tests.size(); ++i)
    lightestFirst.emplace_back(rank(subject, tests[i]), !tests[i].test.refused.empty(),
                               forcesState(subject, tests[i].test), weight(tests[i]), i);
  std::ranges::sort(lightestFirst);
  std::set<SiteId> covered;
  for (const auto &entry : lightestFirst) {
    KeptTest &test = tests[std::get<4>(entry)];
    test.purpose.clear();
    for (const SiteId site : test.covers)
      if (covered.insert(site).second)
        test.purpose.push_back(site);
  }
}

void conclude(Suite &suite, const std::vector<std::uint64_t> &runsOf) {
  const BranchMap &branches = *suite.branches;
  std::vector<const KeptTest *> coveredBy(branches.sites.size(), nullptr);
  for (const KeptTest &test : suite.tests)
    for (const SiteId site : test.covers)
      if (const KeptTest *&by = coveredBy[site.index];
          !by || rank(*suite.subject, test) < rank(*suite.subject, *by))
        by = &test;

  const std::optional<FunctionId> only = onlyDriven(*suite.subject);
  ByName sites;
  for (std::size_t i = 0; i < branches.sites.size(); ++i)
    sites[branches.sites[i].function].push_back(i);
  std::vector<bool> isTaken(branches.sites.size());
  for (std::size_t i = 0; i < coveredBy.size(); ++i)
    isTaken[i] = coveredBy[i] != nullptr;
  const OpenReasons reasons(suite, runsOf, isTaken, only);
  const std::vector<Verdict> before = std::exchange(suite.verdicts, {});
  for (std::size_t i = 0; i < branches.sites.size(); ++i) {
    const KeptTest *by = coveredBy[i];
    if (branches.sites[i].constant)
      suite.verdicts.push_back(Constant{});
    else if (const auto proved = suite.proved.find(SiteId(i)); !by && proved != suite.proved.end())
      suite.verdicts.push_back(proved->second);
    else if (!by)
      suite.verdicts.push_back(reasons.of(SiteId(i)));
    else
      suite.verdicts.push_back(verdictBy(suite, *by));
    if (auto *apart = std::get_if<CoveredApart>(&suite.verdicts.back()))
      explain(suite, SiteId(i), *by, *apart);
  }
  keepUnconfirmed(suite.verdicts, before);

  suite.findings = findingsOf(suite);

  std::vector<bool> hasGreen(suite.subject->functions.size());
  for (const KeptTest &test : suite.tests)
    if (test.isGreen()) // so all calls before the last one returned
      for (const Step &step : test.test.steps)
        hasGreen[step.callable.index] = true;
  suite.functions.clear();
  for (std::size_t i = 0; i < suite.subject->functions.size(); ++i)
    suite.functions.push_back(stateOf(suite, FunctionId(i), runsOf[i], only, sites, hasGreen[i]));
}

} // namespace campaign
