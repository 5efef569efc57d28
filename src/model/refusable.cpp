#include "model/refusable.h"

#include <algorithm>
#include <fmt/format.h>

namespace model {
namespace {

constexpr RefusableFunction functions[] = {
#define PINCER_REFUSABLE(result, name, parameters, arguments, refused)                             \
  {#name, #result, #parameters, #name #arguments, #refused, nullptr},
#define PINCER_REFUSABLE_FORMAT(name, parameters, last, call)                                      \
  {#name, "int", #parameters, #call, "-1", #last},
#include "abi/refusable.def"
};

const char *ordinalEnding(std::uint32_t number) {
  constexpr const char *endings[] = {"th", "st", "nd", "rd"};
  const bool isTeen = number / 10 % 10 == 1;
  return isTeen || number % 10 > 3 ? "th" : endings[number % 10];
}

/// A function or a variable.
bool isDefinedIn(const Subject &subject, UnitId unit, const std::string &name) {
  const auto isIt = [&](const auto &each) { return each.unit == unit && each.name == name; };
  return std::ranges::any_of(subject.functions, isIt) || std::ranges::any_of(subject.globals, isIt);
}

} // namespace

const char *nameOf(Refusable what) {
  switch (what) {
  case Refusable::Allocation:
    return "allocation";
  }
  return "";
}

std::string describe(const Refusal &refusal) {
  const std::uint32_t number = refusal.index + 1;
  return fmt::format("the {}{} {} fails", number, ordinalEnding(number), nameOf(refusal.what));
}

std::string describeAll(const std::vector<Refusal> &refusals) {
  std::string text;
  for (const Refusal &refusal : refusals)
    text += (text.empty() ? "" : " and ") + describe(refusal);
  return text;
}

std::span<const RefusableFunction> refusableFunctions() { return functions; }

std::string routingBefore(const Subject &subject, UnitId unit) {
  std::string text;
  for (const RefusableFunction &function : functions)
    if (!subject.facts.renamed.contains(function.name) &&
        !isDefinedIn(subject, unit, function.name))
      text += fmt::format("#pragma redefine_extname {0} pincer_refusable_{0}\n", function.name);
  return text;
}

} // namespace model
