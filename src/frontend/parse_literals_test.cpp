#include "frontend/testing/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using model::Literal;
using model::Pass;
using model::TypeKind;

TEST(ParseLiterals, TextIsAPointerAndALength) {
  const auto subject =
      parseCxx("#include <string>\n#include <string_view>\n#include <filesystem>\n"
               "std::string f(const std::string &s, std::string_view v, std::string &c,\n"
               "  std::filesystem::path p, std::string *q) { return s; }\n",
               {"-std=c++17"});
  const model::Function &f = function(subject, "f");
  EXPECT_FALSE(f.undrivable);
  const model::Type &text = parameterType(subject, "f", 0);
  EXPECT_EQ(Literal::Text, text.literal);
  EXPECT_EQ(TypeKind::Struct, text.kind);
  EXPECT_EQ("std::string", text.qualified);
  ASSERT_EQ(2u, text.fields.size());
  EXPECT_EQ("data", text.fields[0].name);
  EXPECT_TRUE(subject[subject[text.fields[0].type].element].isChar);
  EXPECT_EQ(64u, text.fields[1].offsetBits);
  EXPECT_EQ(16u, text.size);
  ASSERT_EQ(1u, text.lengthPairs.size());
  EXPECT_EQ("std::string_view", parameterType(subject, "f", 1).qualified);
  EXPECT_EQ(Pass::Plain, f.parameters[0].pass);
  EXPECT_EQ(Pass::Reference, f.parameters[2].pass);
  EXPECT_EQ("std::filesystem::path", parameterType(subject, "f", 3).qualified);
  EXPECT_EQ(f.parameters[0].type, f.result);
  EXPECT_EQ("std::string", f.resultCxxType);
  // What a pointer leads to is the class itself.
  EXPECT_EQ(TypeKind::Incomplete, subject[parameterType(subject, "f", 4).element].kind);
}

TEST(ParseLiterals, RangesHaveElements) {
  const auto subject =
      parseCxx("#include <map>\n#include <set>\n#include <string>\n#include <vector>\n#include "
               "<functional>\n"
               "struct P { int x; };\nclass A { public: A(int) {} };\n"
               "void f(std::vector<std::vector<P>> a, std::map<std::string, int> b,\n"
               "       std::set<int, std::greater<int>> c, std::initializer_list<double> d) {}\n"
               "void g(const std::vector<A> &as) {}\nvoid h(const std::vector<A *> &as) {}\n");
  const auto element = [&](const model::Type &range) -> const model::Type & {
    return subject[subject[range.fields[0].type].element];
  };
  const model::Type &outer = parameterType(subject, "f", 0);
  EXPECT_EQ(Literal::Range, outer.literal);
  EXPECT_EQ("std::vector<std::vector<::P>>", outer.qualified);
  EXPECT_EQ(Literal::Range, element(outer).literal);
  EXPECT_EQ("::P", element(element(outer)).qualified);
  const model::Type &pair = element(parameterType(subject, "f", 1));
  EXPECT_EQ(Literal::Tuple, pair.literal);
  EXPECT_EQ("std::pair<std::string, int>", pair.qualified);
  EXPECT_EQ(24u, pair.size);
  EXPECT_EQ("std::set<int, std::greater<int>>", parameterType(subject, "f", 2).qualified);
  EXPECT_EQ(TypeKind::Float, element(parameterType(subject, "f", 3)).kind);
  EXPECT_FALSE(function(subject, "f").undrivable);
  EXPECT_EQ("", function(subject, "g").undrivable.value_or(""));
}

TEST(ParseLiterals, OtherClassesOfTheLibraryAreMadeByCalls) {
  const auto subject = parseCxx("#include <random>\n#include <stdexcept>\n#include <vector>\n"
                                "#include <memory>\n#include <string>\n"
                                "class A { public: A(int) {} };\n"
                                "void f(const std::vector<A> &as) {}\n"
                                "void g(std::mt19937 &numbers, const std::runtime_error &why) {}\n"
                                "void h(std::unique_ptr<int[]> p) {}\n"
                                "void i(std::string *text) {}\n");
  std::vector<std::string> names;
  for (const model::Function &each : subject.functions)
    if (each.isImplicit && each.isOfLibrary)
      names.push_back(each.name);
  using testing::Contains;
  EXPECT_THAT(names, Contains("std::vector<::A>::vector()"));
  EXPECT_THAT(names, Contains("std::vector<::A>::push_back(const value_type &)"));
  EXPECT_THAT(names, Contains("std::runtime_error::runtime_error(const string &)"));
  EXPECT_THAT(names, Contains("std::string of its literal"));
  EXPECT_FALSE(function(subject, "i").limit);
  const model::Function &add = function(subject, "std::vector<::A>::push_back(const value_type &)");
  EXPECT_EQ(model::CallForm::Method, add.form);
  EXPECT_EQ(Pass::Object, add.parameters[1].pass);
  EXPECT_EQ(TypeKind::Void, subject[add.result].kind);
  for (const char *name : {"f", "g"})
    EXPECT_EQ("", function(subject, name).undrivable.value_or("")) << name;
  EXPECT_EQ("nothing makes a 'std::unique_ptr<int[]>'", function(subject, "h").undrivable);
}

