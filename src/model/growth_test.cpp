#include "model/growth.h"

#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

namespace model {
namespace {

/// f(const char *text, size_t length): the length says how long the text is.
class Growth : public testing::Test {
protected:
  Growth() {
    const TypeId size = types_.integer(8, false);
    const FunctionId f = types_.function({types_.text(), size});
    types_.subject.functions[f.index].lengthPairs.push_back({0, 1});
    test_ = TestCase(
        f, {Object{.bytes = std::string("abc\0", 4)}, Bytes{std::string("\3\0\0\0\0\0\0\0", 8)}});
  }

  /// Input number i: the pointer, the length, then the characters.
  Input input(std::size_t i) { return inputsOf(types_.subject, test_, 100).at(i); }
  const std::string &text() const { return test_.arguments()[0].bytes(); }
  int length() const { return test_.arguments()[1].bytes()[0]; }

  TestSubject types_;
  TestCase test_;
};

TEST_F(Growth, ElementsAreRepeatedAndLengthsFollow) {
  EXPECT_TRUE(repeatElement(types_.subject, test_, input(3), 2));
  EXPECT_EQ(std::string("abbbc\0", 6), text());
  EXPECT_EQ(5, length());
}

TEST_F(Growth, ElementsAreRemovedAndLengthsFollow) {
  EXPECT_TRUE(removeElements(types_.subject, test_, input(2), 2));
  EXPECT_EQ(std::string("c\0", 2), text());
  EXPECT_EQ(1, length());
}

TEST_F(Growth, WhatIsNoElementStays) {
  EXPECT_FALSE(repeatElement(types_.subject, test_, input(0), 1)) << "the pointer";
  EXPECT_FALSE(repeatElement(types_.subject, test_, input(1), 1)) << "a number";
  EXPECT_FALSE(repeatElement(types_.subject, test_, input(5), 1)) << "the NUL";
  EXPECT_FALSE(removeElements(types_.subject, test_, input(2), 4)) << "the NUL goes too";
  EXPECT_EQ(std::string("abc\0", 4), text());
}

} // namespace
} // namespace model
