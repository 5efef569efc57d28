#include "ir/testing/subjects.h"
#include "proof/decide.h"
#include "proof/obligation.h"
#include "proof/prove.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <random>
#include <sstream>

namespace proof {
namespace {

namespace fs = std::filesystem;

/// C text, marked, with what is needed to ask about its branches.
class Marked {
public:
  explicit Marked(const std::string &text, const char *extension = ".c") {
    std::string name = (fs::temp_directory_path() / "proof_test.XXXXXX").string();
    folder = mkdtemp(name.data());
    source = ir::testing::writeText(folder / (std::string("subject") + extension), text);
    program = ir::testing::markSources({source});
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseIRFile(ir::testing::markedBitcode(source).string(), diagnostic, context);
  }
  ~Marked() { fs::remove_all(folder); }

  /// The site of a condition by its text.
  model::SiteId site(const std::string &condition, const std::string &outcome) const {
    for (std::size_t i = 0; i < program.branches.sites.size(); ++i)
      if (program.branches.sites[i].condition == condition &&
          program.branches.sites[i].outcome == outcome)
        return model::SiteId(i);
    ADD_FAILURE() << "no site " << condition << " " << outcome;
    return {};
  }

  /// "infeasible", or why it is not said.
  std::string verdict(model::SiteId wanted) const {
    const auto proofs =
        proveInfeasible(program.branches, std::span(&wanted, 1),
                        [&](model::UnitId) { return ir::testing::markedBitcode(source); },
                        {.limits = {}, .scratch = folder, .stop = {}});
    const auto *open = std::get_if<Unproved>(&proofs.front().result);
    return open ? open->why : "infeasible";
  }

