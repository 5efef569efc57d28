#include "campaign/observers.h"

#include "model/sequences.h"

#include <algorithm>

namespace campaign {

using namespace model;

namespace {

constexpr std::size_t mostPerObject = 3, mostInAll = 6; // more help no reader

/// Whether what it returns can be expected in a test.
bool canBeExpected(const Subject &subject, const Function &function) {
  const Type &result = subject[function.result];
  return function.resultForm == ResultForm::Plain &&
         (result.kind == TypeKind::Bool || result.kind == TypeKind::Integer ||
          result.kind == TypeKind::Enum || result.literal == Literal::Text);
}

bool isObserver(const Subject &subject, const Function &function) {
  return function.form == CallForm::Method && function.isConst && !function.undrivable &&
         function.parameters.size() == 1 && canBeExpected(subject, function);
}

} // namespace

TestCase withObservers(const Subject &subject, const TestCase &test) {
  TestCase observed = test;
  observed.observers.clear();
  for (const Step &step : test.steps) {
    const auto made = madeBy(subject, subject[step.callable]);
    if (!step.slot || !made || isGivenAway(subject, test, *step.slot, test.steps.size()))
      continue;
    std::size_t here = 0;
    for (std::size_t i = 0; i < subject.functions.size(); ++i) {
      const Function &function = subject.functions[i];
      if (here >= mostPerObject || observed.observers.size() >= mostInAll)
        break;
      if (!isObserver(subject, function) || wantedBy(subject, function.parameters[0]) != made)
        continue;
      const Step call{FunctionId(i), {FromSlot{*step.slot}}};
      if (call.callable == test.last().callable && call.arguments == test.last().arguments)
        continue; // the test expects that already
      observed.observers.push_back(call);
      ++here;
    }
  }
  return observed;
}

} // namespace campaign
