// Streams of the standard library: numbers, words and lines that are read, and texts that are written.
// RUN: --strategy concolic --steps 6000
// EXPECT: exit 0
// EXPECT: covered 30 of 30
// EXPECT: no finding
#include <iomanip>
#include <sstream>
#include <string>
int readNumber(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  int x = 0;
  if (!(in >> x))
    return 0;
  return x == 1789 ? 2 : 1;
}
int readHexAndWord(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  unsigned x = 0;
  std::string word;
  in >> std::hex >> x >> word;
  return x == 0xbeef && word == "ok" ? 1 : 0;
}
int readLines(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  std::string line;
  int lines = 0;
  while (std::getline(in, line))
    if (++lines == 2 && line == "#2")
      return 1;
  return 0;
}
int readCharacters(const char *s) {
  if (!s)
    return -1;
  std::stringstream in(s);
  if (in.peek() != '<')
    return 0;
  in.ignore(3, ':');
  const int c = in.get();
  char d = 0;
  in >> d;
  return c == '(' && d == ')' ? 2 : 1;
}
int written(int x) {
  std::ostringstream out;
  out << "n=" << x << ';';
  return out.str() == "n=-208;" ? 1 : 0;
}
int texts(int x) { return std::to_string(x) == "60221" ? 1 : 0; }
