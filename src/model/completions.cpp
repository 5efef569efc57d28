#include "model/completions.h"

#include "model/renamed.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace model {

namespace {

/// Compilers know the allocations themselves, unless told that they are not to be left out. The
/// others are known to the tools that harnesses are written for.
constexpr auto known = std::to_array<std::pair<const char *, const char *>>(
    {{"malloc", "void *malloc(__SIZE_TYPE__);\n"},
     {"calloc", "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"},
     {"realloc", "void *realloc(void *, __SIZE_TYPE__);\n"},
     {"__CPROVER_assume", "void __CPROVER_assume(_Bool);\n"},
     {"__CPROVER_assert", "void __CPROVER_assert(_Bool, const char *);\n"},
     {"__ESBMC_assume", "void __ESBMC_assume(_Bool);\n"},
     {"__ESBMC_assert", "void __ESBMC_assert(_Bool, const char *);\n"}});

std::string markOf(const char *name) { return fmt::format("-DPINCER_UNDECLARED_{}", name); }

} // namespace

std::optional<std::string> markOfUndeclared(const std::string &function) {
  for (const auto &[name, declaration] : known)
    if (name == function)
      return markOf(name);
  return std::nullopt;
}

std::string declarationsOfUndeclared(const Unit &unit) {
  std::string text;
  for (const auto &[name, declaration] : known)
    if (std::ranges::find(unit.flags, markOf(name)) != unit.flags.end())
      text += declaration;
  return text;
}

std::string arrayCompletions(const Subject &subject, UnitId unit) {
  std::string text;
  if (subject[unit].isCxx)
    return text;
  for (const Global &global : subject.globals)
    if (const Type &type = subject[global.type]; global.unit == unit && !global.isConst &&
                                                 !global.isHidden && type.kind == TypeKind::Array &&
                                                 type.count == 1)
      text += fmt::format("extern __typeof__({0}[0]) {0}[1];\n", nameBehind(subject, global.name));
  return text;
}

} // namespace model
