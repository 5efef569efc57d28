// Sequences, as in feedback-directed random testing.
//
// A call is appended by first finding, for each parameter that takes an object, a slot that holds
// one: of an earlier step, or of a maker that is appended before it, and so on, down to makers that
// need nothing. Which maker: the one that takes fewest calls half of the time, else any. Values for
// all other parameters come from random search's builder.
//
// Objects of classes are mostly interesting in states that calls bring them into. So before the
// call under test some others are made on the same object, those that may change it first; and half
// of the sequences go on where one ended that did something new (SequencePool).
#include "generate/sequence/sequence_builder.h"

#include "model/sequences.h"
#include "model/value_access.h"

#include <algorithm>
#include <iterator>

namespace generate {

using model::FunctionId;
using model::Parameter;
using model::Pass;
using model::SlotId;
using model::Step;
using model::TestCase;
using model::TypeId;

namespace {

constexpr std::size_t mostSteps = 32, mostChanged = 96;
constexpr std::size_t longestStretch = 8; // of steps that are repeated
constexpr unsigned deepest = 4; // makers of arguments of makers...; behind, the shortest way
constexpr std::uint64_t nullOdds = 12, forcedOdds = 4;

} // namespace

void SequenceBuilder::fresh(FunctionId function, TestCase &out) {
  out = TestCase();
  most_ = mostSteps;
  const auto &parameters = subject_[function].parameters;
  const auto first = std::ranges::find_if(parameters, [&](const Parameter &parameter) {
    return callables_.wanted(parameter).has_value();
  });
  if (first != parameters.end() && rng_.oneIn(2))
    if (const TestCase *earlier = pool_.pick(*callables_.wanted(*first), rng_);
        earlier && earlier->steps.size() + 1 < mostSteps)
      out.steps = earlier->steps;
  if (out.steps.empty() && !influencesOn(function).byVariables.empty() && rng_.oneIn(2))
    if (const TestCase *earlier = pool_.pickChange(rng_);
        earlier && earlier->steps.size() + 1 < mostSteps)
      out.steps = earlier->steps;
  builder_.beginSequence(out);
  next_ = model::freshSlot(out);
  if (!influencesOn(function).byVariables.empty() && rng_.oneIn(2))
    setVariables(out, rng_.below(rng_.oneIn(4) ? 8 : 3));
  append(out, function, 0);
  builder_.endSequence(out);
}

/// A slot of the test that an argument for this parameter can be taken from, at random.
std::optional<SlotId> SequenceBuilder::slotOf(const TestCase &test, const Parameter &parameter,
                                              bool isForInitialiser) const {
  std::vector<SlotId> slots;
  for (const Step &step : test.steps)
    if (step.slot && canTake(test, parameter, *step.slot) &&
        (isForInitialiser || model::isInitialised(subject_, test, *step.slot, test.steps.size())) &&
        !model::isGivenAway(subject_, test, *step.slot, test.steps.size()))
      slots.push_back(*step.slot);
  return slots.empty() ? std::nullopt : std::optional(slots[rng_.below(slots.size())]);
}

/// A slot with an object for the parameter; none: it gets a value instead, or there can be none.
std::optional<SlotId> SequenceBuilder::objectFor(TestCase &test, const Parameter &parameter,
                                                 unsigned depth, bool isForInitialiser) {
  const auto type = callables_.wanted(parameter);
  if (!type)
    return std::nullopt;
  const bool isNeeded = model::needsObject(subject_, parameter);
  const bool isOpaque = subject_[*type].kind == model::TypeKind::Incomplete;
  if (!isNeeded && (isOpaque || mayForce_) && rng_.oneIn(isOpaque ? nullOdds : forcedOdds))
    return std::nullopt;
  const bool isDeep = depth >= deepest || test.steps.size() >= most_;
  if (!isNeeded && isDeep)
    return std::nullopt;
  if (!rng_.oneIn(isDeep ? 64 : 4))
    if (const auto slot = slotOf(test, parameter, isForInitialiser))
      return slot;
  std::vector<FunctionId> makers;
  for (const FunctionId maker : callables_.makers(*type))
    if (parameter.pass != Pass::Given || model::isOwner(subject_[maker]) ||
        subject_[maker].form == model::CallForm::Upcast)
      makers.push_back(maker);
  if (makers.empty())
    return std::nullopt;
  const bool isCheapest = isDeep || rng_.oneIn(2);
  const FunctionId maker = makers[isCheapest ? 0 : rng_.below(makers.size())];
  if (!append(test, maker, depth + 1))
    return std::nullopt;
  const std::optional<SlotId> made = test.steps.back().slot;
  if (made && !isForInitialiser && !initialise(test, *made, depth + 1))
    return std::nullopt;
  return made && canTake(test, parameter, *made) &&
                 !model::isGivenAway(subject_, test, *made, test.steps.size())
             ? made
             : std::nullopt;
}

/// Storage becomes an object by a call of one of its initialisers. False: it did not.
bool SequenceBuilder::initialise(TestCase &test, SlotId slot, unsigned depth) {
  if (model::isInitialised(subject_, test, slot, test.steps.size()))
    return true;
  const auto from = callables_.initialisers(
      *model::madeBy(subject_, subject_[test.steps[*model::stepFilling(test, slot)].callable]));
  return !from.empty() && append(test, from[rng_.below(from.size())], depth, slot);
}

/// Whether what lies in the slot is what the parameter takes, and the test's to give where it is
/// given away.
bool SequenceBuilder::canTake(const TestCase &test, const Parameter &parameter, SlotId slot) const {
  const model::Function &maker = subject_[test.steps[*model::stepFilling(test, slot)].callable];
  return callables_.wanted(parameter) == model::madeBy(subject_, maker) &&
         (parameter.pass != Pass::Given ||
          model::isOwner(subject_[model::makerOf(subject_, test, slot).callable]));
}

/// False: an object that it needs can't be had. `given` is where its first object comes from.
bool SequenceBuilder::append(TestCase &test, FunctionId id, unsigned depth,
                             std::optional<SlotId> given) {
  const model::Function &function = subject_[id];
  std::vector<std::optional<SlotId>> slots(function.parameters.size());
  std::optional<SlotId> first; // of the objects it takes
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Parameter &parameter = function.parameters[i];
    const bool takesGiven = given && canTake(test, parameter, *given);
    slots[i] = takesGiven
                   ? std::exchange(given, std::nullopt)
                   : objectFor(test, parameter, depth, model::initialises(subject_, function, i));
    if (!slots[i] && model::needsObject(subject_, parameter))
      return false;
    if (slots[i] && !first)
      first = slots[i];
  }
  if (depth == 0 && first && !rng_.oneIn(4))
    stir(test, *first, rng_.below(rng_.oneIn(4) ? 12 : 4));
  // A call in between may have given one away, or released it.
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (slots[i] && (model::isGivenAway(subject_, test, *slots[i], test.steps.size()) ||
                     (!model::initialises(subject_, function, i) &&
                      !model::isInitialised(subject_, test, *slots[i], test.steps.size()))))
      return false;
  Step step{id, {}};
  builder_.arguments(id, step.arguments);
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (slots[i])
      step.arguments[i] = model::FromSlot{*slots[i]};
  if (model::madeBy(subject_, function)) {
    step.slot = next_;
    next_ = SlotId(next_.index + 1);
  }
  test.steps.push_back(std::move(step));
  return true;
}

