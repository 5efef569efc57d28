#include "build/pures.h"

#include "abi/channel.h"
#include "expr/calls.h"

#include <fmt/format.h>

namespace build {

using namespace model;

namespace {

std::vector<unsigned> widthsOf(const PureFunction &pure) {
  std::vector<unsigned> widths;
  for (const PureNumber &parameter : pure.parameters)
    widths.push_back(parameter.width);
  return widths;
}

std::string typeOf(const PureNumber &number) {
  if (number.isFloat)
    return number.width == 32 ? "float" : "double";
  if (number.width == 1)
    return "_Bool";
  return fmt::format("__{}INT{}_TYPE__", number.isSigned ? "" : "U", number.width);
}

} // namespace

void refusePures(Subject &subject, const std::set<std::string> &undefined) {
  for (PureFunction &pure : subject.pures) {
    if (pure.refused)
      continue;
    if (undefined.contains(pure.symbol))
      pure.refused = "none of the given sources and libraries defines it";
    else if (pure.parameters.size() > PINCER_MOST_PURE_ARGUMENTS ||
             !expr::placesInWords(widthsOf(pure)))
      pure.refused = fmt::format("it has more than {} arguments", PINCER_MOST_PURE_ARGUMENTS);
  }
}

std::vector<std::string> notesOnPures(const Subject &subject) {
  std::vector<std::string> notes;
  for (const PureFunction &pure : subject.pures)
    if (pure.refused && pure.isAnnotated)
      notes.push_back(
          fmt::format("PINCER_PURE has no effect on '{}': {}", pure.name, *pure.refused));
  return notes;
}

std::string pureThunkText(const Subject &subject, PureId id) {
  const PureFunction &pure = subject[id];
  const bool isCxx = subject[pure.unit].isCxx;
  const std::string signature = fmt::format("pincer_signature<{}>", pure.overload);
  std::string arguments;
  for (std::size_t i = 0; i < pure.parameters.size(); ++i)
    arguments += fmt::format(
        "{}*({} *)pincer_arguments[{}]", i == 0 ? "" : ", ",
        isCxx ? fmt::format("{}::parameter<{}>", signature, i) : typeOf(pure.parameters[i]), i);
  const std::string head = fmt::format(
      "void pincer_pure_{}(void *const *pincer_arguments, void *pincer_result)", id.index);
  if (isCxx)
    return fmt::format("extern \"C\" {} {{\n"
                       "  *({}::result *)pincer_result = static_cast<{}>(&{})({});\n}}\n",
                       head, signature, pure.overload, pure.callee, arguments);
  return fmt::format("{0};\n{0} {{\n  *({1} *)pincer_result = ({2})({3});\n}}\n", head,
                     typeOf(pure.result), pure.callee, arguments);
}

std::string pureTable(const Subject &subject) {
  std::string declarations, entries;
  for (std::size_t i = 0; i < subject.pures.size(); ++i) {
    const PureFunction &pure = subject.pures[i];
    if (pure.refused) {
      entries += "  {0, 0, 0},\n";
      continue;
    }
    declarations += fmt::format("void pincer_pure_{}(void *const *, void *);\n", i);
    entries += fmt::format("  {{pincer_pure_{}, {}, {}}},\n", i, pure.parameters.size(),
                           (pure.result.width + 7) / 8);
  }
  return fmt::format("{}const PincerPure pincer_pures[] = {{\n{}  {{0, 0, 0}}}};\n"
                     "const uint32_t pincer_pure_count = {};\n",
                     declarations, entries, subject.pures.size());
}

instrument::KeptFunctions keptIn(const Subject &subject, UnitId unit) {
  instrument::KeptFunctions kept;
  for (const PureFunction &pure : subject.pures) {
    const bool isInReach = !pure.refused && (!pure.isStatic || pure.unit == unit);
    kept.push_back({isInReach ? pure.symbol : "", widthsOf(pure), pure.result.width});
  }
  return kept;
}

} // namespace build
