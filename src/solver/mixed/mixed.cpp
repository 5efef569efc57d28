#include "solver/mixed/mixed.h"

#include "expr/evaluator.h"
#include "solver/mixed/abstraction.h"
#include "solver/mixed/distance.h"
#include "support/rng.h"

#include <algorithm>
#include <set>

// After "Symbolic execution with mixed concrete-symbolic solving" (Pasareanu, Rungta, Visser 2011).
//
// A candidate is a value for each input under which the simple conditions hold. Its functions are
// called; then all conditions are asked for with the results as numbers, and with equations that
// hold the arguments at what they were (without those a result could be used for other arguments
// than its own). Candidates come, in this order, from the run itself, from the solver, from the
// conditions that the user wrote beside a function, from earlier solutions, from chance, and from
// the solver once more with all arguments forbidden that were tried, small ones first. The first
// query that all conditions can be told to hold by evaluation ends it.

namespace solver {

namespace {

using expr::Operation;
using expr::TermId;
using Values = std::vector<std::uint64_t>; // by input of the abstraction, results included
using Kept = Abstraction::Kept;

constexpr std::size_t mostResidual = 1 << 16;

class Attempt {
public:
  Attempt(Slice &slice, Operation kept, Solver &below, const MixedSettings &settings,
          const std::map<std::uint32_t, std::uint64_t> &residual, std::uint64_t seed)
      : slice_(slice), abstract_(slice, kept), below_(below), settings_(settings),
        residual_(residual), rng_(seed), evaluate_(abstract_.pool, start_) {}

  Answer run();

private:
  std::optional<Values> solveSimple(std::vector<TermId> more, const Values &near);
  Values smallest(Values values, const std::vector<TermId> &more);
  bool resolve(Values &values);
  void prepare(std::vector<Values> candidates);
  expr::Words wordsOf(const Kept &kept);
  expr::Substitution withResults(const Values &values);
  TermId sameArguments(const Values &values, unsigned levels);
  bool tryCandidate(Values values);
  bool check(Values values);

  bool tryPartitions();
  bool tryResidual();
  bool tryAll();
  bool tryDescent();
  std::vector<Values> neighbours(const Values &values, const std::vector<std::uint32_t> &varied);
  double costOf(const Values &values);
  std::set<std::uint32_t> argumentInputs() const;
  bool trySamples();
  bool tryIncrements();
  void findFree();
  void collectConstants();
  std::uint64_t anyValue(unsigned width);
  bool isSimplySolved(const Values &values);
  TermId areTried();

  Answer ask(const Query &query);
  bool isOver() const {
    return queries_ >= settings_.mostQueries || unknown_ >= settings_.mostUnknown;
  }

