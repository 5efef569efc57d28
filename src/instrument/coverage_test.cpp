#include "instrument/plain/plain.h"
#include "instrument/testing/random_program.h"
#include "ir/testing/subjects.h"
#include "support/file_system.h"
#include "support/json.h"
#include "support/rng.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

// The second, simpler checker of marking and lowering: what our markers say was covered is what
// llvm-cov says of the same program, run natively with the same inputs.

namespace instrument {
namespace {

namespace fs = std::filesystem;
using ir::testing::outputOf;
using ir::testing::writeText;

struct Taken {
  bool yes = false, no = false;
  friend bool operator==(const Taken &, const Taken &) = default;
};
using Coverage = std::map<std::string, Taken>; // by "file:line:column-line:column"

std::string key(const std::string &file, unsigned line, unsigned column, unsigned endLine,
                unsigned endColumn) {
  return fmt::format("{}:{}:{}-{}:{}", file, line, column, endLine, endColumn);
}

Coverage byLlvmCov(const fs::path &source) {
  const std::string program = source.string() + ".native", profile = program + ".profraw",
                    merged = program + ".profdata";
  outputOf({"clang-19", "-w", "-fwrapv", "-fprofile-instr-generate=" + profile,
            "-fcoverage-mapping", source.string(), "-o", program});
  outputOf({program});
  outputOf({"/usr/lib/llvm-19/bin/llvm-profdata", "merge", profile, "-o", merged});
  const auto json = support::Json::parse(
      outputOf({"/usr/lib/llvm-19/bin/llvm-cov", "export", program, "-instr-profile=" + merged}));
  Coverage coverage;
  for (const auto &function : json["data"][0]["functions"])
    for (const auto &branch : function["branches"]) {
      Taken &taken = coverage[key(function["filenames"][branch[6].get<unsigned>()], branch[0],
                                  branch[1], branch[2], branch[3])];
      taken.yes |= branch[4].get<std::uint64_t>() > 0;
      taken.no |= branch[5].get<std::uint64_t>() > 0;
    }
  return coverage;
}

std::set<std::size_t> slotsTaken(const fs::path &source, std::size_t slots) {
  const std::string object = source.string() + ".o", program = source.string() + ".target";
  const auto lowered = lowerPlain(ir::testing::markedBitcode(source), object);
  EXPECT_TRUE(lowered) << lowered.error().message;
  const fs::path harness =
      writeText(source.string() + ".harness.c",
                fmt::format("#include <stdio.h>\n"
                            "#include <stdlib.h>\n"
                            "unsigned char pincer_coverage[{0} + 1];\n"
                            "void __pincer_divide_error(void) {{ abort(); }}\n"
                            "__attribute__((destructor)) static void show(void) {{\n"
                            "  for (int i = 0; i < {0}; i++)\n"
                            "    if (pincer_coverage[i]) printf(\"%d\\n\", i);\n"
                            "}}\n",
                            slots));
  outputOf({"clang-19", harness.string(), object, "-o", program});
  std::set<std::size_t> taken;
  std::istringstream lines(outputOf({program}));
  for (std::size_t slot; lines >> slot;)
    taken.insert(slot);
  return taken;
}

Coverage byMarkers(const model::BranchMap &map, const std::set<std::size_t> &taken) {
  Coverage coverage;
  for (std::size_t slot = 0; slot < map.branches.size(); ++slot) {
    if (!map.branches[slot].site)
      continue;
    const model::Site &site = map[map.branches[slot].site];
    Taken &here = coverage[key(site.range.file, site.range.line, site.range.column,
                               site.range.endLine, site.range.endColumn)];
    (site.outcome == "false" ? here.no : here.yes) |= taken.contains(slot);
  }
  return coverage;
}

/// Case labels have no false site, so llvm-cov's false counts of those are not compared.
void expectAgreement(const fs::path &source) {
  const ir::MarkedProgram program = ir::testing::markSources({source});
  for (const ir::UnmatchedRegion &region : program.unmatched)
    ADD_FAILURE() << source << ":" << region.range.line << ":" << region.range.column << ": "
                  << region.reason;
  const model::BranchMap &map = program.branches;
  Coverage ours = byMarkers(map, slotsTaken(source, map.branches.size()));
  const Coverage theirs = byLlvmCov(source);
  std::set<std::string> constant, oneSided;
  for (const model::Site &site : map.sites) {
    const std::string place = key(site.range.file, site.range.line, site.range.column,
                                  site.range.endLine, site.range.endColumn);
    if (site.constant)
      constant.insert(place);
    if (site.outcome != "true" && site.outcome != "false")
      oneSided.insert(place);
  }
  for (const auto &[place, taken] : theirs) {
    if (constant.contains(place))
      continue;
    ASSERT_TRUE(ours.contains(place)) << place << " has no marker";
    EXPECT_EQ(taken.yes, ours[place].yes) << place << " true";
    if (!oneSided.contains(place)) {
      EXPECT_EQ(taken.no, ours[place].no) << place << " false";
    }
  }
  for (const auto &[place, taken] : ours)
    EXPECT_TRUE(theirs.contains(place)) << place << " is unknown to llvm-cov";
}

class RandomPrograms : public ::testing::TestWithParam<int> {};

TEST_P(RandomPrograms, MarkersAgreeWithLlvmCov) {
  support::TemporaryDirectory folder;
  support::Rng rng(static_cast<std::uint64_t>(GetParam()));
  const std::string text = testing::randomProgram(rng);
  const fs::path source = writeText(folder.path() / "random.c", text);
  expectAgreement(source);
  if (HasFailure())
    std::cerr << text;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(1, 13));

} // namespace
} // namespace instrument
