#pragma once

#include "support/result.h"

#include <filesystem>

namespace execute {

/// Allows this process and its children to read and execute everywhere and to write only in
/// scratch, /tmp, /dev/shm and to the harmless devices. `atMost`: the newest Landlock ABI to use, 0
/// for any. Needs no_new_privs.
support::Status restrictFiles(const std::filesystem::path &scratch, int atMost);

} // namespace execute
