#include "build/target.h"

#include "build/blame.h"
#include "build/cached.h"
#include "build/call_thunks.h"
#include "build/fresh_memory.h"
#include "build/harness_inputs.h"
#include "build/hides_memory.h"
#include "build/kept_state.h"
#include "build/no_room.h"
#include "build/outside_effects.h"
#include "build/pures.h"
#include "build/rename.h"
#include "build/reset_safe.h"
#include "build/starts_threads.h"
#include "build/stubs.h"
#include "build/supplies.h"
#include "build/thunks.h"
#include "frontend/makers.h"
#include "instrument/inspect/inspect.h"
#include "instrument/plain/plain.h"
#include "instrument/symbolic/symbolic.h"
#include "ir/checks.h"
#include "ir/dynamic_symbols.h"
#include "ir/mark.h"
#include "model/inline_definitions.h"
#include "model/sequences.h"
#include "model/supplies.h"
#include "support/file_system.h"
#include "support/process.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Demangle/Demangle.h>
#include <map>
#include <regex>
#include <set>

// From sources to targets (DESIGN §2). Each unit is compiled through a C file of ours that includes
// it:
//
//   unit.c ──clang──▶ unit.bc ──mark──▶ unit.marked.bc ──lower──▶ unit.o ─┐
//     │                                    (numbers)     table.c ─▶ table.o ─┼─▶ plain
//     └──clang -fsanitize──▶ unit.sanitized.o ──────────────────────────────┴─▶ sanitized
//                            (and unit.memory.o for MemorySanitizer ──────────▶ memory)

