#include "ir/testing/branch_examples.h"

#include "ir/testing/subjects.h"

#include <climits>
#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <sstream>

namespace ir::testing {

const std::vector<BranchFunction> branchFunctions = {
    {"add", "a + b > 100"},
    {"subtract", "a - b < -7"},
    {"multiply", "a * b > a"},
    {"divide", "a / (b | 1) > 3"},
    {"remainder", "a % ((b & 7) + 1) == 2"},
    {"unsigned_divide", "(unsigned)a / ((unsigned)b | 1) > 3u"},
    {"unsigned_remainder", "(unsigned)a % ((unsigned)b | 1) > 3u"},
    {"shift_left", "(a << (b & 31)) > 0"},
    {"shift_right", "(a >> (b & 31)) > 5"},
    {"unsigned_shift", "((unsigned)a >> (b & 31)) > 5u"},
    {"shift_too_far", "(a << b) > 0"},
    {"bits", "((a & b) | (a ^ 0x55)) > ~b"},
    {"narrow", "(signed char)a > (signed char)b"},
    {"narrow_unsigned", "(unsigned char)a > (unsigned short)b"},
    {"wide", "(long long)a * b > 1000000007ll"},
    {"wider", "(__int128)a * b * a > ((__int128)1 << 70)"},
    {"unsigned_compare", "(unsigned)a > (unsigned)b"},
    {"choose", "(a > b ? a : b) > 1000"},
    {"popcount", "__builtin_popcount(a) > 14"},
    {"leading", "__builtin_clz(a | 1) > 3"},
    {"trailing", "__builtin_ctz(a | 0x1000) > 2"},
    {"swapped", "__builtin_bswap32(a) > __builtin_bswap32(b)"},
    {"swapped_16", "__builtin_bswap16(a) > 0x4000"},
    {"absolute", "__builtin_abs(a) > 1000000"},
    {"rotate", "__builtin_rotateleft32(a, b) > 0x40000000u"},
    {"rotate_right", "__builtin_rotateright32(a, b) > 0x40000000u"},
    {"overflow", "__builtin_add_overflow(a, b, &c)", "int c;"},
    {"overflow_multiply", "__builtin_mul_overflow(a, b, &c) || c > 5", "int c;"},
    {"overflow_unsigned", "__builtin_sub_overflow((unsigned)a, (unsigned)b, &c)", "unsigned c;"},
    {"float_add", "(float)a + (float)b > 3.5f"},
    {"double_divide", "a / (double)b > 1.25"},
    {"double_less", "(double)a * 1e-3 < b"},
    {"to_int", "(int)(a * 1.5) > b"},
    {"to_int_too_large", "(int)(a * 1e6) == b - b + (-2147483647 - 1)"},
    {"to_long", "(long long)(a * 1e3) > b"},
    {"to_unsigned", "(unsigned)(b * 0.5 + 2147483648.0) > (unsigned)a"},
    {"floats_round", "__builtin_floor(a / 4.0) == __builtin_ceil(a / 4.0)"},
    {"negated", "-(double)a > b"},
    {"magnitude", "__builtin_fabs((double)a) > 1e6"},
    {"narrowed", "(float)((double)a / 3) == (double)a / 3"},
    {"array", "v[a & 3] == b % 5", "int v[4] = {1, 2, b % 5, 4};"},
    {"array_store", "v[2] == 9", "char v[4] = {0}; v[a & 3] = 9; v[b & 3] = 7;"},
    {"table", "t[a & 7] > 5", "static const short t[8] = {1, 9, 3, 7, -5, 6, 2, 8};"},
    {"string", "\"hello\"[a & 3] == 'l'"},
    {"record", "s.y > s.x", "struct { char x; int y; } s = {(char)a, b};"},
    {"united", "u.c[1] == 3", "union { int i; unsigned char c[4]; } u; u.i = a & 0x3ff;"},
    {"copied", "d[1] == a", "int s[3] = {b, a, 5}, d[3]; __builtin_memcpy(d, s, sizeof d);"},
    {"pointed", "*p > 5", "int x = a, y = b; int *p = a > b ? &x : &y; *p = *p / 2;"},
    {"field", "f.low == 5 && f.high > 2",
     "struct { unsigned low : 3, high : 5; } f; f.low = a; f.high = b;"},
    {"loop", "sum > 50",
     "int sum = 0; for (int i = 0; i < 8; i++) if ((a >> i) & 1) sum += i * (b & 7);"},
    {"nested", "n == 6",
     "int n = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) n += (a >> (i + j)) & 1;"},
    {"breaks", "i == 3", "int i; for (i = 0; i < 8; i++) if ((a >> i) & 1) break;"},
    {"switched", "r == 2",
     "int r = 0; switch (a & 7) { case 1: r = 1; case 2: r++; break; case 5: r = 2; break; "
     "default: r = b & 3; }"},
    {"called", "helper(a, b) == 3"},
    {"called_by_pointer", "swap(&a, &b), a > 100"},
    {"long_long", "(a * 3ll ^ b) % 11 == 4"},
    {"bool_", "flag == (b > 3)", "_Bool flag = a & 2;"},
};

bool BranchFunction::isSimple() const {
  return condition.find("||") == std::string::npos && condition.find("&&") == std::string::npos &&
         name != "choose";
}

std::string branchFunctionsText() {
  std::string all = "static int helper(int x, int y) { if (x > y) return 3; return x & 3; }\n"
                    "static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }\n";
  for (const BranchFunction &function : branchFunctions)
    all += fmt::format("int {}(int a, int b) {{ {} if ({}) return 1; return 0; }}\n", function.name,
                       function.before, function.condition);
  return all;
}

std::vector<std::pair<int, int>> branchArguments() {
  std::mt19937 random(7);
  std::vector<std::pair<int, int>> pairs = {{0, 0}, {-1, 1}, {INT_MIN, 3}};
  const auto draw = [&] { return int(random()) >> (random() % 31); };
  for (int i = 0; i < 3; ++i)
    pairs.emplace_back(draw(), draw());
  return pairs;
}

std::vector<std::vector<int>> branchResults(const std::string &folder) {
  const std::filesystem::path place(folder);
  std::string main = "#include \"subject.c\"\n#include <stdio.h>\nint main(void) {\n";
  for (const BranchFunction &function : branchFunctions)
    for (const auto &[a, b] : branchArguments())
      main += fmt::format("printf(\"%d \", {}({}, {}));\n", function.name,
                          a == INT_MIN ? "-2147483647 - 1" : std::to_string(a), b);
  writeText(place / "main.c", main + "}\n");
  outputOf({"clang-19", "-w", "-O0", "-fwrapv", (place / "main.c").string(), "-o",
            (place / "main").string(), "-lm"});
  std::istringstream text(outputOf({(place / "main").string()}));
  std::vector<std::vector<int>> results(branchFunctions.size(),
                                        std::vector<int>(branchArguments().size()));
  for (auto &row : results)
    for (int &result : row)
      text >> result;
  return results;
}

const std::vector<NeverAndTwin> neversAndTwins = {
    {"x < 5", "int f(int x) { if (x > 10) if (x < 5) return 1; return 0; }",
     "int f(int x) { if (x > 3) if (x < 5) return 1; return 0; }"},
    {"u < 0", "int f(unsigned u) { if (u < 0) return 1; return 0; }",
     "int f(int u) { if (u < 0) return 1; return 0; }"},
    {"q % 4 == 2", "int f(unsigned x) { unsigned q = x * x; if (q % 4 == 2) return 1; return 0; }",
     "int f(unsigned x) { unsigned q = x * x + 1; if (q % 4 == 2) return 1; return 0; }"},
    {"s != x + y",
     "int f(int x, int y) { int s = (x ^ y) + 2 * (x & y); if (s != x + y) return 1; return 0; }",
     "int f(int x, int y) { int s = (x ^ y) + 3 * (x & y); if (s != x + y) return 1; return 0; }"},
    {"x == 0", "int f(int x) { if (!x) return 2; if (x == 0) return 1; return 0; }",
     "int f(int x) { if (!x) x = x; if (x == 0) return 1; return 0; }"},
    {"r > 7",
     "static int low(int x) { return x & 7; }\nint f(int x) { int r = low(x); if (r > 7) return 1; "
     "return 0; }",
     "static int low(int x) { return x & 15; }\nint f(int x) { int r = low(x); if (r > 7) return "
     "1; return 0; }"},
    {"n == 9",
     "int f(int x) { int n = 0; for (int i = 0; i < 8; i++) n += (x >> i) & 1; if (n == 9) return "
     "1; return 0; }",
     "int f(int x) { int n = 0; for (int i = 0; i < 9; i++) n += (x >> i) & 1; if (n == 9) return "
     "1; return 0; }"},
    {"x != 5", "void g(void);\nint f(void) { int x = 5; g(); if (x != 5) return 1; return 0; }",
     "void g(void);\nint x;\nint f(void) { x = 5; g(); if (x != 5) return 1; return 0; }"},
    {"x != 6",
     "void g(int *);\nint f(void) { int x = 5, y = 6; g(&y); if (x != 5) return 2; x = 6; if (x != "
     "6) return 1; return 0; }",
     "void g(int *);\nint f(void) { int x = 6; g(&x); if (x != 6) return 1; return 0; }"},
    {"*p != 3", "int f(int *p) { *p = 3; if (*p != 3) return 1; return 0; }",
     "int f(int *p, int *q) { *p = 3; *q = 4; if (*p != 3) return 1; return 0; }"},
    {"*p != 4", "int g;\nint f(int i) { int *p = &g; *p = 4; if (*p != 4) return 1; return 0; }",
     "int g;\nint f(int *q) { int *p = &g; *p = 4; *q = 1; if (*p != 4) return 1; return 0; }"},
    {"!p", "int f(int x) { int y; int *p = x ? &y : &x; if (!p) return 1; return 0; }",
     "int f(int x) { int y; int *p = x ? &y : 0; if (!p) return 1; return 0; }"},
    {"d != d", "int f(int x) { double d = x; if (d != d) return 1; return 0; }",
     "int f(int x, double d) { if (d != d) return 1; return 0; }"},
    {"t[i & 3] > 9",
     "static const int t[4] = {1, 5, 9, 2};\nint f(int i) { if (t[i & 3] > 9) return 1; return 0; "
     "}",
     "static const int t[4] = {1, 5, 10, 2};\nint f(int i) { if (t[i & 3] > 9) return 1; return 0; "
     "}"},
    {"c > 255", "int f(unsigned char c) { if (c > 255) return 1; return 0; }",
     "int f(unsigned short c) { if (c > 255) return 1; return 0; }"},
    {"v != 3",
     "int f(void) { volatile int w = 3; int v = 3; w = 4; if (v != 3) return 1; return 0; }",
     "int f(void) { volatile int v = 3; if (v != 3) return 1; return 0; }"},
    // A local that nothing was stored in holds anything, whatever our own builds make of it.
    {"k == 1", "int f(int x) { int k = 0; if (x) k = 2; if (k == 1) return 1; return 0; }",
     "int f(int x) { int k; if (x) k = 2; if (k == 1) return 1; return 0; }"},
    {"a[1] == 1", "int f(int x) { int a[2] = {x & 2, 0}; if (a[1] == 1) return 1; return 0; }",
     "int f(int x) { int a[2]; a[0] = x & 2; if (a[1] == 1) return 1; return 0; }"},
    // The order of operands and arguments is the compiler's own: g++ has another one than clang.
    {"d > 0",
     "static int n; static int next(void) { return ++n; } static int less(int a, int b) { return a "
     "- b; }\nint f(void) { n = 0; int a = next(), b = next(), d = less(a, b); if (d > 0) return "
     "1; "
     "return 0; }",
     "static int n; static int next(void) { return ++n; } static int less(int a, int b) { return a "
     "- b; }\nint f(void) { n = 0; int d = less(next(), next()); if (d > 0) return 1; return 0; }"},
    {"y == 2",
     "static int g; static int set(void) { g = 2; return 0; }\nint f(void) { g = 1; int y = g; y = "
     "y + set(); if (y == 2) return 1; return 0; }",
     "static int g; static int set(void) { g = 2; return 0; }\nint f(void) { g = 1; int y = g + "
     "set(); if (y == 2) return 1; return 0; }"},
    {"a == 7",
     "static int *p, a, b; static int move(void) { p = &b; return 7; }\nint f(void) { p = &a; a = "
     "0; int r = move(); *p = r; if (a == 7) return 1; return 0; }",
     "static int *p, a, b; static int move(void) { p = &b; return 7; }\nint f(void) { p = &a; a = "
     "0; *p = move(); if (a == 7) return 1; return 0; }"},
    {"c > 7",
     "static int low(int x) { return x & 7; }\nint f(int *p) { int c = low(*p) | low(p[1]); if (c "
     "> "
     "7) return 1; return 0; }",
     "static int low(int x) { return x & 7; }\nint f(int *p) { int c = low(*p) + low(p[1]); if (c "
     "> "
     "7) return 1; return 0; }"},
    // Any round of the loop: what it does not change is known in it.
    {"lim < 0",
     "int f(int n, int lim) { if (lim < 0) return 0; int s = 0; while (n-- > s) s += lim;\nif (s & "
     "1) if (lim < 0) return 1; return 0; }",
     "int f(int n, int lim) { int s = 0; while (n-- > s) s += lim;\nif (s & 1) if (lim < 0) return "
     "1; return 0; }"},
    {"s == 3",
     "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s = i & 2; if (s == 3) return 1; } "
     "return 0; }",
     "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s = i & 3; if (s == 3) return 1; } "
     "return 0; }"},
    {"s == 4",
     "int f(int n) { int s = 0; for (int i = 0; i < 3; i++) { s++; if (s == 4) return 1; } return "
     "0; }",
     "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s++; if (s == 4) return 1; } return "
     "0; }"},
};

} // namespace ir::testing
