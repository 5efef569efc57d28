// Writing to streams: numbers, texts, manipulators; what was written is looked at.
// RUN: --strategy concolic --steps 2000
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
#include <iomanip>
#include <sstream>
#include <string>
int decimal(int x) {
  std::ostringstream out;
  out << "n=" << x << ';';
  return out.str() == "n=-208;" ? 1 : 0;
}
int padded(unsigned short x) {
  std::ostringstream out;
  out << std::hex << std::setw(6) << std::setfill('.') << x;
  return out.str() == "..face" ? 1 : 0;
}
int mixed(char c, const char *s) {
  if (!s)
    return -1;
  std::ostringstream out;
  out << s << c << true;
  return out.str() == "hi?1" ? 1 : 0;
}