const Callables::Influences &SequenceBuilder::influencesOn(FunctionId function) {
  if (function_ != function) {
    function_ = function;
    influences_ = callables_.influencesOn(subject_[function]);
    stirrers_.clear();
  }
  return influences_;
}

/// Those that are called on objects of this type and change what the function under test looks at.
std::span<const FunctionId> SequenceBuilder::stirrers(TypeId type) {
  const auto [found, isNew] = stirrers_.try_emplace(type);
  if (isNew)
    for (const FunctionId id : influences_.byAnything)
      if (std::ranges::any_of(subject_[id].parameters, [&](const Parameter &parameter) {
            return callables_.wanted(parameter) == type;
          }))
        found->second.push_back(id);
  return found->second;
}

/// Makes calls that change variables which the function under test looks at.
void SequenceBuilder::setVariables(TestCase &test, std::uint64_t calls) {
  const std::vector<FunctionId> &from = influences_.byVariables;
  for (std::uint64_t i = 0; i < calls && test.steps.size() < most_; ++i)
    append(test, from[rng_.below(from.size())], 1);
}

TypeId SequenceBuilder::typeIn(const TestCase &test, SlotId slot) const {
  return *model::madeBy(subject_, subject_[test.steps[*model::stepFilling(test, slot)].callable]);
}

