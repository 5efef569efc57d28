#include "solver/bits/bits_layer.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace solver::bits {

namespace {

constexpr std::uint64_t mostGates = 200'000;         // of one query,
constexpr std::uint64_t mostGatesInFull = 2'000'000; // if it may be tried hard: all paths at once
constexpr std::uint64_t mostIdleGates = 20'000;      // kept though a query does not need them,
constexpr std::uint64_t mostIdleFactor = 4;          // or so many times what it needs

constexpr std::size_t mostToShrink = 8; // conditions of a core that is made smaller,
constexpr int conflictsToShrink = 100;  // with so many conflicts for each

/// Conflicts that a query may take: each costs the more the more gates there are.
int mostConflicts(std::uint64_t gates) {
  constexpr std::uint64_t work = 6'000'000, most = 20'000, least = 500;
  return static_cast<int>(std::clamp(work / std::max<std::uint64_t>(gates, 1), least, most));
}

enum Result { Undecided = 0, Satisfiable = 10, Contradictory = 20 }; // as CaDiCaL says it

} // namespace

class BitsLayer::Instance {
public:
  explicit Instance(const expr::Pool &pool)
      : gates_((configure(sat_), sat_)), blaster_(pool, gates_) {}

  std::size_t size() const { return gates_.size(); }
  int solve(const Slice &slice, int conflicts);
  /// Goes on with the query asked last, which is a hard one.
  int goOn();
  /// After Satisfiable: values for the slice's inputs.
  std::vector<std::uint64_t> values(const Slice &slice);
  /// After Contradictory.
  Unsat contradiction();

private:
  static void configure(CaDiCaL::Solver &sat) {
    sat.set("quiet", 1);
    sat.set("lucky", 0); // eight passes over all clauses before each of many small queries
  }
  int search(std::span<const std::size_t> conditions, int conflicts);

  CaDiCaL::Solver sat_;
  Gates gates_;
  Blaster blaster_;
  std::vector<Literal> assumed_; // by condition
  std::vector<std::size_t> all_; // conditions of the query asked last
};

int BitsLayer::Instance::search(std::span<const std::size_t> conditions, int conflicts) {
  for (const std::size_t condition : conditions)
    sat_.assume(assumed_[condition]);
  sat_.limit("conflicts", conflicts);
  return sat_.solve();
}

int BitsLayer::Instance::solve(const Slice &slice, int conflicts) {
  std::map<std::uint32_t, std::uint64_t> run;
  for (std::size_t i = 0; i < slice.start.size(); ++i)
    run[slice.tape.inputs()[i].number] = slice.start[i];
  const auto runValue = [&](std::uint32_t input) { return run.at(input); };
  assumed_.clear();
  for (const expr::TermId condition : slice.conditions)
    assumed_.push_back(blaster_.word(condition, runValue)[0]);
  all_.resize(assumed_.size());
  std::iota(all_.begin(), all_.end(), 0);
  return search(all_, conflicts);
}

int BitsLayer::Instance::goOn() {
  blaster_.sayMore();
  gates_.followRun(false);
  const int result = search(all_, mostConflicts(gates_.size()));
  gates_.followRun(true);
  return result;
}

std::vector<std::uint64_t> BitsLayer::Instance::values(const Slice &slice) {
  std::vector<std::uint64_t> values = slice.start;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Word word = blaster_.input(slice.tape.inputs()[i].number);
    if (word.empty())
      continue;
    values[i] = 0;
    for (std::size_t bit = 0; bit < word.size(); ++bit)
      values[i] |= static_cast<std::uint64_t>(sat_.val(word[bit]) > 0) << bit;
  }
  return values;
}

Unsat BitsLayer::Instance::contradiction() {
  Unsat unsat;
  std::set<Literal> seen; // two conditions may be the same gate
  for (std::size_t i = 0; i < assumed_.size(); ++i)
    if (seen.insert(assumed_[i]).second && sat_.failed(assumed_[i]))
      unsat.core.push_back(i);
  // A small core is worth some more queries: it will be met again.
  for (std::size_t i = 0; i < unsat.core.size() && unsat.core.size() <= mostToShrink;) {
    std::vector<std::size_t> rest = unsat.core;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (search(rest, conflictsToShrink) == Contradictory)
      unsat.core = std::move(rest);
    else
      ++i;
  }
  return unsat;
}

Answer BitsLayer::ask(Slice &slice) {
  const std::uint64_t needed = gatesFor(slice.tape);
  if (needed > (slice.effort == Effort::Full ? mostGatesInFull : mostGates))
    return meter_.answered("bits", Unknown{"size"});
  std::shared_ptr<Instance> &instance = paths_[slice.pool].instance;
  if (!instance || instance->size() > mostIdleGates + mostIdleFactor * needed)
    instance = std::make_shared<Instance>(slice.pool);
  const std::shared_ptr<Instance> kept = instance; // whatever is asked in between
  int result = kept->solve(slice, conflictsNearRun_);
  if (result == Undecided && slice.effort == Effort::Quick)
    return meter_.answered("bits", Unknown{"effort"});
  if (result == Undecided && forHard_) {
    Answer other = forHard_->solve(slice);
    if (!std::holds_alternative<Unknown>(other))
      return other;
  }
  if (result == Undecided)
    result = kept->goOn();
  return answerFrom(slice, *kept, result);
}

Answer BitsLayer::answerFrom(Slice &slice, Instance &instance, int result) {
  switch (result) {
  case Satisfiable: {
    std::vector<std::uint64_t> values = instance.values(slice);
    if (slice.holds(values))
      return meter_.answered("bits", slice.solution(std::move(values)));
    return meter_.answered("bits",
                           Unknown{slice.tape.hasNumbers() ? "numbers" : "wrong assignment"});
  }
  case Contradictory: {
    Unsat unsat = instance.contradiction();
    return meter_.answered("bits", unsat.core.empty() ? Answer(Unknown{"no core"})
                                                      : Answer(std::move(unsat)));
  }
  default:
    return meter_.answered("bits", Unknown{"conflicts"});
  }
}

Answer BitsLayer::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "bits");
  Answer answer = ask(slice);
  return std::holds_alternative<Unknown>(answer) ? next_.solve(slice) : answer;
}

} // namespace solver::bits
