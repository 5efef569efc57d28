#include "build/target.h"

#include "frontend/parse.h"
#include "model/sharing.h"
#include "support/file_system.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace build {
namespace {

namespace fs = std::filesystem;
using model::Sharing;

class TargetTest : public testing::Test {
protected:
  support::Result<Program> build(const std::string &text, const char *name = "a.c") {
    const fs::path source = folder_.path() / name;
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

  static Sharing sharingOf(const Program &program, const std::string &name) {
    return model::sharingOf(program.subject, function(program, name));
  }

  support::TemporaryDirectory folder_;
};

TEST_F(TargetTest, DecidesWhatMayRunInProcess) {
  const auto program = build("#include <stdio.h>\n#include <string.h>\n"
                             "int pure(const char *s) { return strlen(s) > 3 ? 1 : 0; }\n"
                             "int prints(int x) { return printf(\"%d\", x); }\n"
                             "int indirect(int x) { return pure(\"abcd\") + prints(x); }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(sharingOf(*program, "pure"), Sharing::Complete);
  EXPECT_EQ(sharingOf(*program, "prints"), Sharing::Loose);
  EXPECT_EQ(sharingOf(*program, "indirect"), Sharing::Loose) << "what it calls prints";
}

TEST_F(TargetTest, KnowsWhoStartsThreads) {
  const auto program =
      build("#include <pthread.h>\nstatic void *idle(void *p) { return p; }\n"
            "static void begin(pthread_t *t) { pthread_create(t, 0, idle, 0); }\n"
            "int alone(int x) { return x; }\n"
            "int above(void) { pthread_t t; begin(&t); return pthread_join(t, 0); }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_FALSE(function(*program, "alone").facts.startsThreads);
  EXPECT_TRUE(function(*program, "above").facts.startsThreads);
}

TEST_F(TargetTest, KnowsWhatCopyingBytesPutsBack) {
  const auto program =
      build("static int hidden; int open_; static const int constant = 3; __thread int mine;\n"
            "int reads(int x) { return x + constant; }\n"
            "int changes(int x) { return hidden += open_ += x; }\n"
            "int counts(void) { static int count; return ++count; }\n"
            "int above(void) { return counts(); }\n"
            "int alone(void) { return ++mine; }\n");
  ASSERT_TRUE(program) << program.error().message;
  for (const char *name : {"reads", "changes", "counts", "above"})
    EXPECT_FALSE(function(*program, name).facts.keptState) << name;
  EXPECT_EQ("mine", function(*program, "alone").facts.keptState);
  EXPECT_FALSE(function(*program, "changes").facts.hasStaticLocals);
  EXPECT_TRUE(function(*program, "above").facts.hasStaticLocals);
}

TEST_F(TargetTest, KnowsWhatCopyingBytesDoesNotPutBackInCxx) {
  const auto program = build("#include <string>\n"
                             "namespace n { int plain; static const std::string word = \"w\";\n"
                             "std::string text; int *made = new int(3); }\n"
                             "int size() { return n::word.size() + ++n::plain; }\n"
                             "int longer() { n::text += 'x'; return n::text.size(); }\n"
                             "int shared() { return ++*n::made; }\n"
                             "int number() { static int count = 7; return ++count; }\n"
                             "inline int everywhere() { static int count; return ++count; }\n"
                             "int above() { return everywhere(); }\n"
                             "int first(int x) { static const int was = x; return was; }\n",
                             "a.cpp");
  ASSERT_TRUE(program) << program.error().message;
  for (const char *name : {"size", "number"})
    EXPECT_FALSE(function(*program, name).facts.keptState) << name;
  EXPECT_EQ("n::text", function(*program, "longer").facts.keptState);
  EXPECT_EQ("n::made", function(*program, "shared").facts.keptState);
  EXPECT_EQ("everywhere()::count", function(*program, "above").facts.keptState);
  EXPECT_EQ("first(int)::was", function(*program, "first").facts.keptState);
  EXPECT_TRUE(function(*program, "number").facts.hasStaticLocals);
}

TEST_F(TargetTest, KnowsTablesThatNobodyChanges) {
  const auto program = build(R"(
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
enum class Colour { Red, Green };
struct Row { std::string name; int width; };
const std::string prefix = "p";
int words(int x) {
  static const std::map<int, std::string> names{{1, "one"}, {2, std::string("t") + "wo"}};
  return names.count(x);
}
int sets(int x) {
  static const std::set<std::string> all = {"a", prefix, std::to_string(12)};
  static const std::unordered_map<std::string, Colour> colours{{"red", Colour::Red}};
  return all.count("a") + colours.size() + x;
}
int rows(int x) {
  static const std::vector<Row> rows{{"first", 3}, {"second", 4}};
  static const std::array<std::optional<std::string>, 2> maybe = {"x", std::nullopt};
  return rows[x & 1].width + maybe.size();
}
int steps(int x) {
  static const std::map<std::string, int (*)(int)> steps{{"up", [](int n) { return n + 1; }}};
  return steps.at("up")(x);
}
)",
                             "a.cpp");
  ASSERT_TRUE(program) << program.error().message;
  for (const char *name : {"words", "sets", "rows", "steps"})
    EXPECT_EQ(std::nullopt, function(*program, name).facts.keptState) << name;
}

TEST_F(TargetTest, KnowsTablesThatDifferOrChange) {
  const auto program = build(R"(
#include <map>
#include <memory>
#include <string>
#include <vector>
int counter;
char buffer[8] = "ab";
struct Counted { std::string name; mutable int uses; };
struct Loud { Loud(int) { ++counter; } int size() const { return 1; } };
struct Copied { int x; Copied(int n) : x(n) {} Copied(const Copied &o) : x(o.x + counter) {} };
struct Numbered { std::string name; int number = ++counter; };
struct Key { int k; bool operator<(const Key &o) const { return k + counter < o.k; } };
int next() { return ++counter; }
int ofArgument(int x) { static const std::string s(x & 7, 'a'); return s.size(); }
int ofState() { static const std::vector<int> v{counter, 2}; return v[0]; }
int ofBuffer() { static const std::string s(buffer); return s.size(); }
int ofCall() { static const std::vector<int> v{next()}; return v[0]; }
int ofLambda() { static const std::vector<int> v = [] { return std::vector<int>{++counter}; }(); return v[0]; }
int counts() { static const std::vector<Counted> v{{"a", 1}}; return ++v[0].uses; }
int leads() { static const std::vector<int *> v{&counter}; return ++*v[0]; }
int owns() { static const std::unique_ptr<int> p(new int(1)); return ++*p; }
int single() { static std::string *const p = new std::string; p->push_back('a'); return p->size(); }
int loud() { static const Loud l(1); return l.size(); }
int copied() { static const std::vector<Copied> v{Copied(1)}; return v[0].x; }
int numbered() { static const Numbered n{"a"}; return n.number; }
int keys() { static const std::map<Key, int> m{{{1}, 2}, {{2}, 3}}; return m.size(); }
int changing() { static std::map<int, int> m{{1, 2}}; return ++m[1]; }
)",
                             "a.cpp");
  ASSERT_TRUE(program) << program.error().message;
  for (const char *name :
       {"ofArgument", "ofState", "ofBuffer", "ofCall", "ofLambda", "counts", "leads", "owns",
        "single", "loud", "copied", "numbered", "keys", "changing"})
    EXPECT_NE(std::nullopt, function(*program, name).facts.keptState) << name;
}

TEST_F(TargetTest, KnowsWhatMayDoHarm) {
  const auto program = build("#include <string.h>\nint unlink(const char *);\n"
                             "int pure(const char *s) { return strlen(s) > 3 ? 1 : 0; }\n"
                             "int above(const char *s) { return pure(s) ? unlink(s) : 0; }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_FALSE(function(*program, "pure").facts.fencedEffect);
  EXPECT_EQ("unlink", function(*program, "above").facts.fencedEffect);
  EXPECT_FALSE(function(*program, "above").facts.outsideEffect);
  EXPECT_FALSE(program->subject.facts.startEffect);
}

TEST_F(TargetTest, KnowsAssemblyThatCallsTheSystem) {
  const auto program = build(
      "int pid(void) { int r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(39) : \"rcx\", "
      "\"r11\"); return r > 1; }\n"
      "int old(void) { int r; __asm__ volatile(\"int $0x80\" : \"=a\"(r) : \"a\"(20)); return r; "
      "}\n"
      "unsigned swap(unsigned x) { __asm__(\"bswap %0\" : \"+r\"(x)); return x; }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ("assembly", function(*program, "pid").facts.fencedEffect);
  EXPECT_EQ("assembly", function(*program, "old").facts.fencedEffect);
  EXPECT_FALSE(function(*program, "swap").facts.fencedEffect);
}

TEST_F(TargetTest, NamesWhatTheMereStartMayDo) {
  for (const char *way : {"__attribute__((constructor)) ", "__attribute__((destructor)) ", ""}) {
    const std::string text =
        std::string("int unlink(const char *);\n") + way +
        "void runs(void) { unlink(\"precious\"); }\nint f(int x) { return x > 1; }\n" +
        (*way != 0
             ? ""
             : "__attribute__((section(\".init_array\"), used)) void (*const p)(void) = runs;\n");
    const auto program = build(text);
    ASSERT_TRUE(program) << program.error().message;
    EXPECT_EQ("unlink", program->subject.facts.startEffect) << way;
    EXPECT_FALSE(function(*program, "f").facts.fencedEffect) << way;
  }
}

TEST_F(TargetTest, WhatTheLibraryOfCxxDoesToFilesIsFenced) {
  const auto program = build(R"(
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
int says(int x) { std::cout << x << std::endl; return x > 3; }
int counts(const char *s) { std::map<std::string, int> m; std::istringstream in(s); std::string w;
  while (in >> w) ++m[w];
  return m.size() > 2; }
int writes(int x) { std::ofstream("file") << x; return x > 3; }
)",
                             "a.cpp");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(std::nullopt, function(*program, "says").facts.fencedEffect);
  EXPECT_EQ(std::nullopt, function(*program, "counts").facts.fencedEffect);
  EXPECT_NE(std::nullopt, function(*program, "writes").facts.fencedEffect);
  EXPECT_EQ(std::nullopt, program->subject.facts.startEffect);
}

TEST_F(TargetTest, WhatNobodyDefinesIsSuppliedToItsUsers) {
  const auto program =
      build("#include <string.h>\n#include <math.h>\n"
            "int missing(int, int *);\nextern int gone[];\nextern const int most;\n"
            "int uses(int x) { int y = 0; return missing(x, &y) + y; }\n"
            "int reads(int i) { return gone[i & 1] + most; }\n"
            "int above(int x) { return uses(x); }\n"
            "int fine(const char *s) { return strlen(s) > sqrt(4) ? 1 : 2; }\n");
  ASSERT_TRUE(program) << program.error().message;
  const model::Subject &subject = program->subject;
  EXPECT_TRUE(subject.facts.undefined.empty());
  ASSERT_EQ(3u, subject.supplies.size());
  using Ids = std::vector<model::SupplyId>;
  const Ids stub = {model::SupplyId(0)}, variables = {model::SupplyId(1), model::SupplyId(2)};
  EXPECT_EQ(stub, function(*program, "uses").facts.supplies);
  EXPECT_EQ(stub, function(*program, "above").facts.supplies) << "by way of what it calls";
  EXPECT_EQ(variables, function(*program, "reads").facts.supplies);
  EXPECT_EQ(Ids(), function(*program, "fine").facts.supplies)
      << "the libraries define what it uses";
  EXPECT_EQ(sharingOf(*program, "uses"), Sharing::Complete);

  const model::Supply &missing = subject.supplies[0];
  EXPECT_EQ("missing", missing.name);
  const model::Type &call = subject[missing.type];
  ASSERT_EQ(3u, call.fields.size());
  EXPECT_EQ("result", call.fields[0].name);
  EXPECT_EQ("writes_2", call.fields[1].name);
  EXPECT_EQ("out_2", call.fields[2].name);
  EXPECT_EQ(12u, call.size);
  EXPECT_TRUE(subject.supplies[1].hasInventedBound);
  EXPECT_EQ(16u, subject[subject.supplies[1].type].count);
  const auto sanitized = buildSanitized(*program, WorkFolder(folder_.path() / "work"), 2);
  ASSERT_TRUE(sanitized) << sanitized.error().message;
}

TEST_F(TargetTest, WhatCantBeSuppliedExcludesOnlyItsUsers) {
  const auto program = build("struct opaque;\nextern struct opaque thing;\n"
                             "_Complex double z(void);\nint renamed(int) __asm__(\"other\");\n"
                             "int weak(void) __attribute__((weak));\n"
                             "void *uses(void) { return &thing; }\n"
                             "int calls(int x) { return __real__ z() > x; }\n"
                             "int above(int x) { return renamed(x); }\n"
                             "int fine(int x) { return weak ? 3 : x; }\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_TRUE(function(*program, "uses").undrivable);
  EXPECT_TRUE(function(*program, "calls").undrivable);
  EXPECT_TRUE(function(*program, "above").undrivable);
  EXPECT_FALSE(function(*program, "fine").undrivable) << "a weak symbol may stay undefined";
  EXPECT_EQ((std::vector<std::string>{"other", "thing", "z"}), program->subject.facts.undefined);
}

TEST_F(TargetTest, PointersToFunctionsGetCallbacks) {
  const auto program =
      build("struct ops { int (*open)(const char *); };\n"
            "int run(const struct ops *o) { return o->open ? o->open(\"a\") : 0; }\n"
            "int twice(int (*f)(int), int (*g)(int)) { return f(1) + g(2); }\n"
            "int plain(int x) { return x; }\n");
  ASSERT_TRUE(program) << program.error().message;
  const model::Subject &subject = program->subject;
  ASSERT_EQ(2u, subject.supplies.size()) << "one per type";
  EXPECT_EQ(1u, function(*program, "run").facts.supplies.size());
  EXPECT_EQ(1u, function(*program, "twice").facts.supplies.size());
  EXPECT_NE(function(*program, "run").facts.supplies, function(*program, "twice").facts.supplies);
  EXPECT_TRUE(function(*program, "plain").facts.supplies.empty());
  EXPECT_EQ(sharingOf(*program, "twice"), Sharing::Complete)
      << "it can only call what tests supply";
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
