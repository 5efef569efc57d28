// Pure functions in C++: in namespaces, overloaded, with enums, called where exceptions may pass, throwing.
// RUN: --strategy concolic --steps 2500
// EXPECT: covered 18 of 18
// EXPECT: stat 'solver: mixed: sat' at least 3
// EXPECT: stat 'wrong predictions' at most 0
// EXPECT: output 'strict', called with arguments that the solver chose, throws
#include <pincer.h>
#include <stdexcept>
#include <string>

namespace mix {
enum class Kind : unsigned char { None, Low, High };

PINCER_PURE int hash(int x) noexcept { return (x ^ x >> 7) * 31 % 1009; }
PINCER_PURE int hash(Kind kind, long x) { return static_cast<int>(x * 7 % 101) + static_cast<int>(kind); }
} // namespace mix

int by_type(int x, int y) {
  if (x > 100 && y == mix::hash(x) && y > 500)
    return 1;
  return 0;
}

int by_kind(mix::Kind kind, long x, int y) {
  if (kind == mix::Kind::High && x > 50 && y == mix::hash(kind, x))
    return 1;
  return 0;
}

namespace {
PINCER_PURE int strict(int x) {
  if (x > 2000)
    throw std::out_of_range("large");
  return x % 98;
}
} // namespace

int guarded(int x, int y) {
  const std::string before = "text"; // something to be destroyed if it throws
  try {
    if (strict(x) == y && y > 96)
      return static_cast<int>(before.size());
    return 1;
  } catch (const std::out_of_range &) {
    return 2;
  }
}
