// The search itself.
//
// Tests that took a new branch become seeds. A proposal is fresh, or a changed seed, or two seeds
// crossed and changed. Which seed: some of the time one of the newest, since a branch just opened
// is where the next one lies; otherwise the less used of two drawn at random, so that no seed is
// forgotten and none takes all. A seed that crashed counts as used more, since what grows from it
// mostly crashes at the same place.
//
// Where an input is read as a whole, tests that took a branch as often as none before are seeds,
// too, most changes are blind ones, and fresh tests get a share by what they found.
#include "generate/random/random_generator.h"

#include "generate/random/whole_input.h"
#include "model/asked.h"

#include <algorithm>
#include <cassert>

namespace generate {

namespace {

constexpr std::size_t newest = 4;
constexpr std::uint64_t frontierOdds = 3;
constexpr std::uint64_t crashHandicap = 1 << 12;
constexpr std::size_t variationsInARow = 64; // of one seed: it is encoded once for them

} // namespace

RandomGenerator::RandomGenerator(const model::Subject &subject, model::FunctionId function,
                                 const Sequences &sequences, support::Rng &rng)
    : subject_(subject), function_(function), declaration_(subject[function]), rng_(rng),
      dictionary_(makeDictionary(declaration_.constants)), scalars_(dictionary_, rng),
      texts_(dictionary_, rng, subject.program.has_value()),
      builder_(subject, dictionary_, scalars_, texts_, rng),
      mutator_(subject, builder_, scalars_, texts_, rng), havoc_(dictionary_, rng),
      callables_(sequences.callables),
      sequences_(subject, sequences.callables, sequences.pool, builder_, rng),
      takesObjects_(sequences.callables.needsSequences(declaration_)),
      readsVariables_(!sequences.callables.influencesOn(declaration_).byVariables.empty()),
      readsWholeInput_(generate::readsWholeInput(subject, declaration_)) {
  assert(!declaration_.undrivable);
}

void RandomGenerator::propose(std::size_t count, std::vector<model::TestCase> &out) {
  out.resize(count);
  wereFresh_.assign(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    isFresh_ = false;
    propose(out[i]);
    wereFresh_[i] = isFresh_;
  }
  progress_.proposed += count;
}

void RandomGenerator::propose(model::TestCase &out) {
  proposeAny(out);
  // A program that checks a length sees too large ones only if there are some.
  if (!out.supplied.empty() && !rng_.oneIn(8))
    model::repairSupplied(subject_, out);
  if (endsWithInputs_)
    chooseEnd(out);
}

/// Zeros, too, may be what leads somewhere. Few tests have no end: they take longest.
void RandomGenerator::chooseEnd(model::TestCase &out) {
  if (rng_.oneIn(64))
    out.endsAfterZeros.reset();
  else if (!out.endsAfterZeros || rng_.oneIn(4))
    out.endsAfterZeros = static_cast<std::uint32_t>(rng_.below(rng_.oneIn(4) ? 64 : 4));
}

/// Where variables alone can be set by other calls, one call comes first: mostly it is enough.
bool RandomGenerator::makesSequences() const {
  constexpr std::uint64_t runsInVain = 256;
  return takesObjects_ || (readsVariables_ && progress_.sinceLastGain() > runsInVain);
}

void RandomGenerator::fresh(model::TestCase &out) {
  isFresh_ = true;
  if (!makesSequences())
    return builder_.test(function_, out);
  constexpr std::uint64_t runsInVain = 4096; // what callers can do comes first
  sequences_.allowForcedStates(progress_.sinceLastGain() > runsInVain);
  sequences_.fresh(function_, out);
  // A step before the last may have given away an object that it needs.
  if (out.steps.empty() || out.function() != function_)
    out = simplestSequence(subject_, callables_, function_);
}

/// Two in five; what reads an input as a whole is soon too deep inside for fresh ones.
bool RandomGenerator::proposesFresh() {
  constexpr std::uint64_t all = 64, least = 1, most = 26;
  if (seeds_.empty() || !readsWholeInput_)
    return seeds_.empty() || rng_.below(5) < 2;
  const std::uint64_t earned = all * (freshFinds_ + 1) / (freshFinds_ + otherFinds_ + 2);
  return rng_.below(all) < std::clamp(earned, least, most);
}

/// Where only counts come near, others had a chance first: most branches need no count. What is
/// near to each branch is remembered for each function, so with very many there is no room for
/// that.
bool RandomGenerator::goesNear(std::size_t branches) const {
  constexpr std::uint64_t runsInVain = 1024;
  constexpr std::size_t mostBranches = 1 << 14;
  return takesObjects_ || readsVariables_ ||
         (progress_.sinceLastGain() > runsInVain && branches <= mostBranches);
}

void RandomGenerator::proposeAny(model::TestCase &out) {
  if (!frontier_.isEmpty() && rng_.oneIn(frontierOdds)) {
    const model::TestCase &near = frontier_.pick(rng_);
    out = near;
    return goOn(out, near);
  }
  if (proposesFresh())
    return fresh(out);
  Seed &seed = pick();
  ++seed.picks;
  out = seed.test;
  const model::TestCase &other = seeds_[rng_.below(seeds_.size())].test;
  if (readsWholeInput_ && !rng_.oneIn(3))
    return changeInput(subject_, out, other, havoc_, rng_);
  if (&other != &seed.test && rng_.oneIn(5)) {
    mutator_.cross(out, other);
    if (rng_.oneIn(2))
      return;
  }
  if (makesSequences() && rng_.oneIn(2))
    sequences_.change(out);
  else
    mutator_.mutate(out, other, out.steps.size() > 1 ? rng_.below(out.steps.size()) : 0);
}

/// One that came near some branch: where it hangs on state, the calls before the last are what
/// brought it there, and what may bring it nearer.
void RandomGenerator::goOn(model::TestCase &test, const model::TestCase &other) {
  if (!takesObjects_ && !readsVariables_)
    return readsWholeInput_ && rng_.oneIn(2) ? changeInput(subject_, test, other, havoc_, rng_)
                                             : mutator_.mutate(test, other, 0);
  sequences_.change(test);
  if (rng_.oneIn(4))
    mutator_.mutate(test, other, rng_.below(test.steps.size()));
}

void RandomGenerator::want(const std::vector<bool> &wanted) {
  frontier_.want(goesNear(wanted.size()) ? wanted : std::vector<bool>());
}

void RandomGenerator::observeNearness(const model::TestCase &test,
                                      std::span<const model::Nearness> nearer) {
  if (test.function() == function_)
    frontier_.note(test, nearer);
}

bool RandomGenerator::vary(std::size_t count, std::vector<model::Variation> &out) {
  // What ends in a crash mostly does so again, which costs a process each time.
  if (std::ranges::none_of(seeds_, &Seed::returned))
    return false;
  out.resize(count);
  Seed *seed = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % variationsInARow == 0) {
      do
        seed = &pick();
      while (!seed->returned);
      if (!seed->scalars)
        seed->scalars.emplace(subject_, seed->test);
      if (seed->scalars->isEmpty())
        return false;
    }
    ++seed->picks;
    out[i].base = &seed->test;
    generate::vary(*seed->scalars, scalars_, rng_, out[i]);
  }
  progress_.proposed += count;
  return true;
}

