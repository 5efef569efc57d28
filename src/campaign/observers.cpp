#include "campaign/observers.h"

#include "model/sequences.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace campaign {

using namespace model;

namespace {

constexpr std::size_t mostPerObject = 3, mostInAll = 6; // more help no reader

/// Whether what it returns can be expected in a test.
bool canBeExpected(const Subject &subject, const Function &function) {
  const Type &result = subject[function.result];
  switch (result.literal) {
  case Literal::Callable:
  case Literal::InputStream:
  case Literal::OutputStream:
    return false;
  case Literal::None:
    return function.resultForm == ResultForm::Plain &&
           (result.kind == TypeKind::Bool || result.kind == TypeKind::Integer ||
            result.kind == TypeKind::Enum || result.kind == TypeKind::Float);
  default:
    return function.resultForm == ResultForm::Plain;
  }
}

bool isObserver(const Subject &subject, const Function &function) {
  return (function.form == CallForm::Method || function.form == CallForm::FileContents ||
          function.form == CallForm::ReadField) &&
         function.isConst && !function.undrivable && function.parameters.size() == 1 &&
         canBeExpected(subject, function);
}

/// Whether a call may change the object in a slot, or made it.
bool mayChange(const Subject &subject, const Step &call, SlotId slot) {
  const Function &function = subject[call.callable];
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (const auto *from = call.arguments[i].find<FromSlot>();
        from && from->slot == slot && !subject[function.parameters[i].type].pointeeIsConst)
      return true;
  return call.slot == slot;
}

/// The function that releases what this step made, unless a step of the test does.
std::optional<FunctionId> releaserOf(const Subject &subject, const TestCase &test,
                                     const Step &maker) {
  const auto made = madeBy(subject, subject[maker.callable]);
  if (subject[maker.callable].resultForm != ResultForm::Plain)
    return std::nullopt;
  std::optional<std::size_t> best;
  std::optional<FunctionId> releaser;
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    const auto says = releases(subject, subject.functions[i]);
    if (says && (!best || *says < *best) &&
        wantedBy(subject, subject.functions[i].parameters[0]) == made) {
      best = says;
      releaser = FunctionId(i);
    }
  }
  for (const Step &step : test.steps)
    if (usesSlot(step, *maker.slot) && step.callable == releaser)
      return std::nullopt;
  return releaser;
}

/// What gives back the memory that this step made.
std::optional<FunctionId> endOfStorage(const Subject &subject, const Step &maker) {
  if (subject[maker.callable].form == CallForm::Storage)
    for (std::size_t i = 0; i < subject.functions.size(); ++i)
      if (subject.functions[i].form == CallForm::EndOfStorage &&
          subject.functions[i].owner == subject[maker.callable].owner)
        return FunctionId(i);
  return std::nullopt;
}

} // namespace

TestCase withObservers(const Subject &subject, const TestCase &test) {
  TestCase observed = test;
  observed.observers.clear();
  for (const Step &step : test.steps) {
    const auto made = madeBy(subject, subject[step.callable]);
    const bool isConcerned =
        &step == &test.last() || (step.slot && usesSlot(test.last(), *step.slot));
    if (!step.slot || !made || !isConcerned ||
        isGivenAway(subject, test, *step.slot, test.steps.size()))
      continue;
    std::size_t here = 0;
    for (std::size_t i = 0; i < subject.functions.size(); ++i) {
      const Function &function = subject.functions[i];
      if (here >= mostPerObject || observed.observers.size() >= mostInAll)
        break;
      if (!isObserver(subject, function) || wantedBy(subject, function.parameters[0]) != made ||
          (function.form == CallForm::ReadField && !mayChange(subject, test.last(), *step.slot)))
        continue;
      const Step call{FunctionId(i), {FromSlot{*step.slot}}};
      if (call.callable == test.last().callable && call.arguments == test.last().arguments)
        continue; // the test expects that already
      observed.observers.push_back(call);
      ++here;
    }
  }
  // The last one first, as objects of C++ go.
  for (std::size_t i = test.steps.size(); i-- > 0;)
    if (test.steps[i].slot)
      for (const auto &end :
           {releaserOf(subject, test, test.steps[i]), endOfStorage(subject, test.steps[i])})
        if (end)
          observed.observers.push_back({*end, {FromSlot{*test.steps[i].slot}}});
  return observed;
}

TestCase withoutEndsOfStorage(const Subject &subject, TestCase test) {
  std::erase_if(test.observers, [&](const Step &step) {
    return subject[step.callable].form == CallForm::EndOfStorage;
  });
  return test;
}

} // namespace campaign
