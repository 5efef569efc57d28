#include "model/json.h"
#include "model/testing/test_subject.h"
#include "model/value_access.h"

#include <gtest/gtest.h>

namespace model {
namespace {

Type integer(std::uint64_t size, bool isSigned) {
  return {.kind = TypeKind::Integer, .isSigned = isSigned, .size = size};
}

TEST(Integers, ReadBackAsWritten) {
  for (const std::uint64_t size : {1, 2, 4, 8, 16})
    for (const bool isSigned : {false, true})
      for (const int value : {0, 1, 100, 127}) {
        const Type type = integer(size, isSigned);
        char data[16];
        writeInteger(type, data, value);
        EXPECT_TRUE(readInteger(type, data) == value);
        writeInteger(type, data, -value);
        const Wide expected = isSigned || size == 16 ? Wide(-value) : wrap(type, {}, -value);
        EXPECT_TRUE(readInteger(type, data) == expected);
      }
}

TEST(Integers, WrapLikeC) {
  EXPECT_TRUE(wrap(integer(1, true), {}, 200) == -56);
  EXPECT_TRUE(wrap(integer(1, false), {}, -1) == 255);
  EXPECT_TRUE(wrap(integer(4, true), 3, 4) == -4);
  EXPECT_TRUE(wrap(integer(4, false), 3, 9) == 1);
  EXPECT_TRUE(wrap({.kind = TypeKind::Bool, .size = 1}, {}, 2) == 1);
}

TEST(Integers, KnowTheirRange) {
  EXPECT_TRUE(smallest(integer(1, true), {}) == -128);
  EXPECT_TRUE(largest(integer(1, true), {}) == 127);
  EXPECT_TRUE(largest(integer(2, false), {}) == 65535);
  EXPECT_TRUE(largest(integer(4, true), 3) == 3);
  EXPECT_TRUE(largest(integer(8, false), {}) == static_cast<Wide>(UINT64_MAX));
  EXPECT_TRUE(smallest({.kind = TypeKind::Bool, .size = 1}, {}) == 0);
}

TEST(Floats, ReadBackAsWrittenWithCleanPadding) {
  for (const std::uint64_t size : {4, 8, 16}) {
    const Type type{.kind = TypeKind::Float, .size = size};
    char data[16];
    std::fill(std::begin(data), std::end(data), '\x55');
    writeFloat(type, data, -2.5L);
    EXPECT_EQ(-2.5L, readFloat(type, data));
    if (size == 16) {
      EXPECT_EQ(0, data[12]);
    }
  }
}

/// struct item { int *values; }; f(char *text, int *first, int *second, unsigned n, struct item i)
Subject pairs() {
  Subject subject;
  subject.types = {
      {.kind = TypeKind::Integer, .isChar = true, .size = 1},
      {.kind = TypeKind::Pointer, .size = 8, .element = TypeId(0)},
      {.kind = TypeKind::Integer, .isSigned = true, .size = 4},
      {.kind = TypeKind::Pointer, .size = 8, .element = TypeId(2)},
      integer(4, false),
      {.kind = TypeKind::Struct, .size = 8, .fields = {{.name = "values", .type = TypeId(3)}}}};
  Function f;
  f.parameters = {{"text", TypeId(1)},
                  {"first", TypeId(3)},
                  {"second", TypeId(3)},
                  {"n", TypeId(4)},
                  {"i", TypeId(5)}};
  f.lengthPairs = {{1, 3}, {2, 3}};
  subject.functions = {f};
  return subject;
}

TEST(Lengths, AreLoweredToTheSmallestObject) {
  const Subject subject = pairs();
  TestCase test{FunctionId(0), {}};
  for (const Parameter &parameter : subject.functions[0].parameters)
    test.arguments().push_back(simplestValue(subject, parameter.type));
  test.arguments()[1].memory().assign(4 * 7, '\0');
  test.arguments()[2].memory().assign(4 * 3, '\0');
  const Siblings arguments(subject, subject.functions[0], test.arguments());
  arguments.setLength(3, 5);
  repairLengths(subject, test);
  EXPECT_TRUE(arguments.length(3) == 3);
  test.arguments()[2] = Null{};
  arguments.setLength(3, 7);
  repairLengths(subject, test);
  EXPECT_TRUE(arguments.length(3) == 7) << "null measures nothing";
}

TEST(Lengths, FollowTheCount) {
  const Subject subject = pairs();
  TestCase test{FunctionId(0), {}};
  for (const Parameter &parameter : subject.functions[0].parameters)
    test.arguments().push_back(simplestValue(subject, parameter.type));
  const Siblings arguments(subject, subject.functions[0], test.arguments());
  arguments.setLength(3, 1);
  test.arguments()[1].memory().assign(4 * 7, '\0');
  test.arguments()[2].memory().assign(4 * 6, '\0');
  arguments.lengthsFollow(1, 1);
  EXPECT_TRUE(arguments.length(3) == 6);
  arguments.lengthsFollow(1, 2);
  EXPECT_TRUE(arguments.length(3) == 6) << "it was not equal to the count before";
}

TEST(SimplestValue, FitsItsType) {
  const Subject subject = pairs();
  for (std::size_t i = 0; i < subject.types.size(); ++i)
    EXPECT_TRUE(fits(subject, TypeId(i), simplestValue(subject, TypeId(i)))) << i;
  EXPECT_EQ(std::string(1, '\0'), simplestValue(subject, TypeId(1)).bytes());
}

TEST(Pointers, ToWhatHasNoValuesStayNull) {
  Subject subject;
  subject.types = {{.kind = TypeKind::Void},
                   {.kind = TypeKind::Pointer, .size = 8, .element = TypeId(0)},
                   {.kind = TypeKind::Pointer, .size = 8, .element = TypeId(1)},
                   {.kind = TypeKind::Struct,
                    .spelling = "FILE",
                    .isSystem = true,
                    .size = 8,
                    .fields = {{.name = "buffer", .type = TypeId(1)}}},
                   {.kind = TypeKind::Pointer, .size = 8, .element = TypeId(3)}};
  EXPECT_FALSE(canPointToObject(subject, TypeId(4)));
  EXPECT_TRUE(simplestValue(subject, TypeId(4)).is<Null>());
  EXPECT_TRUE(canPointToObject(subject, TypeId(1))) << "to void: bytes";
  EXPECT_TRUE(canPointToObject(subject, TypeId(2))) << "to a pointer";
  subject.types[3].isSystem = false;
  EXPECT_TRUE(canPointToObject(subject, TypeId(4)));
}

TEST(Lengths, OfAPointerIntoAnObjectEndWhereTheObjectEnds) {
  TestSubject types;
  const TypeId integer = types.integer(4), pointer = types.pointer(integer);
  const FunctionId f = types.function({pointer, pointer, integer}, {{1, 2}});
  TestCase test{f,
                {Object{.bytes = std::string(40, '\0')}, Inside{.object = 0, .offset = 28},
                 Bytes{std::string("\x09\0\0\0", 4)}},
                {}};
  repairLengths(types.subject, test);
  EXPECT_EQ(std::string("\x03\0\0\0", 4), test.arguments()[2].bytes());
}

TEST(TextLists, TheNullAtTheEndIsNoElement) {
  TestSubject types;
  const TypeId list = types.pointer(types.text());
  const Value text = Object{.bytes = std::string("a\0", 2)};
  const Value null = Null{};
  Value value = Object{.parts = {text, text, null}};
  EXPECT_TRUE(isTextList(types.subject, list));
  EXPECT_EQ(2u, elementCount(types.subject, list, value));
  value.as<Object>().parts.pop_back();
  EXPECT_EQ(2u, elementCount(types.subject, list, value));
}

TEST(Unions, AnyMemberThatHasValuesMayBeSet) {
  TestSubject types;
  const TypeId bad = types.add({.kind = TypeKind::Unsupported, .size = 16});
  const TypeId number = types.integer(4), text = types.array(types.character(), 8);
  const TypeId variant = types.record({bad, number, text}, TypeKind::Union);
  EXPECT_EQ((std::vector<std::uint32_t>{1, 2}), unionMembers(types.subject, variant));
  EXPECT_TRUE(hasValues(types.subject, variant));
  const Value simplest = simplestValue(types.subject, variant);
  EXPECT_EQ(1u, simplest.as<UnionPart>().field);
  EXPECT_TRUE(fits(types.subject, variant, simplest));
  EXPECT_FALSE(hasValues(types.subject, types.record({bad}, TypeKind::Union)));
}

} // namespace
} // namespace model
