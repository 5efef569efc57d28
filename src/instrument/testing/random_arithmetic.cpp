#include "instrument/testing/random_arithmetic.h"

#include <fmt/format.h>
#include <iterator>

namespace instrument::testing {
namespace {

constexpr const char *types[] = {"uint8_t",
                                 "int8_t",
                                 "uint16_t",
                                 "int16_t",
                                 "uint32_t",
                                 "int32_t",
                                 "uint64_t",
                                 "int64_t",
                                 "_Bool",
                                 "char",
                                 "unsigned _BitInt(7)",
                                 "_BitInt(24)",
                                 "_BitInt(43)",
                                 "float",
                                 "double"};

constexpr const char *prelude = R"(#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct fields { unsigned a : 3; int b : 7; unsigned c : 22; uint16_t d; int8_t e; };
struct pair { int32_t first; int16_t second; int8_t third; };
struct large { uint64_t words[3]; uint16_t tail; };
typedef int32_t four __attribute__((vector_size(16)));
typedef float fours __attribute__((vector_size(16)));
typedef uint8_t bytes __attribute__((vector_size(16)));
typedef unsigned __int128 wide;
struct point { float x, y; double z; };
static int64_t numbers[16];
static unsigned char memory[64];
static struct fields global;
static volatile int sink;
static struct pair makePair(int64_t a, int32_t b) { struct pair p = { (int32_t)a, (int16_t)b, (int8_t)(a >> 7) }; return p; }
static int64_t sumPair(struct pair p) { return p.first + p.second * 3 - p.third; }
__attribute__((noinline)) static uint64_t sumLarge(struct large l, int k) { return l.words[0] ^ l.words[1] + l.words[2] * l.tail + k; }
__attribute__((noinline)) static struct large makeLarge(uint64_t a) { struct large l = { { a, a >> 9, ~a }, (uint16_t)a }; return l; }
__attribute__((noinline)) static int64_t mix(uint8_t a, int16_t b, uint32_t c, int64_t d) { return a * b + (int64_t)c - d; }
__attribute__((noinline)) static int decide(int64_t x, int y) { if (x > y) return 1; return x == -y ? 2 : 0; }
__attribute__((noinline)) static struct point turn(struct point p, float by) { struct point q = { p.y + by, p.x * by, p.z - p.x }; return q; }
__attribute__((noinline)) static four both(four a, four b) { return a * 3 - b; }
__attribute__((noinline)) static wide twist(wide a, __int128 b) { return a * 5 + (wide)(b >> 3); }
__attribute__((noinline)) static long double bent(long double a, long double b) { volatile long double kept = a * 3; return kept > b ? kept - b : -kept; }
static int64_t apply(int64_t (*f)(uint8_t, int16_t, uint32_t, int64_t), int64_t x) { return f((uint8_t)x, (int16_t)(x >> 3), (uint32_t)x, x / 3); }
)";

class Writer {
public:
  explicit Writer(support::Rng &rng) : rng_(rng) {}

  std::string program() {
    std::string text = prelude;
    text += "void subject(unsigned char *in, int count) {\n";
    for (int i = 0; i < variables; ++i)
      text += fmt::format("  {} v{} = ({})({});\n", types[kind(i)], i, types[kind(i)],
                          i < 4 ? load("in", 8) : std::to_string(rng_.below(300)));
    text += block(3, 24);
    return text + "  sink = (int)(v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7);\n}\n";
  }

private:
  static constexpr int variables = 15;

  std::size_t kind(int variable) const {
    return static_cast<std::size_t>(variable) % std::size(types);
  }
  int variable() { return static_cast<int>(rng_.below(variables)); }
  std::string name() { return fmt::format("v{}", variable()); }