  fs::path folder, source;
  ir::MarkedProgram program;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

bool isSat(const Decision &decision) { return std::holds_alternative<Sat>(decision); }
bool isUnsat(const Decision &decision) { return std::holds_alternative<Unsat>(decision); }

// Against runs: for given arguments, the outcome that a run has is possible and the other is not.

struct Function {
  std::string name, condition, before; // before: statements
};

const std::vector<Function> functions = {
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

std::string text(const Function &function) {
  return fmt::format("int {}(int a, int b) {{ {} if ({}) return 1; return 0; }}\n", function.name,
                     function.before, function.condition);
}

std::vector<std::pair<int, int>> inputs() {
  std::mt19937 random(7);
  std::vector<std::pair<int, int>> pairs = {{0, 0}, {-1, 1}, {INT_MIN, 3}};
  const auto draw = [&] { return int(random()) >> (random() % 31); };
  for (int i = 0; i < 3; ++i)
    pairs.emplace_back(draw(), draw());
  return pairs;
}

TEST(Printer, agreesWithRuns) {
  std::string all = "static int helper(int x, int y) { if (x > y) return 3; return x & 3; }\n"
                    "static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }\n";
  std::string main = "#include \"subject.c\"\n#include <stdio.h>\nint main(void) {\n";
  for (const Function &function : functions) {
    all += text(function);
    for (const auto &[a, b] : inputs())
      main += fmt::format("printf(\"%d \", {}({}, {}));\n", function.name,
                          a == INT_MIN ? "-2147483647 - 1" : std::to_string(a), b);
  }
  const Marked marked(all);
  ir::testing::writeText(marked.folder / "main.c", main + "}\n");
  ir::testing::outputOf({"clang-19", "-w", "-O0", "-fwrapv", (marked.folder / "main.c").string(),
                         "-o", (marked.folder / "main").string(), "-lm"});
  std::istringstream results(ir::testing::outputOf({(marked.folder / "main").string()}));
  for (const Function &function : functions) {
    const auto formula = FunctionFormula::of(*marked.module, function.name);
    ASSERT_TRUE(formula) << formula.error().message;
    EXPECT_FALSE(formula->hasCutLoop()) << function.name;
    // The outcomes of the last condition; with || they are those of both operands.
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < marked.program.branches.branches.size(); ++i)
      if (marked.program.branches.branches[i].function == function.name)
        last = std::uint32_t(i) - 1;
    const bool isSimple = function.condition.find("||") == std::string::npos &&
                          function.condition.find("&&") == std::string::npos;
    for (const auto &[a, b] : inputs()) {
      int result = 0;
      results >> result;
      if (!isSimple || function.name == "choose")
        continue;
      const std::vector<std::uint64_t> arguments = {std::uint32_t(a), std::uint32_t(b)};
      for (const int outcome : {1, 0}) {
        const auto obligation = formula->obligation(last + (outcome ? 0 : 1), arguments);
        ASSERT_TRUE(obligation) << obligation.error().message;
        const Decision decision = decide(obligation->goal, {}, marked.folder);
        EXPECT_TRUE(outcome == result ? isSat(decision) : isUnsat(decision))
            << function.name << "(" << a << ", " << b << ") gives " << result << "; outcome "
            << outcome << " is " << decision.index() << "\n"
            << (std::getenv("SHOW") ? obligation->goal : "");
      }
    }
  }
}

// What no execution does, and a near twin of each that some execution does.

struct Pair {
  std::string condition;   // the last one of both
  std::string never, twin; // C texts
};

const std::vector<Pair> pairs = {
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

/// The verdict on the last condition of that text.
std::string verdictOn(const std::string &text, const std::string &condition) {
  const Marked marked(text);
  std::string verdict = "no such condition";
  for (std::size_t i = 0; i < marked.program.branches.sites.size(); ++i)
    if (const model::Site &site = marked.program.branches.sites[i];
        site.condition == condition && site.outcome == "true")
      verdict = marked.verdict(model::SiteId(i));
  return verdict;
}

TEST(Prover, provesWhatNothingDoesAndNotItsTwin) {
  for (const Pair &pair : pairs) {
    EXPECT_EQ(verdictOn(pair.never, pair.condition), "infeasible") << pair.never;
    EXPECT_THAT(verdictOn(pair.twin, pair.condition), ::testing::HasSubstr("may lead to it"))
        << pair.twin;
  }
}

TEST(Prover, knowsSwitches) {
  const Marked marked("int f(int x) { switch (x & 3) { case 1: return 1; case 4: return 2; "
                      "case 3: return 3; default: return 4; } }");
  std::map<std::string, std::string> verdicts;
  for (std::size_t i = 0; i < marked.program.branches.sites.size(); ++i)
    verdicts[marked.program.branches.sites[i].outcome] = marked.verdict(model::SiteId(i));
  EXPECT_EQ(verdicts["case 4"], "infeasible");
  for (const char *outcome : {"case 1", "case 3", "default"})
    EXPECT_THAT(verdicts[outcome], ::testing::HasSubstr("may lead to it")) << outcome;
}

TEST(Prover, leavesExceptionsOpen) {
  const std::string text =
      "void g();\nint f(int x) { int k = x & 1; try { g(); k = 2; } catch (int) { "
      "{} k += 4; }\n if (k == 5) return 1; if (k == 7) return 2; return 0; }";
  const Marked marked(text, ".cpp");
  EXPECT_THAT(marked.verdict(marked.site("k == 5", "true")),
              ::testing::HasSubstr("may lead to it"));
  EXPECT_EQ(marked.verdict(marked.site("k == 7", "true")), "infeasible");
}

TEST(Prover, refusesWithAReason) {
  EXPECT_THAT(
      verdictOn(
          "#include <setjmp.h>\njmp_buf j;\nint f(int x) { if (setjmp(j)) return 2; if (x < x) "
          "return 1; return 0; }",
          "x < x"),
      ::testing::HasSubstr("setjmp"));
  const Marked marked("int f(int x) { if (x) return 1; return 0; }\nint g(void) { return 0; }");
  const auto formula = FunctionFormula::of(*marked.module, "g");
  ASSERT_TRUE(formula);
  EXPECT_FALSE(formula->obligation(0)) << "a branch of another function is not a dead one of this";
}

TEST(Decide, believesNothingButTheWord) {
  const fs::path folder = fs::temp_directory_path();
  EXPECT_TRUE(isUnsat(decide("(assert false)(check-sat)", {}, folder)));
  EXPECT_TRUE(isSat(decide("(assert true)(check-sat)", {}, folder)));
  EXPECT_FALSE(isUnsat(decide("(assert oops)(assert false)(check-sat)", {}, folder)));
  EXPECT_FALSE(isUnsat(decide("", {}, folder)));
  const char *hard =
      "(declare-const a (_ BitVec 64))(declare-const b (_ BitVec 64))"
      "(assert (= (bvmul a b) #x7fffffffffffffe7))(assert (bvugt a #x00000000ffffffff))"
      "(assert (bvugt b #x0000000000000001))(assert (= (bvurem (bvmul a a b) b) "
      "#x0000000000000007))"
      "(check-sat)";
  EXPECT_TRUE(std::holds_alternative<Unknown>(decide(hard, {.work = 100'000}, folder)));
}

} // namespace
} // namespace proof
