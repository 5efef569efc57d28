#include "build/harness_inputs.h"

#include "build/target.h"
#include "build/thunks.h"
#include "support/file_system.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace build {

using model::Function;
using model::FunctionId;
using model::Subject;
using model::Supply;
using model::TypeId;
using model::TypeKind;

namespace {

/// What the functions of harness.c begin with; an undefined function so called may be one of them.
constexpr auto ofHarnessUnit = std::to_array<std::string_view>(
    {"klee_", "__VERIFIER_assume", "__VERIFIER_error", "__VERIFIER_nondet_memory", "reach_error",
     "__Crest", "__afl_", "__CPROVER_", "__ESBMC_", "symcc_make_symbolic"});
/// Those that need a part of their own.
constexpr auto ofBytes =
    std::to_array<std::string_view>({"klee_make_symbolic", "klee_int", "klee_range", "klee_choose",
                                     "__VERIFIER_nondet_memory", "symcc_make_symbolic"});
constexpr auto ofCrest = std::to_array<std::string_view>({"__Crest"});
constexpr auto ofIsSymbolic = std::to_array<std::string_view>({"klee_is_symbolic"});
constexpr auto ofAfl = std::to_array<std::string_view>({"__afl_"});
/// Locals are inputs, and there is no other reason for the unit.
/// Whether a value depends on inputs is asked for.
constexpr const char *isSymbolic = "-DPINCER_IS_SYMBOLIC";
constexpr const char *fresh = "-DPINCER_FRESH", *freshAlone = "-DPINCER_FRESH_ALONE";
constexpr const char *aflHeader = "pincer_afl.h";
/// What marks inputs by giving back a value: tests supply it as any undefined function.
constexpr auto marks = std::to_array<std::string_view>({"__VERIFIER_nondet_", "nondet_"});

template <std::size_t N>
bool startsWithOne(std::string_view name, const std::array<std::string_view, N> &prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

template <std::size_t N>
bool callsOne(const Subject &subject, const std::array<std::string_view, N> &prefixes) {
  return std::any_of(subject.supplies.begin(), subject.supplies.end(), [&](const Supply &supply) {
    return supply.kind == Supply::Kind::Function && startsWithOne(supply.name, prefixes);
  });
}

bool includesHeaders(const Subject &subject) {
  return std::any_of(subject.units.begin(), subject.units.end(),
                     [](const model::Unit &unit) { return unit.includesOurs; });
}

bool marksInputs(const Subject &subject) {
  return callsOne(subject, marks) ||
         std::any_of(subject.units.begin(), subject.units.end(), [](const model::Unit &unit) {
           return unit.isOurs && std::ranges::find(unit.flags, freshAlone) == unit.flags.end();
         });
}

bool hasOursWith(const Subject &subject, const char *flag) {
  return std::ranges::any_of(subject.units, [&](const model::Unit &unit) {
    return unit.isOurs && std::ranges::find(unit.flags, flag) != unit.flags.end();
  });
}

std::optional<FunctionId> only(const Subject &subject, std::string_view name) {
  std::optional<FunctionId> found;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == name && !subject.functions[i].isStatic) {
      if (found)
        return std::nullopt;
      found = FunctionId(i);
    }
  return found;
}

void settleMain(Function &function) {
  static constexpr std::array<const char *, 4> arguments = {
      "", "1", "1, (char *[]){(char *)\"program\", 0}",
      "1, (char *[]){(char *)\"program\", 0}, (char *[]){0}"};
  function.fixedArguments = arguments[function.parameters.size()];
  function.parameters.clear();
  function.lengthPairs.clear();
  function.undrivable.reset();
}

bool isFuzzTarget(const Subject &subject, const Function &function) {
  return function.parameters.size() == 2 &&
         subject[function.parameters[0].type].kind == TypeKind::Pointer &&
         subject[function.parameters[1].type].kind == TypeKind::Integer;
}

TypeId pointerToBytes(Subject &subject, std::uint64_t pointerSize) {
  const auto findOrAdd = [&](const model::Type &wanted) {
    const auto found =
        std::find_if(subject.types.begin(), subject.types.end(), [&](const model::Type &type) {
          return type.kind == wanted.kind && type.element == wanted.element &&
                 type.pointeeIsConst == wanted.pointeeIsConst;
        });
    if (found != subject.types.end())
      return TypeId(static_cast<std::size_t>(found - subject.types.begin()));
    subject.types.push_back(wanted);
    return TypeId(subject.types.size() - 1);
  };
  const TypeId bytes = findOrAdd({.kind = TypeKind::Void, .spelling = "void"});
  return findOrAdd({.kind = TypeKind::Pointer,
                    .spelling = "const void *",
                    .pointeeIsConst = true,
                    .size = pointerSize,
                    .alignment = pointerSize,
                    .element = bytes});
}

/// Fuzzers pass bytes without a NUL at their end; what a step past it reads is a finding.
void settleFuzzTarget(Subject &subject, Function &function) {
  function.parameters[0].type = pointerToBytes(subject, subject[function.parameters[0].type].size);
  function.lengthPairs = {{0, 1}};
  function.undrivable.reset();
  // Each test begins with the subject's variables as they are at the start.
  if (const auto initialize = only(subject, "LLVMFuzzerInitialize"))
    function.preparation = fmt::format("{{ int pincer_initialize(int *, char ***) __asm__(\"{}\");"
                                       " static char *pincer_words[] = {{(char *)\"fuzzer\", 0}};"
                                       " static char **pincer_list; static int pincer_count;"
                                       " pincer_list = pincer_words, pincer_count = 1;"
                                       " pincer_initialize(&pincer_count, &pincer_list); }}",
                                       subject[*initialize].symbolName());
}

} // namespace