  /// An unaligned load of some size from within `room` + 8 bytes.
  std::string load(const std::string &array, int room) {
    const auto at = rng_.below(static_cast<std::uint64_t>(room));
    switch (rng_.below(9)) {
    case 7:
      return fmt::format("*(float *)({} + {})", array, at);
    case 8:
      return fmt::format("*(double *)({} + {})", array, at);
    case 0:
      return fmt::format("*(uint16_t *)({} + {})", array, at);
    case 1:
      return fmt::format("*(int32_t *)({} + {})", array, at);
    case 2:
      return fmt::format("*(uint64_t *)({} + {})", array, at);
    case 3:
      return fmt::format("*(int8_t *)({} + {})", array, at);
    case 4:
      return fmt::format("({}[{}] & 1)", array, at);
    default:
      return fmt::format("{}[{}]", array, at);
    }
  }

  /// Numbers with a fraction fit into every integer type: a literal that does not is no value at
  /// all.
  std::string constant() {
    static constexpr const char *values[] = {
        "0",     "1",          "2",   "-1",           "255",  "127", "0x80",           "65535",
        "1000",  "0x7fffffff", "7LL", "(1ull << 63)", "-128", "31",  "0x123456789aLL", "0.5",
        "2.75f", "100.25"};
    return values[rng_.below(std::size(values))];
  }

  std::string value(int depth) {
    if (depth <= 0)
      switch (rng_.below(6)) {
      case 0:
        return constant();
      case 1:
        return load("in", 8);
      case 2:
        return load("memory", 56);
      default:
        return name();
      }
    const std::string a = value(depth - 1), b = value(depth - 1);
    switch (rng_.below(28)) {
    case 26:
      return extended(a, b);
    case 27:
      return fmt::format("((_Float16)({}) {} (_Float16)({}))", a, "+-*/"[rng_.below(4)], b);
    case 22:
    case 23:
      return floating(a, b);
    case 24:
      return wideInteger(a, b);
    case 25:
      return vector(a, b);
    case 0:
      return fmt::format("({} + {})", a, b);
    case 1:
      return fmt::format("({} - {})", a, b);
    case 2:
      return fmt::format("({} * {})", a, b);
    case 3:
      return fmt::format("((int64_t)({}) / (int64_t)(((uint8_t)({})) | 1))", a, b);
    case 4:
      return fmt::format("((uint32_t)({}) % (uint32_t)(((uint16_t)({})) + 1u))", a, b);
    case 5:
      return fmt::format("((int32_t)({}) % (int32_t)(((int8_t)({}) & ~1) | 4))", a, b);
    case 6:
      return fmt::format("((int64_t)({}) & (int64_t)({}))", a, b);
    case 7:
      return fmt::format("((int64_t)({}) | (int64_t)({}))", a, b);
    case 8:
      return fmt::format("((uint32_t)({}) ^ (uint32_t)({}))", a, b);
    case 9:
      return fmt::format("((int64_t)({}) << ((uint8_t)({}) & 63))", a, b);
    case 10:
      return fmt::format("((int64_t)({}) >> (int)({}))", a, b); // out of range: masked
    case 11:
      return fmt::format("((uint64_t)({}) >> ((uint8_t)({}) & 63))", a, b);
    case 12:
      return fmt::format("(({})({}))", types[rng_.below(std::size(types))], a);
    case 13:
      return fmt::format("({} ? {} : {})", condition(depth - 1), a, b);
    case 14:
      return fmt::format("(~(int64_t)({}))", a);
    case 15:
      return intrinsic(a, b);
    case 16:
      return call(a, b);
    case 17:
      return fmt::format("((int)({}) {} (int)({}))", a, comparison(), b);
    case 18:
      return fmt::format("numbers[(uint8_t)({}) & 15]", a);
    case 19:
      return fmt::format("(global.{})", rng_.oneIn(2) ? "b" : "c");
    case 20:
      return fmt::format("(-(int64_t)({}))", a);
    default:
      return a;
    }
  }

