#include "model/renamed_main.h"

#include <algorithm>
#include <fmt/format.h>

// A program's main returns 0 where it falls off its end; a function of any other name returns
// whatever lies in a register, and in C++ does anything. So main keeps its name and gets another
// symbol, by a declaration in front of it. (In C before C99, gcc's main returns whatever lies
// there, too.)

namespace model {

std::string withMainAs(const std::string &name, const Subject &subject, UnitId unit,
                       const std::string &include) {
  const auto main =
      std::find_if(subject.functions.begin(), subject.functions.end(),
                   [&](const Function &each) { return each.unit == unit && each.name == "main"; });
  if (main == subject.functions.end())
    return include;
  if (main->mainParameters.empty()) // void main, static main
    return fmt::format("#define main {}\n{}#undef main\n", name, include);
  return fmt::format("extern int main{1} __asm__(\"{0}\");\n{2}{3} int {0}{1};\n", name,
                     main->mainParameters, include,
                     subject[unit].isCxx ? "extern \"C\"" : "extern");
}

} // namespace model
