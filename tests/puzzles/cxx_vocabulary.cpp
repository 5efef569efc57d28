// Smart pointers, optional, variant, function, tuple; lambdas, templates, virtual calls: terms go through them.
// RUN: --strategy concolic --steps 6000
// EXPECT: exit 0
// EXPECT: covered 33 of 34
// EXPECT: open 'p.use_count() == 2' false
// EXPECT: no finding
// EXPECT: function Shape::~Shape skipped objects of its class call it
// EXPECT: function most tested
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
struct Shape {
  virtual ~Shape() {}
  virtual int area(int scale) const = 0;
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area(int scale) const override { return static_cast<int>(unsigned(side) * unsigned(side) * unsigned(scale)); }
};
struct Line : Shape {
  int area(int scale) const override {
    if (scale == 777)
      return 1;
    return 0;
  }
};
int virtualCalls(short side, bool line, int scale) {
  std::unique_ptr<Shape> shape;
  if (line)
    shape = std::make_unique<Line>();
  else
    shape = std::make_unique<Square>(side);
  return shape->area(scale) == 12321 * 3 ? 1 : 0;
}
template <class T> T most(T a, T b) {
  if (a > b)
    return a;
  return b;
}
int templates(int a, int b, long c) { return most(a, b) == 1234 && most(c, 5L) == 99999 ? 1 : 0; }
int shared(int x) {
  auto p = std::make_shared<long>(x + 1L);
  auto q = p;
  *q *= 2;
  return *p == 2468 && p.use_count() == 2 ? 1 : 0;
}
int optionals(int x) {
  const std::optional<int> y = x > 10 ? std::optional<int>(x - 10) : std::nullopt;
  return y.value_or(0) == 5050 ? 1 : 0;
}
int variants(int x, bool text) {
  std::variant<int, std::string> v = x;
  if (text)
    v = std::string("t");
  return std::visit(
             [](const auto &value) {
               if constexpr (std::is_same_v<std::decay_t<decltype(value)>, int>)
                 return value == 8080 ? 2 : 1;
               else
                 return 0;
             },
             v) == 2
             ? 1
             : 0;
}
int functions(int x, int y) {
  const std::function<int(int)> add = [y](int z) { return z + y; };
  std::vector<std::function<int(int)>> all{add, [&](int z) { return z ^ x; }};
  return all[1](all[0](3)) == 0x5a5a && y == 100 ? 1 : 0;
}
int tuples(int x, char c) {
  const auto t = std::make_tuple(x, c, x + c);
  const auto [a, b, sum] = t;
  return sum == 7000 && b == '!' ? 1 : 0;
}