  std::string intrinsic(const std::string &a, const std::string &b) {
    switch (rng_.below(13)) {
    case 0:
      return fmt::format("__builtin_popcountll((uint64_t)({}))", a);
    case 1:
      return fmt::format("__builtin_clz((uint32_t)({}) | 1)", a);
    case 2:
      return fmt::format("__builtin_ctzll((uint64_t)({}) | 256)", a);
    case 3:
      return fmt::format("__builtin_bswap32((uint32_t)({}))", a);
    case 4:
      return fmt::format("__builtin_bitreverse16((uint16_t)({}))", a);
    case 5:
      return fmt::format("__builtin_rotateleft32((uint32_t)({}), (uint32_t)({}))", a, b);
    case 6:
      return fmt::format("__builtin_rotateright8((uint8_t)({}), (uint8_t)({}))", a, b);
    case 7:
      return fmt::format(
          "({{ int r; __builtin_add_overflow((int)({}), (int)({}), &r) ? 77 : r; }})", a, b);
    case 8:
      return fmt::format(
          "({{ int64_t r; __builtin_mul_overflow((int64_t)({}), (int64_t)({}), &r) ? 78 : r; }})",
          a, b);
    case 9:
      return fmt::format("({{ uint64_t r; __builtin_mul_overflow((uint64_t)({}), (uint64_t)({}), "
                         "&r) ? 79 : r; }})",
                         a, b);
    case 10:
      return fmt::format("({{ unsigned r; __builtin_sub_overflow((unsigned)({}), (unsigned)({}), "
                         "&r) ? 80 : r; }})",
                         a, b);
    case 11:
      return fmt::format("(int32_t)__builtin_abs((int)({}))", a);
    default:
      return fmt::format("__builtin_bswap64((uint64_t)({}))", a);
    }
  }

  std::string floating(const std::string &a, const std::string &b) {
    static constexpr const char *ofOne[] = {"fabs", "sqrt",  "floor", "ceil", "trunc",
                                            "rint", "round", "sin",   "exp",  "log"};
    static constexpr const char *ofTwo[] = {"fmin", "fmax", "copysign", "fmod", "pow", "atan2"};
    const bool isFloat = rng_.oneIn(2);
    const char *type = isFloat ? "float" : "double", *suffix = isFloat ? "f" : "";
    switch (rng_.below(8)) {
    case 0:
      return fmt::format("(({})({}) / ({})({}))", type, a, type, b);
    case 1:
    case 2:
      return fmt::format("{}{}(({})({}))", ofOne[rng_.below(std::size(ofOne))], suffix, type, a);
    case 3:
      return fmt::format("{0}{1}(({2})({3}), ({2})({4}))", ofTwo[rng_.below(std::size(ofTwo))],
                         suffix, type, a, b);
    case 4:
      return fmt::format("lround{}(({})({}))", suffix, type, a);
    case 5:
      return fmt::format("(isnan(({0})({1})) + isinf(({0})({2})) * 2)", type, a, b);
    case 6:
      return fmt::format("(-({0})({1}) * ({0})({2}) - 1.5f)", type, a, b);
    default:
      return fmt::format(
          "turn((struct point){{ (float)({0}), 2, (double)({1}) }}, (float)({1})).{2}", a, b,
          "xyz"[rng_.below(3)]);
    }
  }

  std::string extended(const std::string &a, const std::string &b) {
    static constexpr const char *ofOne[] = {"fabsl", "sqrtl",  "floorl", "ceill",
                                            "rintl", "roundl", "expl",   "sinl"};
    static constexpr const char *ofTwo[] = {"fminl", "fmaxl", "copysignl", "fmodl", "powl"};
    switch (rng_.below(6)) {
    case 0:
      return fmt::format("{}((long double)({}))", ofOne[rng_.below(std::size(ofOne))], a);
    case 1:
      return fmt::format("{}((long double)({}), (long double)({}))",
                         ofTwo[rng_.below(std::size(ofTwo))], a, b);
    case 2:
      return fmt::format("((long double)({}) {} (long double)({}))", a, comparison(), b);
    case 3:
      return fmt::format("bent((long double)({}), (long double)({}))", a, b);
    case 4:
      return fmt::format("(isnan((long double)({})) + isinf((long double)({})) * 2)", a, b);
    default:
      return fmt::format("(-(long double)({}) {} (long double)({}))", a, "+-*/"[rng_.below(4)], b);
    }
  }

