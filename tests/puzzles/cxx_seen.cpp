// Tests say all that a caller sees: elements of containers, what a call leaves in a variable that it
// got a reference to, what it writes to a stream.
// RUN: --steps 2000
// EXPECT: exit 0
// EXPECT: covered 10 of 10
// EXPECT: no finding
// EXPECT: emitted (std::vector<std::string>{"two", "x"})
// EXPECT: emitted (std::map<std::string, std::vector<int>>{{"a", {1, 4}}, {"b", {}}})
// EXPECT: emitted EXPECT_EQ("0", out);
// EXPECT: emitted EXPECT_EQ("big", os.str());
// EXPECT: emitted .empty());
// EXPECT: emitted EXPECT_DOUBLE_EQ(0.5, result[0]);
// EXPECT: emitted static_cast<double>(
#include <map>
#include <ostream>
#include <string>
#include <vector>

bool fill(std::string &out, int n) {
  if (n < 0)
    return false;
  out += std::to_string(n);
  return true;
}

void twice(std::vector<int> &values) {
  for (int &value : values)
    value = 2 * value + 1;
}

void print(std::ostream &os, int n) {
  if (n > 5)
    os << "big";
  else
    os << n;
}

std::vector<std::string> names(int n) {
  std::vector<std::string> all;
  if (n > 2)
    all.push_back("two");
  all.push_back("x");
  return all;
}

std::map<std::string, std::vector<int>> table(int n) {
  if (n == 4)
    return {{"a", {1, n}}, {"b", {}}};
  return {};
}

std::vector<double> halves() { return {0.5, 1.5}; }

class Ratio {
public:
  explicit Ratio(int n) : n_(n) {}
  explicit operator double() const { return n_ / 4.0; }

private:
  int n_;
};
