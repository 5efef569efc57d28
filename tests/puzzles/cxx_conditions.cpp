// Conditions where C++ has them: templates, constructors, lambdas, range-for, handlers; compiler-made branches are none.
// RUN: cxx_conditions_other.cpp
// EXPECT: exit 0
// EXPECT: covered 61 of 61
// EXPECT: no finding
#include "cxx_conditions.h"
#include <stdexcept>
#include <string>
int counted(int start, int by) {
  conditions::Counter counter(start % 100);
  return counter.step(by % 100) ? 1 : 0;
}
int large(int a, long b, short c) {
  return conditions::isLarge(a) + conditions::isLarge(b) + conditions::isLarge(c);
}
int ranged(const char *s) {
  if (!s)
    return -1;
  int n = 0;
  for (const char c : std::string(s))
    if (c == 'x' || c == 'y')
      ++n;
  return n > 2 ? 1 : 0;
}
int handled(int x) {
  static const std::string local = x > 3 ? "big" : "small";
  try {
    if (x > 100000)
      throw std::runtime_error(std::to_string(x));
    if (x < -100000)
      throw x;
    return local.size() > 3 ? 1 : 0;
  } catch (const std::exception &e) {
    return e.what()[0] == '2' ? 2 : 3;
  } catch (...) {
    return x == -271828 ? 4 : 5;
  }
}
int lambdas(int x) {
  const auto isOdd = [](int y) { return y % 2 != 0 && y > 0; };
  const auto twice = [&](auto y) { return isOdd(y) ? y * 2L : y; };
  switch (twice(x)) {
  case 6:
    return 1;
  case 10:
    return 2;
  default:
    return 0;
  }
}
int aggregate(int x) {
  struct Local {
    int a = 1;
    bool operator()(int y) const { return a == 5 || y == 7; }
  };
  const Local local{x};
  return local(x % 100 - 50) ? 1 : 0;
}
