#include "emit/google_test/google_test.h"

#include "emit/google_test/arguments.h"
#include "emit/google_test/calls.h"
#include "emit/google_test/class_literals.h"
#include "emit/google_test/cmake_lists.h"
#include "emit/google_test/cxx_types.h"
#include "emit/google_test/exceptions.h"
#include "emit/google_test/expectations.h"
#include "emit/google_test/export_names.h"
#include "emit/google_test/exports.h"
#include "emit/google_test/harness_headers.h"
#include "emit/google_test/identifiers.h"
#include "emit/google_test/program_file.h"
#include "emit/google_test/real_names.h"
#include "emit/google_test/undefined_file.h"
#include "emit/suite_runtime/call_endings.h"
#include "emit/suite_runtime/files_header.h"
#include "emit/suite_runtime/main_file.h"
#include "emit/suite_runtime/refusals.h"
#include "emit/suite_runtime/test_fence.h"
#include "emit/test_names.h"
#include "model/contracts.h"
#include "model/refusable.h"
#include "model/renamed.h"
#include "model/sequences.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

// Tests stand inside the namespace of their source, next to the declarations of what they call:
// unqualified names then find the subject's `struct stat` before the system's, and two sources may
// have different types of one name.
//
// The tests of one executable share a process and so the subject's variables; main_file.cpp has
// them reset before each test. Where copying bytes back is not enough, the body of the test runs in
// a child.
//
// Death tests run in the "threadsafe" style, which executes the program again for each: slower than
// a fork, but the test then starts from fresh statics, and threads that the subject has left behind
// can't hold a lock in it.

