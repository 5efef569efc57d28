#include "model/inline_definitions.h"

#include <fmt/format.h>

namespace model {

std::string inlineDefinitions(const Subject &subject, UnitId unit) {
  std::string text;
  if (subject[unit].isCxx)
    return text;
  for (const Function &function : subject.functions)
    if (function.unit == unit && function.isInlineDefinition && !function.isStatic)
      text += fmt::format("#pragma weak {0}\nextern __typeof__({0}) {0};\n", function.calleeName());
  return text;
}

} // namespace model
