#include "model/fixed_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace model {

std::string callArguments(const Function &function, const std::vector<std::string> &arguments) {
  if (function.fixedArguments.empty())
    return fmt::format("{}", fmt::join(arguments, ", "));
  std::string text = function.fixedArguments;
  for (std::size_t i = arguments.size(); i-- > 0;) {
    const std::string place = fmt::format("{{{}}}", i);
    if (const std::size_t at = text.find(place); at != std::string::npos)
      text.replace(at, place.size(), arguments[i]);
  }
  return text;
}

} // namespace model
