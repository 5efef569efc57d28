#pragma once

#include "support/process.h"

#include <optional>

namespace build {

/// Whether a command failed for want of room on the disk that it writes to (`-o`), whatever it
/// says.
std::optional<support::Error> noRoomFor(const support::Command &command,
                                        const support::CommandResult &failed);

} // namespace build
