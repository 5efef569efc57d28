#include "cli/read_subject.h"

#include "build/marked_inputs.h"
#include "frontend/parse.h"

#include <fmt/format.h>

namespace cli {

support::Result<model::Subject> readSubject(std::vector<model::Unit> units,
                                            const TestOptions &options) {
  auto subject = frontend::parse(units, build::harnessHeaders());
  if (!subject)
    return subject;
  if (build::needsMarkedUnit(*subject)) {
    units.push_back(build::markedUnit());
    subject = frontend::parse(units, build::harnessHeaders());
    if (!subject)
      return subject;
  }
  const auto harness = build::findHarness(*subject);
  if (!harness || !options.entries.empty())
    return subject;
  for (model::Function &function : subject->functions)
    if (&function != &subject->functions[harness->index])
      function.undrivable = fmt::format("{} is a harness, and calls what it wants to test",
                                        (*subject)[*harness].name);
  return subject;
}

} // namespace cli
