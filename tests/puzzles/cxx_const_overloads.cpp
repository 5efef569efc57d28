// A const method beside one that is not const is called on what is const; texts with a NUL inside
// go into streams and paths.
// RUN: --steps 20000
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
// EXPECT: emitted std::as_const(
#include <filesystem>
#include <istream>
#include <stdexcept>
#include <string>

class Row {
public:
  int &at(unsigned i) {
    if (i > 2)
      throw std::out_of_range("row");
    return cells_[i];
  }
  int at(unsigned i) const { return i > 2 ? -1 : cells_[i]; }

private:
  int cells_[3] = {0, 0, 0};
};

int hasNul(std::istream &in) {
  std::string text;
  std::getline(in, text);
  return text.size() == 3 && text[1] == '\0' ? 1 : 0;
}

int isOdd(const std::filesystem::path &path) {
  return path.native().size() == 2 && path.native()[0] == '\0' ? 1 : 0;
}