namespace build {

namespace fs = std::filesystem;
using model::FunctionId;
using model::Subject;
using model::UnitId;
using support::Cache;
using support::Command;
using support::CommandResult;
using support::Error;
using support::Result;
using support::Status;

namespace {

const std::string compiler = "clang-19";

/// What makes all builds agree about undefined operations (with normalise, which undoes what clang
/// takes for impossible), and keeps every local a named slot. Without
/// __NO_CTYPE isalpha and its like are look-ups in a table of the library's, which say nothing of
/// their argument; as calls they have substitutes.
const std::vector<std::string> analysisFlags = {"-O0",
                                                "-Xclang",
                                                "-disable-O0-optnone",
                                                "-Xclang",
                                                "-disable-llvm-passes",
                                                "-g",
                                                "-fno-strict-aliasing",
                                                "-fno-delete-null-pointer-checks",
                                                "-ftrivial-auto-var-init=zero",
                                                "-fno-finite-loops",
                                                "-ffp-contract=off",
                                                "-D__NO_CTYPE",
                                                "-fprofile-instr-generate",
                                                "-fcoverage-mapping",
                                                "-emit-llvm"};

/// -O1 keeps the checks and halves the time; frame pointers make the reported stacks right, and
/// what two branches have in common stays in each, with its line.
const std::vector<std::string> sanitizerFlags = {"-g",
                                                 "-O1",
                                                 "-fno-omit-frame-pointer",
                                                 "-fno-optimize-sibling-calls",
                                                 "-mllvm",
                                                 "-hoist-common-insts=false",
                                                 "-mllvm",
                                                 "-sink-common-insts=false",
                                                 "-fsanitize=address,undefined,float-cast-overflow",
                                                 "-fno-sanitize-recover=all",
                                                 "-fno-common"};

/// Without optimisation, which would take a read of an undefined value for any value it likes. The
/// first report need not be the one that counts.
const std::vector<std::string> memoryFlags = {"-g",
                                              "-O0",
                                              "-fno-omit-frame-pointer",
                                              "-fsanitize=memory",
                                              "-fsanitize-memory-track-origins=1",
                                              "-fsanitize-recover=memory"};

/// What AMX's headers define does not compile unless its features are on, so they count as included
/// before: otherwise nothing that includes <immintrin.h> would compile.
const std::vector<std::string> flagsToEmitAll = {"-femit-all-decls", "-D__AMXINTRIN_H",
                                                 "-D__AMX_COMPLEXINTRIN_H", "-D__AMX_FP16INTRIN_H"};

/// The analysis form of a unit. In C, functions that nobody calls are to be tested too; C++ would
/// emit all that its headers hold. Told to emit all, clang does so before it comes to what makes
/// this unit hold its inline functions, and leaves those out; then the unit names what it keeps.
std::vector<std::string> analysisFlagsOf(const Subject &subject, UnitId unit) {
  std::vector<std::string> flags = analysisFlags;
  flags.insert(flags.end(), std::begin(ir::checkFlags), std::end(ir::checkFlags));
  if (!subject[unit].isCxx && model::inlineDefinitions(subject, unit).empty())
    flags.insert(flags.end(), flagsToEmitAll.begin(), flagsToEmitAll.end());
  return flags;
}

void append(std::vector<std::string> &to, const std::vector<std::string> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool isLinkFlag(const std::string &flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") ||
         flag == "-pthread";
}

/// Whether the user's compiler zeroes locals that nobody initialises.
bool zeroesLocals(const model::Unit &unit) {
  return std::ranges::find(unit.flags, zeroLocalsFlag) != unit.flags.end();
}

Command compileUnit(const Subject &subject, UnitId id, const std::vector<std::string> &mode,
                    const fs::path &input, const fs::path &output) {
  Command command{{compiler, "-w", "-ferror-limit=0"}, subject[id].directory};
  for (const std::string &flag : subject[id].flags)
    if (!flag.starts_with("-l") && !flag.starts_with("-Wl,"))
      command.arguments.push_back(flag);
  append(command.arguments, mode);
  append(command.arguments,
         {"-x", subject[id].isCxx ? "c++" : "c", "-c", input.string(), "-o", output.string()});
  return command;
}

Error failed(const Command &command, const CommandResult &result) {
  if (const auto full = noRoomFor(command, result))
    return *full;
  return Error{fmt::format("{} failed:\n{}{}", fmt::join(command.arguments, " "), result.errors,
                           result.output)};
}

/// Runs all compilers, `jobs` at once; the first failure is the error.
Status compileAll(const std::vector<Command> &commands, unsigned jobs, const Cache &cache) {
  const auto compiled =
      support::doBeside(commands.size(), jobs, [&](std::size_t i) -> Result<std::string> {
        const auto result = compileCached(commands[i], cache);
        if (!result)
          return result.error();
        return result->ok() ? Result<std::string>("") : failed(commands[i], *result);
      });
  return compiled ? Status(support::Done{}) : compiled.error();
}

bool hasCxx(const Subject &subject) {
  return std::any_of(subject.units.begin(), subject.units.end(),
                     [](const model::Unit &unit) { return unit.isCxx; });
}

/// What every command needs that compiles or links for this subject's machine.
std::vector<std::string> machineFlags(const Subject &subject) {
  return is32Bit(subject) ? std::vector<std::string>{"-m32"} : std::vector<std::string>();
}

/// A file of ours that is part of targets, for this subject's machine: libpincer_driver.a has a
/// twin libpincer_driver32.a.
fs::path targetFile(const Subject &subject, const std::string &name, const char *extension) {
  return supportFolder() / (name + (is32Bit(subject) ? "32" : "") + extension);
}

Command linkCommand(const Subject &subject, const std::vector<std::string> &mode,
                    const std::vector<fs::path> &objects, const fs::path &output) {
  Command command{{compiler, "-fuse-ld=lld"}, {}};
  append(command.arguments, machineFlags(subject));
  for (const fs::path &object : objects)
    command.arguments.push_back(object.string());
  if (hasCxx(subject)) // whole: the driver refers to it by a weak name
    append(command.arguments,
           {"-Wl,--whole-archive", targetFile(subject, "libpincer_catch", ".a").string(),
            "-Wl,--no-whole-archive"});
  command.arguments.push_back(targetFile(subject, "libpincer_driver", ".a").string());
  append(command.arguments, mode);
  std::set<std::string> seen;
  for (const model::Unit &unit : subject.units)
    for (const std::string &flag : unit.flags)
      if (isLinkFlag(flag) && seen.insert(flag).second)
        command.arguments.push_back(flag);
  if (hasCxx(subject))
    append(command.arguments, {"-fsanitize-link-c++-runtime", "-lstdc++"});
  append(command.arguments,
         {"-lm", "-Wl,--error-limit=0", "-Wl,--no-demangle", "-o", output.string()});
  return command;
}

/// The symbols that the linker found nowhere, from its own messages.
std::set<std::string> undefinedSymbols(const std::string &errors) {
  static const std::regex pattern("undefined symbol: ([^\\s]+)");
  std::set<std::string> names;
  for (std::sregex_iterator it(errors.begin(), errors.end(), pattern), end; it != end; ++it)
    names.insert((*it)[1]);
  return names;
}

std::vector<UnitId> unitsOf(const Subject &subject) {
  std::vector<UnitId> ids;
  for (std::size_t i = 0; i < subject.units.size(); ++i)
    ids.push_back(UnitId(i));
  return ids;
}

/// All that is compiled is the user's, but for what we wrote (and system headers, which nobody asks
/// about).
bool isUserFile(const Subject &subject, const WorkFolder &work, const std::string &file) {
  for (const UnitId id : unitsOf(subject))
    if (file == work.unitSource(subject, id) || (subject[id].isOurs && file == subject[id].path))
      return false;
  return !file.starts_with(supportFolder().string() + "/");
}

/// An error that names no part may come of what no text of the user's ever asked for: a copy that
/// the compiler would make if it could (a vector of std::unique_ptr says that it can be copied), or
/// else an instance of a template. False: there is none.
bool leaveOutDoubtful(Subject &subject, const std::vector<UnitPart> &parts) {
  const auto leaveOutIf = [&](auto isDoubtful) {
    bool any = false;
    for (const UnitPart &part : parts)
      if (const auto *id = std::get_if<FunctionId>(&part.owner))
        if (const model::Function &function = subject[*id]; isDoubtful(function)) {
          leaveOut(subject, part, "something in it does not compile");
          any = true;
        }
    return any;
  };
  return leaveOutIf([](const model::Function &function) {
           return function.isImplicit && function.form == model::CallForm::Constructor &&
                  !function.parameters.empty();
         }) ||
         leaveOutIf([](const model::Function &function) {
           return function.form != model::CallForm::Function ||
                  function.callee.find('<') != std::string::npos;
         });
}

/// One function that can't be built never stops the others: what the compiler objects to in what we
/// added to the source is left out.
Status compileWhatCanBe(Subject &subject, UnitId id, const WorkFolder &work,
                        const Command &command) {
  const fs::path source = work.unitSource(subject, id);
  while (true) {
    const std::vector<UnitPart> parts = unitParts(subject, id);
    if (Status status = support::writeFile(source, unitText(subject, id)); !status)
      return status;
    auto result = compileCached(command, work.cache());
    if (!result)
      return result.error();
    if (result->ok())
      return support::Done{};
    const std::vector<Guilty> guilty = guiltyParts(parts, source, result->errors);
    for (const Guilty &each : guilty)
      leaveOut(subject, parts[each.part], each.message);
    if (guilty.empty() && !leaveOutDoubtful(subject, parts))
      return failed(command, *result);
  }
}

Status compileToBitcode(Subject &subject, const WorkFolder &work, unsigned jobs) {
  std::vector<Command> commands;
  for (const UnitId id : unitsOf(subject)) {
    const fs::path source = work.unitSource(subject, id);
    if (Status status = support::writeFile(source, unitText(subject, id)); !status)
      return status;
    commands.push_back(
        compileUnit(subject, id, analysisFlagsOf(subject, id), source, work.unit(id, "bc")));
  }
  if (Status status = compileAll(commands, jobs, work.cache()); status)
    return status;
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (Status status = compileWhatCanBe(subject, UnitId(i), work, commands[i]); !status)
      return status;
  return support::Done{};
}

Result<ir::MarkedProgram> markUnits(const Subject &subject, const WorkFolder &work,
                                    const Wanted &wanted) {
  std::vector<ir::BitcodeUnit> units;
  for (const UnitId id : unitsOf(subject))
    units.push_back({work.unit(id, "bc"), id, work.unit(id, "marked.bc"),
                     suppliesFreshLocals(subject) && !subject[id].isOurs,
                     asksWhatIsSymbolic(subject) && !subject[id].isOurs, subject[id].macroFunctions,
                     !subject[id].isOurs});
  ir::MarkOptions options{
      .isUserFile = [&](const std::string &file) { return isUserFile(subject, work, file); },
      .goal = wanted.function,
      .places = wanted.places};
  for (const model::Function &function : subject.functions)
    if (function.optionalBody)
      options.optionalBodies.emplace_back(function.name, *function.optionalBody);
  return ir::mark(units, options);
}

/// All that a call may get to. In C++ that begins in its thunk, as where nothing is called, which
/// makes arguments of classes and destroys them; what destroys its result belongs to it. (A
/// subject's `main` was renamed out of the driver's way.)
ir::Reach reachOf(const Subject &subject, const ir::Reaches &reaches, FunctionId id) {
  const model::Function &function = subject[id];
  const bool isCall = function.form == model::CallForm::Function;
  if ((!subject[function.unit].isCxx && isCall) || subject.program)
    return reaches.of(function.unit, symbolOf(function));
  std::vector<std::string> names = {thunkName(id)};
  if (model::isOwner(function))
    names.push_back(destroyName(id));
  return reaches.of(function.unit, names);
}

/// Which supplies a call of a function that reaches this may ask for.
std::vector<model::SupplyId> suppliesFor(const Subject &subject, const model::Function &function,
                                         const ir::Reach &reach) {
  if (subject.supplies.empty())
    return {};
  const std::set<std::string_view> functions(reach.functions.begin(), reach.functions.end());
  std::vector<model::SupplyId> named;
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const model::Supply &supply = subject.supplies[i];
    using Kind = model::Supply::Kind;
    if (supply.input ||
        (supply.kind == Kind::Variable && reach.externalVariables.contains(supply.name)) ||
        (supply.kind == Kind::Function && functions.contains(supply.name)))
      named.emplace_back(i);
  }
  return model::withCallbacks(subject, function, named);
}

/// Numbers the state of a program, in the order of its first mention.
class StateNumbering {
public:
  model::StateNumbers numbersOf(const std::set<std::string> &names) {
    model::StateNumbers numbers;
    for (const std::string &name : names) {
      const auto number =
          known_.try_emplace(name, static_cast<std::uint32_t>(known_.size())).first->second;
      (ir::isVariable(name) ? numbers.variables : numbers.fields).push_back(number);
    }
    std::ranges::sort(numbers.fields);
    std::ranges::sort(numbers.variables);
    return numbers;
  }

private:
  std::map<std::string, std::uint32_t> known_;
};

/// Decides which functions may run many tests to a process, which may do harm where no fence
/// stands, and what they ask tests for.
void decideEffects(Subject &subject, const ir::Reaches &reaches) {
  StateNumbering states;
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    model::Function &function = subject.functions[i];
    if (function.undrivable)
      continue;
    const ir::Reach reach = reachOf(subject, reaches, FunctionId(i));
    const Effects effects = effectsOf(reach);
    model::CallFacts &facts = function.facts;
    facts.outsideEffect = effects.outside;
    facts.fencedEffect = effects.files ? effects.files : effects.unknown;
    facts.startsThreads = startsThreads(reach.externals);
    facts.hidesMemory = hidesMemory(reach.externals);
    // and locals, once they are optimised
    facts.readsFresh = asksForFreshHeap(reach) || suppliesFreshLocals(subject);
    facts.writesKnown = writesAreKnown(reach);
    facts.keptState = keptState(subject, reach);
    facts.hasStaticLocals = changesStaticLocals(subject, reach);
    facts.decidedBy = states.numbersOf(reach.state.decidedBy);
    facts.changes = states.numbersOf(reach.state.changes);
    facts.inProcess = !subject.program && isResetSafe(reach.externals) && !reach.unknownTargets &&
                      !reach.inlineAssembly && !reach.threadLocal;
    facts.supplies = suppliesFor(subject, function, reach);
    if (subject.program)
      subject.facts.changesOnlyFiles = !effects.outside && !effects.unknown;
  }
  subject.facts.startEffect = effectsOf(reaches.startAndEnd()).any();
}

/// Which of these symbols none of the libraries defines: a program that refers to them all is
/// linked.
Result<std::set<std::string>> undefinedInLibraries(const Subject &subject, const WorkFolder &work,
                                                   const std::set<std::string> &names) {
  if (names.empty())
    return std::set<std::string>();
  const fs::path source = work.probe("c");
  if (Status status = support::writeFile(source, probeText(names)); !status)
    return status.error();
  Command command = linkCommand(subject, {"-w"}, {source}, work.probe("out"));
  auto result = support::runCommand(command);
  if (!result)
    return result.error();
  std::set<std::string> undefined;
  for (const std::string &name : undefinedSymbols(result->errors))
    if (names.contains(name))
      undefined.insert(name);
  return undefined;
}

Status compileSupplies(const Subject &subject, const std::vector<std::string> &mode,
                       const fs::path &source, const fs::path &object, const Cache &cache) {
  if (Status status = support::writeFile(source, variablesText(subject)); !status)
    return status;
  Command command{{compiler, "-w", "-c", source.string(), "-o", object.string()}, {}};
  append(command.arguments, machineFlags(subject));
  append(command.arguments, mode);
  return compileAll({command}, 1, cache);
}

/// Functions that may get to a symbol that nobody defines can't be run.
void excludeUndefined(Subject &subject, const ir::Reaches &reaches,
                      const std::set<std::string> &undefined, const Refused &refused) {
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    model::Function &function = subject.functions[i];
    if (function.undrivable)
      continue;
    const ir::Reach reach = reachOf(subject, reaches, FunctionId(i));
    for (const std::string &name : undefined)
      if (reach.externals.contains(name) || reach.externalVariables.contains(name)) {
        const auto why = refused.find(name);
        function.undrivable = fmt::format(
            "it uses '{}', which none of the given sources and libraries defines{}",
            llvm::demangle(name),
            why == refused.end() ? "" : ", and which can't be supplied: " + why->second);
        break;
      }
  }
}

