#include "build/stubs.h"

#include "abi/target.h"
#include "build/thunks.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

// The source may have declared the function in words that model/ does not keep (qualifiers,
// K&R), and C does not take a second declaration that differs. So a stub has a name of its own in
// C, and the symbol of the function it stands for.

namespace build {

using namespace model;

namespace {

std::string stubName(const Subject &subject, SupplyId id) {
  return subject[id].kind == Supply::Kind::Callback
             ? fmt::format("{}{}", PINCER_CALLBACK_PREFIX, id.index)
             : fmt::format("pincer_stub_{}", id.index);
}

std::string label(const Subject &subject, SupplyId id) {
  return subject[id].kind == Supply::Kind::Callback
             ? ""
             : fmt::format(" __asm__(\"{}\")", subject[id].name);
}

std::string recordText(const Subject &subject, const std::string &name, const Type &record) {
  std::string text = fmt::format("{} {{\n", name);
  for (std::size_t i = 0; i < record.fields.size(); ++i)
    text += fmt::format("  {} pincer_f{};\n", argumentType(subject, record.fields[i].type), i);
  return text + fmt::format("}};\n_Static_assert(sizeof({}) == {}, \"\");\n", name, record.size);
}

std::string head(const Subject &subject, SupplyId id) {
  const Type &function = subject[subject[id].function];
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    parameters.push_back(
        fmt::format("{} pincer_{}", argumentType(subject, function.parameters[i]), i));
  std::string list = fmt::format("{}", fmt::join(parameters, ", "));
  if (function.isVariadic)
    list += ", ...";
  const bool isVoid = subject[function.element].kind == TypeKind::Void;
  return fmt::format("{} {}({})", isVoid ? "void" : argumentType(subject, function.element),
                     stubName(subject, id), list.empty() ? "void" : list);
}

} // namespace

std::string stubText(const Subject &subject, SupplyId id) {
  const Supply &supply = subject[id];
  const Type &record = subject[supply.type];
  const std::string start = head(subject, id);
  // Callers may know the function by a type that differs from ours in words.
  std::string text =
      fmt::format("__attribute__((no_sanitize(\"function\"))) {}{};\n", start, label(subject, id));
  if (supply.isNoreturn)
    return text + fmt::format("void pincer_exit(int) __asm__(\"exit\");\n{} {{\n"
                              "  pincer_exit(1);\n  __builtin_unreachable();\n}}\n",
                              start);
  if (record.fields.empty())
    return text + start + " {}\n";
  const std::string name = fmt::format("struct pincer_record_{}", id.index);
  text += recordText(subject, name, record);
  text += fmt::format("const void *pincer_supplied(__UINT32_TYPE__);\n{0} {{\n"
                      "  static const {1} pincer_none = {{}};\n"
                      "  const {1} *pincer_given = (const {1} *)pincer_supplied({2});\n"
                      "  if (!pincer_given)\n"
                      "    pincer_given = &pincer_none;\n",
                      start, name, id.index);
  std::size_t field = record.fields.front().name == "result" ? 1 : 0;
  for (const std::uint32_t parameter : supply.written) {
    text += fmt::format("  if (pincer_{0} && pincer_given->pincer_f{1})\n"
                        "    __builtin_memcpy(pincer_{0}, &pincer_given->pincer_f{2}, "
                        "sizeof pincer_given->pincer_f{2});\n",
                        parameter, field, field + 1);
    field += 2;
  }
  if (record.fields.front().name == "result")
    text += "  return pincer_given->pincer_f0;\n";
  return text + "}\n";
}

std::string variablesText(const Subject &subject) {
  std::string text;
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const Supply &supply = subject.supplies[i];
    if (supply.kind != Supply::Kind::Variable)
      continue;
    const Type &type = subject[supply.type];
    text += fmt::format("extern unsigned char pincer_variable_{0}[] __asm__(\"{1}\");\n"
                        "__attribute__((aligned({2}))) unsigned char pincer_variable_{0}[{3}];\n",
                        i, supply.name, std::max<std::uint64_t>(1, type.alignment), type.size);
  }
  return text;
}

std::string supplyDeclaration(const Subject &subject, SupplyId id) {
  if (subject[id].kind == Supply::Kind::Variable)
    return fmt::format("extern unsigned char pincer_variable_{}[] __asm__(\"{}\");\n", id.index,
                       subject[id].name);
  return fmt::format("void {}(void){};\n", stubName(subject, id), label(subject, id));
}

std::string supplyEntry(const Subject &subject, SupplyId id) {
  const std::uint64_t size = subject[subject[id].type].size;
  if (subject[id].kind == Supply::Kind::Variable)
    return fmt::format("{{pincer_variable_{}, 0, {}}}", id.index, size);
  return fmt::format("{{0, {}, {}}}", stubName(subject, id), size);
}

} // namespace build
