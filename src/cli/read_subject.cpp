#include "cli/read_subject.h"

#include "build/harness_inputs.h"
#include "frontend/parse.h"
#include "model/contracts.h"
#include "model/program.h"

#include <algorithm>
#include <fmt/format.h>

namespace cli {

using support::Result;

namespace {

Result<model::Subject> parse(const std::vector<model::Unit> &units) {
  return frontend::parse(units, build::harnessHeaders());
}

/// With the unit that serves harnesses, if they need it, or if locals are inputs.
Result<model::Subject> parseAll(std::vector<model::Unit> units, bool freshInputs) {
  auto subject = parse(units);
  if (!subject || (!freshInputs && !build::needsHarnessUnit(*subject)))
    return subject;
  units.push_back(build::harnessUnit(*subject, freshInputs));
  return parse(units);
}

/// Old C, in which functions need no declaration: gcc 12 takes it, clang only if told so.
Result<model::Subject> parseOld(std::vector<model::Unit> units, bool freshInputs) {
  for (model::Unit &unit : units)
    unit.flags.insert(unit.flags.begin(),
                      {"-Wno-implicit-function-declaration", "-Wno-implicit-int",
                       "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types"});
  return parseAll(std::move(units), freshInputs);
}

/// A header named so may be written in either language.
bool isUndecided(const model::Unit &unit) { return unit.path.ends_with(".h"); }

/// After a fatal one nobody knows how many there are.
std::size_t errorsIn(const std::string &message) {
  constexpr std::string_view word = "error: ";
  if (message.find("fatal error: ") != std::string::npos)
    return std::string::npos;
  std::size_t count = 0;
  for (std::size_t at = 0; (at = message.find(word, at)) != std::string::npos; at += word.size())
    ++count;
  return count;
}

/// What compiles; if nothing does, what has fewer errors is meant.
Result<model::Subject> parseHeaders(std::vector<model::Unit> &units, bool freshInputs) {
  auto subject = parseAll(units, freshInputs);
  if (subject || std::ranges::none_of(units, isUndecided))
    return subject;
  std::vector<model::Unit> asCxx = units;
  for (model::Unit &unit : asCxx)
    if (isUndecided(unit))
      unit.flags.insert(unit.flags.end(), {"-x", "c++"});
  auto other = parseAll(asCxx, freshInputs);
  if (!other && errorsIn(other.error().message) >= errorsIn(subject.error().message))
    return subject;
  units = std::move(asCxx);
  return other;
}

bool hasOneMain(const model::Subject &subject) {
  return std::ranges::count_if(subject.functions, [](const model::Function &f) {
           return f.name == "main" && !f.isStatic;
         }) == 1;
}

bool isAnyDrivable(const model::Subject &subject) {
  return std::ranges::any_of(subject.functions,
                             [](const model::Function &f) { return !f.undrivable; });
}

} // namespace

Result<model::Subject> readSubject(std::vector<model::Unit> units, const TestOptions &options,
                                   std::vector<std::string> &notes) {
  build::defineAflMacros(units);
  auto subject = parseHeaders(units, options.freshInputs);
  const bool isOld = !subject;
  if (isOld) {
    auto old = parseOld(units, options.freshInputs);
    if (!old)
      return subject; // what is wrong with it as it stands
    subject = std::move(old);
  }
  const bool isProgram = options.program || build::isAflHarness(*subject); // it reads its inputs
  if (options.contracts)
    model::addContracts(*subject);
  const auto harness = isProgram ? std::nullopt : build::findHarness(*subject);
  // Nobody declares what harnesses of old call, and everybody knows.
  if (isOld && !harness)
    notes.push_back("compiled as old C: functions that nobody declares return int, as for gcc 12 "
                    "(clang-19 takes that for an error)");
  if (!harness || !options.entries.empty())
    return subject;
  for (model::Function &function : subject->functions)
    if (&function != &subject->functions[harness->index])
      function.undrivable = fmt::format("{} is a harness, and calls what it wants to test",
                                        (*subject)[*harness].name);
  return subject;
}

support::Status makeProgramIfNeeded(model::Subject &subject, const TestOptions &options,
                                    std::vector<std::string> &notes) {
  const bool mainIsAll = hasOneMain(subject) && !isAnyDrivable(subject);
  const bool isSelected = !options.entries.empty() || options.publicOnly;
  if (!options.program && !(!isSelected && (mainIsAll || build::isAflHarness(subject))))
    return support::Done{};
  if (mainIsAll && !options.program && !build::isAflHarness(subject))
    notes.push_back("main is all that can be called: it is tested as a whole program, as with "
                    "--program");
  return model::makeProgram(subject, {.files = options.files, .variables = options.variables});
}

} // namespace cli
