#pragma once

#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace cli {

/// Prints to stdout or stderr. That nobody reads there any more is no reason to lose results, so
/// errors are passed over.
template <class... Values>
void say(std::FILE *stream, fmt::format_string<Values...> format, Values &&...values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stream);
}

} // namespace cli
