#include "model/sequences.h"

#include "model/name_words.h"
#include "model/objects.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace model {
namespace {

/// What pointers to it lead to can be an object that somebody made.
bool isObject(const Type &type) {
  return type.kind == TypeKind::Incomplete || type.kind == TypeKind::Struct;
}

std::optional<TypeId> pointee(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  if (type.kind != TypeKind::Pointer || !isObject(subject[type.element]) ||
      subject[type.element].literal != Literal::None)
    return std::nullopt;
  return type.element;
}

} // namespace

bool isTested(const Function &function) {
  return !function.undrivable && !function.untested && !function.isImplicit;
}

bool writesField(const Function &function) {
  return function.form == CallForm::WriteField || function.form == CallForm::ForceField;
}

bool isOwner(const Function &function) {
  return function.resultForm == ResultForm::Object || function.resultForm == ResultForm::Given;
}

CallFacts factsOf(const Subject &subject, const TestCase &test) {
  CallFacts all = subject[test.function()].facts;
  for (const auto *steps : {&test.steps, &test.observers})
    for (const Step &step : *steps) {
      const CallFacts &one = subject[step.callable].facts;
      std::vector<SupplyId> supplies;
      std::ranges::set_union(all.supplies, one.supplies, std::back_inserter(supplies));
      all.supplies = std::move(supplies);
      all.hasStaticLocals |= one.hasStaticLocals;
      for (auto fact : {&CallFacts::keptState, &CallFacts::outsideEffect, &CallFacts::fencedEffect})
        if (!(all.*fact))
          all.*fact = one.*fact;
      all.startsThreads |= one.startsThreads;
      all.hidesMemory |= one.hidesMemory;
      all.readsFresh |= one.readsFresh;
      all.writesKnown &= one.writesKnown;
      all.inProcess &= one.inProcess;
    }
  return all;
}

std::optional<TypeId> madeBy(const Subject &subject, const Function &function) {
  return function.result ? pointee(subject, function.result) : std::nullopt;
}

std::optional<TypeId> wantedBy(const Subject &subject, const Parameter &parameter) {
  return pointee(subject, parameter.type);
}

bool needsObject(const Subject &subject, const Parameter &parameter) {
  return (parameter.pass == Pass::Object || parameter.pass == Pass::Moved) &&
         wantedBy(subject, parameter).has_value();
}

bool isFile(const Type &type) {
  return type.kind == TypeKind::Incomplete && type.isSystem && type.spelling == "FILE";
}

std::optional<std::size_t> stepFilling(const TestCase &test, SlotId slot) {
  const auto found = std::ranges::find(test.steps, std::optional(slot), &Step::slot);
  if (found == test.steps.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - test.steps.begin());
}

bool usesSlot(const Step &step, SlotId slot) {
  return std::ranges::any_of(step.arguments, [&](const Value &argument) {
    const auto *from = argument.find<FromSlot>();
    return from && from->slot == slot;
  });
}

const Step &makerOf(const Subject &subject, const TestCase &test, SlotId slot) {
  const Step *maker = &test.steps[*stepFilling(test, slot)];
  while (subject[maker->callable].form == CallForm::Upcast) {
    const auto *from = maker->arguments[0].find<FromSlot>();
    const auto step = from ? stepFilling(test, from->slot) : std::nullopt;
    if (!step)
      break;
    maker = &test.steps[*step];
  }
  return *maker;
}

namespace {

/// Whether calls make such objects without having one.
bool hasCreator(const Subject &subject, TypeId type) {
  return std::ranges::any_of(subject.functions, [&](const Function &function) {
    return !function.undrivable && madeBy(subject, function) == type &&
           std::ranges::none_of(function.parameters, [&](const Parameter &parameter) {
             return wantedBy(subject, parameter) == type;
           });
  });
}

} // namespace

bool forcesState(const Subject &subject, const TestCase &test) {
  for (const Step &step : test.steps)
    if (subject[step.callable].form == CallForm::ForceField)
      return true;
  for (const Step &step : test.steps)
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      if (const auto type = wantedBy(subject, subject[step.callable].parameters[i]);
          type && step.arguments[i].is<Object>() && hasCreator(subject, *type))
        return true;
  return false;
}

bool isGivenAway(const Subject &subject, const TestCase &test, SlotId slot, std::size_t end) {
  const Step *const object = &makerOf(subject, test, slot);
  for (std::size_t s = 0; s < std::min(end, test.steps.size()); ++s) {
    const Step &step = test.steps[s];
    for (std::size_t i = 0; i < step.arguments.size(); ++i) {
      const auto *from = step.arguments[i].find<FromSlot>();
      if (from && subject[step.callable].parameters[i].pass == Pass::Given &&
          &makerOf(subject, test, from->slot) == object)
        return true;
    }
  }
  return false;
}