Status compileTable(const Subject &subject, const WorkFolder &work, std::uint32_t slots) {
  if (Status status = support::writeFile(work.table("c"), tableText(subject, slots)); !status)
    return status;
  Command command{{compiler, "-w", "-O1", "-I", (supportFolder() / "include").string(), "-c",
                   work.table("c").string(), "-o", work.table("o").string()},
                  {}};
  append(command.arguments, machineFlags(subject));
  return compileAll({command}, 1, work.cache());
}

/// Links; symbols that nobody defines are no failure but handed back, and become bytes that no test
/// gets to.
Result<std::set<std::string>> link(const Subject &subject, const std::vector<std::string> &mode,
                                   const std::vector<fs::path> &objects, const fs::path &output) {
  Command command = linkCommand(subject, mode, objects, output);
  auto result = support::runCommand(command);
  if (!result)
    return result.error();
  if (result->ok())
    return std::set<std::string>();
  const std::set<std::string> undefined = undefinedSymbols(result->errors);
  if (undefined.empty())
    return failed(command, *result);
  const std::string source = output.string() + ".undefined.c";
  if (Status status = support::writeFile(source, placeholderText(undefined)); !status)
    return status.error();
  command.arguments.insert(command.arguments.end(), {"-w", source});
  result = support::runCommand(command);
  if (!result)
    return result.error();
  return result->ok() ? Result<std::set<std::string>>(undefined) : failed(command, *result);
}

