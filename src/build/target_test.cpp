#include "build/target.h"

#include "frontend/parse.h"
#include "support/file_system.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace build {
namespace {

namespace fs = std::filesystem;

class TargetTest : public testing::Test {
protected:
  support::Result<Program> build(const std::string &text) {
    const fs::path source = folder_.path() / "a.c";
    EXPECT_TRUE(support::writeFile(source, text));
    const model::Unit unit{source.string(), folder_.path().string(), {}};
    auto subject = frontend::parse({&unit, 1});
    EXPECT_TRUE(subject) << subject.error().message;
    fs::create_directories(folder_.path() / "work");
    return buildPlain(std::move(*subject), WorkFolder(folder_.path() / "work"), 2);
  }

  static const model::Function &function(const Program &program, const std::string &name) {
    const auto &all = program.subject.functions;
    return *std::find_if(all.begin(), all.end(), [&](const auto &f) { return f.name == name; });
  }

  support::TemporaryDirectory folder_;
};

TEST_F(TargetTest, DecidesWhatMayRunInProcess) {
  const auto program = build("#include <stdio.h>\n#include <string.h>\n"
                             "int pure(const char *s) { return strlen(s) > 3 ? 1 : 0; }\n"
                             "int prints(int x) { return printf(\"%d\", x); }\n"
                             "int indirect(int x) { return pure(\"abcd\") + prints(x); }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_TRUE(function(*program, "pure").inProcess);
  EXPECT_FALSE(function(*program, "prints").inProcess);
  EXPECT_FALSE(function(*program, "indirect").inProcess) << "what it calls prints";
}

TEST_F(TargetTest, KnowsWhatMayDoHarm) {
  const auto program = build("#include <string.h>\nint unlink(const char *);\n"
                             "int pure(const char *s) { return strlen(s) > 3 ? 1 : 0; }\n"
                             "int above(const char *s) { return pure(s) ? unlink(s) : 0; }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_FALSE(function(*program, "pure").outsideEffect);
  EXPECT_EQ("unlink", function(*program, "above").outsideEffect);
}

TEST_F(TargetTest, UndefinedSymbolsExcludeOnlyTheirUsers) {
  const auto program = build("int missing(int);\nextern int gone[];\n"
                             "int uses(int x) { return missing(x); }\n"
                             "int reads(int i) { return gone[i & 1]; }\n"
                             "int above(int x) { return uses(x); }\n"
                             "int fine(int x) { return x; }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_TRUE(function(*program, "uses").undrivable);
  EXPECT_TRUE(function(*program, "reads").undrivable);
  EXPECT_TRUE(function(*program, "above").undrivable);
  EXPECT_FALSE(function(*program, "fine").undrivable);
  EXPECT_EQ((std::vector<std::string>{"gone", "missing"}), program->subject.undefined);
}

TEST_F(TargetTest, MainStaysOutOfTheDriversWay) {
  const auto program = build("int main(int argc, char **argv) { return argc > 1 && argv[1]; }\n"
                             "int f(int x) { return x; }\n");
  ASSERT_TRUE(program) << program.error().message;
  ASSERT_EQ(4u, program->branches.sites.size());
  EXPECT_EQ("main", program->branches.sites[0].function);
}

TEST_F(TargetTest, SurvivesHostileMacros) {
  const auto program = build("#define max(a, b) ((a) > (b) ? (a) : (b))\n"
                             "struct s { int r; };\n#define s struct s\n#define result 7\n"
                             "int (max)(int a, int b) { return a; }\n"
                             "int take(s v) { return v.r; }\n#undef s\n"
                             "static int twice(int arguments) { return arguments + result; }\n");
  ASSERT_TRUE(program) << program.error().message;
}

TEST_F(TargetTest, BuildsTheSanitizedTwin) {
  const auto program = build("static int half(int x) { return x / 2; }\n");
  ASSERT_TRUE(program) << program.error().message;
  const auto sanitized = buildSanitized(*program, WorkFolder(folder_.path() / "work"), 2);
  ASSERT_TRUE(sanitized) << sanitized.error().message;
  EXPECT_TRUE(fs::exists(*sanitized));
}

} // namespace
} // namespace build