  Slice &slice_;
  Abstraction abstract_;
  Solver &below_;
  const MixedSettings &settings_;
  const std::map<std::uint32_t, std::uint64_t> &residual_;
  support::Rng rng_;
  Values start_;
  expr::Evaluator evaluate_;
  std::vector<TermId> simple_;
  Values first_;                    // the first solution of the simple conditions
  std::vector<std::uint32_t> free_; // inputs that no simple condition mentions
  std::vector<std::uint64_t> constants_;
  std::vector<TermId> tried_;    // by candidate: that its arguments are the arguments
  std::set<std::uint32_t> seen_; // terms in tried_
  unsigned queries_ = 0, unknown_ = 0;
  std::string why_ = "no arguments found for functions that are called";
  std::optional<Answer> answer_;
};

Answer Attempt::ask(const Query &query) {
  ++queries_;
  Answer answer = below_.solve(query);
  unknown_ += std::holds_alternative<Unknown>(answer) ? 1 : 0;
  return answer;
}

/// Values under which the simple conditions and `more` hold. Sets answer_ if there are none for the
/// simple conditions alone.
std::optional<Values> Attempt::solveSimple(std::vector<TermId> more, const Values &near) {
  Query query{abstract_.pool, simple_, near};
  query.conditions.insert(query.conditions.end(), more.begin(), more.end());
  const Answer answer = ask(query);
  const Sat *sat = std::get_if<Sat>(&answer);
  if (!sat && more.empty()) {
    answer_ = answer;
    return {};
  }
  if (!sat)
    return {};
  Values values = near;
  for (const auto &[input, value] : sat->assignment)
    values[input] = value;
  return values;
}

/// Functions are mostly made for small numbers. Clears what bits of a solution can be cleared, from
/// the highest on, so that it stays one.
Values Attempt::smallest(Values values, const std::vector<TermId> &more) {
  const auto stillSolved = [&] {
    return isSimplySolved(values) && std::all_of(more.begin(), more.end(), [&](TermId condition) {
             return evaluate_(condition) != 0;
           });
  };
  for (const std::uint32_t input : argumentInputs())
    for (unsigned bit = slice_.tape.inputs()[input].width; bit-- > 0;) {
      if ((values[input] >> bit & 1) == 0)
        continue;
      values[input] ^= 1ull << bit;
      if (!stillSolved())
        values[input] ^= 1ull << bit;
    }
  return values;
}

expr::Words Attempt::wordsOf(const Kept &kept) {
  expr::Words words = {};
  for (unsigned i = 0; i < kept.wordCount; ++i)
    words[i] = evaluate_(kept.words[i]);
  return words;
}

/// Calls the functions for these inputs. False: one of the calls failed.
bool Attempt::resolve(Values &values) {
  for (unsigned level = 0; level < abstract_.levels; ++level) {
    evaluate_.assign(values);
    Values results = values;
    for (const Kept &kept : abstract_.functions) {
      if (kept.level != level)
        continue;
      const auto value = abstract_.valueOf(kept, wordsOf(kept));
      if (!value) {
        why_ = "a call of a function failed";
        return false;
      }
      results[kept.result] = *value;
    }
    values = std::move(results);
  }
  return true;
}

/// Makes the calls of all candidates together, one level after the other.
void Attempt::prepare(std::vector<Values> candidates) {
  expr::Oracle *oracle = slice_.pool.oracle();
  if (!oracle || !abstract_.isCall())
    return;
  for (unsigned level = 0; level < abstract_.levels; ++level) {
    std::vector<expr::Oracle::Query> queries;
    const auto forEach = [&](const auto &visit) {
      for (Values &candidate : candidates) {
        evaluate_.assign(candidate);
        for (const Kept &kept : abstract_.functions)
          if (kept.level == level)
            visit(candidate, kept, wordsOf(kept));
      }
    };
    forEach([&](Values &, const Kept &kept, const expr::Words &words) {
      queries.push_back({kept.function, words});
    });
    oracle->prepare(queries);
    if (level + 1 < abstract_.levels)
      forEach([&](Values &candidate, const Kept &kept, const expr::Words &words) {
        candidate[kept.result] = abstract_.valueOf(kept, words).value_or(0);
      });
  }
}

/// True if everything holds for these inputs; then that is the answer.
bool Attempt::check(Values values) {
  values.resize(abstract_.inputs);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] &= expr::maskOf(slice_.tape.inputs()[i].width);
  if (!slice_.holds(values))
    return false;
  answer_ = slice_.solution(std::move(values));
  return true;
}

/// Terms with results as the numbers that they are in these values.
expr::Substitution Attempt::withResults(const Values &values) {
  expr::Pool &pool = abstract_.pool;
  return expr::Substitution(pool, [this, &pool, &values](std::uint32_t input, unsigned width) {
    return input < abstract_.inputs ? pool.input(width, input)
                                    : pool.constant(width, values[input]);
  });
}

/// That the arguments of functions below a level are those that these values give them.
TermId Attempt::sameArguments(const Values &values, unsigned levels) {
  expr::Pool &pool = abstract_.pool;
  expr::Substitution resolved = withResults(values);
  evaluate_.assign(values);
  TermId same = pool.boolean(true);
  for (const Kept &kept : abstract_.functions)
    for (unsigned i = 0; kept.level < levels && i < kept.wordCount; ++i) {
      const TermId word = pool.constant(pool[kept.words[i]].width, evaluate_(kept.words[i]));
      same = pool.conjunction(same, pool.equal(resolved(kept.words[i]), word));
    }
  return same;
}

/// True if it led to a solution. The conditions are asked for with the results that the candidate's
/// arguments have, and with these arguments.
bool Attempt::tryCandidate(Values values) {
  if (isOver())
    return false;
  const bool wasCalled = resolve(values);
  const TermId same = sameArguments(values, wasCalled ? abstract_.levels : 1);
  if (!seen_.insert(same.index).second)
    return false;
  tried_.push_back(same);
  if (!wasCalled)
    return false;
  if (check(values))
    return true;
  expr::Substitution resolved = withResults(values);
  Query query{abstract_.pool, {}, values};
  for (const TermId condition : abstract_.conditions)
    query.conditions.push_back(resolved(condition));
  query.conditions.push_back(same);
  const Answer answer = ask(query);
  const Sat *sat = std::get_if<Sat>(&answer);
  if (!sat)
    return false;
  for (const auto &[input, value] : sat->assignment)
    values[input] = value;
  return check(std::move(values));
}

/// What the user says of where functions behave alike.
bool Attempt::tryPartitions() {
  expr::Oracle *oracle = slice_.pool.oracle();
  if (!oracle || !abstract_.isCall())
    return false;
  expr::Pool &pool = abstract_.pool;
  // A function inside another's arguments counts as what it gave for the first solution.
  expr::Substitution resolved = withResults(first_);
  for (const Kept &kept : abstract_.functions) {
    std::vector<TermId> words = abstract_.wordsOf(kept);
    for (TermId &word : words)
      word = resolved(word);
    for (const TermId partition : oracle->partitions(pool, kept.function, words)) {
      if (isOver())
        return false;
      if (auto values = solveSimple({partition}, first_);
          values && tryCandidate(std::move(*values)))
        return true;
    }
  }
  return false;
}

/// Inputs that the simple conditions leave open.
void Attempt::findFree() {
  std::vector<bool> mentioned(abstract_.inputs);
  for (const TermId condition : simple_)
    for (const std::uint32_t input : expr::inputsIn(abstract_.pool, condition))
      mentioned[input] = true;
  for (std::uint32_t i = 0; i < abstract_.inputs; ++i)
    if (!mentioned[i])
      free_.push_back(i);
}

bool Attempt::tryResidual() {
  Values values = first_;
  for (const std::uint32_t input : free_)
    if (const auto last = residual_.find(slice_.tape.inputs()[input].number);
        last != residual_.end())
      values[input] = last->second & expr::maskOf(slice_.tape.inputs()[input].width);
  return values != first_ && tryCandidate(std::move(values));
}

/// Numbers in the conditions are what results and arguments are compared with.
void Attempt::collectConstants() {
  constexpr std::size_t most = 64;
  std::set<std::uint64_t> found = {0, 1};
  for (std::uint32_t i = 0; i < slice_.tape.size() && found.size() < most; ++i)
    if (slice_.tape[i].operation == Operation::Constant)
      found.insert(slice_.tape.value(i));
  constants_.assign(found.begin(), found.end());
}

std::uint64_t Attempt::anyValue(unsigned width) {
  const std::uint64_t constant = constants_[rng_.below(constants_.size())];
  switch (rng_.below(6)) {
  case 0:
    return constant;
  case 1:
    return constant + rng_.below(17) - 8;
  case 2:
    return rng_.below(16);
  case 3:
    return rng_.below(1024) - (rng_.below(2) ? 512 : 0);
  case 4: // as a number with a fraction, if it is one
    return expr::apply(Operation::IntToF, width == 32 ? 32 : 64, 0,
                       {(rng_.below(4096) - 2048) & 0xffff, 16});
  default:
    return rng_.next() >> rng_.below(64);
  }
}

bool Attempt::isSimplySolved(const Values &values) {
  evaluate_.assign(values);
  return std::all_of(simple_.begin(), simple_.end(),
                     [&](TermId condition) { return evaluate_(condition) != 0; });
}

/// Chance decides the inputs that are left open; of the others, what still solves the simple
/// conditions is as good as what the solver found.
bool Attempt::trySamples() {
  collectConstants();
  std::vector<Values> candidates;
  for (unsigned i = 0; i < settings_.samples; ++i) {
    Values values = first_;
    for (std::uint32_t input = 0; input < abstract_.inputs; ++input)
      if (rng_.below(2) == 0)
        values[input] = anyValue(slice_.tape.inputs()[input].width) &
                        expr::maskOf(slice_.tape.inputs()[input].width);
    if (!isSimplySolved(values)) {
      Values onlyFree = first_;
      for (const std::uint32_t input : free_)
        onlyFree[input] = values[input];
      values = std::move(onlyFree);
    }
    candidates.push_back(std::move(values));
  }
  prepare(candidates);
  const unsigned end = queries_ + settings_.mostSampled;
  for (const Values &candidate : candidates)
    if (queries_ < end && !isOver() ? tryCandidate(candidate) : check(candidate))
      return true;
  return false;
}

/// Every argument there is, where the inputs that arguments depend on have few bits. The others
/// stay as they are.
bool Attempt::tryAll() {
  constexpr unsigned mostBits = 16;
  const std::set<std::uint32_t> varied = argumentInputs();
  unsigned bits = 0;
  for (const std::uint32_t input : varied)
    bits += slice_.tape.inputs()[input].width;
  if (bits > mostBits)
    return false;
  std::vector<Values> candidates;
  for (std::uint64_t number = 0; number >> bits == 0; ++number) {
    Values values = first_;
    std::uint64_t rest = number;
    for (const std::uint32_t input : varied) {
      const unsigned width = slice_.tape.inputs()[input].width;
      values[input] = rest & expr::maskOf(width);
      rest >>= width;
    }
    if (isSimplySolved(values))
      candidates.push_back(std::move(values));
  }
  prepare(candidates);
  return std::any_of(candidates.begin(), candidates.end(),
                     [this](const Values &candidate) { return check(candidate); });
}

/// Inputs that arguments depend on.
std::set<std::uint32_t> Attempt::argumentInputs() const {
  std::set<std::uint32_t> inputs;
  for (const Kept &kept : abstract_.functions)
    for (unsigned i = 0; i < kept.wordCount; ++i)
      for (const std::uint32_t input : expr::inputsIn(abstract_.pool, kept.words[i]))
        if (input < abstract_.inputs)
          inputs.insert(input);
  return inputs;
}

/// One of the inputs a power of two greater or less. Of an IEEE number that is a step among the
/// numbers of its sign.
std::vector<Values> Attempt::neighbours(const Values &values,
                                        const std::vector<std::uint32_t> &varied) {
  std::vector<Values> found;
  for (const std::uint32_t input : varied) {
    const unsigned width = slice_.tape.inputs()[input].width;
    for (unsigned bit = 0; bit < width; ++bit)
      for (const std::uint64_t step : {1ull << bit, ~0ull << bit}) {
        found.push_back(values);
        found.back()[input] = (values[input] + step) & expr::maskOf(width);
      }
  }
  return found;
}

double Attempt::costOf(const Values &values) {
  slice_.tape.evaluate(std::span(values).first(abstract_.inputs));
  double cost = 0;
  for (std::size_t i = 0; i < slice_.conditions.size(); ++i)
    cost += distanceOf(slice_.tape, slice_.tape.root(i));
  return cost;
}

/// Goes where the conditions come nearer to being true, by the steps of all sizes that one batch of
/// calls tells about.
bool Attempt::tryDescent() {
  constexpr std::size_t mostVaried = 8;
  constexpr unsigned mostSteps = 64;
  std::vector<std::uint32_t> varied;
  for (const std::uint32_t input : argumentInputs())
    if (varied.size() < mostVaried)
      varied.push_back(input);
  Values best = first_;
  double cost = costOf(best);
  for (unsigned step = 0; step < mostSteps && cost > 0; ++step) {
    const std::vector<Values> candidates = neighbours(best, varied);
    prepare(candidates);
    const Values *better = nullptr;
    for (const Values &candidate : candidates)
      if (const double now = costOf(candidate); now < cost) {
        cost = now;
        better = &candidate;
      }
    if (!better)
      break;
    best = *better;
  }
  return check(best) || tryCandidate(best);
}

TermId Attempt::areTried() {
  TermId any = abstract_.pool.boolean(false);
  for (const TermId same : tried_)
    any = abstract_.pool.disjunction(any, same);
  return any;
}

bool Attempt::tryIncrements() {
  for (unsigned i = 0; i < settings_.mostIncrements && !isOver(); ++i) {
    const std::vector<TermId> more = {abstract_.pool.negation(areTried())};
    const auto values = solveSimple(more, first_);
    if (!values)
      return false;
    if (tryCandidate(smallest(*values, more)))
      return true;
  }
  return false;
}

Answer Attempt::run() {
  start_ = slice_.start;
  start_.resize(abstract_.inputs + abstract_.functions.size());
  for (std::size_t i = 0; i < abstract_.conditions.size(); ++i)
    if (abstract_.isSimple[i])
      simple_.push_back(abstract_.conditions[i]);
  // What the functions gave in the run may do.
  if (tryCandidate(start_))
    return *answer_;
  const auto solved = solveSimple({}, start_);
  if (!solved) {
    if (Unsat *unsat = std::get_if<Unsat>(&*answer_)) {
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < abstract_.conditions.size(); ++i)
        if (abstract_.isSimple[i])
          places.push_back(i);
      for (std::size_t &condition : unsat->core)
        condition = places[condition];
    }
    return *answer_;
  }
  first_ = *solved;
  resolve(first_);
  if (tryCandidate(first_) || tryCandidate(smallest(first_, {})))
    return *answer_;
  findFree();
  const bool found = (settings_.partitions && tryPartitions()) ||
                     (settings_.residual && tryResidual()) || (settings_.random && trySamples()) ||
                     (settings_.exhaustive && tryAll()) || (settings_.descent && tryDescent()) ||
                     (settings_.incremental && tryIncrements());
  return found ? *answer_ : Unknown{why_};
}

