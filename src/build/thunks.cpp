#include "build/thunks.h"

#include "build/call_thunks.h"
#include "build/program.h"
#include "build/pures.h"
#include "build/stubs.h"
#include "ir/mark.h"
#include "model/completions.h"
#include "model/fixed_arguments.h"
#include "model/inline_definitions.h"
#include "model/refusable.h"
#include "model/renamed.h"
#include "model/renamed_main.h"
#include "model/sequences.h"
#include "model/sharing.h"
#include "model/test_case.h"

#include <fmt/format.h>

// Thunks are C (or C++), not IR, because only the language knows the calling convention of structs
// passed by value. They must survive whatever the source they stand behind has defined as a macro,
// so they use few words: names start with pincer_, types are spelled with compiler keywords,
// pointers travel as void *, and a function's name is put in parentheses.

namespace build {

using namespace model;

namespace {

bool isDriven(const Function &function) { return !function.undrivable; }

} // namespace

std::string symbolOf(const Function &function) {
  return function.name == "main" ? programMain : function.symbolName();
}

std::string argumentType(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  switch (type.kind) {
  case TypeKind::Pointer:
    return "void *";
  case TypeKind::Bool:
    return "pincer_bool"; // C and C++ call it differently
  case TypeKind::Enum:
    return fmt::format("__{}INT{}_TYPE__", type.isSigned ? "" : "U", type.size * 8);
  default:
    return type.qualified.empty() ? type.spelling : type.qualified;
  }
}

namespace {

/// In C++ an argument must have its parameter's very type.
constexpr const char *cxxParameters =
    "template <class pincer_type> struct pincer_signature;\n"
    "template <class pincer_return, class... pincer_parameters>\n"
    "struct pincer_signature<pincer_return (*)(pincer_parameters...)> {\n"
    "  template <unsigned pincer_index>\n"
    "  using parameter = __type_pack_element<pincer_index, pincer_parameters...>;\n"
    "  using result = pincer_return;\n"
    "};\n";

std::string cxxThunkText(const Subject &subject, std::size_t index) {
  const Function &function = subject.functions[index];
  const std::string signature = fmt::format("pincer_signature<{}>", function.overload);
  std::string arguments;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    arguments += fmt::format("{}*({}::parameter<{}> *)pincer_arguments[{}]", i == 0 ? "" : ", ",
                             signature, i, i);
  const bool isVoid = subject[function.result].kind == TypeKind::Void;
  return fmt::format("extern \"C\" {} void pincer_thunk_{}(void *const *pincer_arguments, "
                     "void *pincer_result) {{\n"
                     "  (void)pincer_arguments;\n"
                     "  (void)pincer_result;\n"
                     "  {}{}static_cast<{}>(&{})({});\n"
                     "}}\n",
                     unwatched, index, function.preparation,
                     isVoid ? "" : fmt::format("*({}::result *)pincer_result = ", signature),
                     function.overload,
                     function.name == "main" ? programMain : function.calleeName(), arguments);
}

/// What a variable of the test's own is there; our heap sees whether a callee frees it.
std::string storageThunkText(const Subject &subject, std::size_t index) {
  const Function &function = subject.functions[index];
  const std::string what =
      function.form == CallForm::Storage
          ? fmt::format("*(void **)pincer_result = __builtin_calloc(1, sizeof({}))",
                        argumentType(subject, function.owner))
          : "__builtin_free(*(void **)pincer_arguments[0])";
  return fmt::format(
      "{} void pincer_thunk_{}(void *const *pincer_arguments, void *pincer_result);\n"
      "void pincer_thunk_{}(void *const *pincer_arguments, void *pincer_result) {{\n"
      "  (void)pincer_arguments;\n"
      "  (void)pincer_result;\n"
      "  {};\n"
      "}}\n",
      unwatched, index, index, what);
}

/// driver/files.c does it.
std::string fileThunkText(const Subject &subject, std::size_t index) {
  const Function &function = subject.functions[index];
  const bool isOpen = function.form == CallForm::OpenFile;
  const bool isClose = function.form == CallForm::CloseFile;
  const char *const external = subject[function.unit].isCxx ? "extern \"C\" " : "";
  return fmt::format(
      "{0}void {1}(void *, void *);\n"
      "{0}{2} void pincer_thunk_{3}(void *const *pincer_arguments, void *pincer_result);\n"
      "{0}void pincer_thunk_{3}(void *const *pincer_arguments, void *pincer_result) {{\n"
      "  {1}({4}pincer_arguments[0], pincer_result);\n"
      "}}\n",
      external,
      isOpen    ? "pincerOpenFile"
      : isClose ? "pincerCloseFile"
                : "pincerFileContents",
      unwatched, index, isOpen ? "" : "*(void **)");
}

std::string thunkText(const Subject &subject, std::size_t index) {
  const Function &function = subject.functions[index];
  if (function.form == CallForm::OpenFile || function.form == CallForm::FileContents ||
      function.form == CallForm::CloseFile)
    return fileThunkText(subject, index);
  if (function.form == CallForm::Storage || function.form == CallForm::EndOfStorage)
    return storageThunkText(subject, index);
  if (subject.program && subject.program->main == FunctionId(index))
    return programThunk(subject);
  if (subject[function.unit].isCxx)
    return takesWhatCHas(subject, function) ? cxxThunkText(subject, index)
                                            : callThunkText(subject, FunctionId(index));
  const std::string callee = function.name == "main" ? programMain : function.calleeName();
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    arguments.push_back(fmt::format("*({} *)pincer_arguments[{}]",
                                    argumentType(subject, function.parameters[i].type), i));
  const std::string call = fmt::format("({})({})", callee, callArguments(function, arguments));
  const bool isVoid = subject[function.result].kind == TypeKind::Void;
  return fmt::format(
      "{} void pincer_thunk_{}(void *const *pincer_arguments, void *pincer_result);\n"
      "void pincer_thunk_{}(void *const *pincer_arguments, void *pincer_result) {{\n"
      "  (void)pincer_arguments;\n"
      "  {}{}{};\n"
      "  (void)pincer_result;\n"
      "}}\n",
      unwatched, index, index, function.preparation,
      isVoid ? "" : fmt::format("*(__typeof__({}) *)pincer_result = ", call), call);
}

/// Refers to the static functions of a unit, so that they are compiled although nobody calls them.
std::string keptFunctions(const Subject &subject, UnitId unit) {
  std::string names;
  for (const Function &function : subject.functions)
    if (function.unit == unit && function.isStatic)
      names += fmt::format("(void *){}, ", nameBehind(subject, function.calleeName()));
  return fmt::format("__attribute__((used)) static void *const {}[] = {{{}0}};\n",
                     ir::keptFunctions, names);
}

} // namespace

std::string thunkName(FunctionId function) {
  return fmt::format("pincer_thunk_{}", function.index);
}

std::string destroyName(FunctionId function) {
  return fmt::format("pincer_destroy_{}", function.index);
}

std::vector<UnitPart> unitParts(const Subject &subject, UnitId unit) {
  const bool isCxx = subject[unit].isCxx;
  const char *const external = isCxx ? "extern \"C\" " : "";
  std::vector<UnitPart> parts;
  const bool isUsers = !subject[unit].isOurs;
  parts.push_back({fmt::format(
      "typedef {} pincer_bool;\n{}{}{}{}{}", isCxx ? "bool" : "_Bool",
      isUsers ? renamingBefore(subject) : "",
      isUsers ? fmt::format("#ifdef {}\n{}#endif\n{}", isRouted, routingBefore(subject, unit),
                            declarationsOfUndeclared(subject[unit]))
              : "",
      withMainAs(programMain, subject, unit, fmt::format("#include \"{}\"\n", subject[unit].path)),
      isUsers ? renamingAfter(subject) : "",
      isCxx ? cxxParameters + callThunkHead(subject, unit) : "")});
  if (const std::string inlines = model::inlineDefinitions(subject, unit); !inlines.empty())
    parts.push_back({inlines + keptFunctions(subject, unit)});
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].unit == unit && isDriven(subject.functions[i]))
      parts.push_back({subject.functions[i].definition + thunkText(subject, i), FunctionId(i)});
  for (std::size_t i = 0; i < subject.pures.size(); ++i)
    if (subject.pures[i].unit == unit && !subject.pures[i].refused)
      parts.push_back({pureThunkText(subject, PureId(i)), PureId(i)});
  for (std::size_t i = 0; i < subject.globals.size(); ++i)
    if (subject.globals[i].unit == unit && !subject.globals[i].isHidden)
      parts.push_back({fmt::format("{0}void *pincer_global_{1}(void);\n"
                                   "void *pincer_global_{1}(void) {{ return (void *)&{2}; }}\n",
                                   external, i, nameBehind(subject, subject.globals[i].name)),
                       GlobalId(i)});
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const Supply &supply = subject.supplies[i];
    if (supply.unit == unit && supply.kind != Supply::Kind::Variable && !supply.isHidden)
      parts.push_back({isCxx
                           ? fmt::format("extern \"C\" {{\n{}}}\n", stubText(subject, SupplyId(i)))
                           : stubText(subject, SupplyId(i)),
                       SupplyId(i)});
  }
  return parts;
}

