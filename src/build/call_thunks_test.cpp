#include "build/thunks.h"

#include "frontend/parse.h"
#include "support/file_system.h"
#include "support/process.h"

#include <gtest/gtest.h>
#include <regex>

namespace build {
namespace {

namespace fs = std::filesystem;

/// Compiles a source with its thunks and a main of its own, and runs it.
class CallThunks : public testing::Test {
protected:
  /// What main printed. In `main`, `call(@name@, result, arguments...)` calls the thunk of that
  /// function; arguments and result are pointers.
  std::string run(const std::string &source, const std::string &main,
                  std::vector<std::string> flags = {"-std=c++17"}) {
    EXPECT_TRUE(support::writeFile(folder_.path() / "a.cpp", source));
    const model::Unit unit{(folder_.path() / "a.cpp").string(), folder_.path().string(), flags};
    auto subject = frontend::parse({&unit, 1});
    if (!subject)
      return subject.error().message;
    const std::string text = head + unitText(*subject, model::UnitId(0)) + "int main() {\n" +
                             withNumbers(*subject, main) + "}\n";
    EXPECT_TRUE(support::writeFile(folder_.path() / "unit.cpp", text));
    support::Command compile{
        {"clang++-19", "-w", "unit.cpp", "-fsanitize=address,undefined", "-o", "unit"},
        folder_.path()};
    compile.arguments.insert(compile.arguments.end(), flags.begin(), flags.end());
    const auto compiled = support::runCommand(compile);
    if (!compiled || !compiled->ok())
      return compiled ? compiled->errors : compiled.error().message;
    const auto ran = support::runCommand({{"./unit"}, folder_.path()});
    return ran ? ran->output + ran->errors : ran.error().message;
  }

private:
  static constexpr const char *head = R"(
#include <cstdio>
template <class... Ts> void call(void (*thunk)(void *const *, void *), void *result, Ts... given) {
  void *arguments[] = {(void *)given..., nullptr};
  thunk(arguments, result);
}
struct text { const char *data; unsigned long size; };
template <class T> struct range { const T *data; unsigned long size; };
#define show(...) printf(__VA_ARGS__)
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }
extern "C" __attribute__((weak)) void pincer_note_room(const void *, __SIZE_TYPE__) {}
)";

  /// "@f@" is the thunk of f, "@~f@" what destroys its result.
  static std::string withNumbers(const model::Subject &subject, std::string text) {
    for (std::size_t i = 0; i < subject.functions.size(); ++i) {
      const auto put = [&](const std::string &name, const std::string &with) {
        for (std::size_t at; (at = text.find(name)) != std::string::npos;)
          text.replace(at, name.size(), with);
      };
      const std::string &name = subject.functions[i].name;
      put("@" + name + "@", thunkName(model::FunctionId(i)));
      put("@~" + name + "@", destroyName(model::FunctionId(i)));
      if (const auto &why = subject.functions[i].undrivable;
          why && text.find(name + "@") != text.npos)
        ADD_FAILURE() << name << ": " << *why;
    }
    EXPECT_EQ(std::string::npos, text.find('@')) << text;
    return text;
  }

  support::TemporaryDirectory folder_;
};

TEST_F(CallThunks, ObjectsAreMadeUsedAndDestroyed) {
  EXPECT_EQ("made 3, 7, 8, gone 8, gone 7, ", run(R"(
#include <cstdio>
namespace n {
class Counter {
  int n_;
public:
  explicit Counter(int n) : n_(n) { printf("made %d, ", n); }
  Counter(const Counter &other) : n_(other.n_ + 1) {}
  ~Counter() { printf("gone %d, ", n_); }
  Counter &add(int by) { n_ += by; return *this; }
  int value() const { return n_; }
};
}
)",
                                                  R"(
  int three = 3, four = 4, value = 0;
  void *a, *b, *c;
  call(@n::Counter::Counter(int)@, &a, &three);
  call(@n::Counter::add@, &b, &a, &four);
  call(@n::Counter::value@, &value, &b);
  show("%d, ", value);
  call(@n::Counter::Counter(const Counter &)@, &c, &a);
  call(@n::Counter::value@, &value, &c);
  show("%d, ", value);
  @~n::Counter::Counter(const Counter &)@(c);
  @~n::Counter::Counter(int)@(a);
)"));
}

