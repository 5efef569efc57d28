#include "build/thunks.h"

#include "build/program.h"
#include "build/pures.h"
#include "build/stubs.h"
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
    return type.spelling;
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
  return fmt::format("extern \"C\" void pincer_thunk_{}(void *const *pincer_arguments, "
                     "void *pincer_result) {{\n"
                     "  (void)pincer_arguments;\n"
                     "  (void)pincer_result;\n"
                     "  {}static_cast<{}>(&{})({});\n"
                     "}}\n",
                     index, isVoid ? "" : fmt::format("*({}::result *)pincer_result = ", signature),
                     function.overload, function.calleeName(), arguments);
}

std::string thunkText(const Subject &subject, std::size_t index) {
  const Function &function = subject.functions[index];
  if (subject.program && subject.program->main == FunctionId(index))
    return programThunk(subject);
  if (subject[function.unit].isCxx)
    return cxxThunkText(subject, index);
  std::string call = fmt::format("({})({}", symbolOf(function), function.fixedArguments);
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    call += fmt::format("{}*({} *)pincer_arguments[{}]", i == 0 ? "" : ", ",
                        argumentType(subject, function.parameters[i].type), i);
  call += ")";
  const bool isVoid = subject[function.result].kind == TypeKind::Void;
  return fmt::format("void pincer_thunk_{}(void *const *pincer_arguments, void *pincer_result);\n"
                     "void pincer_thunk_{}(void *const *pincer_arguments, void *pincer_result) {{\n"
                     "  (void)pincer_arguments;\n"
                     "  {}{}{};\n"
                     "  (void)pincer_result;\n"
                     "}}\n",
                     index, index, function.preparation,
                     isVoid ? "" : fmt::format("*(__typeof__({}) *)pincer_result = ", call), call);
}

} // namespace

std::string unitText(const Subject &subject, UnitId unit) {
  std::string text = fmt::format("#define main {}\n#include \"{}\"\n#undef main\n", programMain,
                                 subject[unit].path);
  const bool isCxx = subject[unit].isCxx;
  if (isCxx)
    text += cxxParameters;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].unit == unit && isDriven(subject.functions[i]))
      text += thunkText(subject, i);
  for (std::size_t i = 0; i < subject.pures.size(); ++i)
    if (subject.pures[i].unit == unit && !subject.pures[i].refused)
      text += pureThunkText(subject, PureId(i));
  if (isCxx)
    text += "extern \"C\" {\n";
  for (std::size_t i = 0; i < subject.globals.size(); ++i)
    if (subject.globals[i].unit == unit)
      text += fmt::format("void *pincer_global_{}(void);\n"
                          "void *pincer_global_{}(void) {{ return (void *)&{}; }}\n",
                          i, i, subject.globals[i].name);
  for (std::size_t i = 0; i < subject.supplies.size(); ++i)
    if (subject.supplies[i].unit == unit && subject.supplies[i].kind != Supply::Kind::Variable)
      text += stubText(subject, SupplyId(i));
  return isCxx ? text + "}\n" : text;
}

std::string tableText(const Subject &subject, std::uint32_t slots) {
  std::string declarations, callables, globals, addresses, supplies;
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    const Function &function = subject.functions[i];
    if (!isDriven(function)) {
      callables += "  {0, 0, 0, 0, 0},\n";
      continue;
    }
    declarations += fmt::format("void pincer_thunk_{}(void *const *, void *);\n", i);
    const Type &result = subject[function.result];
    const bool isString = result.kind == TypeKind::Pointer && subject[result.element].isChar;
    callables +=
        fmt::format("  {{pincer_thunk_{}, {}, {}, {}, {}}},\n", i, function.parameters.size(),
                    result.size, isString ? 1 : 0, function.inProcess ? 1 : 0);
  }
  for (std::size_t i = 0; i < subject.globals.size(); ++i) {
    declarations += fmt::format("void *pincer_global_{}(void);\n", i);
    globals += fmt::format("  {{0, {}}},\n", subject[subject.globals[i].type].size);
    addresses += fmt::format("  pincer_globals[{}].address = pincer_global_{}();\n", i, i);
  }
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    declarations += supplyDeclaration(subject, SupplyId(i));
    supplies += fmt::format("  {},\n", supplyEntry(subject, SupplyId(i)));
  }
  constexpr std::uint32_t page = 4096;
  const std::uint32_t padded = (slots + page) / page * page;
  return fmt::format("#include \"abi/streams.h\"\n#include \"abi/target.h\"\n"
                     "{}"
                     "const PincerCallable pincer_callables[] = {{\n{}  {{0, 0, 0, 0, 0}}}};\n"
                     "const uint32_t pincer_callable_count = {};\n"
                     "PincerRange pincer_globals[] = {{\n{}  {{0, 0}}}};\n"
                     "const uint32_t pincer_global_count = {};\n"
                     "__attribute__((constructor)) static void pincer_find_globals(void) {{\n{}}}\n"
                     "const PincerSupply pincer_supplies[] = {{\n{}  {{0, 0, 0}}}};\n"
                     "const uint32_t pincer_supply_count = {};\n"
                     "__attribute__((aligned({}))) uint8_t pincer_coverage[{}];\n"
                     "const uint32_t pincer_coverage_size = {};\n{}{}",
                     declarations, callables, subject.functions.size(), globals,
                     subject.globals.size(), addresses, supplies, subject.supplies.size(), page,
                     padded, slots, programTable(subject), pureTable(subject));
}

} // namespace build
