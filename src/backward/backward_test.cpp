#include "backward/search.h"
#include "ir/testing/branch_examples.h"
#include "ir/testing/subjects.h"
#include "solver/chain.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

namespace backward {
namespace {

namespace fs = std::filesystem;

solver::Chain &chain() {
  static const auto chain = [] {
    auto made = solver::Chain::make({.seconds = 60, .learns = false});
    return std::move(*made);
  }();
  return *chain;
}

/// C text, marked, with what is needed to ask about its branches.
class Marked {
public:
  explicit Marked(const std::string &text, const char *extension = ".c") {
    std::string name = (fs::temp_directory_path() / "backward_test.XXXXXX").string();
    folder = mkdtemp(name.data());
    source = ir::testing::writeText(folder / (std::string("subject") + extension), text);
    program = ir::testing::markSources({source});
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseIRFile(ir::testing::markedBitcode(source).string(), diagnostic, context);
  }
  ~Marked() { fs::remove_all(folder); }

  /// "refuted", "reached", or why it was given up; of the last instance of a site.
  std::string verdict(const std::string &condition, const std::string &outcome = "true") {
    std::string verdict = "no such condition";
    for (std::size_t i = 0; i < program.branches.branches.size(); ++i)
      if (const model::SiteId site = program.branches.branches[i].site;
          site && program.branches[site].condition == condition &&
          program.branches[site].outcome == outcome)
        verdict = verdictOn(program.branches.branches[i].function, std::uint32_t(i));
    return verdict;
  }
  std::string verdictOn(const std::string &function, std::uint32_t slot,
                        const std::vector<std::uint64_t> &arguments = {}) {
    effort = {};
    last = search(*module->getFunction(function), slot, chain(), {.segments = 600}, {}, effort,
                  arguments);
    if (const auto *gaveUp = std::get_if<GaveUp>(&last))
      return gaveUp->why;
    return std::holds_alternative<Refuted>(last) ? "refuted" : "reached";
  }

  fs::path folder, source;
  ir::MarkedProgram program;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Effort effort;
  Result last = GaveUp{};
};

// Against runs: for given arguments, the outcome that a run has is never refuted. The other one is,
// but where floats are taken apart into bits.
TEST(Search, agreesWithRuns) {
  Marked marked(ir::testing::branchFunctionsText());
  const auto results = ir::testing::branchResults(marked.folder.string());
  const auto inputs = ir::testing::branchArguments();
  const bool all = std::getenv("ALL"); // slow
  unsigned asked = 0, refuted = 0;
  for (std::size_t f = 0; f < results.size(); ++f) {
    const ir::testing::BranchFunction &function = ir::testing::branchFunctions[f];
    if (!function.isSimple())
      continue;
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < marked.program.branches.branches.size(); ++i)
      if (marked.program.branches.branches[i].function == function.name)
        last = std::uint32_t(i) - 1;
    for (std::size_t i = f % 2; i < inputs.size(); i += all ? 1 : 3) {
      const std::vector<std::uint64_t> arguments = {std::uint32_t(inputs[i].first),
                                                    std::uint32_t(inputs[i].second)};
      const unsigned taken = results[f][i] ? 0 : 1;
      EXPECT_NE(marked.verdictOn(function.name, last + taken, arguments), "refuted")
          << function.name << "(" << inputs[i].first << ", " << inputs[i].second << ") takes it";
      const std::string other = marked.verdictOn(function.name, last + 1 - taken, arguments);
      ++asked;
      refuted += other == "refuted";
      if (other != "refuted" && std::getenv("SHOW"))
        printf("%s: %s\n", function.name.c_str(), other.c_str());
    }
  }
  EXPECT_GE(refuted, asked * 4 / 5) << "of " << asked;
  if (std::getenv("SHOW"))
    printf("%u of %u\n", refuted, asked);
}

TEST(Search, refutesWhatNothingDoesAndNotItsTwin) {
  for (const ir::testing::NeverAndTwin &pair : ir::testing::neversAndTwins) {
    Marked never(pair.never), twin(pair.twin);
    EXPECT_EQ(never.verdict(pair.condition), "refuted") << pair.never;
    EXPECT_EQ(twin.verdict(pair.condition), "reached") << pair.twin;
  }
}

} // namespace
} // namespace backward