namespace emit {

using model::FunctionId;
using model::GlobalId;
using model::KeptTest;
using model::Site;
using model::SiteId;
using model::Subject;
using model::Suite;
using model::SupplyId;
using model::TypeKind;
using model::UnitId;

namespace {

constexpr std::size_t lineWidth = 100;

enum class Kind { Green, Crash, Ub };

Kind kindOf(const KeptTest &test) {
  if (test.isGreen())
    return Kind::Green;
  return model::isOrderly(test.outcome) ? Kind::Ub : Kind::Crash;
}

std::string fileName(const std::string &path) {
  return std::filesystem::path(path).filename().string();
}

/// Text for a comment line: no line ends, and no backslash at its end.
std::string comment(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  while (!text.empty() && (text.back() == '\\' || text.back() == ' '))
    text.pop_back();
  return "// " + text + "\n";
}

/// "covers triangle.c:14 a <= 0 (true), :17 b <= 0 (false)", three lines at most.
std::string coversComment(const model::BranchMap &branches, const std::vector<SiteId> &sites) {
  std::vector<std::string> lines(1, "covers");
  std::string file;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Site &site = branches[sites[i]];
    const std::string name = fileName(site.shown().file);
    const std::string item =
        fmt::format(" {}:{} {} ({}){}", name == file ? "" : name, site.shown().line, site.condition,
                    site.outcome, i + 1 < sites.size() ? "," : "");
    const bool fits =
        lines.back().size() + item.size() + 3 <= lineWidth || lines.back() == "covers";
    if (!fits && lines.size() == 3) {
      lines.back() += fmt::format(" and {} more", sites.size() - i);
      break;
    }
    if (!fits)
      lines.emplace_back("  ");
    lines.back() += item;
    file = name;
  }
  std::string text;
  for (const std::string &line : lines)
    text += comment(line);
  return text;
}

/// Our check ends the run; in a suite it is a condition that does not hold.
bool breaksContract(const KeptTest &test) {
  return test.isGreen() && test.verdict && test.verdict->kind == model::brokenContract;
}

std::string verdictComment(const Subject &subject, const KeptTest &test) {
  std::string text;
  if (model::forcesState(subject, test.test))
    text +=
        comment("Filled by hand, although calls make such objects: callers may never see it so.");
  if (const auto *threw = std::get_if<model::Threw>(&test.outcome))
    text += comment(fmt::format("{}{}{}", model::describe(test.outcome),
                                threw->text.empty() ? "" : ": ", threw->text));
  if ((kindOf(test) == Kind::Crash || model::isAbort(test.outcome)) && !breaksContract(test))
    text += comment(model::describe(test.outcome));
  if (test.verdict) {
    const model::SanitizerVerdict &verdict = *test.verdict;
    const std::string place =
        verdict.file.empty() ? "" : fmt::format(" at {}:{}", fileName(verdict.file), verdict.line);
    text += comment(fmt::format("{}{}: {}", verdict.kind, place, verdict.message));
  }
  if (test.test.endsAfterZeros && std::holds_alternative<model::Exited>(test.outcome))
    text += comment("It asks for inputs without end; here they end, and it exits.");
  if (std::holds_alternative<model::Returned>(test.outcome) && !test.observation)
    text +=
        comment("What it returns or changes differs from run to run, so only the call is tested.");
  return text;
}

/// What no function of the subject's does.
bool isNoCall(const model::Function &function) {
  switch (function.form) {
  case model::CallForm::Storage:
  case model::CallForm::EndOfStorage:
  case model::CallForm::OpenFile:
  case model::CallForm::FileContents:
  case model::CallForm::CloseFile:
    return true;
  default:
    return false;
  }
}

/// Whether the suite's own fence is put around it. (A function that ends its process is watched by
/// another, which the fence would not let it have; a program always has one.)
bool isFenced(const Subject &subject, const KeptTest &test) {
  return model::factsOf(subject, test.test).fencedEffect &&
         !model::factsOf(subject, test.test).outsideEffect && !test.unfenced &&
         (subject.program ||
          (kindOf(test) == Kind::Green && (std::holds_alternative<model::Returned>(test.outcome) ||
                                           std::holds_alternative<model::Threw>(test.outcome))));
}

/// The function through which a user's files or processes could be changed: no fence stands.
std::optional<std::string> effectOf(const Subject &subject, const KeptTest &test) {
  if (auto effect = model::factsOf(subject, test.test).outsideEffect)
    return effect;
  if (isFenced(subject, test))
    return std::nullopt;
  return subject.program ? pathRisk(subject, test.test)
                         : model::factsOf(subject, test.test).fencedEffect;
}

/// Runs that would not end, and those that could change a user's files or processes.
bool isDisabled(const Subject &subject, const KeptTest &test) {
  return (kindOf(test) == Kind::Crash && !std::holds_alternative<model::Crashed>(test.outcome)) ||
         test.unconfirmed || effectOf(subject, test);
}

std::string effectComment(const Subject &subject, const KeptTest &test) {
  if (test.unconfirmed)
    return comment("Disabled, for it does something else here: " + *test.unconfirmed);
  const auto effect = effectOf(subject, test);
  return effect ? comment(fmt::format("Disabled: it may call {}, and so change files or processes. "
                                      "Run it where that does no harm.",
                                      *effect))
                : "";
}

/// A step outside an object crashes where nothing else lies there; in another build something
/// may.
bool dependsOnNeighbours(const KeptTest &test) {
  return test.verdict && (test.verdict->kind.find("buffer-overflow") != std::string::npos ||
                          test.verdict->kind.find("buffer-underflow") != std::string::npos ||
                          test.verdict->kind == "out-of-bounds" ||
                          test.verdict->kind.find("use-after") != std::string::npos);
}

/// What a run gets to see that steps outside an object and goes on is up to its neighbours, too.
bool goesOnOutside(const KeptTest &test) {
  return kindOf(test) == Kind::Ub && test.verdict &&
         (dependsOnNeighbours(test) || test.verdict->kind == "wild-pointer");
}

/// Deliberately; the test watches from another process.
bool endsProcess(const KeptTest &test) {
  return std::holds_alternative<model::Exited>(test.outcome) ||
         (test.isGreen() && model::isAbort(test.outcome));
}

/// Whether what the call leaves behind would be seen by other tests. (Crashes and exits have a
/// process of their own anyway.)
bool getsOwnProcess(const Subject &subject, const KeptTest &test) {
  return !subject.program && (model::factsOf(subject, test.test).keptState || test.ownProcess) &&
         kindOf(test) != Kind::Crash && !goesOnOutside(test) && !endsProcess(test);
}

/// Whether it is the call under test that ends its process, and not a program.
bool endsInCall(const Subject &subject, const KeptTest &test) {
  return !subject.program && (endsProcess(test) || goesOnOutside(test) ||
                              std::holds_alternative<model::Crashed>(test.outcome));
}

ProcessNeeds processNeeds(const Dialect &dialect, const Suite &suite) {
  ProcessNeeds needs;
  for (const KeptTest &test : suite.tests) {
    needs.ownProcesses |= getsOwnProcess(*suite.subject, test);
    needs.fences |= isFenced(*suite.subject, test);
    needs.endings |= endsProcess(test);
    needs.refusals |= !test.test.refused.empty();
    needs.calls |= dialect.forks && endsInCall(*suite.subject, test);
  }
  needs.endings |= needs.ownProcesses || needs.fences || needs.calls || suite.subject->program;
  return needs;
}

/// "tests/x" as this dialect has it.
std::string inFolder(const Dialect &dialect, const std::string &path) {
  return dialect.folder + path.substr(path.find('/'));
}

/// Writes the tests of one kind and one source.
class TestFile {
public:
  TestFile(const Dialect &dialect, const Suite &suite, const Layout &layout, const CxxTypes &types,
           const ExportNames &names, UnitId unit, const std::vector<TestName> &testNames)
      : dialect_(dialect), suite_(suite), subject_(*suite.subject), layout_(layout), types_(types),
        names_(names), unit_(unit), testNames_(testNames), needs_(types) {}