bool has(const Slice &slice, Operation operation) {
  for (std::uint32_t i = 0; i < slice.tape.size(); ++i)
    if (slice.tape[i].operation == operation)
      return true;
  return false;
}

} // namespace

void Mixed::remember(const Answer &answer) {
  const Sat *sat = std::get_if<Sat>(&answer);
  if (!sat)
    return;
  if (residual_.size() > mostResidual)
    residual_.clear();
  for (const auto &[input, value] : sat->assignment)
    residual_[input] = value;
}

Answer Mixed::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "mixed");
  const bool hasCalls = slice.tape.hasCalls();
  Answer answer = Unknown{};
  if (!hasCalls) {
    answer = next_.solve(slice);
    if (!std::holds_alternative<Unknown>(answer) || slice.effort == Effort::Quick ||
        !has(slice, Operation::Apply)) {
      remember(answer);
      return answer;
    }
  }
  // The search below knows libm itself: what it gave up is worth a few queries more, not many.
  MixedSettings settings = settings_;
  if (!hasCalls) {
    settings.mostQueries = std::min(settings.mostQueries, 8u);
    settings.mostUnknown = std::min(settings.mostUnknown, 1u);
  }
  Answer mixed = Attempt(slice, hasCalls ? Operation::Call : Operation::Apply, constants_, settings,
                         residual_, 0x6d69786564 + ++queries_)
                     .run();
  remember(mixed);
  if (!hasCalls && !std::holds_alternative<Sat>(mixed))
    return answer;
  return meter_.answered("mixed", std::move(mixed));
}

} // namespace solver
