#include "campaign/observers.h"

#include "model/sequences.h"

#include <algorithm>
#include <cctype>

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

/// Whether its name says that it ends the life of what it is given. (Whether it does, the judge
/// will see.)
bool isReleaser(const Subject &subject, const Function &function) {
  constexpr const char *words[] = {"free",  "destroy", "delete", "release", "close",  "dispose",
                                   "unref", "cleanup", "fini",   "drop",    "deinit", "term"};
  std::string name = function.name;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return function.form == CallForm::Function && !function.undrivable &&
         function.parameters.size() == 1 && wantedBy(subject, function.parameters[0]) &&
         !subject[function.parameters[0].type].pointeeIsConst && !madeBy(subject, function) &&
         std::ranges::any_of(
             words, [&](const char *word) { return name.find(word) != std::string::npos; });
}

/// The function that releases what this step made, unless a step of the test does.
std::optional<FunctionId> releaserOf(const Subject &subject, const TestCase &test,
                                     const Step &maker) {
  const auto made = madeBy(subject, subject[maker.callable]);
  if (subject[maker.callable].resultForm != ResultForm::Plain)
    return std::nullopt;
  for (const Step &step : test.steps)
    if (usesSlot(step, *maker.slot) && isReleaser(subject, subject[step.callable]))
      return std::nullopt;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (isReleaser(subject, subject.functions[i]) &&
        wantedBy(subject, subject.functions[i].parameters[0]) == made)
      return FunctionId(i);
  return std::nullopt;
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
  // The last one first, as objects of C++ go.
  for (std::size_t i = test.steps.size(); i-- > 0;)
    if (test.steps[i].slot)
      if (const auto releaser = releaserOf(subject, test, test.steps[i]))
        observed.observers.push_back({*releaser, {FromSlot{*test.steps[i].slot}}});
  return observed;
}

} // namespace campaign