  /// Adds what this file's tests use to `used`, by source, and to `needs`.
  File write(const std::string &path, const std::vector<std::size_t> &tests,
             std::vector<Used> &used, TypeNeeds &needs) {
    for (const std::size_t index : tests)
      collect(suite_.tests[index], testNames_[index].full(), used, needs);
    reserveNames();
    if (types_.hasRealNames())
      return writeBehindSource(path, tests);
    std::string body;
    for (const std::size_t index : tests)
      body += "\n" + test(suite_.tests[index], testNames_[index]);
    const bool isBare =
        subject_.program && supplies_.empty() && !endsInputs_; // it declares nothing
    body = isBare ? body.substr(1) : needs_.definitions() + prototypes() + body;
    std::string text = markerLine("//", layout_) +
                       (subject_.program ? "#include \"pincer_program.h\"\n\n" : "") +
                       includes(body);
    text += fmt::format("\nnamespace {} {{\n\n", names_.space(unit_)) + body;
    return {path, text + fmt::format("\n}} // namespace {}\n", names_.space(unit_))};
  }

private:
  /// With the source itself, so that tests see its classes. A part for each test, since any may
  /// turn out not to compile.
  File writeBehindSource(const std::string &path, const std::vector<std::size_t> &tests) {
    std::vector<FilePart> parts(2);
    std::string body;
    for (const std::size_t index : tests) {
      const std::string name = testNames_[index].full();
      parts.push_back({"\n" + test(suite_.tests[index], testNames_[index]), name, {name}});
      body += parts.back().text;
    }
    // In front of all headers: g++ takes no other name for what is declared already.
    const std::string routing =
        processNeeds(dialect_, suite_).refusals ? model::routingBefore(subject_, unit_) : "";
    parts[0].text = markerLine("//", layout_) + routing + includes(body) +
                    fmt::format("\n// The source; so it is not compiled once more beside this.\n"
                                "#include \"{}\"\n",
                                names_.exportsFile(unit_));
    const bool declares = !supplies_.empty() || endsInputs_ || needsOwnProcess_ || needsFence_;
    parts[1].text = fmt::format("\nnamespace {} {{\n", names_.space(unit_)) +
                    (declares ? "\n" + needs_.definitions() + prototypes() : "") +
                    classDefinitions();
    parts.push_back({fmt::format("\n}} // namespace {}\n", names_.space(unit_))});
    std::string text;
    for (const FilePart &part : parts)
      text += part.text;
    return {path, std::move(text), std::move(parts)};
  }

