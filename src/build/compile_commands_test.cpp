#include "build/compile_commands.h"

#include "support/file_system.h"
#include "support/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace build {
namespace {

namespace fs = std::filesystem;
using support::Json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

class CompileCommands : public testing::Test {
protected:
  fs::path root() const { return folder_.path(); }
  fs::path path(const std::string &name) const { return folder_.path() / name; }

  fs::path write(const std::string &name, std::string_view text = "int x;\n") const {
    EXPECT_TRUE(support::writeFile(path(name), text));
    return path(name);
  }

  void writeDatabase(const Json &entries) const {
    write("build/compile_commands.json", entries.dump(2));
  }

  /// The flags of a.c with this command line.
  Words flagsOf(const Json &arguments) const {
    const fs::path source = write("a.c");
    writeDatabase({{{"directory", root().string()}, {"file", "a.c"}, {"arguments", arguments}}});
    return units({source}).units.at(0).flags;
  }

  support::Result<ResolvedUnits> resolve(const std::vector<fs::path> &sources,
                                         const Words &extra = {}) const {
    return resolveUnits(sources, path("build"), extra);
  }

  ResolvedUnits units(const std::vector<fs::path> &sources, const Words &extra = {}) const {
    auto resolved = resolve(sources, extra);
    EXPECT_TRUE(resolved) << resolved.error().message;
    return *resolved;
  }