SlotId freshSlot(const TestCase &test) {
  std::uint32_t next = 0;
  for (const Step &step : test.steps)
    if (step.slot)
      next = std::max(next, step.slot->index + 1);
  return SlotId(next);
}

std::optional<std::size_t> releases(const Subject &subject, const Function &function) {
  constexpr std::string_view words[] = {"free",    "destroy", "delete", "dispose",
                                        "release", "unref",   "deinit", "fini",
                                        "term",    "cleanup", "drop",   "close"};
  if (function.form == CallForm::CloseFile)
    return std::size(words); // the subject's own functions come first
  if (function.form != CallForm::Function || function.undrivable ||
      function.parameters.size() != 1 || !wantedBy(subject, function.parameters[0]) ||
      subject[function.parameters[0].type].pointeeIsConst || madeBy(subject, function))
    return std::nullopt;
  const Words name = wordsOf(function.name);
  for (std::size_t i = 0; i < std::size(words); ++i)
    if (std::ranges::any_of(name, [&](const std::string &word) {
          return word == words[i] || (words[i].size() > 3 && word.ends_with(words[i]));
        }))
      return i;
  return std::nullopt;
}

bool initialises(const Subject &subject, const Function &function, std::size_t parameter) {
  return function.isInitialiser && wantedBy(subject, function.parameters[parameter]) &&
         std::none_of(function.parameters.begin(),
                      function.parameters.begin() + static_cast<std::ptrdiff_t>(parameter),
                      [&](const Parameter &each) { return wantedBy(subject, each).has_value(); });
}

namespace {

bool initialisesSlot(const Subject &subject, const Step &step, SlotId slot) {
  const Function &function = subject[step.callable];
  for (std::size_t i = 0; i < step.arguments.size(); ++i)
    if (const auto *from = step.arguments[i].find<FromSlot>();
        from && from->slot == slot && initialises(subject, function, i))
      return true;
  return false;
}

/// Whether the step needs what a removed one made or initialised.
bool isOrphan(const Subject &subject, const TestCase &test, const std::vector<bool> &removed,
              std::size_t step) {
  return std::ranges::any_of(test.steps[step].arguments, [&](const Value &argument) {
    const auto *from = argument.find<FromSlot>();
    if (!from)
      return false;
    const auto maker = stepFilling(test, from->slot);
    if (maker && removed[*maker])
      return true;
    if (!maker || subject[test.steps[*maker].callable].form != CallForm::Storage ||
        initialisesSlot(subject, test.steps[step], from->slot))
      return false;
    bool was = false, is = false;
    for (std::size_t i = 0; i < step; ++i)
      if (initialisesSlot(subject, test.steps[i], from->slot)) {
        was = true;
        is |= !removed[i];
      }
    return was && !is;
  });
}

} // namespace

bool isInitialised(const Subject &subject, const TestCase &test, SlotId slot, std::size_t end) {
  const auto maker = stepFilling(test, slot);
  if (!maker || subject[test.steps[*maker].callable].form != CallForm::Storage)
    return true;
  bool is = false;
  for (std::size_t i = *maker + 1; i < std::min(end, test.steps.size()); ++i) {
    const Step &step = test.steps[i];
    if (initialisesSlot(subject, step, slot))
      is = true;
    else if (usesSlot(step, slot) && releases(subject, subject[step.callable]))
      is = false;
  }
  return is;
}

bool keepsProtocol(const Subject &subject, const TestCase &test) {
  for (std::size_t s = 0; s < test.steps.size(); ++s) {
    const Step &step = test.steps[s];
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      if (const auto *from = step.arguments[i].find<FromSlot>();
          from && !initialises(subject, subject[step.callable], i) &&
          !isInitialised(subject, test, from->slot, s))
        return false;
  }
  return true;
}

bool removeStep(const Subject &subject, TestCase &test, std::size_t step) {
  std::vector<bool> removed(test.steps.size());
  removed[step] = true;
  for (std::size_t i = step + 1; i < test.steps.size(); ++i)
    removed[i] = isOrphan(subject, test, removed, i);
  if (removed.back())
    return false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < test.steps.size(); ++i)
    if (!removed[i]) {
      if (kept != i)
        test.steps[kept] = std::move(test.steps[i]);
      ++kept;
    }
  test.steps.resize(kept);
  return true;
}

bool isPreparation(const Function &function) {
  return function.form == CallForm::Upcast || function.form == CallForm::Storage ||
         function.form == CallForm::OpenFile || writesField(function);
}

void cutBehind(const Subject &subject, TestCase &test, std::size_t step) {
  test.observers.clear();
  if (step + 1 >= test.steps.size())
    return;
  ObjectTable labels;
  labelObjects(subject, test, labels);
  test.steps.resize(step + 1);
  numberObjects(subject, test);
}

} // namespace model
