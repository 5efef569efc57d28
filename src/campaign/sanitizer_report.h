#pragma once

#include "model/suite.h"

#include <optional>
#include <string>
#include <string_view>

namespace campaign {

/// One of the kinds: a null pointer is read or written through. All others that begin with "null-"
/// only compute with one, or pass it on.
inline constexpr const char *nullDereference = "null-dereference";

/// The first violation in what AddressSanitizer, UndefinedBehaviorSanitizer or a failed assert
/// wrote; nothing if they had no objection. The stack frame to blame is the innermost one in a file
/// of the subject's.
std::optional<model::SanitizerVerdict> readSanitizerReport(std::string_view text,
                                                           const model::Subject &subject);

/// What MemorySanitizer wrote: the first use of a value that nobody stored, with the place where it
/// was used, and where its memory came from in the message. Uses are left out that no frame of the
/// subject's takes part in, and those that only write the value to a file.
std::optional<model::SanitizerVerdict> readMemoryReport(std::string_view text,
                                                        const model::Subject &subject);

} // namespace campaign
