#pragma once

#include "support/result.h"

namespace execute {

/// Limits the system calls of this process and its children to what a test may do. Needs
/// no_new_privs. Without `also32Bits` a system call of the 32-bit kind kills.
support::Status filterSystemCalls(bool also32Bits);

} // namespace execute
