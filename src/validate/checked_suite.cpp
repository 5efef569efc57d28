#include "validate/checked_suite.h"

#include "campaign/conclude.h"
#include "emit/disk.h"
#include "emit/test_names.h"
#include "emit/value_text.h"
#include "model/sequences.h"
#include "support/file_system.h"
#include "validate/check_suite.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace validate {

namespace fs = std::filesystem;
using support::Error;
using support::Status;

namespace {

class Correction {
public:
  explicit Correction(model::Suite &suite) : suite_(suite) {}

  /// Changes the suite for what a check found; false if there is nothing left to change.
  bool correct(const SuiteCheck &check) {
    std::map<std::string, const TestFailure *> failures; // by id: names come and go
    const std::vector<emit::TestName> names = emit::nameTests(suite_);
    for (std::size_t i = 0; i < suite_.tests.size(); ++i)
      if (const auto found = check.bad.find(names[i].full()); found != check.bad.end()) {
        failures.emplace(suite_.tests[i].id, &found->second);
        names_[suite_.tests[i].id] = names[i].full();
      }
    if (separate(check, failures))
      return true;
    bool isChanged = false;
    for (std::size_t i = suite_.tests.size(); i-- > 0;)
      if (const auto found = failures.find(suite_.tests[i].id); found != failures.end()) {
        treat(i, *found->second, check.ran);
        isChanged = true;
      }
    return isChanged;
  }

  std::size_t dropped() const { return dropped_; }
  std::size_t disabled() const { return disabled_; }
  const std::string &log() const { return log_; }
  const std::string &firstReason() const { return firstReason_; }

  /// Says of branches that only tests took which are gone why they are open.
  void giveReasons() const {
    for (const auto &[site, reason] : lost_)
      if (auto *open = std::get_if<model::Open>(&suite_.verdicts[site.index]))
        open->reason = model::open::NotConfirmed{reason};
  }

private:
  /// Tests that fail only after others: once, each gets a process of its own. If that helps none of
  /// them, it is taken back.
  bool separate(const SuiteCheck &check,
                const std::map<std::string, const TestFailure *> &failures) {
    std::set<std::string> now;
    for (const auto &[id, failure] : failures)
      if (failure->passesAlone)
        now.insert(id);
    if (together_.empty() && !now.empty() && !suite_.subject->program && check.ran) {
      together_ = std::move(now);
      giveOwnProcesses(true);
      return true;
    }
    if (!together_.empty() && std::all_of(together_.begin(), together_.end(),
                                          [&](const auto &id) { return failures.contains(id); }))
      giveOwnProcesses(false);
    return false;
  }

  void giveOwnProcesses(bool own) {
    for (model::KeptTest &test : suite_.tests)
      test.ownProcess = own;
  }

  void treat(std::size_t index, const TestFailure &failure, bool ran) {
    model::KeptTest &test = suite_.tests[index];
    // The suite's own fence may be too narrow for it; then it is tried without, disabled where that
    // could do harm.
    const bool canBeFenced = (test.isGreen() || suite_.subject->program) &&
                             model::factsOf(*suite_.subject, test.test).fencedEffect.has_value();
    if (ran && canBeFenced && !std::exchange(test.unfenced, true))
      return;
    const bool isOnlyDisabled = ran && !test.isGreen() && !test.unconfirmed;
    log_ += fmt::format("{} {}: {}\n  {}\n{}\n", names_[test.id],
                        isOnlyDisabled ? "is disabled" : "is left out", failure.reason,
                        emit::callText(*suite_.subject, test.test), failure.details);
    if (firstReason_.empty())
      firstReason_ = fmt::format("{}: {}", names_[test.id], failure.reason);
    if (isOnlyDisabled) {
      test.unconfirmed = failure.reason;
      ++disabled_;
      return;
    }
    for (const model::SiteId site : test.covers)
      lost_.emplace(site, failure.reason);
    suite_.tests.erase(suite_.tests.begin() + static_cast<std::ptrdiff_t>(index));
    ++dropped_;
  }

  model::Suite &suite_;
  std::set<std::string> together_; // those that failed after others
  std::map<std::string, std::string> names_;
  std::map<model::SiteId, std::string> lost_; // what tests that are gone covered
  std::size_t dropped_ = 0, disabled_ = 0;
  std::string log_, firstReason_;
};

std::string noteOf(const Correction &correction, const fs::path &log) {
  std::string counts;
  if (correction.dropped() > 0)
    counts = fmt::format("tests left out: {}", correction.dropped());
  if (correction.disabled() > 0)
    counts +=
        fmt::format("{}tests disabled: {}", counts.empty() ? "" : ", ", correction.disabled());
  return fmt::format("{}; they do not hold when the emitted suite is built and run by itself. {} "
                     "({} has {})",
                     counts, correction.firstReason(), log.string(),
                     correction.dropped() + correction.disabled() > 1 ? "all" : "more");
}

} // namespace

Status writeChecked(model::Suite &suite, const std::vector<std::uint64_t> &runsOf,
                    const emit::Layout &layout, const build::WorkFolder &work, unsigned jobs,
                    const std::function<std::vector<emit::File>(const model::Suite &)> &render,
                    const SuiteChecker::Patience &patience, const CheckProgress &progress,
                    std::vector<std::string> &notes) {
  SuiteChecker checker(*suite.subject, work, jobs, patience, progress);
  Correction correction(suite);
  // Each round but one takes tests out of the green suite or disables others, so there is an end.
  while (true) {
    const std::vector<emit::File> files = render(suite);
    if (Status status = emit::writeAll(layout.directory, files); !status)
      return status;
    auto check = checker.check(fs::path(layout.directory) / "tests", files);
    if (!check && patience.deadline.isOver()) {
      notes.push_back("the emitted suite was not built and run to the end: tests may fail there");
      break;
    }
    if (!check)
      return check.error();
    std::move(check->notes.begin(), check->notes.end(), std::back_inserter(notes));
    if (check->bad.empty())
      break;
    if (!correction.correct(*check))
      return Error{fmt::format("the emitted suite does not hold, for a reason that is none of its "
                               "tests': {}",
                               check->bad.begin()->second.reason)};
    campaign::assignPurposes(*suite.subject, suite.tests);
    campaign::conclude(suite, runsOf);
    correction.giveReasons();
  }
  const SuiteChecker::Seconds &seconds = checker.seconds();
  suite.statistics["seconds checking: compiling"] = seconds.compiling;
  suite.statistics["seconds checking: linking"] = seconds.linking;
  suite.statistics["seconds checking: running"] = seconds.running;
  if (correction.log().empty())
    return support::Done{};
  const fs::path log = work.root() / "dropped.txt";
  notes.push_back(noteOf(correction, log));
  suite.statistics["tests dropped by the final check"] = static_cast<double>(correction.dropped());
  return support::writeFile(log, correction.log());
}

} // namespace validate