/// The object in a slot may be of a class that has more calls than this slot's type says: those of
/// the class it was made as, and of all its bases. Another slot that holds it.
SlotId SequenceBuilder::otherView(TestCase &test, SlotId slot) {
  const Step *const object = &model::makerOf(subject_, test, slot);
  std::vector<SlotId> views;
  for (const Step &step : test.steps)
    if (step.slot && &model::makerOf(subject_, test, *step.slot) == object)
      views.push_back(*step.slot);
  const SlotId view = views[rng_.below(views.size())];
  std::vector<FunctionId> upcasts;
  for (const FunctionId id : callables_.users(typeIn(test, view)))
    if (subject_[id].form == model::CallForm::Upcast)
      upcasts.push_back(id);
  if (upcasts.empty() || rng_.oneIn(2) || test.steps.size() >= most_)
    return view;
  return append(test, upcasts[rng_.below(upcasts.size())], 1, view) ? *test.steps.back().slot
                                                                    : view;
}

/// Makes calls on an object, most of them of functions that may change it.
void SequenceBuilder::stir(TestCase &test, SlotId first, std::uint64_t calls) {
  for (std::uint64_t i = 0; i < calls && test.steps.size() < most_; ++i) {
    const SlotId slot =
        callables_.hasViews(typeIn(test, first)) && rng_.oneIn(2) ? otherView(test, first) : first;
    const std::optional type = typeIn(test, slot);
    const auto changers = callables_.changers(*type), users = callables_.users(*type),
               relevant = stirrers(*type);
    const auto &from = changers.empty() || rng_.oneIn(6)   ? users
                       : relevant.empty() || rng_.oneIn(3) ? changers
                                                           : relevant;
    if (from.empty() || model::isGivenAway(subject_, test, slot, test.steps.size()) ||
        !model::isInitialised(subject_, test, slot, test.steps.size()))
      return;
    append(test, from[rng_.below(from.size())], 1, slot);
  }
}

void SequenceBuilder::change(TestCase &test) {
  builder_.beginSequence(test);
  const std::vector<Step> before = test.steps;
  most_ = mostChanged;
  next_ = model::freshSlot(test);
  const std::uint64_t changes = rng_.oneIn(2) ? 1 : 1 + rng_.below(4);
  for (std::uint64_t i = 0; i < changes; ++i)
    switch (rng_.below(4)) {
    case 0:
      if (test.steps.size() > 1)
        model::removeStep(subject_, test, rng_.below(test.steps.size() - 1));
      break;
    case 1:
      repeatSteps(test);
      break;
    default:
      insertCall(test);
    }
  if (!model::keepsProtocol(subject_, test))
    test.steps = before;
  builder_.endSequence(test);
}

/// Another call on an object of the test or for the sake of variables, somewhere before the last
/// step.
void SequenceBuilder::insertCall(TestCase &test) {
  if (test.steps.size() >= most_)
    return;
  const std::vector<Step> before = test.steps;
  const bool setsVariables =
      !influencesOn(test.function()).byVariables.empty() && (before.size() < 2 || rng_.oneIn(2));
  if (!setsVariables && before.size() < 2)
    return;
  const std::size_t at =
      setsVariables ? rng_.below(before.size()) : 1 + rng_.below(before.size() - 1);
  test.steps.resize(at);
  std::vector<SlotId> slots;
  for (const Step &step : test.steps)
    if (step.slot && !model::isGivenAway(subject_, test, *step.slot, at) &&
        model::isInitialised(subject_, test, *step.slot, at))
      slots.push_back(*step.slot);
  if (setsVariables)
    setVariables(test, 1);
  else if (!slots.empty())
    stir(test, slots[rng_.below(slots.size())], 1);
  const auto isLost = [&](const Step &step) { // a call that was added gave away what it needs
    return std::ranges::any_of(slots, [&](SlotId slot) {
      return model::usesSlot(step, slot) &&
             model::isGivenAway(subject_, test, slot, test.steps.size());
    });
  };
  const std::span behind = std::span(before).subspan(at);
  if (std::ranges::any_of(behind, isLost)) {
    test.steps = before;
    return;
  }
  test.steps.insert(test.steps.end(), behind.begin(), behind.end());
}

