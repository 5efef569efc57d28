#include "emit/google_test/exports.h"

#include "emit/google_test/identifiers.h"
#include "emit/google_test/program_file.h"
#include "model/completions.h"
#include "model/fixed_arguments.h"
#include "model/inline_definitions.h"
#include "model/refusable.h"
#include "model/renamed.h"
#include "model/renamed_main.h"
#include "support/file_system.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::Function;
using model::FunctionId;
using model::GlobalId;
using model::Subject;
using model::TypeKind;
using model::UnitId;

namespace {

std::string wrapper(const CxxTypes &types, const ExportNames &names, FunctionId id) {
  const Subject &subject = types.subject();
  const Function &function = subject[id];
  std::vector<std::string> parameters, arguments;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string name = fmt::format("argument{}", i + 1);
    const model::Type &type = subject[function.parameters[i].type];
    // The bytes of a fuzz target: what tests pass as void *, C++ does not convert by itself.
    const bool isBytes = !function.preparation.empty() && type.kind == TypeKind::Pointer &&
                         subject[type.element].kind == TypeKind::Void;
    arguments.push_back((isBytes ? "(const unsigned char *)" : "") + name);
    parameters.push_back(types.declareInC(function.parameters[i].type, name));
  }
  const std::string head =
      fmt::format("{}({})", names.callee(id),
                  parameters.empty() ? "void" : fmt::format("{}", fmt::join(parameters, ", ")));
  const model::Type &result = subject[function.result];
  std::string keyword = result.kind == TypeKind::Void ? "" : "return ";
  if (result.kind == TypeKind::Pointer) // qualifiers that model/ drops
    keyword += fmt::format("({})", types.declareInC(function.result, ""));
  const std::string before =
      function.preparation.empty() ? "" : fmt::format("  {}\n", function.preparation);
  return fmt::format("{} {{\n{}  {}{}({});\n}}\n", types.declareInC(function.result, head), before,
                     keyword, names.calleeInC(id), model::callArguments(function, arguments));
}

/// Saves the variables when first called, and from then on restores them.
std::string resetFunction(const Subject &subject, const ExportNames &names, UnitId unit) {
  std::string saved, save, restore;
  for (std::size_t i = 0; i < subject.globals.size(); ++i) {
    const model::Global &global = subject.globals[i];
    if (global.unit != unit || global.isConst)
      continue;
    const std::string copy = "pincer_saved_" + identifierFrom(global.name);
    const std::string name = model::nameBehind(subject, global.name);
    saved += fmt::format("  static unsigned char {}[sizeof({})];\n", copy, name);
    save +=
        fmt::format("    __builtin_memcpy({0}, (const void *)&{1}, sizeof({1}));\n", copy, name);
    restore += fmt::format("    __builtin_memcpy((void *)&{1}, {0}, sizeof({1}));\n", copy, name);
  }
  return fmt::format("/* The first call saves the variables of this source; later ones restore "
                     "them. */\n"
                     "void {}(void) {{\n"
                     "  static int pincer_is_saved;\n{}"
                     "  if (pincer_is_saved) {{\n{}"
                     "  }} else {{\n{}"
                     "    pincer_is_saved = 1;\n"
                     "  }}\n"
                     "}}\n",
                     names.reset(unit), saved, restore, save);
}

/// What takes the place of a unit: an #include of it, or, of the unit that is ours, its text, for
/// nobody has that file where the suite goes.
std::string sourceOf(const Subject &subject, UnitId id, const Layout &layout, bool isRefused) {
  const model::Unit &unit = subject[id];
  if (unit.isOurs)
    if (const auto text = support::readFile(unit.path))
      return "#define PINCER_EMITTED\n" + *text;
  return fmt::format("{}{}{}#include \"{}\"\n{}{}", renamingBefore(subject),
                     isRefused ? routingBefore(subject, id) : "",
                     model::declarationsOfUndeclared(unit),
                     pathFrom(layout.directory + "/tests", unit.path), renamingAfter(subject),
                     model::arrayCompletions(subject, id));
}

} // namespace

File exportsFile(const CxxTypes &types, const ExportNames &names, const Layout &layout, UnitId unit,
                 const Used &used, const TypeNeeds &needs, bool isRefused) {
  const Subject &subject = types.subject();
  const bool isCxx = subject[unit].isCxx;
  std::vector<FilePart> parts;
  if (const std::string inlines = model::inlineDefinitions(subject, unit); !inlines.empty())
    parts.push_back({inlines});
  for (const auto &[id, tests] : used.functions)
    if (names.needsWrapper(id))
      parts.push_back({wrapper(types, names, id), subject[id].name, tests});
  for (const auto &[id, tests] : used.globals)
    if (names.needsAccessor(id))
      parts.push_back(
          {fmt::format("__typeof__({0}) *{1}(void) {{\n  return &{0};\n}}\n",
                       model::nameBehind(subject, subject[id].name), names.accessor(id)),
           subject[id].name, tests});
  if (subject.program && subject[subject.program->main].unit == unit)
    parts.push_back({programEntry(subject, names)});
  if (names.hasWritableGlobals(unit))
    parts.push_back({resetFunction(subject, names, unit)});
  if (isCxx && !parts.empty()) {
    parts.insert(parts.begin(), {"extern \"C\" {\n"});
    parts.push_back({"}\n"});
  }
  for (auto &[id, text] : needs.checksInC()) {
    if (std::ranges::find(subject[id].opaqueIn, unit) != subject[id].opaqueIn.end())
      continue;
    const auto tests = used.records.find(id);
    parts.push_back({std::move(text), types.name(id),
                     tests == used.records.end() ? std::set<std::string>() : tests->second});
  }
  parts.insert(parts.begin(),
               {markerLine("//", layout) + withMainAs(names.programMain(unit), subject, unit,
                                                      sourceOf(subject, unit, layout, isRefused))});
  if (parts.size() > 1)
    parts.front().text += "\n";
  std::string text;
  for (const FilePart &part : parts)
    text += part.text;
  return {"tests/" + names.exportsFile(unit), std::move(text), std::move(parts)};
}

} // namespace emit