constexpr std::string_view readsFresh = "reads fresh locals";

std::vector<std::string> plainLibraries(const Subject &subject) {
  return {targetFile(subject, "libpincer_runtime", ".a").string()};
}

/// Libraries call a function of the program's by its name only if it is in this list.
Status openToLibraries(const fs::path &program, model::BranchGraph &graph) {
  auto symbols = ir::dynamicSymbols(program);
  if (!symbols)
    return symbols.error();
  for (const std::string &symbol : *symbols)
    graph.openToOutside(symbol);
  return support::Done{};
}

/// Sites of functions that the subject lists are known by the names that stand there. (Constructors
/// and destructors have several symbols.)
void nameSites(const Subject &subject, model::BranchMap &branches) {
  std::map<std::string, const model::Function *> functions;
  for (const model::Function &function : subject.functions)
    if (!function.symbol.empty())
      functions.try_emplace(llvm::demangle(function.symbol), &function);
  if (functions.empty())
    return;
  for (const model::Branch &branch : branches.branches)
    if (branch.site)
      if (const auto found = functions.find(llvm::demangle(branch.function));
          found != functions.end())
        branches.sites[branch.site.index].function = found->second->name;
}

/// One program is one machine's.
Status checkMachine(const Subject &subject) {
  if (!is32Bit(subject))
    return support::Done{};
  for (const model::Unit &unit : subject.units)
    if (std::ranges::find(unit.flags, "-m32") == unit.flags.end())
      return Error{
          fmt::format("{}: compiled for 64 bits, other sources for 32 (-m32); give all the "
                      "same flag",
                      unit.path)};
  return support::Done{};
}

