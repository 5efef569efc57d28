#pragma once

#include "model/subject.h"

namespace build {

/// Gives other symbols to what the subject defines under a name of the C library, of the C++ one,
/// or of ours (model/renamed.h).
void renameClashes(model::Subject &subject);

} // namespace build