/// A stretch of steps is made again, once or several times: what counts calls, or fills up, needs
/// just that. Half of the time with other arguments.
void SequenceBuilder::repeatSteps(TestCase &test) {
  const std::size_t first = rng_.below(test.steps.size());
  const std::size_t longest = std::min(longestStretch, test.steps.size() - first);
  const std::size_t count = rng_.oneIn(2) ? 1 : 1 + rng_.below(longest);
  const bool isFresh = rng_.oneIn(2);
  for (std::uint64_t left = 1ull << rng_.below(rng_.oneIn(4) ? 5 : 2); left > 0; --left)
    if (test.steps.size() + count > most_ || !copySteps(test, first, count, isFresh))
      return;
}

/// Makes the steps first .. first + count - 1 again, before they are made. False: they give an
/// object away, which is done once.
bool SequenceBuilder::copySteps(TestCase &test, std::size_t first, std::size_t count,
                                bool isFresh) {
  const auto begin = test.steps.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<Step> copies(begin, begin + static_cast<std::ptrdiff_t>(count));
  std::map<SlotId, SlotId> copyOf;
  for (Step &copy : copies) {
    for (std::size_t i = 0; i < copy.arguments.size(); ++i) {
      if (!copy.arguments[i].is<model::FromSlot>())
        continue;
      if (subject_[copy.callable].parameters[i].pass == Pass::Given)
        return false;
      SlotId &from = copy.arguments[i].as<model::FromSlot>().slot;
      if (const auto made = copyOf.find(from); made != copyOf.end())
        from = made->second;
    }
    if (copy.slot) {
      copyOf[*copy.slot] = next_;
      copy.slot = next_;
      next_ = SlotId(next_.index + 1);
    }
    if (isFresh)
      renewArguments(copy);
  }
  test.steps.insert(begin, std::make_move_iterator(copies.begin()),
                    std::make_move_iterator(copies.end()));
  return true;
}

/// Other values for all that is no object of the test's.
void SequenceBuilder::renewArguments(Step &step) {
  std::vector<model::Value> arguments;
  builder_.arguments(step.callable, arguments);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!step.arguments[i].is<model::FromSlot>())
      step.arguments[i] = std::move(arguments[i]);
}

namespace {

/// Returns the slot that the step fills. `given` is what an initialiser is called on. Pointers that
/// may be null are, but those of the call under test.
std::optional<SlotId> appendSimplest(const model::Subject &subject, const Callables &callables,
                                     FunctionId id, bool isUnderTest, TestCase &test,
                                     std::optional<SlotId> given = {}) {
  const model::Function &function = subject[id];
  Step step{id, {}};
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter &parameter = function.parameters[i];
    const auto type = callables.wanted(parameter);
    if (given && model::initialises(subject, function, i)) {
      step.arguments.push_back(model::FromSlot{*given});
      continue;
    }
    if (type && (isUnderTest || model::needsObject(subject, parameter)))
      if (const auto slot =
              appendSimplest(subject, callables, callables.makers(*type).front(), false, test)) {
        if (!model::initialises(subject, function, i) &&
            !model::isInitialised(subject, test, *slot, test.steps.size()))
          appendSimplest(subject, callables, callables.initialisers(*type).front(), false, test,
                         slot);
        step.arguments.push_back(model::FromSlot{*slot});
        continue;
      }
    step.arguments.push_back(model::simplestValue(subject, parameter.type));
  }
  if (model::madeBy(subject, function))
    step.slot = model::freshSlot(test);
  test.steps.push_back(std::move(step));
  return test.steps.back().slot;
}

} // namespace

TestCase simplestSequence(const model::Subject &subject, const Callables &callables,
                          FunctionId function) {
  TestCase test = model::simplestTest(subject, function);
  test.steps.clear();
  appendSimplest(subject, callables, function, true, test);
  return test;
}

} // namespace generate