void RandomGenerator::supplyCalls(model::TestCase &test, model::SupplyId source,
                                  std::uint32_t first, std::uint32_t count, std::uint64_t bytes) {
  constexpr std::uint32_t callsInAMood = 32;
  const bool givesBytes = model::givesBytes(subject_, source);
  builder_.beginChange(test);
  const auto place =
      std::lower_bound(test.supplied.begin(), test.supplied.end(), std::pair(source, first),
                       [](const model::Supplied &each, const auto &call) {
                         return std::pair(each.source, each.index) < call;
                       });
  const auto at = place - test.supplied.begin();
  test.supplied.insert(place, count, {source, 0, {}});
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i % callsInAMood == 0)
      scalars_.startTest();
    model::Supplied &call = test.supplied[static_cast<std::size_t>(at) + i];
    call.index = first + i;
    if (givesBytes) {
      std::string text(bytes, '\0');
      const model::Type &element = builder_.bufferElement(text.size());
      scalars_.fillArray(element, text.data(), text.size() / element.size);
      call.value = model::bytesGiven(subject_, source, text);
    } else {
      builder_.element(subject_[source].type, call.value);
    }
  }
  builder_.endChange(test);
}

RandomGenerator::Seed &RandomGenerator::pick() {
  if (rng_.oneIn(3)) {
    const std::size_t recent = readsWholeInput_ ? std::max(newest, seeds_.size() / 16) : newest;
    return seeds_[seeds_.size() - 1 - rng_.below(std::min(recent, seeds_.size()))];
  }
  Seed &a = seeds_[rng_.below(seeds_.size())];
  Seed &b = seeds_[rng_.below(seeds_.size())];
  return a.picks <= b.picks ? a : b;
}

bool RandomGenerator::markSeen(const std::vector<model::BranchId> &branches) {
  bool isNew = false;
  for (const model::BranchId branch : branches) {
    if (branch.index >= seen_.size())
      seen_.resize(branch.index + 1);
    isNew = isNew || !seen_[branch.index];
    seen_[branch.index] = true;
  }
  return isNew;
}

void RandomGenerator::observe(const model::TestCase &test, const model::Execution &execution) {
  if (test.function() != function_ || !markSeen(execution.covered))
    return;
  ++progress_.gains;
  progress_.proposedAtLastGain = progress_.proposed;
  const bool returned = std::holds_alternative<model::Returned>(execution.outcome) ||
                        std::holds_alternative<model::Threw>(execution.outcome);
  seeds_.push_back({test, returned ? 0 : crashHandicap, returned});
}

void RandomGenerator::observeFind(std::size_t index, const model::TestCase &test,
                                  const model::Execution &execution, bool isByCounts) {
  constexpr std::size_t mostSeeds = 16384;
  ++(index < wereFresh_.size() && wereFresh_[index] ? freshFinds_ : otherFinds_);
  if (!isByCounts)
    observe(test, execution);
  else if (seeds_.size() < mostSeeds)
    seeds_.push_back({test});
}

} // namespace generate