  static std::string wrappedLines(const std::string &text) {
    std::string out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line); out += "\n") {
      const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
      out += wrapped(line.substr(indent), indent);
    }
    return out;
  }

  /// Of classes that are there for tests alone.
  std::string classDefinitions() const {
    std::set<std::string> texts;
    for (const FunctionId id : functions_)
      if (!subject_[id].definition.empty())
        texts.insert(wrappedLines(subject_[id].definition));
    return texts.empty() ? "" : fmt::format("\n{}", fmt::join(texts, "\n"));
  }

  void collect(const KeptTest &test, const std::string &name, std::vector<Used> &used,
               TypeNeeds &needs) {
    if (subject_.program) { // run by another process, which nobody looks into
      collectSupplied(withoutProgramInputs(subject_, test).test);
      return;
    }
    for (const auto *steps : {&test.test.steps, &test.test.observers})
      for (const model::Step &step : *steps) {
        if (isNoCall(subject_[step.callable]))
          continue;
        functions_.insert(step.callable);
        if (!types_.hasRealNames() || names_.needsWrapperThere(step.callable))
          used[subject_[step.callable].unit.index].functions[step.callable].insert(name);
      }
    needsOwnProcess_ |= getsOwnProcess(subject_, test);
    needsFence_ |= isFenced(subject_, test);
    collectSupplied(test.test);
    if (types_.hasRealNames())
      return;
    for (const GlobalId global : checkedGlobals(test)) {
      globals_.insert(global);
      used[subject_[global].unit.index].globals[global].insert(name);
    }
    TypeNeeds own(types_); // of this test
    for (TypeNeeds *each : {&needs_, &needs, &own})
      collectTypes(test, *each);
    for (const auto &[record, check] : own.checksInC())
      used[unit_.index].records[record].insert(name);
  }

  void collectTypes(const KeptTest &test, TypeNeeds &needs) const {
    for (const model::Step &step : test.test.steps) {
      const model::Function &function = subject_[step.callable];
      if (function.form == model::CallForm::OpenFile)
        continue;
      needs.complete(function.form == model::CallForm::Storage ? function.owner : function.result);
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        needs.complete(function.parameters[i].type);
        if (i < step.arguments.size())
          needs.completeFor(function.parameters[i].type, step.arguments[i]);
      }
    }
    for (const GlobalId global : checkedGlobals(test))
      needs.complete(subject_[global].type);
  }

  std::vector<GlobalId> checkedGlobals(const KeptTest &test) const {
    std::vector<GlobalId> globals;
    if (checksValues(test))
      for (const auto &[global, value] : test.observation->globals)
        if (isInReach(global))
          globals.push_back(global);
    return globals;
  }

  void collectCallbacks(const model::Value &value) {
    if (const auto *callback = value.find<model::Callback>())
      supplies_.insert(callback->supply);
    for (const model::Value &part : value.parts())
      collectCallbacks(part);
  }

  void collectSupplied(const model::TestCase &test) {
    endsInputs_ |= test.endsAfterZeros.has_value();
    for (const model::Step &step : test.steps)
      for (const model::Value &argument : step.arguments)
        collectCallbacks(argument);
    for (const model::Supplied &supplied : test.supplied) {
      supplies_.insert(supplied.source);
      collectCallbacks(supplied.value);
      needs_.completeFor(subject_[supplied.source].type, supplied.value);
    }
    for (const SupplyId id : supplies_)
      if (subject_[id].kind == model::Supply::Kind::Callback) {
        needs_.complete(subject_[id].type);
        needs_.mention(subject_[id].function);
      }
  }

  /// What another source keeps for itself, and values of types that only it knows, are not looked
  /// at.
  bool isInReach(GlobalId id) const {
    const model::Global &global = subject_[id];
    return global.unit == unit_ ||
           (!global.isStatic && model::isKeptAsBytes(subject_, global.type));
  }

  static bool checksValues(const KeptTest &test) {
    return test.observation && std::holds_alternative<model::Returned>(test.outcome);
  }

  /// No local may hide what the tests of this file refer to.
  void reserveNames() {
    const auto reserveFirst = [&](const std::string &name) {
      reserved_.insert(name.substr(0, name.find_first_of(":<(")));
    };
    for (const FunctionId id : functions_)
      if (types_.hasRealNames())
        reserveFirst(names_.realCallee(id));
      else
        reserved_.insert(names_.callee(id));
    for (const model::Type &type : subject_.types)
      if (types_.hasRealNames())
        reserveFirst(inTest(type.qualified));
    for (const GlobalId id : globals_)
      reserved_.insert(names_.needsAccessor(id) ? names_.accessor(id) : subject_[id].name);
    for (const SupplyId id : supplies_)
      reserved_.insert({names_.supplied(id), names_.giver(id)});
    for (const model::Type &type : subject_.types) {
      reserved_.insert(type.hasTag ? "" : type.spelling);
      for (const model::Enumerator &enumerator : type.enumerators)
        reserved_.insert(safeName(enumerator.name));
    }
    reserved_.insert({"i", "std", "testing"});
  }

  std::string includes(const std::string &body) const {
    const auto uses = [&](std::string_view word) { return body.find(word) != std::string::npos; };
    std::string text;
    if (uses("std::fill_n") || uses("std::copy_n"))
      text += "#include <algorithm>\n";
    for (const char *header : headersOfExceptions(body))
      text += fmt::format("#include <{}>\n", header);
    if (uses("_MIN") || uses("_MAX"))
      text += "#include <climits>\n";
    if (uses("std::isnan") || uses("NAN") || uses("INFINITY"))
      text += "#include <cmath>\n";
    if (uses("SIGABRT"))
      text += "#include <csignal>\n";
    if (uses("offsetof("))
      text += "#include <cstddef>\n";
    if (uses("FILE *") || uses("std::fclose("))
      text += "#include <cstdio>\n";
    if (uses("std::calloc"))
      text += "#include <cstdlib>\n";
    if (uses("std::memcpy"))
      text += "#include <cstring>\n";
    if (uses("std::make_unique"))
      text += "#include <memory>\n";
    if (uses("std::istringstream") || uses("std::ostringstream") || uses("std::stringstream"))
      text += "#include <sstream>\n";
    if (uses("std::string"))
      text += "#include <string>\n";
    if (uses("std::move(") || uses("std::as_const("))
      text += "#include <utility>\n";
    if (uses("std::vector<"))
      text += "#include <vector>\n";
    if (body.find("__asan_init") != std::string::npos)
      text += "\n// There if AddressSanitizer is.\nextern \"C\" void __asan_init() "
              "__attribute__((weak));\n";
    const bool hasEndings =
        uses("pincer::dies(") || uses("pincer::exitsWith(") || uses("pincer::isKilledBy(");
    return dialect_.include + std::string(hasEndings ? "#include \"pincer_endings.h\"\n" : "") +
           (uses("pincer::fileWith(") ? "#include \"pincer_files.h\"\n" : "") +
           (uses("pincer::FailingAllocations ") ? "#include \"pincer_refusals.h\"\n" : "") +
           (text.empty() ? "" : "\n" + text);
  }

  std::string prototypes() const {
    std::string text = "extern \"C\" {\n";
    for (const FunctionId id : functions_) {
      if (types_.hasRealNames())
        break;
      const model::Function &function = subject_[id];
      std::vector<std::string> parameters;
      for (const model::Parameter &parameter : function.parameters)
        parameters.push_back(types_.declare(parameter.type, safeName(parameter.name)));
      const bool isVariadic = !subject_[unit_].isCxx && !function.overload.empty();
      const std::string head = fmt::format("{}({})", names_.callee(id),
                                           isVariadic && !names_.needsWrapper(id)
                                               ? function.overload
                                               : fmt::format("{}", fmt::join(parameters, ", ")));
      text += wrapped(types_.declare(function.result, head) + ";", 0) + "\n";
    }
    for (const GlobalId id : globals_) {
      const model::Global &global = subject_[id];
      text += names_.needsAccessor(id)
                  ? types_.declare(global.type, fmt::format("*{}()", names_.accessor(id))) + ";\n"
                  : fmt::format("extern {};\n", types_.declare(global.type, global.name));
    }
    for (const SupplyId id : supplies_)
      if (!isDeclaredBySource(id))
        text += suppliedPrototypes(types_, names_, id);
    if (endsInputs_)
      text += "void pincer_end_inputs_after(long zeros);\n";
    if (needsOwnProcess_)
      text += fmt::format("void {}(void (*test)());\n", ownProcessFunction);
    if (needsFence_)
      text += fmt::format("void {}(void (*test)());\n", fenceFunction);
    return text + "}\n";
  }

  /// A variable by its own name, where the source is included.
  bool isDeclaredBySource(SupplyId id) const {
    return types_.hasRealNames() && subject_[id].kind == model::Supply::Kind::Variable &&
           !subject_[id].name.starts_with("_Z");
  }

  std::string test(const KeptTest &test, const TestName &name) {
    std::string text;
    if (!test.purpose.empty())
      text += coversComment(*suite_.branches, test.purpose);
    text += verdictComment(subject_, test);
    text += effectComment(subject_, test);
    text += openTest(dialect_, name, isDisabled(subject_, test)) + "\n";
    const auto add = [&](std::size_t indent) {
      for (const std::string &line : statements(test))
        text += wrapped(line, indent) + "\n";
    };
    if (diesElsewhere(test)) {
      text += "  const auto body = [] {\n";
      add(4);
      text += "  };\n";
      for (const std::string &line : death(test, "body()"))
        text += wrapped(line, 2) + "\n";
      return text + "}\n";
    }
    const bool hasFence = isFenced(subject_, test);
    if (hasFence || getsOwnProcess(subject_, test))
      text += "  " + comment(hasFence ? whyFence(test) : whyOwnProcess(test));
    if (!subject_.program && (hasFence || getsOwnProcess(subject_, test))) {
      text += fmt::format("  {}([] {{\n", hasFence ? fenceFunction : ownProcessFunction);
      add(4);
      text += "  });\n";
    } else {
      add(2);
    }
    return text + "}\n";
  }

  std::string whyFence(const KeptTest &test) const {
    return fmt::format("Behind a fence, in an empty folder: it may call {}.",
                       *model::factsOf(subject_, test.test).fencedEffect);
  }

  std::string whyOwnProcess(const KeptTest &test) const {
    const auto state = model::factsOf(subject_, test.test).keptState;
    return state ? fmt::format("In a process of its own: changes to '{}' can't be undone.", *state)
                 : "In a process of its own: in one process, some tests here fail after others.";
  }

  /// Whether it crashes, and not in the call under test: all of it is watched then.
  bool diesElsewhere(const KeptTest &test) const {
    return !subject_.program && test.endsElsewhere &&
           (goesOnOutside(test) ||
            (!test.isGreen() && std::holds_alternative<model::Crashed>(test.outcome)));
  }

  std::vector<std::string> death(const KeptTest &test, const std::string &call) const {
    std::vector<std::string> lines;
    if (goesOnOutside(test) || dependsOnNeighbours(test))
      lines.push_back("if (!__asan_init)\n    " +
                      skipped(dialect_, "what lies beside the object decides whether this "
                                        "crashes; AddressSanitizer is sure to see it") +
                      ";");
    lines.push_back(ends(dialect_.dies, call) + ";");
    return lines;
  }

  /// The one that lives as long as the test.
  static std::vector<std::string> refusals(const KeptTest &test, std::set<std::string> &taken) {
    std::vector<std::uint32_t> numbers;
    for (const model::Refusal &refusal : test.test.refused)
      numbers.push_back(refusal.index + 1);
    if (numbers.empty())
      return {};
    return {fmt::format("const pincer::FailingAllocations {}{{{}}};", freshName("failing", taken),
                        fmt::join(numbers, ", "))};
  }

  std::vector<std::string> statements(const KeptTest &test) {
    std::set<std::string> taken = reserved_;
    std::vector<std::string> lines = refusals(test, taken);
    std::ranges::move(statements(test, taken), std::back_inserter(lines));
    return lines;
  }

  std::vector<std::string> statements(const KeptTest &test, std::set<std::string> &taken) {
    if (subject_.program) {
      std::vector<std::string> lines =
          makeArguments(dialect_, types_, names_, withoutProgramInputs(subject_, test), taken)
              .lines;
      for (std::string &line :
           programStatements(dialect_, subject_, test, isFenced(subject_, test)))
        lines.push_back(std::move(line));
      return lines;
    }
    const model::Function &function = subject_[test.test.function()];
    Arguments arguments = makeArguments(dialect_, types_, names_, test, taken);
    const std::string call = ending(function, arguments);
    std::vector<std::string> lines = arguments.lines;
    if (breaksContract(test)) {
      Expectations expectations(dialect_, types_, arguments.objects, taken);
      expectations.result(function.result, model::Value(model::Bytes{std::string(1, '\0')}),
                          arguments.call);
      for (std::string &line : std::move(expectations).lines())
        lines.push_back(std::move(line));
    } else if (test.isGreen() && model::isAbort(test.outcome)) {
      lines.push_back(ends(dialect_.aborts, call) + ";");
    } else if (diesElsewhere(test)) {
      if (arguments.holding.empty())
        lines.push_back(call + ";");
      std::ranges::move(arguments.holding, std::back_inserter(lines));
    } else if (goesOnOutside(test) || std::holds_alternative<model::Crashed>(test.outcome)) {
      std::ranges::move(death(test, call), std::back_inserter(lines));
    } else if (const auto *exited = std::get_if<model::Exited>(&test.outcome)) {
      lines.push_back(ends(dialect_.exits, call, exited->code & 0xff) + ";");
    } else if (const auto *threw = std::get_if<model::Threw>(&test.outcome)) {
      lines.push_back(throws(dialect_, call, exceptionName(*threw).value_or("")) + ";");
    } else if (!checksValues(test)) {
      if (arguments.holding.empty())
        lines.push_back(arguments.call + ";");
      std::ranges::move(arguments.holding, std::back_inserter(lines));
      for (std::size_t i = 0; i < arguments.observers.size(); ++i) // what releases objects
        if (!arguments.observers[i].empty() &&
            subject_[subject_[test.test.observers[i].callable].result].kind == TypeKind::Void)
          lines.push_back(arguments.observers[i] + ";");
    } else {
      Expectations expectations(dialect_, types_, arguments.objects, taken);
      const model::Observation &seen = *test.observation;
      std::ranges::move(arguments.holding, std::back_inserter(lines));
      if (arguments.holding.empty())
        expectResult(function, seen.result, arguments.call, expectations);
      for (std::size_t k = 0; k + 1 < test.test.steps.size(); ++k)
        for (const model::Value &argument : test.test.steps[k].arguments)
          expectations.skip(argument);
      for (std::size_t i = 0; i < seen.arguments.size(); ++i)
        if (arguments.references[i].empty())
          expectations.argument(function.parameters[i].type, test.test.arguments()[i],
                                seen.arguments[i]);
        else
          expectations.variable(arguments.references[i], function.parameters[i].type,
                                test.test.arguments()[i], seen.arguments[i]);
      for (std::size_t i = 0; i < seen.supplied.size(); ++i)
        expectations.supplied(arguments.supplied[i], subject_[test.test.supplied[i].source].type,
                              test.test.supplied[i].value, seen.supplied[i]);
      for (const auto &[id, value] : seen.globals)
        if (isInReach(id))
          expectations.value(globalPath(id), subject_[id].type, value);
      for (std::size_t i = 0; i < arguments.observers.size() && i < seen.observed.size(); ++i)
        if (!arguments.observers[i].empty() && !isUnchangedFile(test.test, i, seen.observed[i]))
          expectResult(subject_[test.test.observers[i].callable], seen.observed[i],
                       arguments.observers[i], expectations);
      for (std::string &line : std::move(expectations).lines())
        lines.push_back(std::move(line));
    }
    return lines;
  }

  /// Whether an observer saw in a file just what the test put there: no news.
  bool isUnchangedFile(const model::TestCase &test, std::size_t observer,
                       const model::Value &seen) const {
    const model::Step &step = test.observers[observer];
    const auto *from = subject_[step.callable].form == model::CallForm::FileContents
                           ? step.arguments.front().find<model::FromSlot>()
                           : nullptr;
    if (!from || seen.parts().size() != 2)
      return false;
    const model::Step &maker = test.steps[*model::stepFilling(test, from->slot)];
    if (subject_[maker.callable].form != model::CallForm::OpenFile)
      return false;
    const auto bytesOf = [](const model::Value &text) {
      return text.parts()[0].bytes().substr(0, lengthOf(text));
    };
    return bytesOf(maker.arguments.front()) == bytesOf(seen);
  }

  /// Of objects, nobody knows more than that they are there.
  static void expectResult(const model::Function &function, const model::Value &value,
                           const std::string &call, Expectations &expectations) {
    const bool isObject = function.resultForm == model::ResultForm::Object ||
                          function.resultForm == model::ResultForm::Borrowed;
    if (isObject)
      expectations.statement(call);
    else
      expectations.result(function.result, value, call);
  }

  /// The call under test as a statement that does not return, so that nobody misses its result.
  std::string ending(const model::Function &function, const Arguments &arguments) const {
    const bool isVoid = subject_[function.result].kind == TypeKind::Void;
    if (function.form == model::CallForm::Constructor)
      return inMacro(asStatement(arguments.call));
    if (!types_.hasRealNames() || isVoid)
      return inMacro(arguments.call);
    return fmt::format("static_cast<void>({})", arguments.call);
  }

  /// The type of an exception as a test may write it.
  std::optional<std::string> exceptionName(const model::Threw &threw) const {
    if (headerOfException(threw.type))
      return threw.type;
    const bool isName = !threw.type.empty() && std::ranges::all_of(threw.type, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':';
    });
    return types_.hasRealNames() && isName ? std::optional(inTest(threw.type)) : std::nullopt;
  }

  std::string globalPath(GlobalId id) const {
    if (types_.hasRealNames())
      return inTest(model::nameBehind(subject_, subject_[id].name));
    if (!names_.needsAccessor(id))
      return subject_[id].name;
    const TypeKind kind = subject_[subject_[id].type].kind;
    const bool isWhole =
        kind != TypeKind::Array && kind != TypeKind::Struct && kind != TypeKind::Union;
    const std::string place = fmt::format("*{}()", names_.accessor(id));
    return isWhole ? place : fmt::format("({})", place);
  }

  const Dialect &dialect_;
  const Suite &suite_;
  const Subject &subject_;
  const Layout &layout_;
  const CxxTypes &types_;
  const ExportNames &names_;
  UnitId unit_;
  const std::vector<TestName> &testNames_;
  TypeNeeds needs_;
  std::set<FunctionId> functions_;
  std::set<GlobalId> globals_;
  std::set<SupplyId> supplies_;
  std::set<std::string> reserved_;
  bool needsOwnProcess_ = false;
  bool needsFence_ = false;
  bool endsInputs_ = false; // a test does
};

} // namespace

