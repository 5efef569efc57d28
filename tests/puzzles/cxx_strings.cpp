// A C++ source: what std::string and std::string_view compare is followed, and what they throw is an outcome.
// RUN: --strategy concolic --steps 3000
// EXPECT: exit 0
// EXPECT: covered 18 of 18
// EXPECT: no finding
// EXPECT: outcome exception
#include <stdexcept>
#include <string>
#include <string_view>
extern "C" int greet(const char *name) {
  if (!name)
    return -1;
  const std::string text = std::string("hello ") + name;
  return text == "hello zaphod" ? 1 : 0;
}
namespace words {
int find(const char *s) {
  if (!s)
    return -1;
  const std::string_view view(s);
  const auto at = view.find("=>");
  if (at == std::string_view::npos)
    return 0;
  return view.substr(at + 2) == "out" && at == 3 ? 2 : 1;
}
} // namespace words
static int third(const char *s) {
  if (!s)
    throw std::invalid_argument("no text");
  std::string text(s);
  text.erase(0, 1);
  return text.at(1) == 'q' ? 1 : 0;
}
int thirdOf(const char *s) { return third(s) ? 1 : 0; }
