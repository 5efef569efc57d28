#pragma once

#include "campaign/search_state.h"

#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace campaign {

/// The tests that were judged good enough to stay. Engines hand in what their runs did; a run that
/// would add a site or an outcome is judged, simpler and roomier variants of it are if undefined
/// behaviour spoils it, and whatever adds something is kept, on disk too.
class Corpus {
public:
  /// All must outlive it.
  Corpus(SearchState &state, const SearchHooks &hooks) : state_(state), hooks_(hooks) {}

  /// Whether judging this run could add anything, and the run is believed.
  bool isNews(FunctionSearch &search, const model::TestCase &test,
              const model::Execution &execution);
  /// A run that may be worth keeping: whose, and what brought it here.
  struct Candidate {
    FunctionSearch *search;
    model::TestCase test;
    model::Execution execution;
    bool isFirst = false; // a first call, worth keeping whatever it took
  };
  /// A sequence of calls that ended early becomes one of the function at which it did.
  void cutAtEnd(Candidate &candidate) const;
  /// Whether a run that is news adds anything to these.
  bool addsTo(const std::vector<Candidate> &candidates, const FunctionSearch &search,
              const model::Execution &execution) const;
  /// Judges what runs did, together, if it is news. A run that hung has to wait.
  support::Status considerRuns(std::vector<Candidate> candidates);
  support::Status considerRun(FunctionSearch &search, const model::TestCase &test,
                              const model::Execution &execution) {
    return considerRuns({{&search, test, execution}});
  }
  /// The same for a first call, whatever it took: a function without branches deserves a test.
  support::Status considerFirst(FunctionSearch &search, const model::TestCase &test,
                                const model::Execution &execution);
  /// Judges one test, and keeps what is worth keeping. `taken` is what brought it here, if known.
  support::Status consider(FunctionSearch &search, const model::TestCase &test,
                           const std::vector<model::BranchId> &taken = {}) {
    return judge({{&search, test, {.covered = taken}, true}});
  }

  /// Runs that wait to be judged: those that hung, and all while the sanitizers' target is being
  /// built.
  bool isAnyWaiting() const { return !hung_.empty() || !unjudged_.empty(); }
  bool isAnyUnjudged() const { return !unjudged_.empty(); }
  std::vector<model::BranchId> takenByWaiting() const;
  /// What did something new, and no judge has seen yet.
  std::size_t unjudgedCount() const { return unjudged_.size(); }
  /// Judges what waits for the sanitizers, and one run that hung. With a limit in seconds, those
  /// get a share of them while the engines have something to do.
  support::Status judgeWaiting(bool enginesAreIdle);

  /// Tests that entered so far: what engines are paid for.
  std::uint64_t gains() const { return gains_; }
  bool isKnown(const model::SanitizerVerdict &complaint) const {
    return complaints_.contains(placeOf(complaint));
  }

  std::vector<model::KeptTest> tests; // in the order found
  double secondsJudging = 0;
  std::uint64_t unstable = 0;              // candidates whose runs disagreed
  std::set<model::FunctionId> disbelieved; // some runs of theirs took what they can't have taken

private:
  /// What makes one end of a run differ from another, before the sanitizers name a place. Where a
  /// run was when its time was up says nothing.
  using Signature = std::pair<std::string, std::vector<model::SiteId>>;

  static std::string placeOf(const model::SanitizerVerdict &complaint);
  Signature signatureOf(const FunctionSearch &search, const model::Outcome &outcome,
                        const std::vector<model::SiteId> &sites) const;
  bool wouldBeNews(const FunctionSearch &search, const model::Execution &execution) const;
  std::vector<model::SiteId> flickering(const std::vector<model::BranchId> &taken,
                                        const std::optional<model::KeptTest> &judged) const;
  std::vector<model::SiteId> wantedOf(const model::KeptTest &kept) const;
  support::Result<std::optional<model::KeptTest>>
  cleanVariant(const model::KeptTest &dirty, const std::vector<model::SiteId> &wanted);
  model::TestCase simpler(const model::TestCase &test, const std::vector<model::SiteId> &wanted);
  support::Status judge(std::vector<Candidate> candidates);
  void putBack(std::span<Candidate> candidates);
  support::Status settle(const Candidate &candidate, std::optional<model::KeptTest> judged);
  support::Status keep(FunctionSearch &search, model::KeptTest kept);
  bool mustWait() const;
  support::Status judgeUnjudged();
  support::Status letWait(Candidate candidate);
  support::Status judgeHung();

  SearchState &state_;
  const SearchHooks &hooks_;
  std::deque<Candidate> hung_, unjudged_;
  double secondsHung_ = 0;       // spent on judging those that hung
  double secondsForOneHung_ = 2; // that the last one took; a guess at first
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::set<Signature> signatures_;
  std::set<std::string> complaints_; // of the sanitizers, by kind and place
  std::map<model::FunctionId, std::size_t> outcomes_;
  std::set<model::FunctionId> returned_;
  std::set<std::string> ids_;
  std::uint64_t gains_ = 0;
};

} // namespace campaign
