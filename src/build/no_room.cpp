#include "build/no_room.h"

#include "support/file_system.h"

#include <algorithm>

namespace build {

std::optional<support::Error> noRoomFor(const support::Command &command,
                                        const support::CommandResult &failed) {
  // Linkers map what they write: on a full disk they die of a signal, say nothing of it, and what
  // they wrote is removed again.
  const bool isStrange = failed.exitCode > 128 ||
                         failed.errors.find("Bus error") != std::string::npos ||
                         failed.errors.find("No space left") != std::string::npos;
  const auto output = std::ranges::find(command.arguments, "-o");
  if (output == command.arguments.end() || output + 1 == command.arguments.end())
    return std::nullopt;
  return support::fullDisk(output[1], isStrange ? 256ull << 20 : 1ull << 20);
}

} // namespace build