TEST_F(CallThunks, ObjectsOfUnsetMembersAreNotZeroed) {
  EXPECT_EQ("0 77", run(R"(
#include <cstdlib>
class A {
  int n_;
public:
  static void *operator new(__SIZE_TYPE__ size) {
    void *room = malloc(size);
    *(int *)room = 77;
    return room;
  }
  static void operator delete(void *room) { free(room); }
  int n() const { return n_; }
};
)",
                        R"(
  void *a, *b;
  int zero = 0, unset = 0;
  call(@A::A()@, &a);
  call(@A without values@, &b);
  call(@A::n@, &zero, &a);
  call(@A::n@, &unset, &b);
  show("%d %d", zero, unset);
  @~A::A()@(a);
  @~A without values@(b);
)"));
}

TEST_F(CallThunks, TheRightOverloadIsCalled) {
  EXPECT_EQ("1 2 3 4 5 6 7 ", run(R"(
struct A {
  A() {}
  ~A() {}
  int at(int) { return 1; }
  int at(int) const { return 2; }
  int at(long) const { return 3; }
  int end() & { return 4; }
  int end() && { return 5; }
  int operator()(char) const { return 6; }
  operator int() const { return 7; }
};
)",
                                  R"(
  void *a; int i = 0, r; long l = 0; char c = 0;
  call(@A::A@, &a);
  call(@A::at(int)@, &r, &a, &i), show("%d ", r);
  call(@A::at(int) const@, &r, &a, &i), show("%d ", r);
  call(@A::at(long) const@, &r, &a, &l), show("%d ", r);
  call(@A::end() &@, &r, &a), show("%d ", r);
  call(@A::end() &&@, &r, &a), show("%d ", r);
  call(@A::operator()@, &r, &a, &c), show("%d ", r);
  call(@A::operator int@, &r, &a), show("%d ", r);
)"));
}

TEST_F(CallThunks, HowArgumentsArePassed) {
  EXPECT_EQ("5 3, 12, 9, 9, empty, moved 4, null, 6, 8 0 ", run(R"(
#include <memory>
struct P { int x, y; void flip() { int t = x; x = y; y = t; } };
class A { public: int n; A(int n) : n(n) {} A(const A &o) : n(o.n + 1) {}
  A(A &&o) : n(o.n) { o.n = 0; } ~A() {} int value() const { return n; } };
void exchange(int &a, int &b) { int t = a; a = b; b = t; }
int sum(const int &a, int &&b, P c, const P &d) { return a + b + c.x + d.y; }
int copied(A a) { return a.n; }
int owned(std::unique_ptr<A> a) { return a ? a->n : -1; }
int shared(const std::shared_ptr<A> &a) { return a ? a->n : -1; }
int taken(A &&a) { A b(static_cast<A &&>(a)); return b.n; }
std::unique_ptr<A> given(int n) { if (n < 0) return nullptr; return std::unique_ptr<A>(new A(n)); }
std::shared_ptr<A> kept(int n) { return std::make_shared<A>(n); }
A made(int n) { return A(n); }
)",
                                                                R"(
  int three = 3, five = 5, eight = 8, r; P p{1, 2}, q{2, 1};
  call(@exchange@, nullptr, &three, &five), show("%d %d, ", three, five);
  call(@sum@, &r, &three, &five, &p, &q), show("%d, ", r + 2);
  void *a, *b; call(@A::A(int)@, &a, &eight);
  call(@copied@, &r, &a), show("%d, ", r);
  call(@copied@, &r, &a), show("%d, ", r);
  void *none = nullptr;
  call(@owned@, &r, &none), show("%s, ", r == -1 ? "empty" : "not empty");
  int four = 4; call(@given@, &b, &four); call(@owned@, &r, &b), show("moved %d, ", r);
  int minus = -1; call(@given@, &b, &minus), show("%s, ", b ? "not null" : "null");
  int six = 6; call(@kept@, &b, &six); call(@A::value@, &r, &b), show("%d, ", r);
  call(@taken@, &r, &a), show("%d ", r); call(@A::value@, &r, &a), show("%d ", r);
  call(@P::flip@, nullptr, &p);
  call(@made@, &b, &six), @~made@(b);
  call(@given@, &b, &six); call(@shared@, &r, &b);
)"));
}

