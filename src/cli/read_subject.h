#pragma once

#include "cli/options.h"
#include "model/subject.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace cli {

/// What the units define and use, with the unit that serves harnesses if they are one; then only
/// the harness is driven, unless the options name functions. `notes` gets sentences for the user.
support::Result<model::Subject> readSubject(std::vector<model::Unit> units,
                                            const TestOptions &options,
                                            std::vector<std::string> &notes);

/// Makes the subject a whole program if the options say so, if it is a harness that reads its
/// inputs as a program does, or if nothing but main can be called.
support::Status makeProgramIfNeeded(model::Subject &subject, const TestOptions &options,
                                    std::vector<std::string> &notes);

} // namespace cli
