#include "instrument/testing/random_program.h"

#include <fmt/format.h>
#include <vector>

namespace instrument::testing {
namespace {

class Writer {
public:
  explicit Writer(support::Rng &rng) : rng_(rng) {}

  std::string program() {
    std::string text = "#define BOTH(p, q) ((p) && (q))\n"
                       "#define MAX(p, q) ((p) > (q) ? (p) : (q))\n"
                       "#define UNLESS(p) if (!(p))\n"
                       "#define CASE(v) case v:\n"
                       "static int fuel;\n"
                       "static int pick(int p, int q) { return p ? q : 7; }\n";
    constexpr int functions = 4;
    for (int i = 0; i < functions; ++i)
      text += function(i);
    text += "int main(void) {\n  unsigned s = 1; int r = 0;\n"
            "  for (int i = 0; i < 40; i++) {\n";
    for (int i = 0; i < functions; ++i)
      text +=
          fmt::format("    s = s * 1103515245 + 12345; fuel = 60; r += f{}((int)(s >> 16) % 7 - "
                      "2, (int)(s >> 9) % 5, (int)(s >> 4) % 300);\n",
                      i);
    return text + "  }\n  return 0;\n}\n";
  }

private:
  std::string function(int number) {
    label_ = 0;
    std::string body = block(3);
    return fmt::format("int f{}(int a, int b, int c) {{\n{}  return a + b + c;\n}}\n", number,
                       body);
  }

  std::string variable() { return std::string(1, "abc"[rng_.below(3)]); }

  std::string condition(int depth) {
    if (depth <= 0 || rng_.oneIn(4))
      return leaf();
    const std::string left = condition(depth - 1), right = condition(depth - 1);
    switch (rng_.below(11)) {
    case 0:
    case 1:
      return fmt::format("({} && {})", left, right);
    case 2:
    case 3:
      return fmt::format("({} || {})", left, right);
    case 4:
      return fmt::format("!({})", left);
    case 5:
      return fmt::format("({} ? {} : {})", left, right, condition(depth - 1));
    case 6:
      return fmt::format("BOTH({}, {})", left, right);
    case 7:
      return fmt::format("(MAX({}, {}) > 1)", value(depth - 1), variable());
    case 8:
      return fmt::format("__builtin_expect(!!({}), 1)", left);
    case 9:
      return fmt::format("({}++, {})", variable(), right);
    default:
      return fmt::format("({{ int t = {}; t > 0; }})", value(depth - 1));
    }
  }

  std::string leaf() {
    switch (rng_.below(8)) {
    case 0:
      return variable();
    case 1:
      return "!" + variable();
    case 2:
      return rng_.oneIn(3) ? "1" : "0";
    case 3:
      return fmt::format("({} = {} - 1)", variable(), variable());
    default:
      return fmt::format("{} {} {}", variable(),
                         std::vector<std::string>{"<", ">", "==", "!=", "<=", "&"}[rng_.below(6)],
                         rng_.oneIn(2) ? variable() : std::to_string(rng_.below(6)));
    }
  }

  std::string value(int depth) {
    switch (rng_.below(7)) {
    case 0:
      return std::to_string(rng_.below(9));
    case 1:
      return fmt::format("({} ? {} : {})", condition(depth), rng_.below(9), rng_.below(9));
    case 2:
      return fmt::format("({} ? {}++ : {})", condition(depth), variable(), variable());
    case 3:
      return fmt::format("({})", condition(depth));
    case 4:
      return fmt::format("pick({}, {})", condition(depth), variable());
    case 5:
      return fmt::format("({} ?: {})", variable(), condition(depth - 1));
    default:
      return variable();
    }
  }

  std::string block(int depth) {
    std::string text;
    for (std::uint64_t count = 1 + rng_.below(3); count > 0; --count)
      text += statement(depth);
    return text;
  }

  std::string body(int depth) {
    return fmt::format("{{ if (--fuel < 0) return {};\n{} }}", variable(), block(depth - 1));
  }

  std::string statement(int depth) {
    if (depth <= 0)
      return fmt::format("  {} = {};\n", variable(), value(1));
    switch (rng_.below(14)) {
    case 0:
    case 1:
      return fmt::format("  if ({}) {{ {} }}\n", condition(3), block(depth - 1));
    case 2:
      return fmt::format("  if ({}) {{ {} }} else {{ {} }}\n", condition(2), block(depth - 1),
                         block(depth - 1));
    case 3:
      return fmt::format("  while ({}) {}\n", condition(2), body(depth));
    case 4:
      return fmt::format("  for (int i = 0; i < 3 && {}; i++) {}\n", condition(1), body(depth));
    case 5:
      return fmt::format("  do {} while ({});\n", body(depth), condition(2));
    case 6:
    case 7:
      return choice(depth);
    case 8: {
      const int label = label_++;
      return fmt::format("  if ({}) goto l{};\n  {} l{}: {}++;\n", condition(2), label,
                         block(depth - 1), label, variable());
    }
    case 9:
      return fmt::format("  UNLESS({}) {{ {} }}\n", condition(2), block(depth - 1));
    case 10:
      return fmt::format("  for (;;) {{ if (--fuel < 0 || {}) break; if ({}) continue; {} }}\n",
                         condition(1), condition(1), block(depth - 1));
    case 11:
      return fmt::format("  {{ int arr[2] = {{ {}, {} }}; {} += arr[0] - arr[1]; }}\n", value(2),
                         value(2), variable());
    case 12:
      return rng_.oneIn(3) ? fmt::format("  return {};\n", value(2))
                           : fmt::format("  {} = {};\n", variable(), condition(3));
    default:
      return fmt::format("  {} = {};\n", variable(), value(2));
    }
  }

  std::string choice(int depth) {
    std::string text = fmt::format("  switch ({}) {{\n", rng_.oneIn(12) ? "2" : value(1));
    const std::uint64_t count = rng_.below(5);
    const std::uint64_t defaultAt = rng_.below(8);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i == defaultAt)
        text += fmt::format("  default: {}", block(depth - 1));
      switch (rng_.below(4)) {
      case 0:
        text += fmt::format("  case {} ... {}:", 40 * i + 20, 40 * i + 22);
        break;
      case 1:
        text +=
            fmt::format("  case {} ... {}:", 1000 * i + 300, 1000 * i + 300 + 70 * rng_.below(9));
        break;
      case 2:
        text += fmt::format("  CASE({})", i);
        break;
      default:
        text += fmt::format("  case {}:", i);
      }
      if (rng_.oneIn(4))
        continue;
      text += "\n" + block(depth - 1);
      if (!rng_.oneIn(3))
        text += "  break;\n";
    }
    return text + "  ;}\n";
  }

  support::Rng &rng_;
  int label_ = 0;
};

} // namespace

std::string randomProgram(support::Rng &rng) { return Writer(rng).program(); }

} // namespace instrument::testing