/// A subject's own `main` was renamed out of the driver's way; users know it by its name.
void restoreMain(model::BranchMap &branches) {
  for (model::Site &site : branches.sites)
    if (site.function == programMain)
      site.function = "main";
}

/// A lowering of marked bitcode.
struct Lowering {
  const char *extension; // of the objects; no two lowerings have the same
  std::function<Result<std::string>(UnitId, const fs::path &bitcode, const fs::path &object)> lower;
  std::function<std::string(UnitId)> options; // all that it depends on beside the bitcode
};

/// Lowers every unit, `jobs` at once, and lists the objects; what each lowering gave back.
Result<std::vector<std::string>> lowerUnits(const Subject &subject, const WorkFolder &work,
                                            unsigned jobs, const Lowering &lowering,
                                            std::vector<fs::path> &objects) {
  const std::vector<UnitId> units = unitsOf(subject);
  for (const UnitId id : units)
    objects.push_back(work.unit(id, lowering.extension));
  return support::doBeside(units.size(), jobs, [&](std::size_t i) -> Result<std::string> {
    const fs::path bitcode = work.unit(units[i], "marked.bc");
    const fs::path object = work.unit(units[i], lowering.extension);
    const auto text = support::readFile(bitcode);
    if (!text)
      return text.error();
    return makeCached(
        work.cache(),
        fmt::format("{}\n{}\n{}", lowering.extension, lowering.options(units[i]), *text), object,
        [&] { return lowering.lower(units[i], bitcode, object); });
  });
}

} // namespace

