#include "frontend/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Words = std::vector<std::string>;

TEST(SplitOptions, KeepsValuesWithTheirOptions) {
  const Words words{"-I", "inc", "-Iother",  "-DX=1", "-o",  "out.o",   "-MF",
                    "d",  "a.c", "-isystem", "sys",   "-xc", "-Xclang", "-ast-dump"};
  std::vector<Words> split;
  for (const Option &option : splitOptions(words))
    split.push_back(option.words);
  EXPECT_THAT(split,
              ElementsAre(Words{"-I", "inc"}, Words{"-Iother"}, Words{"-DX=1"},
                          Words{"-o", "out.o"}, Words{"-MF", "d"}, Words{"a.c"},
                          Words{"-isystem", "sys"}, Words{"-xc"}, Words{"-Xclang", "-ast-dump"}));
}

TEST(SplitOptions, TellsInputsAndUnknownOptions) {
  const auto options = splitOptions(Words{"a.c", "-fno-such-thing", "-O2", "-o"});
  ASSERT_EQ(4u, options.size());
  EXPECT_EQ(Option::Kind::Input, options[0].kind);
  EXPECT_EQ(Option::Kind::Unknown, options[1].kind);
  EXPECT_EQ(Option::Kind::Known, options[2].kind);
  EXPECT_EQ(Words{"-o"}, options[3].words);
}

TEST(RejectedOptions, AreThoseThatClangRefuses) {
  const auto options =
      splitOptions(Words{"-DX", "-fno-tree-dominator-opts-x", "-std=gnu11", "-march=nothing",
                         "-fwrapv", "-mno-such", "-fno-tree-vectorize", "-std=c42"});
  EXPECT_THAT(rejectedOptions(options, Language::C), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(
      rejectedOptions(splitOptions(Words{"-DX", "-std=gnu11", "-I", "nowhere"}), Language::C),
      IsEmpty());
}

} // namespace
} // namespace frontend