  std::string wideInteger(const std::string &a, const std::string &b) {
    const auto amount = rng_.below(128);
    switch (rng_.below(11)) {
    case 6:
      return fmt::format(
          "(int64_t)(((wide)(uint64_t)({0}) << 40 | (uint64_t)({1})) {2} ((uint64_t)({1}) | 1))", a,
          b, rng_.oneIn(2) ? "/" : "%");
    case 7:
      return fmt::format("(int64_t)(((__int128)(int64_t)({0}) * (int64_t)({1})) {2} "
                         "((int64_t)({1}) | 1))",
                         a, b, rng_.oneIn(2) ? "/" : "%");
    case 8:
      return fmt::format("(int64_t)(((wide)(uint64_t)({0}) << 64 | 5) {2} "
                         "((wide)(uint64_t)({1}) << {3} | 1))",
                         a, b, rng_.oneIn(2) ? "/" : "%", 1 + rng_.below(64));
    case 9:
      return fmt::format("(int64_t)(((_BitInt(99))(int64_t)({0}) << 31) {2} "
                         "((_BitInt(99))(int64_t)({1}) << 7 | 3))",
                         a, b, rng_.oneIn(2) ? "/" : "%");
    case 0:
      return fmt::format("(int64_t)(((wide)(uint64_t)({}) * (uint64_t)({})) >> {})", a, b, amount);
    case 1:
      return fmt::format("(uint64_t)(((wide)(int64_t)({}) << {}) - (wide)(int64_t)({}) >> 32)", a,
                         amount, b);
    case 2:
      return fmt::format("(((__int128)(int64_t)({}) << 40) {} (__int128)(int64_t)({}))", a,
                         comparison(), b);
    case 3:
      return fmt::format(
          "(int64_t)(((__int128)(int64_t)({0}) << 50 | 77) >> ((uint8_t)({1}) & 127))", a, b);
    case 4:
      return fmt::format("(uint32_t)(twist((wide)(uint64_t)({}), (__int128)(int64_t)({})) >> {})",
                         a, b, amount);
    case 5:
      return fmt::format(
          "(int64_t)(((unsigned _BitInt(100))(int64_t)({}) << 30 ^ (uint64_t)({})) >> {})", a, b,
          rng_.below(100));
    default:
      return fmt::format(
          "({{ uint64_t r; __builtin_add_overflow((int64_t)({}), (uint64_t)({}), &r) "
          "? 81 : r; }})",
          a, b);
    }
  }

  std::string vector(const std::string &a, const std::string &b) {
    const auto at = rng_.below(4);
    const std::string x = fmt::format("((four){{ (int)({}), (int)({}), 3, in[{}] }})", a, b, at);
    switch (rng_.below(6)) {
    case 0:
      return fmt::format("({} + 5)[{}]", x, at);
    case 1:
      return fmt::format("both({0}, {0} >> 2)[(uint8_t)({1}) & 3]", x, b);
    case 2:
      return fmt::format("((bytes){})[{}]", x, rng_.below(16));
    case 3:
      return fmt::format("(__builtin_convertvector({}, fours) * 0.25f)[{}]", x, at);
    case 4:
      return fmt::format("__builtin_reduce_{}({})", rng_.oneIn(2) ? "add" : "max", x);
    default:
      return fmt::format("__builtin_shufflevector({0}, {0} * 2, 3, 1, 6, 4)[{1}]", x, at);
    }
  }

