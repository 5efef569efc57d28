#include "cli/read_subject.h"

#include "build/marked_inputs.h"
#include "frontend/parse.h"
#include "model/program.h"

#include <fmt/format.h>

namespace cli {

using support::Result;

namespace {

Result<model::Subject> parse(const std::vector<model::Unit> &units) {
  return frontend::parse(units, build::harnessHeaders());
}

/// With the unit that serves harnesses, if they need it.
Result<model::Subject> parseAll(std::vector<model::Unit> units) {
  auto subject = parse(units);
  if (!subject || !build::needsMarkedUnit(*subject))
    return subject;
  units.push_back(build::markedUnit(*subject));
  return parse(units);
}

/// Old C, in which nobody declares what a harness calls: clang takes it only if told so.
Result<model::Subject> parseOld(std::vector<model::Unit> units) {
  for (model::Unit &unit : units)
    unit.flags.insert(unit.flags.begin(),
                      {"-Wno-implicit-function-declaration", "-Wno-implicit-int"});
  return parseAll(std::move(units));
}

} // namespace

Result<model::Subject> readSubject(std::vector<model::Unit> units, const TestOptions &options) {
  build::defineAflMacros(units);
  auto subject = parseAll(units);
  auto old = subject ? subject : parseOld(units);
  if (!old)
    return subject;
  if (subject && (options.program || build::isAflHarness(*subject))) // its inputs are what it reads
    return subject;
  const auto harness = build::findHarness(*old);
  if (!subject && !harness) // it is meant for today's compilers
    return subject;
  subject = std::move(old);
  if (!harness || !options.entries.empty())
    return subject;
  for (model::Function &function : subject->functions)
    if (&function != &subject->functions[harness->index])
      function.undrivable = fmt::format("{} is a harness, and calls what it wants to test",
                                        (*subject)[*harness].name);
  return subject;
}

support::Status makeProgramIfAsked(model::Subject &subject, const TestOptions &options) {
  if (!options.program && !(options.entries.empty() && build::isAflHarness(subject)))
    return support::Done{};
  return model::makeProgram(subject, {.files = options.files, .variables = options.variables});
}

} // namespace cli