  std::string errorOf(const std::vector<fs::path> &sources) const {
    const auto resolved = resolve(sources);
    EXPECT_FALSE(resolved);
    return resolved ? "" : resolved.error().message;
  }

private:
  support::TemporaryDirectory folder_;
};

TEST_F(CompileCommands, WithoutADatabaseTheUsersFlagsCount) {
  const fs::path a = write("a.c"), b = write("sub/b.i");
  const std::vector<fs::path> sources{a, path("sub/../sub/b.i"), path("./a.c")};
  const Words flags{"-Iinc", "-O2", "-DX=1", "-Wall", "-g", "-lm"};
  const auto resolved = resolveUnits(sources, std::nullopt, flags);
  ASSERT_TRUE(resolved) << resolved.error().message;
  ASSERT_EQ(2u, resolved->units.size());
  EXPECT_EQ(a.string(), resolved->units[0].path);
  EXPECT_EQ(b.string(), resolved->units[1].path);
  EXPECT_EQ(fs::current_path().string(), resolved->units[0].directory);
  EXPECT_THAT(resolved->units[0].flags, ElementsAre("-Iinc", "-DX=1", "-lm"));
  EXPECT_THAT(resolved->notes, IsEmpty());
}

TEST_F(CompileCommands, RelativeSourcesBecomeAbsolute) {
  write("a.c");
  const fs::path relative = fs::relative(path("a.c"), fs::current_path());
  const auto resolved = resolveUnits(std::vector{relative}, std::nullopt, {});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(path("a.c").string(), resolved->units[0].path);
}

TEST_F(CompileCommands, SymbolicLinksKeepTheirNames) {
  const fs::path real = write("real.c");
  fs::create_symlink(real, path("link.c"));
  const auto resolved = resolveUnits(std::vector{path("link.c"), real}, std::nullopt, {});
  ASSERT_TRUE(resolved);
  ASSERT_EQ(1u, resolved->units.size());
  EXPECT_EQ(path("link.c").string(), resolved->units[0].path);
}

TEST_F(CompileCommands, BadSourcesAreNamed) {
  const auto error = [&](const fs::path &source) {
    const auto resolved = resolveUnits(std::vector{source}, std::nullopt, {});
    return resolved ? "" : resolved.error().message;
  };
  EXPECT_EQ("/nowhere/a.c: no such file", error("/nowhere/a.c"));
  EXPECT_EQ(root().string() + " is a folder: name the source files in it instead", error(root()));
  for (const char *name : {"a.cpp", "a.cc", "a.cxx", "a.C"})
    EXPECT_EQ("", error(write(name)));
  EXPECT_THAT(error(write("notes.txt")), HasSubstr("not known as a C or C++ source"));
  EXPECT_EQ("no sources are given", resolveUnits({}, std::nullopt, {}).error().message);
}

TEST_F(CompileCommands, HeadersAreSources) {
  const auto resolved = resolveUnits(std::vector{write("a.h"), write("b.hpp")}, std::nullopt, {});
  ASSERT_TRUE(resolved);
  EXPECT_THAT(resolved->units[0].flags, ElementsAre("-x", "c"));
  EXPECT_THAT(resolved->units[1].flags, ElementsAre("-x", "c++"));
}

TEST_F(CompileCommands, HeadersGetTheFlagsOfTheSourceOfTheirName) {
  writeDatabase({{{"file", "other.cpp"}, {"arguments", {"g++", "-DOTHER", "other.cpp"}}},
                 {{"file", "a.cpp"}, {"arguments", {"g++", "-DOWN", "a.cpp"}}}});
  const ResolvedUnits resolved = units({write("a.hpp"), write("b.hpp")});
  EXPECT_THAT(resolved.units[0].flags, ElementsAre("-x", "c++", "-DOWN"));
  EXPECT_THAT(resolved.units[1].flags, ElementsAre("-x", "c++", "-DOTHER"));
}

TEST_F(CompileCommands, ArgumentsForm) {
  const fs::path source = write("src/a.c");
  writeDatabase({{{"directory", path("build").string()},
                  {"file", "../src/a.c"},
                  {"arguments",
                   {"/usr/bin/gcc", "-I", "../inc", "-DNAME=\"x y\"", "-std=gnu11", "-c",
                    "../src/a.c", "-o", "a.o"}}}});
  const ResolvedUnits resolved = units({source}, {"-DLAST"});
  ASSERT_EQ(1u, resolved.units.size());
  EXPECT_EQ(source.string(), resolved.units[0].path);
  EXPECT_EQ(path("build").string(), resolved.units[0].directory);
  EXPECT_THAT(resolved.units[0].flags,
              ElementsAre("-I", "../inc", "-DNAME=\"x y\"", "-std=gnu11", "-DLAST"));
  EXPECT_THAT(resolved.notes, IsEmpty());
}

TEST_F(CompileCommands, CommandFormIsUnquotedAsAShellDoes) {
  const fs::path source = write("a.c");
  writeDatabase(
      {{{"directory", root().string()},
        {"file", source.string()},
        {"command", R"(cc -DA=\"q\" '-DB=a b\n' "-DC=\"x\" \y" -DD=a\ b -D E='' -c a.c)"}}});
  EXPECT_THAT(units({source}).units[0].flags,
              ElementsAre("-DA=\"q\"", "-DB=a b\\n", "-DC=\"x\" \\y", "-DD=a b", "-D", "E="));
}

TEST_F(CompileCommands, TheFileItselfMayBeGiven) {
  EXPECT_THAT(flagsOf({"cc", "-DX", "-c", "a.c"}), ElementsAre("-DX"));
  const auto resolved =
      resolveUnits(std::vector{path("a.c")}, path("build/compile_commands.json"), {});
  ASSERT_TRUE(resolved);
  EXPECT_THAT(resolved->units[0].flags, ElementsAre("-DX"));
}

TEST_F(CompileCommands, SeveralDirectories) {
  const fs::path a = write("one/a.c"), b = write("two/b.c");
  writeDatabase(
      {{{"directory", path("one").string()}, {"file", "a.c"}, {"command", "cc -Iinc a.c"}},
       {{"directory", "../two"}, {"file", "b.c"}, {"command", "cc -DB b.c"}}});
  const ResolvedUnits resolved = units({b, a});
  ASSERT_EQ(2u, resolved.units.size());
  EXPECT_EQ(path("two").string(), resolved.units[0].directory);
  EXPECT_THAT(resolved.units[0].flags, ElementsAre("-DB"));
  EXPECT_EQ(path("one").string(), resolved.units[1].directory);
}

TEST_F(CompileCommands, TheFirstOfSeveralEntriesCounts) {
  const fs::path source = write("a.c");
  writeDatabase(
      {{{"directory", root().string()}, {"file", "a.c"}, {"command", "cc -DFIRST a.c"}},
       {{"directory", root().string()}, {"file", "./a.c"}, {"command", "cc -DNEXT a.c"}}});
  const ResolvedUnits resolved = units({source});
  EXPECT_THAT(resolved.units[0].flags, ElementsAre("-DFIRST"));
  EXPECT_THAT(resolved.notes, ElementsAre(HasSubstr("has 2 entries")));
}

TEST_F(CompileCommands, EntriesAreFoundThroughSymbolicLinks) {
  const fs::path source = write("real/a.c");
  fs::create_directory_symlink(path("real"), path("linked"));
  writeDatabase(
      {{{"directory", path("linked").string()}, {"file", "a.c"}, {"command", "cc -DX a.c"}}});
  EXPECT_THAT(units({source}).units[0].flags, ElementsAre("-DX"));
}

TEST_F(CompileCommands, Launchers) {
  EXPECT_THAT(flagsOf({"ccache", "gcc", "-DX", "a.c"}), ElementsAre("-DX"));
  EXPECT_THAT(flagsOf({"/usr/bin/ccache", "distcc", "/opt/gcc", "-DX", "a.c"}), ElementsAre("-DX"));
  EXPECT_THAT(flagsOf({"env", "LANG=C", "gcc", "-DX", "a.c"}), ElementsAre("-DX"));
  EXPECT_THAT(flagsOf({"distcc", "-DX", "-c", "a.c"}), ElementsAre("-DX"));
  EXPECT_THAT(flagsOf({"libtool", "--tag=CC", "--mode=compile", "gcc", "-DX", "a.c"}),
              ElementsAre("-DX"));
}

TEST_F(CompileCommands, ResponseFiles) {
  write("flags.rsp", "-DA -I 'my inc'\n\"-DB=\\\"b\\\"\" @more.rsp");
  write("more.rsp", "-DC");
  EXPECT_THAT(flagsOf({"cc", "@flags.rsp", "-c", "a.c"}),
              ElementsAre("-DA", "-I", "my inc", "-DB=\"b\"", "-DC"));
  writeDatabase(
      {{{"directory", root().string()}, {"file", "a.c"}, {"command", "cc @gone.rsp a.c"}}});
  EXPECT_THAT(errorOf({path("a.c")}), HasSubstr("gone.rsp"));
  write("loop.rsp", "@loop.rsp");
  writeDatabase(
      {{{"directory", root().string()}, {"file", "a.c"}, {"command", "cc @loop.rsp a.c"}}});
  EXPECT_THAT(errorOf({path("a.c")}), HasSubstr("nested too deeply"));
}

TEST_F(CompileCommands, WhatSaysNothingOfTheSourceGoes) {
  EXPECT_THAT(flagsOf({"gcc",
                       "-O2",
                       "-g3",
                       "-ggdb",
                       "-Wall",
                       "-Werror=format",
                       "-Wl,-z,now",
                       "-MD",
                       "-MF",
                       "a.d",
                       "-MT",
                       "a.o",
                       "-MQ",
                       "x",
                       "-MMD",
                       "-MP",
                       "-flto=auto",
                       "-fprofile-arcs",
                       "-ftest-coverage",
                       "--coverage",
                       "-fsanitize=address",
                       "-fno-sanitize=null",
                       "-fdiagnostics-color=always",
                       "-pipe",
                       "-pg",
                       "-c",
                       "-o",
                       "a.o",
                       "-L/lib",
                       "-lm",
                       "-include-pch",
                       "x.pch",
                       "-Xclang",
                       "-include-pch",
                       "-Xclang",
                       "y.pch",
                       "-ffile-prefix-map=/a=/b",
                       "a.c"}),
              IsEmpty());
}

TEST_F(CompileCommands, WhatMattersStays) {
  const Words flags{"-I",
                    "inc",
                    "-Iinc2",
                    "-isystem",
                    "sys",
                    "-iquote",
                    "q",
                    "-include",
                    "c.h",
                    "-DX",
                    "-UY",
                    "-std=c99",
                    "-xc",
                    "-funsigned-char",
                    "-fshort-enums",
                    "-fwrapv",
                    "-m32",
                    "-pthread",
                    "-ansi",
                    "-Wno-int-conversion",
                    "-Wp,-DZ"};
  Json arguments = flags;
  arguments.insert(arguments.begin(), "gcc");
  arguments.push_back("a.c");
  EXPECT_EQ(flags, flagsOf(arguments));
}

TEST_F(CompileCommands, FlagsOfOtherCompilersAreDroppedWithANote) {
  const fs::path a = write("a.c"), b = write("b.c");
  const auto entry = [&](const char *file) -> Json {
    return {{"directory", root().string()},
            {"file", file},
            {"command", std::string("gcc -DX -fconserve-stack -fno-tree-vectorize -mno-such "
                                    "-march=unheard-of -std=gnu11 --param max-inline-insns=4 ") +
                            file}};
  };
  writeDatabase({entry("a.c"), entry("b.c")});
  const ResolvedUnits resolved = units({a, b});
  for (const model::Unit &unit : resolved.units)
    EXPECT_THAT(unit.flags, ElementsAre("-DX", "-fno-tree-vectorize", "-std=gnu11", "--param",
                                        "max-inline-insns=4"));
  EXPECT_THAT(resolved.notes,
              ElementsAre("left out '-fconserve-stack', which clang-19 does not take",
                          "left out '-mno-such', which clang-19 does not take",
                          "left out '-march=unheard-of', which clang-19 does not take"));
}

TEST_F(CompileCommands, TheUsersPathsAreRelativeToTheCurrentFolder) {
  const fs::path source = write("a.c");
  writeDatabase({{{"directory", root().string()}, {"file", "a.c"}, {"command", "cc -Irel a.c"}}});
  const std::string here = fs::current_path().string();
  EXPECT_THAT(units({source}, {"-Iinc", "-I", "x", "-isystem", "/abs", "-include", "gone.h"})
                  .units[0]
                  .flags,
              ElementsAre("-Irel", "-I" + here + "/inc", "-I", here + "/x", "-isystem", "/abs",
                          "-include", "gone.h"));
}

TEST_F(CompileCommands, SourceWithoutAnEntry) {
  const fs::path source = write("a.c");
  writeDatabase({{{"directory", root().string()}, {"file", "b.c"}, {"command", "cc b.c"}}});
  EXPECT_EQ(source.string() + " has no entry in " + path("build/compile_commands.json").string() +
                ": add it to the build that writes this file, or leave out -p and give its flags "
                "after --",
            errorOf({source}));
}

TEST_F(CompileCommands, MissingDatabase) {
  const fs::path source = write("a.c");
  fs::create_directory(path("build"));
  EXPECT_THAT(errorOf({source}),
              HasSubstr(path("build/compile_commands.json").string() + " does not exist"));
  fs::remove(path("build"));
  EXPECT_THAT(errorOf({source}), HasSubstr(path("build").string()));
}

TEST_F(CompileCommands, BrokenDatabase) {
  const fs::path source = write("a.c");
  const std::string file = path("build/compile_commands.json").string();
  write("build/compile_commands.json", "[\n  {\"file\": \"a.c\",,}\n]");
  EXPECT_EQ(file + ":2:18: this is no valid JSON", errorOf({source}));
  write("build/compile_commands.json", "");
  EXPECT_EQ(file + ":1:1: this is no valid JSON", errorOf({source}));
  write("build/compile_commands.json", "{}");
  EXPECT_EQ(file + ": not a list of compile commands", errorOf({source}));
  write("build/compile_commands.json", "[{\"directory\": \"/\"}]");
  EXPECT_EQ(file + ": entry 1 has no \"file\"", errorOf({source}));
  write("build/compile_commands.json", "[{\"file\": \"../a.c\"}]");
  EXPECT_EQ(file + ": entry 1 has neither \"arguments\" nor \"command\"", errorOf({source}));
}

} // namespace
} // namespace build