std::string unitText(const Subject &subject, UnitId unit) {
  std::string text;
  for (const UnitPart &part : unitParts(subject, unit))
    text += part.text;
  return text;
}

namespace {

/// The map of what was taken, between two pages that the driver closes.
std::string coverageMap(std::uint32_t slots) {
  constexpr std::uint32_t page = 4096;
  return fmt::format("__attribute__((aligned({0}), used)) static uint8_t pincer_guarded[{1}];\n"
                     "__asm__(\".globl pincer_coverage\\n\"\n"
                     "        \".set pincer_coverage, pincer_guarded + {0}\");\n"
                     "const uint32_t pincer_coverage_guard = {0};\n",
                     page, (slots + page) / page * page + 2 * page);
}

} // namespace

std::string tableText(const Subject &subject, std::uint32_t slots) {
  std::string declarations, callables, globals, addresses, supplies;
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    const Function &function = subject.functions[i];
    if (!isDriven(function)) {
      callables += "  {0, 0, 0, 0, 0, 0},\n";
      continue;
    }
    declarations += fmt::format("void pincer_thunk_{}(void *const *, void *);\n", i);
    const Type &result = subject[function.result];
    const bool isString = result.kind == TypeKind::Pointer && subject[result.element].isChar;
    std::string destroy = "0";
    if (model::isOwner(function)) {
      destroy = destroyName(FunctionId(i));
      declarations += fmt::format("void {}(void *);\n", destroy);
    }
    callables += fmt::format("  {{pincer_thunk_{}, {}, {}, {}, {}, {}}},\n", i,
                             function.parameters.size(), result.size, isString ? 1 : 0,
                             static_cast<int>(model::sharingOf(subject, function)), destroy);
  }
  for (std::size_t i = 0; i < subject.globals.size(); ++i) {
    const bool isHidden = subject.globals[i].isHidden;
    globals += fmt::format("  {{0, {}}},\n", isHidden ? 0 : subject[subject.globals[i].type].size);
    if (isHidden)
      continue;
    declarations += fmt::format("void *pincer_global_{}(void);\n", i);
    addresses += fmt::format("  pincer_globals[{}].address = pincer_global_{}();\n", i, i);
  }
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    declarations += supplyDeclaration(subject, SupplyId(i));
    supplies += fmt::format("  {},\n", supplyEntry(subject, SupplyId(i)));
  }
  return fmt::format("#include \"abi/streams.h\"\n#include \"abi/target.h\"\n"
                     "{}"
                     "const PincerCallable pincer_callables[] = {{\n{}  {{0, 0, 0, 0, 0, 0}}}};\n"
                     "const uint32_t pincer_callable_count = {};\n"
                     "PincerRange pincer_globals[] = {{\n{}  {{0, 0}}}};\n"
                     "const uint32_t pincer_global_count = {};\n"
                     "__attribute__((constructor)) static void pincer_find_globals(void) {{\n{}}}\n"
                     "const PincerSupply pincer_supplies[] = {{\n{}  {{0, 0, 0}}}};\n"
                     "const uint32_t pincer_supply_count = {};\n"
                     "{}const uint32_t pincer_coverage_size = {};\n{}{}",
                     declarations, callables, subject.functions.size(), globals,
                     subject.globals.size(), addresses, supplies, subject.supplies.size(),
                     coverageMap(slots), slots, programTable(subject), pureTable(subject));
}

} // namespace build
