// Streams: numbers, words, lines and characters that are read, and characters that are written.
// RUN: --strategy concolic --steps 4000
// EXPECT: exit 0
// EXPECT: covered 36 of 36
// EXPECT: no finding
#include <sstream>
#include <string>
int number(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  int x = 0;
  if (!(in >> x))
    return 0;
  return x == 17 ? 2 : 1;
}
int hexadecimalAndWord(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  unsigned x = 0;
  std::string word;
  in >> std::hex >> x >> word;
  return x == 0xb && word == "k" ? 1 : 0;
}
int fraction(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  double x = 0;
  return in >> x && x == 6 ? 1 : 0;
}
int lines(const char *s) {
  if (!s)
    return -1;
  std::istringstream in(s);
  std::string line;
  int count = 0;
  while (std::getline(in, line))
    if (++count == 2 && line == "#")
      return 1;
  return 0;
}
int characters(const char *s) {
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
int written(char c, bool b) {
  std::ostringstream out;
  out << "h" << c << b;
  return out.str() == "h?1" ? 1 : 0;
}
