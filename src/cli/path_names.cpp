#include "cli/path_names.h"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace cli {

namespace fs = std::filesystem;

namespace {

/// How many bytes the character at the text's start has; 0 if it is none.
std::size_t lengthOfCharacter(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length)
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
      return 0;
  return length;
}

/// What in the text stands in the way, in words.
std::optional<std::string> obstacle(std::string_view text, bool isWritten) {
  while (!text.empty()) {
    const std::size_t length = lengthOfCharacter(text);
    if (length == 0)
      return fmt::format("the byte 0x{:02x}, which is no UTF-8",
                         static_cast<unsigned char>(text[0]));
    if (text[0] == '"' || text[0] == '\\' || (isWritten && text[0] == '%'))
      return fmt::format("a '{}'", text[0]);
    if (isWritten && text.starts_with("$(")) // CMake hands it on as a variable of make's
      return "a '$('";
    if (text[0] == '\n')
      return "a line's end";
    if (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f)
      return fmt::format("the control character 0x{:02x}", static_cast<unsigned char>(text[0]));
    text.remove_prefix(length);
  }
  return std::nullopt;
}

/// As it can be shown on a terminal.
std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text)
    shown += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f
                 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c))
                 : std::string(1, c);
  return shown;
}

support::Status check(const fs::path &path, bool isWritten) {
  const std::string absolute = fs::absolute(path).lexically_normal().string();
  const auto found = obstacle(absolute, isWritten);
  if (!found)
    return support::Done{};
  return support::Error{
      fmt::format("{}: there is {} in its path, which compilers and CMake can't "
                  "deal with; rename it, or {}",
                  printable(absolute), *found,
                  isWritten ? "choose another folder with -o" : "use a link with another name")};
}

} // namespace

support::Status checkName(const fs::path &path) { return check(path, false); }

support::Status checkFolderName(const fs::path &path) { return check(path, true); }

} // namespace cli
