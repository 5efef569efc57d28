#pragma once

#include "model/subject.h"

namespace frontend {

/// Lets tests give functions a `FILE *`: adds what makes such a file of bytes, what reads all it
/// holds, and what closes it. All functions must be known.
void addFiles(model::Subject &subject);

} // namespace frontend