RenderedTests testsIn(const Dialect &dialect, const Suite &suite, const Layout &layout) {
  const Subject &subject = *suite.subject;
  const CxxTypes types(subject), realTypes(subject, CxxTypes::Names::Real);
  const ExportNames names(subject);
  const std::vector<TestName> testNames = nameTests(suite);
  std::vector<std::vector<File>> filesOf(subject.units.size()); // by source
  std::vector<Used> used(subject.units.size());                 // by whatever tests
  std::vector<TypeNeeds> needs(subject.units.size(), TypeNeeds(types));
  Executables executables;
  const ProcessNeeds processes = processNeeds(dialect, suite);
  for (std::size_t i = 0; i < subject.units.size(); ++i) {
    const UnitId unit(i);
    const auto writeKind = [&](Kind kind, const char *suffix, std::vector<TestSource> &list) {
      std::vector<std::size_t> tests;
      for (std::size_t t = 0; t < suite.tests.size(); ++t)
        if (subject[suite.tests[t].test.function()].unit == unit && kindOf(suite.tests[t]) == kind)
          tests.push_back(t);
      if (tests.empty())
        return;
      // In the order of the source, so that a test stays where it is when others come and go.
      std::stable_sort(tests.begin(), tests.end(), [&](std::size_t a, std::size_t b) {
        return suite.tests[a].test.function() < suite.tests[b].test.function();
      });
      const bool isReal = std::ranges::any_of(
          tests, [&](std::size_t t) { return needsRealNames(subject, suite.tests[t].test); });
      TestFile file(dialect, suite, layout, isReal ? realTypes : types, names, unit, testNames);
      list.push_back({names.stem(unit) + suffix, isReal ? std::optional(unit) : std::nullopt});
      for (const std::size_t t : tests) {
        list.back().allTests.push_back(testNames[t].full());
        if (!isDisabled(subject, suite.tests[t]))
          list.back().tests.push_back(testNames[t].full());
      }
      filesOf[i].push_back(file.write("tests/" + list.back().name, tests, used, needs[i]));
    };
    writeKind(Kind::Green, "_test.cpp", executables.green);
    writeKind(Kind::Crash, "_crash_test.cpp", executables.crash);
    writeKind(Kind::Ub, "_ub_test.cpp", executables.ub);
  }
  std::vector<File> files;
  for (std::size_t i = 0; i < subject.units.size(); ++i) {
    std::ranges::move(filesOf[i], std::back_inserter(files));
    files.push_back(
        exportsFile(types, names, layout, UnitId(i), used[i], needs[i], processes.refusals));
  }
  files.push_back(mainFile(dialect, subject, names, layout, processes));
  if (subject.program)
    files.push_back(programFile(subject, layout));
  if (needsUndefinedFile(subject))
    files.push_back(undefinedFile(types, names, layout));
  files.push_back(cmakeLists(dialect, subject, names, layout, executables));
  for (File &header : harnessHeaders(subject, layout))
    files.push_back(std::move(header));
  for (const File &header : dialect.ownHeaders)
    files.push_back({header.path, markerLine("//", layout) + header.contents});
  if (std::ranges::any_of(files, [](const File &file) {
        return file.contents.find("#include \"pincer_files.h\"") != std::string::npos;
      }))
    files.push_back({"tests/pincer_files.h", markerLine("//", layout) + filesHeader});
  if (processes.refusals)
    files.push_back({"tests/pincer_refusals.h", markerLine("//", layout) + refusalsHeader});
  if (processes.calls)
    files.push_back({"tests/pincer_endings.h", markerLine("//", layout) + endingsHeader});
  // All folders lie side by side, so a path from one is a path from any.
  for (File &file : files)
    file.path = inFolder(dialect, file.path);
  return {std::move(files), std::move(executables)};
}

