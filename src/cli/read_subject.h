#pragma once

#include "cli/options.h"
#include "model/subject.h"
#include "support/result.h"

#include <vector>

namespace cli {

/// What the units define and use, with the unit that serves harnesses if they are one; then only
/// the harness is driven, unless the options name functions.
support::Result<model::Subject> readSubject(std::vector<model::Unit> units,
                                            const TestOptions &options);

/// Makes the subject a whole program if the options say so, or if it is a harness that reads its
/// inputs as a program does.
support::Status makeProgramIfAsked(model::Subject &subject, const TestOptions &options);

} // namespace cli