TEST_F(CallThunks, BasesTemplatesFriendsAndAggregates) {
  EXPECT_EQ("4, 9, 2 1 3, equal, abc 7, ", run(R"(
#include <string>
#include <vector>
class Shape { public: virtual ~Shape() {} virtual int area() const = 0;
  int twice() const { return 2 * area(); } };
struct Pad { virtual ~Pad() {} long pad; };
class Box : public Pad, public Shape { int s_; public: Box(int s) : s_(s) {}
  int area() const override { return s_ * s_; } };
int areaOf(const Shape &shape) { return shape.area(); }
template <class T> class Stack { std::vector<T> items_; public:
  void push(const T &t) { items_.push_back(t); }
  unsigned long size() const { return items_.size(); }
  friend bool operator==(const Stack &a, const Stack &b) { return a.items_ == b.items_; } };
template <class T> T most(T a, T b) { return a > b ? a : b; }
long user() { Stack<int> s; s.push(most(1, 2)); return s.size(); }
struct Row { std::string name; int number; };
const std::string &nameOf(const Row &row) { return row.name; }
int numberOf(const Row &row) { return row.number; }
)",
                                               R"(
  int n = 2, r; void *box, *shape, *stack, *other; unsigned long size;
  call(@Box::Box@, &box, &n); call(@Box as Shape@, &shape, &box);
  call(@areaOf@, &r, &shape), show("%d, ", r);
  n = 3; call(@Box::Box@, &box, &n); call(@Box as Shape@, &shape, &box);
  call(@Shape::twice@, &r, &shape), show("%d, ", r / 2);
  call(@Stack::Stack()@, &stack);
  call(@Stack::push@, nullptr, &stack, &n); call(@Stack::push@, nullptr, &stack, &n);
  call(@Stack::size@, &size, &stack); show("%lu ", size);
  bool equal; call(@Stack::Stack()@, &other);
  call(@operator==@, &equal, &stack, &other); show("%d ", !equal);
  int two = 2; call(@most@, &r, &two, &n), show("%d, ", r);
  call(@Stack::Stack(const Stack<int> &)@, &other, &stack);
  call(@operator==@, &equal, &stack, &other); show("%s, ", equal ? "equal" : "different");
  text name{"abc", 3}, out; int seven = 7; void *row;
  call(@Row{std::string, int}@, &row, &name, &seven);
  call(@nameOf@, &out, &row); call(@numberOf@, &r, &row); show("%s %d, ", out.data, r);
)"));
}

constexpr const char *library = R"(
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <forward_list>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#if __cplusplus >= 201703L
#include <filesystem>
#include <optional>
#include <string_view>
#endif
#if __cplusplus >= 202002L
#include <span>
#endif
std::string joined(const std::vector<std::string> &words, std::string by) {
  std::string all;
  for (const std::string &word : words) all += word + by;
  return all;
}
std::map<std::string, std::vector<int>> grouped(const std::multimap<std::string, int> &from) {
  std::map<std::string, std::vector<int>> to;
  for (const auto &each : from) to[each.first].push_back(each.second);
  return to;
}
int sums(std::list<int> a, std::deque<short> b, std::forward_list<char> c, std::set<long> d,
         std::unordered_set<int> e, std::initializer_list<int> f, std::vector<bool> g) {
  int sum = 0;
  for (int x : a) sum = 2 * sum + x;
  for (int x : b) sum = 2 * sum + x;
  for (int x : c) sum = 2 * sum + x;
  for (int x : d) sum = 2 * sum + x;
  for (int x : e) sum = 2 * sum + x;
  for (int x : f) sum = 2 * sum + x;
  for (bool x : g) sum = 2 * sum + x;
  return sum;
}
std::tuple<char, double, std::string> turned(std::tuple<std::string, char, char, double> from) {
  return std::make_tuple(std::get<2>(from), std::get<3>(from), std::get<0>(from));
}
std::complex<double> conjugate(const std::complex<double> &c) { return std::conj(c); }
std::bitset<5> inverted(std::bitset<5> bits) { return ~bits; }
std::chrono::milliseconds longer(std::chrono::seconds s) { return s + std::chrono::milliseconds(5); }
int applied(const std::function<int(int)> &f) { return f ? f(20) : -1; }
int lines(std::istream &in) { std::string line; int n = 0; while (std::getline(in, line)) ++n; return n; }
std::ostream &operator<<(std::ostream &out, const std::pair<int, int> &p) { return out << p.first; }
void doubled(std::string &text) { text += text; }
)";

