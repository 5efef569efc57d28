// Numbers and texts: to_string, stoi, stod, from_chars, to_chars.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 26 of 26
// EXPECT: no finding
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
int written(int x) { return std::to_string(x) == "-60221" ? 1 : 0; }
int read(const char *s) {
  if (!s)
    return -1;
  try {
    std::size_t used = 0;
    return std::stoi(s, &used) == 7 && used == 1 ? 1 : 0;
  } catch (const std::invalid_argument &) {
    return 2;
  } catch (const std::out_of_range &) {
    return 3;
  }
}
int readNumber(const char *s) {
  if (!s)
    return -1;
  try {
    return std::stod(s) == 5 ? 1 : 0;
  } catch (const std::exception &) {
    return 2;
  }
}
int fromCharacters(const char *s) {
  if (!s)
    return -1;
  unsigned short x = 0;
  const auto [end, error] = std::from_chars(s, s + std::strlen(s), x, 16);
  if (error == std::errc::result_out_of_range)
    return 2;
  return x == 0xbe && *end == '!' ? 1 : 0;
}
int fractionFromCharacters(const char *s) {
  if (!s)
    return -1;
  double x = 0;
  const auto [end, error] = std::from_chars(s, s + std::strlen(s), x);
  return x == 8 ? 1 : 0;
}
int toCharacters(int x) {
  char text[16];
  const auto [end, error] = std::to_chars(text, text + 16, x, 8);
  return std::string_view(text, static_cast<std::size_t>(end - text)) == "-1234" ? 1 : 0;
}
