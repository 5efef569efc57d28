// Terms survive a throw: in what is thrown, in locals of the catcher, through destructors and through library code.
// RUN: --strategy concolic --steps 2500
// EXPECT: exit 1
// EXPECT: outcome exception
// EXPECT: covered 34 of 34
// EXPECT: finding abort
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>
static int checked(int x) {
  if (x > 1000)
    throw x - 1000;
  return x;
}
int thrownValue(int x) {
  try {
    return checked(x);
  } catch (int rest) {
    return rest == 4321 ? -1 : 0;
  }
}
struct Problem {
  int code;
  std::string text;
};
int thrownObject(int x, const char *s) {
  if (!s)
    return -1;
  try {
    throw Problem{x * 2, std::string(s) + "!"};
  } catch (const Problem &p) {
    if (p.code == 2222 && p.text == "why!")
      return 1;
  }
  return 0;
}
static void nested(int x) {
  try {
    if (x < 0)
      throw std::out_of_range("low");
    throw std::runtime_error(std::to_string(x));
  } catch (const std::logic_error &) {
    throw;
  } catch (const std::runtime_error &e) {
    if (e.what()[0] == '9' && x > 100)
      throw x;
  }
}
int rethrown(int x) {
  try {
    nested(x);
  } catch (const std::exception &) {
    return 1;
  } catch (int y) {
    return y == 905 ? 3 : 2;
  }
  return 0;
}
struct Guard {
  int &target, value;
  ~Guard() { target += value; }
};
int destructors(int a, int b) {
  int sum = a;
  try {
    Guard one{sum, b}, two{sum, 7};
    if (a == b)
      throw 1;
    checked(b);
  } catch (int) {
    return sum == 3007 ? 1 : 0;
  }
  return 2;
}
int throughLibrary(int a, int b, int c) {
  std::vector<int> v{a, b, c};
  try {
    std::sort(v.begin(), v.end(), [](int x, int y) {
      if (x + y == 1234567)
        throw x;
      return x < y;
    });
  } catch (int x) {
    return x == 1000000 ? 2 : 1;
  }
  return 0;
}
int leaves(int x) {
  if (x == 271828)
    throw std::domain_error("e");
  return 0;
}
int stops(int x) noexcept {
  if (x == 314159)
    throw 1;
  return 0;
}
int converted(const char *s) {
  if (!s)
    return -1;
  try {
    return std::stoi(s) == 5775 ? 1 : 0;
  } catch (const std::invalid_argument &) {
    return 2;
  } catch (const std::out_of_range &) {
    return 3;
  }
}