fs::path WorkFolder::unit(UnitId id, const char *extension) const {
  return root_ / fmt::format("unit{}.{}", id.index, extension);
}

fs::path WorkFolder::unitSource(const Subject &subject, UnitId id) const {
  return unit(id, subject[id].isCxx ? "cpp" : "c");
}

fs::path WorkFolder::table(const char *extension) const {
  return root_ / fmt::format("table.{}", extension);
}

fs::path WorkFolder::supplies(const char *extension) const {
  return root_ / fmt::format("supplies.{}", extension);
}

fs::path WorkFolder::probe(const char *extension) const {
  return root_ / fmt::format("probe.{}", extension);
}

std::vector<fs::path> markedBitcode(const Program &program, const WorkFolder &work) {
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < program.subject.units.size(); ++i)
    files.push_back(work.unit(UnitId(i), "marked.bc"));
  return files;
}

fs::path libraryBitcode() { return supportFolder() / "libpincer_libc.bc"; }

fs::path supportFolder() {
  return support::thisProgram().parent_path().parent_path() / "lib" / "pincer";
}

bool is32Bit(const Subject &subject) {
  return std::ranges::any_of(subject.units, [](const model::Unit &unit) {
    return std::ranges::find(unit.flags, "-m32") != unit.flags.end();
  });
}

Result<Program> buildPlain(Subject subject, const WorkFolder &work, unsigned jobs,
                           const Wanted &wanted) {
  if (Status status = checkMachine(subject); !status)
    return status.error();

  renameClashes(subject);

  // 0. What neither the units nor the libraries define is up to the tests: stubs and variables of
  // ours take its place.
  auto missing = undefinedInLibraries(subject, work, symbolsOf(subject.supplies));
  if (!missing)
    return missing.error();
  Refused refused = keepSupplies(subject, *missing);
  refusePures(subject, *missing);

  // 1. Every unit becomes bitcode in the analysis form.
  if (Status status = compileToBitcode(subject, work, jobs); !status)
    return status.error();
  frontend::excludeUnmade(subject); // what makes them may not have compiled
  for (const model::Supply &supply : subject.supplies)
    if (supply.isHidden)
      refused.emplace(supply.name, "its stub does not compile");

  // 2. Branches get their numbers, once; every build starts from the marked bitcode.
  auto marked = markUnits(subject, work, wanted);
  if (!marked)
    return marked.error();
  restoreMain(marked->branches);
  nameSites(subject, marked->branches);
  const ir::Reaches reaches(marked->calls);
  decideEffects(subject, reaches);

  // 3. The plain lowering: markers become stores into the coverage map.
  std::vector<fs::path> objects;
  const Lowering plain{
      "o",
      [&](UnitId id, const fs::path &bitcode, const fs::path &object) -> Result<std::string> {
        const auto unit = instrument::lowerPlain(
            bitcode, object, {.zeroLocals = zeroesLocals(subject[id]), .measuresNearness = true});
        if (!unit)
          return unit.error();
        return std::string(unit->readsFreshLocals ? readsFresh : "");
      },
      [&](UnitId id) { return zeroesLocals(subject[id]) ? "zeros" : ""; }};
  const auto lowered = lowerUnits(subject, work, jobs, plain, objects);
  if (!lowered)
    return lowered.error();
  if (std::ranges::find(*lowered, readsFresh) != lowered->end())
    for (model::Function &function : subject.functions)
      function.facts.readsFresh = true;

  // 4. The tables tie it together. What can't be linked is taken out of them, and linked around.
  const auto slots = static_cast<std::uint32_t>(marked->branches.branches.size());
  objects.push_back(work.table("o"));
  if (Status status = compileTable(subject, work, slots); !status)
    return status.error();
  objects.push_back(work.supplies("o"));
  if (Status status =
          compileSupplies(subject, {}, work.supplies("c"), objects.back(), work.cache());
      !status)
    return status.error();
  auto undefined = link(subject, plainLibraries(subject), objects, work.plainTarget());
  if (!undefined)
    return undefined.error();
  Program program;
  for (const auto &[name, why] : refused) // the optimiser may have dropped the last use here
    undefined->insert(name);
  if (!undefined->empty()) {
    excludeUndefined(subject, reaches, *undefined, refused);
    subject.facts.undefined.assign(undefined->begin(), undefined->end());
    std::vector<std::string> names;
    for (const std::string &name : *undefined)
      names.push_back(llvm::demangle(name));
    program.notes.push_back(fmt::format("undefined: {}", fmt::join(names, ", ")));
  }
  if (subject.facts.startEffect)
    program.notes.push_back(
        fmt::format("code that runs before main or after it may call {}, and so change files or "
                    "processes whenever the emitted suite is started",
                    *subject.facts.startEffect));
  for (std::string &note : notesOn(subject))
    program.notes.push_back(std::move(note));
  for (std::string &note : notesOnPures(subject))
    program.notes.push_back(std::move(note));
  for (const ir::UnmatchedRegion &region : marked->unmatched)
    program.notes.push_back(fmt::format("{}:{}:{}: this condition of {} is not counted: {}",
                                        region.range.file, region.range.line, region.range.column,
                                        region.function, region.reason));
  program.subject = std::move(subject);
  program.branches = std::move(marked->branches);
  program.graph = std::move(marked->graph);
  program.checks = std::move(marked->checks);
  if (Status status = openToLibraries(work.plainTarget(), program.graph); !status)
    return status.error();
  program.goal = marked->goal;
  program.places = std::move(marked->places);
  program.plain = work.plainTarget();
  return program;
}

