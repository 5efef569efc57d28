// Texts and numbers: string, string_view, to_string, stoi, stod, from_chars, to_chars.
// RUN: --strategy concolic --steps 2000
// EXPECT: exit 0
// EXPECT: covered 40 of 40
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
    return std::stod(s) == 25 ? 1 : 0;
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
  return x == 0xbee && *end == '!' ? 1 : 0;
}
int fractionFromCharacters(const char *s) {
  if (!s)
    return -1;
  double x = 0;
  const auto [end, error] = std::from_chars(s, s + std::strlen(s), x);
  return x == 75 && *end == '%' ? 1 : 0;
}
int toCharacters(int x) {
  char text[16];
  const auto [end, error] = std::to_chars(text, text + 16, x, 8);
  return std::string_view(text, static_cast<std::size_t>(end - text)) == "-1234" ? 1 : 0;
}
int searched(const char *s) {
  if (!s)
    return -1;
  const std::string text(s);
  const auto at = text.find_first_of("<>");
  if (at != 1)
    return 0;
  return text.rfind("ok") == 3 ? 2 : 1;
}
int changed(const char *s) {
  if (!s)
    return -1;
  std::string text(s);
  if (text.size() < 4)
    return 0;
  text.replace(1, 2, "--").append(2, 'z').insert(0, 1, '^');
  return text == "^a--bzz" ? 1 : 0;
}
int viewed(const char *s) {
  if (!s)
    return -1;
  std::string_view text(s);
  if (text.size() < 3 || text.substr(0, 2) != "k=")
    return 0;
  text.remove_prefix(2);
  return text.compare("yes") == 0 ? 2 : 1;
}
