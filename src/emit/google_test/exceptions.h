#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace emit {

/// The standard header that a test needs to name this type of exception (as a C++ compiler names
/// it); empty text: none; null: the type is not one that a test can name.
const char *headerOfException(std::string_view type);

/// The headers of all exceptions that the text expects.
std::vector<const char *> headersOfExceptions(std::string_view text);

} // namespace emit
