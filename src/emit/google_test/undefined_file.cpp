#include "emit/google_test/undefined_file.h"

#include "emit/google_test/identifiers.h"

#include <algorithm>
#include <fmt/format.h>

namespace emit {

using model::Subject;
using model::Supply;
using model::SupplyId;
using model::Type;
using model::TypeKind;
using model::UnitId;

namespace {

constexpr const char *introduction =
    R"(// None of the sources defines these: variables hold, and stubs give back, what each test says. A
// definition elsewhere takes the place of any of them.
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace {

// Calls past what a test says give zeros. Where the test says after how many the inputs end, the
// next call exits: its function would go on asking for ever.
long zerosLeft = -1;

void takeZeros() {
  if (zerosLeft == 0)
    std::exit(0);
  if (zerosLeft > 0)
    --zerosLeft;
}

// What calls of one stub give back, in order.
template <class Call> struct Calls {
  const Call *next = nullptr;
  unsigned long left = 0;

  Call take() {
    if (left == 0) {
      takeZeros();
      return Call{};
    }
    --left;
    return *next++;
  }
};

} // namespace

extern "C" void pincer_end_inputs_after(long zeros) { zerosLeft = zeros; }
)";

bool isStub(const Supply &supply) { return supply.kind != Supply::Kind::Variable; }

bool givesSomething(const Subject &subject, const Supply &supply) {
  return isStub(supply) && !subject[supply.type].fields.empty();
}

std::string callsOf(SupplyId id) { return fmt::format("calls_{}", id.index); }

class UndefinedFile {
public:
  UndefinedFile(const CxxTypes &types, const ExportNames &names)
      : types_(types), names_(names), subject_(types.subject()) {}

  std::string write() {
    std::string text;
    for (std::size_t i = 0; i < subject_.units.size(); ++i)
      text += unit(UnitId(i));
    for (std::size_t i = 0; i < subject_.facts.undefined.size(); ++i)
      text += fmt::format("\n// Its type is not known, so no test gets here.\n"
                          "extern \"C\" __attribute__((weak)) void pincer_trap_{0}() "
                          "__asm__(\"{1}\");\n"
                          "void pincer_trap_{0}() {{ __builtin_trap(); }}\n",
                          i, subject_.facts.undefined[i]);
    return text + resetFunction();
  }

private:
  std::string unit(UnitId unit) const {
    TypeNeeds needs(types_);
    std::string body;
    for (std::size_t i = 0; i < subject_.supplies.size(); ++i) {
      const Supply &supply = subject_.supplies[i];
      if (supply.unit != unit || supply.input)
        continue;
      needs.complete(supply.type);
      if (isStub(supply))
        completeFunction(needs, subject_[supply.function]);
      body += isStub(supply) ? stub(SupplyId(i)) : variable(SupplyId(i));
    }
    if (body.empty())
      return "";
    return fmt::format("\nnamespace {0} {{\n\n{1}{2}\n}} // namespace {0}\n", names_.space(unit),
                       needs.definitions(), body.substr(body.find_first_not_of('\n')));
  }

  /// Whatever the function takes or gives by value.
  void completeFunction(TypeNeeds &needs, const Type &function) const {
    needs.complete(function.element);
    for (const model::TypeId parameter : function.parameters)
      needs.complete(parameter);
  }

  std::string variable(SupplyId id) const {
    const Supply &supply = subject_[id];
    const std::string declared = types_.declare(supply.type, names_.supplied(id));
    return fmt::format("extern \"C\" {{\nextern {0}{1};\n__attribute__((weak)) {0};\n}}\n",
                       declared, names_.label(id));
  }