  std::string call(const std::string &a, const std::string &b) {
    switch (rng_.below(5)) {
    case 0:
      return fmt::format("sumPair(makePair((int64_t)({}), (int32_t)({})))", a, b);
    case 1:
      return fmt::format("mix((uint8_t)({0}), (int16_t)({1}), (uint32_t)({1}), (int64_t)({0}))", a,
                         b);
    case 2:
      return fmt::format("sumLarge(makeLarge((uint64_t)({})), (int)({}))", a, b);
    case 3:
      return fmt::format("decide((int64_t)({}), (int)({}))", a, b);
    default:
      return fmt::format("apply(&mix, (int64_t)({}))", a);
    }
  }

  std::string comparison() {
    static constexpr const char *operators[] = {"<", ">", "<=", ">=", "==", "!="};
    return operators[rng_.below(6)];
  }

  std::string condition(int depth) {
    switch (rng_.below(5)) {
    case 0:
      return fmt::format("(uint32_t)({}) {} (uint32_t)({})", value(depth), comparison(),
                         value(depth));
    case 1:
      return fmt::format("({})", value(depth));
    case 2:
      return fmt::format("(({}) {} {} && ({}) {} {})", value(depth), comparison(), constant(),
                         value(depth), comparison(), constant());
    default:
      return fmt::format("({}) {} ({})", value(depth), comparison(), value(depth));
    }
  }

  std::string block(int depth, int count) {
    std::string text;
    for (; count > 0; --count)
      text += statement(depth);
    return text;
  }

  std::string statement(int depth) {
    if (depth <= 0)
      return assignment();
    switch (rng_.below(12)) {
    case 0:
    case 1:
      return fmt::format("  if ({}) {{\n{}  }} else {{\n{}  }}\n", condition(2),
                         block(depth - 1, 2), block(depth - 1, 1));
    case 2:
      return fmt::format("  for (int i = 0; i < ((uint8_t)({}) & 7); i++) {{\n{}  }}\n", value(1),
                         block(depth - 1, 2));
    case 3:
      return fmt::format("  switch ((int)({}) & 15) {{ case 0: {} case 3: case 5: {} break; case 9 "
                         "... 12: {} default: {} }}\n",
                         value(2), assignment(), assignment(), assignment(), assignment());
    default:
      return assignment();
    }
  }

  std::string assignment() {
    switch (rng_.below(14)) {
    case 0:
      return fmt::format("  numbers[(uint8_t)({}) & 15] = (int64_t)({});\n", value(1), value(2));
    case 1:
      return fmt::format("  *(uint32_t *)(memory + {}) = (uint32_t)({});\n", rng_.below(60),
                         value(2));
    case 2:
      return fmt::format("  *(uint64_t *)(memory + {}) = (uint64_t)({});\n", rng_.below(56),
                         value(2));
    case 3:
      return fmt::format("  memory[{}] = (uint8_t)({});\n", rng_.below(64), value(2));
    case 4:
      return fmt::format("  memcpy(memory + {}, in + {}, {});\n", rng_.below(40), rng_.below(8),
                         rng_.below(9));
    case 5:
      return fmt::format("  memmove(memory + {}, memory + {}, {});\n", rng_.below(30),
                         rng_.below(30), rng_.below(34));
    case 6:
      return fmt::format("  memset(memory + {}, (int)({}), {});\n", rng_.below(30), value(1),
                         rng_.below(34));
    case 7:
      return fmt::format("  global.{} = ({});\n", "abcde"[rng_.below(5)], value(2));
    case 8: {
      const auto size = 8 + rng_.below(9);
      return fmt::format(
          "  {{ unsigned char *heap = malloc({0}); memcpy(heap, memory + {1}, {0}); "
          "heap = realloc(heap, {2}); v{3} = ({4})*(uint32_t *)(heap + 3); free(heap); }}\n",
          size, rng_.below(40), size + rng_.below(100), 5, types[kind(5)]);
    }
    default: {
      const int target = variable();
      return fmt::format("  v{} = ({})({});\n", target, types[kind(target)], value(3));
    }
    }
  }

  support::Rng &rng_;
};

} // namespace

std::string randomArithmetic(support::Rng &rng) { return Writer(rng).program(); }

} // namespace instrument::testing
