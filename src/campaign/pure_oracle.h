#pragma once

#include "execute/executor.h"
#include "expr/calls.h"
#include "model/subject.h"
#include "trace/trace.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace campaign {

/// Answers for the subject's pure functions by calling them in a target, each with the same
/// arguments at most once (twice, to be exact: what differs is not pure). What runs recorded is
/// known without a call.
class PureOracle final : public expr::Oracle {
public:
  PureOracle(const model::Subject &subject, execute::Executor &target);

  std::optional<std::uint64_t> call(unsigned function, const expr::Words &words) override;
  void prepare(std::span<const Query> queries) override;
  std::vector<expr::TermId> partitions(expr::Pool &pool, unsigned function,
                                       std::span<const expr::TermId> words) override;
  std::string nameOf(unsigned function) const override;
  std::vector<unsigned> widthsOf(unsigned function) const override;

  /// What a run recorded. Some of it is compared with calls of our own: a function that reads or
  /// changes something beside its arguments gives something else there.
  void learn(std::span<const trace::RecordedCall> calls);

  /// Functions that are not as pure as they were said to be.
  const std::set<unsigned> &impure() const { return impure_; }

  void report(std::map<std::string, double> &statistics) const;
  /// For the user: what went wrong.
  std::vector<std::string> notes() const;

private:
  using Key = std::pair<unsigned, expr::Words>;
  struct State {
    std::uint64_t compared = 0;                    // recorded values, with calls of our own
    std::uint64_t hangs = 0;                       //
    std::map<std::string, std::uint64_t> failures; // by what it does
    std::string difference;                        // what showed that it is impure
    std::string unreadable;                        // what is wrong with its partitions
  };

  bool isCallable(unsigned function) const;
  std::optional<std::uint64_t> pack(const expr::Words &words);
  std::vector<std::uint64_t> argumentsIn(unsigned function, const expr::Words &words) const;
  std::uint64_t plainValue(unsigned function, std::uint64_t bits) const;
  std::string textOf(unsigned function, const expr::Words &words) const;
  void ask(std::vector<Query> queries);
  void note(const Query &query, const execute::PureResult &result);
  void remember(const Key &key, std::optional<std::uint64_t> value);
  void distrust(const Query &query, std::uint64_t one, std::uint64_t other);

  const model::Subject &subject_;
  execute::Executor &target_;
  std::map<Key, std::optional<std::uint64_t>> known_; // none: that call fails
  std::map<std::uint64_t, expr::Words> packed_;       // what numbers stand for
  std::vector<State> states_;                         // by function
  std::set<unsigned> impure_;
  std::uint64_t calls_ = 0, failed_ = 0;
};

} // namespace campaign