std::filesystem::path harnessHeaders() { return supportFolder() / "harness" / "include"; }

void defineAflMacros(std::vector<model::Unit> &units) {
  for (model::Unit &unit : units) {
    const auto text = support::readFile(unit.path);
    if (text && text->find("__AFL_") != std::string::npos)
      unit.flags.insert(unit.flags.end(), {"-include", aflHeader});
  }
}

bool isAflHarness(const Subject &subject) {
  return only(subject, "main") && std::ranges::any_of(subject.units, [](const model::Unit &unit) {
           return std::ranges::find(unit.flags, aflHeader) != unit.flags.end();
         });
}

bool suppliesFreshLocals(const Subject &subject) { return hasOursWith(subject, fresh); }
bool asksWhatIsSymbolic(const Subject &subject) { return hasOursWith(subject, isSymbolic); }

model::Unit harnessUnit(const Subject &subject, bool freshLocals) {
  const std::filesystem::path folder = supportFolder() / "harness";
  model::Unit unit{.path = (folder / "harness.c").string(),
                   .directory = folder.string(),
                   .flags = {"-std=gnu11"},
                   .isOurs = true};
  if (is32Bit(subject))
    unit.flags.emplace_back("-m32");
  if (freshLocals)
    unit.flags.emplace_back(fresh);
  if (!needsHarnessUnit(subject))
    unit.flags.emplace_back(freshAlone);
  if (callsOne(subject, ofCrest))
    unit.flags.emplace_back("-DPINCER_CREST");
  if (callsOne(subject, ofAfl))
    unit.flags.emplace_back("-DPINCER_AFL");
  if (callsOne(subject, ofIsSymbolic))
    unit.flags.emplace_back(isSymbolic);
  // A header does not say what of it is used.
  if (callsOne(subject, ofBytes) || includesHeaders(subject))
    unit.flags.emplace_back("-DPINCER_BYTES");
  return unit;
}

bool needsHarnessUnit(const Subject &subject) {
  return includesHeaders(subject) || callsOne(subject, ofHarnessUnit);
}

std::optional<FunctionId> findHarness(Subject &subject) {
  if (const auto main = only(subject, "main")) {
    Function &function = subject.functions[main->index];
    if (!marksInputs(subject) || function.parameters.size() > 3)
      return std::nullopt;
    settleMain(function);
    return main;
  }
  const auto target = only(subject, "LLVMFuzzerTestOneInput");
  if (!target || !isFuzzTarget(subject, subject[*target]))
    return std::nullopt;
  settleFuzzTarget(subject, subject.functions[target->index]);
  return target;
}

} // namespace build