bool Program::connects(const model::TestCase &test,
                       const std::vector<model::BranchId> &taken) const {
  std::vector<std::string> called;
  for (const auto *steps : {&test.steps, &test.observers})
    for (const model::Step &step : *steps) {
      called.push_back(thunkName(step.callable));
      if (model::isOwner(subject[step.callable]))
        called.push_back(destroyName(step.callable));
    }
  return graph.connects(called, taken);
}

std::vector<bool> Program::reachable() const {
  std::vector<std::string> thunks;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (!subject.functions[i].undrivable) {
      thunks.push_back(thunkName(FunctionId(i)));
      if (model::isOwner(subject.functions[i]))
        thunks.push_back(destroyName(FunctionId(i)));
    }
  return graph.reachableFrom(thunks);
}

Result<fs::path> linkMoved(const Program &program, const WorkFolder &work) {
  std::vector<fs::path> objects;
  for (const UnitId id : unitsOf(program.subject))
    objects.push_back(work.unit(id, "o"));
  objects.push_back(work.table("o"));
  objects.push_back(work.supplies("o"));
  std::vector<std::string> mode = plainLibraries(program.subject);
  append(mode, {"-no-pie", "-Wl,--image-base=0x20000000", "-Wl,--shuffle-sections=.data*=7",
                "-Wl,--shuffle-sections=.bss*=7", "-Wl,--shuffle-sections=.rodata*=7"});
  auto undefined = link(program.subject, mode, objects, work.movedTarget());
  if (!undefined)
    return undefined.error();
  return work.movedTarget();
}

namespace {

/// Optimisers take the square of a function's size: where one is huge, the checks have to do
/// without; and where a unit is, the compiler would take longer than the runs save.
std::vector<std::string> withoutOptimising(std::vector<std::string> flags, const Program &program,
                                           UnitId unit) {
  constexpr std::size_t hugeFunction = 4000, hugeUnit = 20'000; // branches
  std::map<std::string, std::size_t> branches;
  std::size_t most = 0, all = 0;
  for (const model::Branch &branch : program.branches.branches)
    if (branch.unit == unit) {
      most = std::max(most, ++branches[branch.function]);
      ++all;
    }
  if (most > hugeFunction || all > hugeUnit)
    flags.emplace_back("-O0");
  return flags;
}

/// A way to compile for a sanitizer, and what its files are called.
struct Sanitizer {
  const std::vector<std::string> &flags;
  const char *linkFlag;
  const char *object, *suppliesSource; // extensions
  fs::path target;
};

Result<fs::path> buildFor(const Sanitizer &sanitizer, const Program &program,
                          const WorkFolder &work, unsigned jobs) {
  const Subject &subject = program.subject;
  std::vector<Command> commands;
  std::vector<fs::path> objects;
  for (const UnitId id : unitsOf(subject)) {
    objects.push_back(work.unit(id, sanitizer.object));
    std::vector<std::string> mode = withoutOptimising(sanitizer.flags, program, id);
    mode.push_back(fmt::format("-D{}", isRouted));
    commands.push_back(
        compileUnit(subject, id, mode, work.unitSource(subject, id), objects.back()));
  }
  if (Status status = compileAll(commands, jobs, work.cache()); !status)
    return status.error();
  objects.push_back(work.table("o"));
  objects.push_back(work.supplies(sanitizer.object));
  if (Status status =
          compileSupplies(subject, sanitizer.flags, work.supplies(sanitizer.suppliesSource),
                          objects.back(), work.cache());
      !status)
    return status.error();
  std::vector<std::string> mode = {sanitizer.linkFlag};
  if (hasCxx(subject)) // driver/large_new.cpp
    for (const char *name : {"_Znw", "_Zna"})
      mode.push_back(fmt::format("-Wl,--wrap={}{}", name, is32Bit(subject) ? "j" : "m"));
  auto undefined = link(subject, mode, objects, sanitizer.target);
  if (!undefined)
    return undefined.error();
  return sanitizer.target;
}

} // namespace

