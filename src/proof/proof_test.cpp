#include "ir/testing/branch_examples.h"
#include "ir/testing/subjects.h"
#include "proof/decide.h"
#include "proof/obligation.h"
#include "proof/prove.h"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

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
    const auto prover = Prover::make(
        program.branches, [&](model::UnitId) { return ir::testing::markedBitcode(source); });
    const SiteProof proof = prover->prove(wanted, {.limits = {}, .scratch = folder, .stop = {}});
    const auto *open = std::get_if<Unproved>(&proof);
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

TEST(Printer, agreesWithRuns) {
  const Marked marked(ir::testing::branchFunctionsText());
  const auto results = ir::testing::branchResults(marked.folder.string());
  for (std::size_t f = 0; f < results.size(); ++f) {
    const ir::testing::BranchFunction &function = ir::testing::branchFunctions[f];
    const auto formula = FunctionFormula::of(*marked.module, function.name);
    ASSERT_TRUE(formula) << formula.error().message;
    EXPECT_FALSE(formula->hasCutLoop()) << function.name;
    if (!function.isSimple())
      continue;
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < marked.program.branches.branches.size(); ++i)
      if (marked.program.branches.branches[i].function == function.name)
        last = std::uint32_t(i) - 1;
    const auto inputs = ir::testing::branchArguments();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto [a, b] = inputs[i];
      const int result = results[f][i];
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
  for (const ir::testing::NeverAndTwin &pair : ir::testing::neversAndTwins) {
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
