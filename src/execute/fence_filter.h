#pragma once

#include "support/result.h"

namespace execute {

/// Limits the system calls of this process and its children to what a test may do. Needs
/// no_new_privs.
support::Status filterSystemCalls();

} // namespace execute
