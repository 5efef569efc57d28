#include "campaign/enlarge.h"

#include <gtest/gtest.h>

namespace campaign {
namespace {

using namespace model;

/// int f(int *a, int n, int *b, char *s), where n is the length of a.
Subject subjectOfPointers() {
  Subject subject;
  subject.types = {Type{.kind = TypeKind::Integer, .spelling = "int", .isSigned = true, .size = 4},
                   Type{.kind = TypeKind::Integer, .spelling = "char", .isChar = true, .size = 1},
                   Type{.kind = TypeKind::Pointer, .size = 8, .element = TypeId(0)},
                   Type{.kind = TypeKind::Pointer, .size = 8, .element = TypeId(1)}};
  Function f;
  f.name = "f";
  f.result = TypeId(0);
  f.parameters = {{"a", TypeId(2)}, {"n", TypeId(0)}, {"b", TypeId(2)}, {"s", TypeId(3)}};
  f.lengthPairs = {{0, 1}};
  subject.functions = {f};
  return subject;
}

Value object(std::string bytes) { return Object{.bytes = std::move(bytes)}; }

TEST(Enlarge, GrowsOnlyWhatNoLengthSpeaksOf) {
  const TestCase test{FunctionId(0),
                      {object(std::string(8, '\x01')), Bytes{std::string(4, '\0')},
                       object(std::string(8, '\x01')), object(std::string("hi\0", 3))}};
  const auto larger = enlarged(subjectOfPointers(), test, 16);
  ASSERT_TRUE(larger);
  EXPECT_EQ(test.arguments()[0], larger->arguments()[0]) << "n speaks of a";
  EXPECT_EQ(64u, larger->arguments()[2].bytes().size());
  EXPECT_EQ(test.arguments()[2].bytes(), larger->arguments()[2].bytes().substr(0, 8));
  EXPECT_EQ(std::string("hi") + std::string(14, '\0'), larger->arguments()[3].bytes())
      << "the same text, in more room";
}

TEST(Enlarge, NothingToGrow) {
  const TestCase test{FunctionId(0),
                      {Null{}, Bytes{std::string(4, '\0')}, object(std::string(64, '\0')), Null{}}};
  EXPECT_FALSE(enlarged(subjectOfPointers(), test, 16));
}

TEST(Enlarge, ObjectsGetRoomAndTheCallUnderTestKeepsItsNumbers) {
  const Subject subject = subjectOfPointers();
  const auto numbers = [](char n) {
    return std::vector<Value>{Null{}, Bytes{std::string{n, 0, 0, 0}}, Null{}, Null{}};
  };
  TestCase test(FunctionId(0), numbers(3));
  EXPECT_FALSE(withRoomyObjects(subject, test, 16)) << "there is no object";
  test.steps.insert(test.steps.begin(), Step{FunctionId(0), numbers(2)});
  EXPECT_FALSE(withRoomyObjects(subject, test, 16)) << "it makes none";
  test.steps.front().slot = SlotId(0);
  const auto roomy = withRoomyObjects(subject, test, 16);
  ASSERT_TRUE(roomy);
  EXPECT_EQ(numbers(16), roomy->steps.front().arguments);
  EXPECT_EQ(numbers(3), roomy->arguments());
}

} // namespace
} // namespace campaign