TEST(ParseLiterals, TuplesOptionalsAndNumbers) {
  const auto subject =
      parseCxx("#include <bitset>\n#include <chrono>\n#include <complex>\n#include <functional>\n"
               "#include <iostream>\n#include <optional>\n#include <string>\n#include <tuple>\n"
               "void f(std::pair<char, int> a, const std::tuple<char, short, std::string> &b,\n"
               "       std::optional<double> c, std::complex<float> d, std::bitset<9> e,\n"
               "       std::chrono::milliseconds g, std::function<int(int)> h, std::istream &i,\n"
               "       std::ostream &j) {}\n",
               {"-std=c++17"});
  const auto literal = [&](std::size_t i) { return parameterType(subject, "f", i).literal; };
  EXPECT_EQ(Literal::Tuple, literal(0));
  EXPECT_EQ(8u, parameterType(subject, "f", 0).size);
  EXPECT_EQ(16u, parameterType(subject, "f", 1).fields[1].offsetBits);
  EXPECT_EQ(24u, parameterType(subject, "f", 1).size);
  EXPECT_EQ(Literal::Optional, literal(2));
  EXPECT_EQ("has", parameterType(subject, "f", 2).fields[0].name);
  EXPECT_EQ(Literal::Tuple, literal(3));
  EXPECT_EQ(Literal::Scalar, literal(4));
  EXPECT_EQ("std::bitset<9>", parameterType(subject, "f", 4).qualified);
  EXPECT_EQ(Literal::Scalar, literal(5));
  EXPECT_EQ(TypeKind::Integer, parameterType(subject, "f", 5).kind);
  EXPECT_EQ(Literal::Callable, literal(6));
  EXPECT_EQ(TypeKind::Pointer, parameterType(subject, "f", 6).kind);
  EXPECT_EQ(Literal::InputStream, literal(7));
  EXPECT_EQ(Literal::OutputStream, literal(8));
  EXPECT_EQ(Pass::Reference, function(subject, "f").parameters[8].pass);
  EXPECT_FALSE(function(subject, "f").undrivable);
}

TEST(ParseLiterals, ArraysVariantsPointersAndFunctions) {
  const auto subject =
      parseCxx("#include <array>\n#include <functional>\n#include <memory>\n#include <string>\n"
               "#include <variant>\n"
               "void f(std::array<short, 3> a, std::variant<char, std::string> b,\n"
               "       std::unique_ptr<int> c, std::wstring d, std::function<int(std::string)> e,\n"
               "       std::shared_ptr<std::string> g) {}\n"
               "void h(std::array<int, 33> a) {}\n",
               {"-std=c++17"});
  const auto type = [&](std::size_t i) { return parameterType(subject, "f", i); };
  EXPECT_EQ(Literal::Tuple, type(0).literal);
  EXPECT_EQ(3u, type(0).fields.size());
  EXPECT_EQ(6u, type(0).size);
  EXPECT_EQ(Literal::Variant, type(1).literal);
  EXPECT_EQ("std::variant<char, std::string>", type(1).qualified) << "with all its namespaces";
  EXPECT_EQ(3u, type(1).fields.size());
  EXPECT_EQ(128u, type(1).fields[2].offsetBits);
  EXPECT_EQ(Literal::Optional, type(2).literal);
  EXPECT_EQ(Literal::Range, type(3).literal);
  EXPECT_EQ(Literal::Callable, type(4).literal);
  EXPECT_TRUE(subject[type(4).element].parameters.empty()) << "C has no std::string to take";
  EXPECT_EQ(Literal::Optional, type(5).literal);
  EXPECT_FALSE(function(subject, "f").undrivable);
  EXPECT_EQ(Literal::None, parameterType(subject, "h", 0).literal);
}

} // namespace
} // namespace frontend
