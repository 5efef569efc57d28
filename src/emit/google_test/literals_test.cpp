#include "emit/google_test/literals.h"

#include "emit/google_test/identifiers.h"
#include "emit/testing/suite_maker.h"

#include <climits>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace emit {
namespace {

class Literals : public ::testing::Test {
protected:
  template <class T> std::string argument(model::TypeId type, T value) {
    return scalarLiteral(m.subject[type], bytesOf(value), LiteralUse::Argument);
  }
  template <class T> std::string comparison(model::TypeId type, T value) {
    return scalarLiteral(m.subject[type], bytesOf(value), LiteralUse::Comparison);
  }
  SuiteMaker m;
};

TEST_F(Literals, IntegersArePlainWhereTheyMayConvert) {
  EXPECT_EQ("-3", argument(m.intType, -3));
  EXPECT_EQ("3", argument(m.unsignedType, 3u));
  EXPECT_EQ("3000000000U", argument(m.unsignedType, 3000000000u));
  EXPECT_EQ("3", argument(m.unsignedLongType, 3ul));
  EXPECT_EQ("5000000000L", argument(m.longType, 5000000000l));
}

TEST_F(Literals, ComparedIntegersHaveTheTypesSignAndWidth) {
  EXPECT_EQ("3", comparison(m.intType, 3));
  EXPECT_EQ("3U", comparison(m.unsignedType, 3u));
  EXPECT_EQ("3L", comparison(m.longType, 3l));
  EXPECT_EQ("3UL", comparison(m.unsignedLongType, 3ul));
  EXPECT_EQ("-3LL", comparison(m.longLongType, -3ll));
  EXPECT_EQ("200", comparison(m.unsignedCharType, static_cast<unsigned char>(200)));
}

TEST_F(Literals, LimitsGoByName) {
  EXPECT_EQ("INT_MIN", argument(m.intType, INT_MIN));
  EXPECT_EQ("INT_MAX", argument(m.intType, INT_MAX));
  EXPECT_EQ("UINT_MAX", argument(m.unsignedType, UINT_MAX));
  EXPECT_EQ("LONG_MIN", argument(m.longType, LONG_MIN));
  EXPECT_EQ("ULONG_MAX", argument(m.unsignedLongType, ULONG_MAX));
  EXPECT_EQ("LLONG_MIN", argument(m.longLongType, LLONG_MIN));
  EXPECT_EQ("SHRT_MIN", argument<short>(m.shortType, SHRT_MIN));
  EXPECT_EQ("-2147483647", argument(m.intType, INT_MIN + 1));
}

TEST_F(Literals, BitFieldsKeepTheirWidth) {
  const auto ofWidth = [&](model::TypeId type, unsigned value, std::uint32_t width) {
    return scalarLiteral(m.subject[type], bytesOf(value), LiteralUse::Argument, width);
  };
  EXPECT_EQ("-1", ofWidth(m.intType, 7, 3));
  EXPECT_EQ("7", ofWidth(m.unsignedType, 0xff, 3));
}

TEST_F(Literals, Characters) {
  EXPECT_EQ("'a'", argument(m.charType, 'a'));
  EXPECT_EQ("'\\''", argument(m.charType, '\''));
  EXPECT_EQ("'\"'", argument(m.charType, '"'));
  EXPECT_EQ("'\\\\'", argument(m.charType, '\\'));
  EXPECT_EQ("'\\0'", argument(m.charType, '\0'));
  EXPECT_EQ("'\\377'", argument(m.charType, '\xff'));
  EXPECT_EQ("97", argument(m.unsignedCharType, 'a'));
}

TEST_F(Literals, Strings) {
  EXPECT_EQ(R"("a\tb\n")", stringLiteral("a\tb\n"));
  EXPECT_EQ(R"("\"\\'")", stringLiteral("\"\\'"));
  EXPECT_EQ(R"("\0011")", stringLiteral("\x01"
                                        "1"));
  EXPECT_EQ(R"("?\?=")", stringLiteral("?\?="));
  EXPECT_EQ(R"("a\000b")", stringLiteral(std::string_view("a\0b", 3)));
  EXPECT_EQ(R"("\303\244")", stringLiteral("ä"));
}

TEST_F(Literals, FloatsRoundTripInTheFewestDigits) {
  EXPECT_EQ("0.1", argument(m.doubleType, 0.1));
  EXPECT_EQ("3.0", argument(m.doubleType, 3.0));
  EXPECT_EQ("-0.0", argument(m.doubleType, -0.0));
  EXPECT_EQ("1e+300", argument(m.doubleType, 1e300));
  EXPECT_EQ("5e-324", argument(m.doubleType, 5e-324));
  EXPECT_EQ("0.1f", argument(m.floatType, 0.1f));
  EXPECT_EQ("0.1L", argument(m.longDoubleType, 0.1L));
  EXPECT_EQ("NAN", argument(m.doubleType, std::fabs(std::nan(""))));
  EXPECT_EQ("-INFINITY", argument(m.floatType, -std::numeric_limits<float>::infinity()));
}

TEST_F(Literals, BoolsAndEnums) {
  const auto color = m.enumeration("enum color", {{"RED", 0}, {"EOF", 5}});
  EXPECT_EQ("true", argument(m.boolType, true));
  EXPECT_EQ("RED", argument(color, 0));
  EXPECT_EQ("EOF_", argument(color, 5)); // a macro of <cstdio>
  EXPECT_EQ("7", argument(color, 7));
}

TEST(Identifiers, ClashesGetAnUnderscore) {
  EXPECT_EQ("class_", safeName("class"));
  EXPECT_EQ("index_", safeName("index"));
  EXPECT_EQ("stdin_", safeName("stdin"));
  EXPECT_EQ("width", safeName("width"));
}

TEST(Identifiers, NamesOfVariables) {
  EXPECT_EQ("parseDate", camelBack("parse_date"));
  EXPECT_EQ("stack", camelBack("Stack"));
  EXPECT_EQ("xmlElement", camelBack("XMLElement"));
  EXPECT_EQ("json", camelBack("JSON"));
}

TEST(Identifiers, RealNamesInTests) {
  EXPECT_EQ("store::Stack", inTest("::store::Stack"));
  EXPECT_EQ("Box<store::Stack *, std::less<int>>",
            inTest("::Box< ::store::Stack *, ::std::less<int>>"));
  EXPECT_EQ("Box<int>::Inner", inTest("Box<int>::Inner"));
  EXPECT_EQ("::Test", inTest("::Test")) << "every test is a member of another";
}

TEST(Identifiers, CamelCase) {
  EXPECT_EQ("ParseDate", camelCase("parse_date"));
  EXPECT_EQ("ParseDate", camelCase("parseDate"));
  EXPECT_EQ("CrcTable8", camelCase("CRC_table8"));
  EXPECT_EQ("Utf8Next", camelCase("utf8_next"));
  EXPECT_EQ("IntMax", camelCase("INT_MAX"));
}

} // namespace
} // namespace emit