  std::string stub(SupplyId id) const {
    const Supply &supply = subject_[id];
    const Type &function = subject_[supply.function];
    const Type &record = subject_[supply.type];
    std::vector<std::string> parameters(function.parameters.size());
    for (const std::uint32_t written : supply.written)
      parameters[written] = parameterName(supply, written);
    const std::string head =
        types_.declare(function.element, fmt::format("{}({})", names_.supplied(id),
                                                     types_.parameterList(function, parameters)));
    std::string text;
    if (!names_.label(id).empty())
      text += fmt::format("extern \"C\" {}{};\n", head, names_.label(id));
    const std::string start = fmt::format("extern \"C\" __attribute__((weak{})) {} {{",
                                          supply.isNoreturn ? ", noreturn" : "", head);
    if (supply.isNoreturn)
      return "\n" + text + start + "\n  std::exit(1);\n}\n";
    if (!givesSomething(subject_, supply))
      return "\n" + text + start + "}\n";
    text += start +
            fmt::format("\n  const {} call = {}.take();\n", types_.name(supply.type), callsOf(id));
    std::size_t field = record.fields.front().name == "result" ? 1 : 0;
    for (const std::uint32_t written : supply.written) {
      text += fmt::format("  if (call.{0} && {1} != nullptr)\n    *{1} = call.{2};\n",
                          fieldName(record.fields[field]), parameters[written],
                          fieldName(record.fields[field + 1]));
      field += 2;
    }
    if (record.fields.front().name == "result")
      text += "  return call.result;\n";
    return fmt::format("\nstatic Calls<{0}> {1};\n"
                       "extern \"C\" void {2}(const {0} *calls, unsigned long count) {{\n"
                       "  {1} = {{calls, count}};\n}}\n",
                       types_.name(supply.type), callsOf(id), names_.giver(id)) +
           text + "}\n";
  }

  static std::string parameterName(const Supply &supply, std::uint32_t index) {
    const std::string name = index < supply.parameters.size() ? supply.parameters[index] : "";
    return name.empty() || name == "call" ? fmt::format("argument{}", index + 1) : safeName(name);
  }

  std::string resetFunction() const {
    std::string saved, save, restore;
    for (std::size_t i = 0; i < subject_.supplies.size(); ++i) {
      const Supply &supply = subject_.supplies[i];
      if (supply.input)
        continue;
      const std::string space = names_.space(supply.unit);
      const std::string name = fmt::format("{}::{}", space, names_.supplied(SupplyId(i)));
      if (givesSomething(subject_, supply)) {
        restore += fmt::format("    {}::{} = {{}};\n", space, callsOf(SupplyId(i)));
      } else if (!isStub(supply)) {
        saved += fmt::format("  static unsigned char saved_{}[sizeof({})];\n", i, name);
        save += fmt::format("    std::memcpy(saved_{0}, &{1}, sizeof({1}));\n", i, name);
        // A definition of the user's may lie where nobody can write.
        restore += fmt::format("    if (std::memcmp(&{1}, saved_{0}, sizeof({1})) != 0)\n"
                               "      std::memcpy(&{1}, saved_{0}, sizeof({1}));\n",
                               i, name);
      }
    }
    if (!hasSupplies(subject_))
      return "";
    return fmt::format("\n// The first call saves the variables, later ones restore them and empty "
                       "the stubs.\n"
                       "extern \"C\" void pincer_undefined_reset() {{\n"
                       "  static bool isSaved;\n  zerosLeft = -1;\n{}"
                       "  if (isSaved) {{\n{}  }} else {{\n{}    isSaved = true;\n  }}\n}}\n",
                       saved, restore, save);
  }

  const CxxTypes &types_;
  const ExportNames &names_;
  const Subject &subject_;
};

} // namespace

bool hasSupplies(const Subject &subject) {
  return std::any_of(subject.supplies.begin(), subject.supplies.end(),
                     [](const Supply &supply) { return !supply.input; });
}

bool needsUndefinedFile(const Subject &subject) {
  return !subject.facts.undefined.empty() || hasSupplies(subject);
}

File undefinedFile(const CxxTypes &types, const ExportNames &names, const Layout &layout) {
  return {"tests/pincer_undefined.cpp",
          markerLine("//", layout) + introduction + UndefinedFile(types, names).write()};
}

std::string suppliedPrototypes(const CxxTypes &types, const ExportNames &names, SupplyId id) {
  const Subject &subject = types.subject();
  const Supply &supply = subject[id];
  if (!isStub(supply))
    return fmt::format("extern {}{};\n", types.declare(supply.type, names.supplied(id)),
                       names.label(id));
  std::string text;
  if (supply.kind == Supply::Kind::Callback) {
    const Type &function = subject[supply.function];
    text += types.declare(function.element, fmt::format("{}({})", names.supplied(id),
                                                        types.parameterList(function, {}))) +
            ";\n";
  }
  if (givesSomething(subject, supply))
    text += fmt::format("void {}(const {} *calls, unsigned long count);\n", names.giver(id),
                        types.name(supply.type));
  return text;
}

} // namespace emit
