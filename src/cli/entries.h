#pragma once

#include "cli/options.h"
#include "model/subject.h"
#include "support/result.h"

namespace cli {

/// Leaves only the functions that the user asked for; what makes the objects that their tests need
/// can still be called. An error names an entry that does not exist.
support::Status restrictTo(model::Subject &subject, const TestOptions &options);

} // namespace cli