constexpr const char *useOfLibrary = R"(
  text words[] = {{"ab", 2}, {nullptr, 0}, {"c\0d", 3}}, by{"-", 1}, out;
  range<text> list{words, 3};
  call(@joined@, &out, &list, &by); show("%lu %s, ", out.size, out.data);
  struct entry { text key; int value; } entries[] = {{{"x", 1}, 1}, {{"y", 1}, 2}, {{"x", 1}, 3}};
  range<entry> map{entries, 3};
  struct group { text key; range<int> values; };
  range<group> groups;
  call(@grouped@, &groups, &map);
  show("%lu %s %lu %d, ", groups.size, groups.data[0].key.data, groups.data[0].values.size,
       groups.data[0].values.data[1]);
  int one = 1, r; short two = 2; char three = 3; long four = 4; bool yes = true;
  range<int> ints{&one, 1}; range<short> shorts{&two, 1}; range<char> chars{&three, 1};
  range<long> longs{&four, 1}; range<bool> bools{&yes, 1};
  call(@sums@, &r, &ints, &shorts, &chars, &longs, &ints, &ints, &bools); show("%d, ", r);
  struct { text a; char b, c; double d; } from{{"t", 1}, 'b', 'c', 2.5};
  struct { char a; double b; text c; } to;
  call(@turned@, &to, &from); show("%c %.1f %s, ", to.a, to.b, to.c.data);
  struct { double re, im; } c{1, 2}; call(@conjugate@, &c, &c); show("%.0f %.0f, ", c.re, c.im);
  unsigned long long bits = 3; call(@inverted@, &bits, &bits); show("%llu, ", bits);
  long seconds = 2, ms; call(@longer@, &ms, &seconds); show("%ld, ", ms);
  int (*f)(int) = [](int x) { return x + 1; };
  call(@applied@, &r, &f); show("%d ", r); f = nullptr; call(@applied@, &r, &f); show("%d, ", r);
  text in{"a\nb\nc", 5}; call(@lines@, &r, &in); show("%d, ", r);
  int pair[] = {1, 2}; text before{"", 0}; call(@operator<<@, nullptr, &before, pair);
  call(@doubled@, nullptr, &in);
)";

constexpr const char *resultOfLibrary =
    "8 ab--c, 2 x 2 3, 215, c 2.5 t, 1 -2, 28, 2005, 21 -1, 3, ";

TEST_F(CallThunks, ClassesOfTheLibraryAreMadeAndSeen) {
  for (const char *standard : {"-std=c++11", "-std=c++17", "-std=c++20"})
    EXPECT_EQ(resultOfLibrary, run(library, useOfLibrary, {standard})) << standard;
}

TEST_F(CallThunks, WithoutExceptionsAndTypes) {
  EXPECT_EQ(resultOfLibrary, run(library, useOfLibrary, {"-fno-exceptions", "-fno-rtti"}));
}

TEST_F(CallThunks, SurviveHostileMacros) {
  EXPECT_EQ("3 ", run(R"(
#include <string>
class A { std::string s_; public: A(const std::string &s) : s_(s) {}
  int length() const { return s_.size(); } };
#define new old
#define delete remove
#define make break
#define give break
#define mirror break
#define value 7
#define text struct
#define range 3
#define local 4
#define type 5
#define from 6
#define to 7
#define T 8
#define i 9
)",
                      R"(
#undef text
#undef range
  pincer_text t{"abc", 3}; void *a; int r;
  call(@A::A@, &a, &t); call(@A::length@, &r, &a); show("%d ", r);
)"));
}

} // namespace
} // namespace build