std::vector<File> googleTest(const Suite &suite, const Layout &layout) {
  return testsIn(googleTestDialect(), suite, layout).files;
}

bool isRunByDefault(const Subject &subject, const KeptTest &test) {
  return test.isGreen() && !isDisabled(subject, test);
}

std::vector<std::string> testPaths(const Dialect &dialect, const Subject &subject) {
  const ExportNames names(subject);
  std::vector<std::string> paths{"tests/CMakeLists.txt",   "tests/pincer_main.cpp",
                                 "tests/pincer_program.h", "tests/pincer_undefined.cpp",
                                 "tests/pincer_files.h",   "tests/pincer_refusals.h"};
  for (std::size_t i = 0; i < subject.units.size(); ++i)
    for (const char *suffix :
         {"_exports.c", "_exports.cpp", "_test.cpp", "_crash_test.cpp", "_ub_test.cpp"})
      paths.push_back("tests/" + names.stem(UnitId(i)) + suffix);
  for (File &header : harnessHeaders(subject, {}))
    paths.push_back(std::move(header.path));
  for (const File &header : dialect.ownHeaders)
    paths.push_back(header.path);
  if (dialect.forks)
    paths.emplace_back("tests/pincer_endings.h");
  for (std::string &path : paths)
    path = inFolder(dialect, path);
  return paths;
}

std::string wrapped(const std::string &line, std::size_t indent) {
  std::string text, rest = line;
  std::size_t margin = indent;
  while (margin + rest.size() > lineWidth) {
    std::size_t at = 0, lineEnd = rest.find('\n');
    char quote = 0;
    for (std::size_t i = 0; i + 1 < rest.size() && i < std::min(lineEnd, lineWidth - margin); ++i) {
      if (quote != 0 && rest[i] == '\\')
        ++i;
      else if (quote != 0)
        quote = rest[i] == quote ? '\0' : quote;
      else if (rest[i] == '"' || rest[i] == '\'')
        quote = rest[i];
      else if (rest[i] == ',' && rest[i + 1] == ' ')
        at = i + 1;
    }
    if (at == 0)
      break;
    text += std::string(margin, ' ') + rest.substr(0, at) + "\n";
    rest = rest.substr(at + 1);
    margin = indent + 4;
  }
  // A statement may come in several lines of its own.
  for (std::size_t end; (end = rest.find('\n')) != std::string::npos; rest = rest.substr(end + 1))
    text += std::string(margin, ' ') + rest.substr(0, end) + "\n", margin = indent;
  return text + std::string(margin, ' ') + rest;
}

} // namespace emit