Result<fs::path> buildSanitized(const Program &program, const WorkFolder &work, unsigned jobs) {
  return buildFor({sanitizerFlags, "-fsanitize=address,undefined", "sanitized.o", "sanitized.c",
                   work.sanitizedTarget()},
                  program, work, jobs);
}

Result<fs::path> buildMemory(const Program &program, const WorkFolder &work, unsigned jobs) {
  if (is32Bit(program.subject))
    return Error{"MemorySanitizer does not know machines of 32 bits"};
  return buildFor({memoryFlags, "-fsanitize=memory", "memory.o", "memory.c", work.memoryTarget()},
                  program, work, jobs);
}

namespace {

/// A lowering that adds terms, and what its files are called.
struct TermLowering {
  support::Status (*lower)(const fs::path &, const fs::path &, const std::vector<std::string> &,
                           const char *, const instrument::KeptFunctions &);
  const char *extension;
  fs::path target;
};

std::string inWords(const instrument::KeptFunctions &functions) {
  std::string words;
  for (const instrument::KeptFunction &function : functions)
    words += fmt::format("{}({}){}\n", function.symbol, fmt::join(function.argumentWidths, ","),
                         function.resultWidth);
  return words;
}

Result<fs::path> buildWithTerms(const Program &program, const WorkFolder &work, unsigned jobs,
                                const TermLowering &form) {
  std::vector<fs::path> objects;
  std::vector<std::string> defined; // a strlen of the user's own is not the library's
  for (const model::Function &function : program.subject.functions)
    if (!function.isStatic)
      defined.push_back(function.symbolName());
  const Lowering lowering{
      form.extension,
      [&](UnitId id, const fs::path &bitcode, const fs::path &object) -> Result<std::string> {
        const Status lowered =
            form.lower(bitcode, object, defined, nullptr, keptIn(program.subject, id));
        return lowered ? Result<std::string>("") : lowered.error();
      },
      [&](UnitId id) {
        return fmt::format("{}\n{}", fmt::join(defined, "\n"),
                           inWords(keptIn(program.subject, id)));
      }};
  if (const auto lowered = lowerUnits(program.subject, work, jobs, lowering, objects); !lowered)
    return lowered.error();
  if (hasCxx(program.subject) && !is32Bit(program.subject))
    objects.push_back(supportFolder() / "cxx_library.o");
  objects.push_back(work.table("o"));
  objects.push_back(work.supplies("o"));
  const std::vector<std::string> libraries = {
      targetFile(program.subject, "libpincer_libc", ".a").string(),
      targetFile(program.subject, "libpincer_recorder", ".a").string(),
      targetFile(program.subject, "libpincer_runtime", ".a").string()};
  auto undefined = link(program.subject, libraries, objects, form.target);
  if (!undefined)
    return undefined.error();
  return form.target;
}

} // namespace

Result<fs::path> buildSymbolic(const Program &program, const WorkFolder &work, unsigned jobs) {
  return buildWithTerms(program, work, jobs,
                        {instrument::lowerSymbolic, "symbolic.o", work.symbolicTarget()});
}

Result<fs::path> buildChecked(const Program &program, const WorkFolder &work, unsigned jobs) {
  return buildWithTerms(program, work, jobs,
                        {instrument::lowerChecked, "checked.o", work.checkedTarget()});
}

Result<fs::path> buildInspect(const Program &program, const WorkFolder &work, unsigned jobs) {
  return buildWithTerms(program, work, jobs,
                        {instrument::lowerInspect, "inspect.o", work.inspectTarget()});
}

} // namespace build
