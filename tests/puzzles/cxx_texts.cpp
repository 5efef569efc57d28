// Texts: what is searched, changed and compared in string and string_view.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 20 of 20
// EXPECT: no finding
#include <string>
#include <string_view>
int searched(const char *s) {
  if (!s)
    return -1;
  const std::string text(s);
  const auto at = text.find_first_of("<>");
  if (at != 1)
    return 0;
  return text.rfind("k") == 2 ? 2 : 1;
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
