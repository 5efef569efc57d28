#include "model/inputs.h"

#include "model/testing/test_subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace model {
namespace {

using testing::ElementsAre;

Value object(std::vector<Value> parts) { return Object{.parts = std::move(parts)}; }
Value parts(std::vector<Value> values) { return Parts{.parts = std::move(values)}; }
Value bytes(std::size_t size) { return Bytes{std::string(size, '\1')}; }

TEST(Inputs, EveryScalarAndPointerIsOne) {
  TestSubject types;
  const TypeId number = types.integer(4), small = types.integer(2);
  const TypeId record = types.record({number, types.pointer(small)});
  TestCase test{types.function({types.pointer(record), number}),
                {object({parts({bytes(4), Object{.bytes = "abcd"}})}), bytes(4)}};
  const std::vector<Input> inputs = inputsOf(types.subject, test, 100);
  std::vector<std::vector<std::uint64_t>> places;
  for (const Input &input : inputs)
    places.push_back({input.object, input.offsetBits, input.width, input.isPointer});
  // Arguments are objects 0 and 1, the record 2, what it points to 3.
  EXPECT_THAT(places, ElementsAre(ElementsAre(0, 0, 64, 1), ElementsAre(1, 0, 32, 0),
                                  ElementsAre(2, 0, 32, 0), ElementsAre(2, 32, 64, 1),
                                  ElementsAre(3, 0, 16, 0), ElementsAre(3, 16, 16, 0)));
  EXPECT_THAT(inputNames(types.subject, test, 100),
              ElementsAre("p0", "p1", "p0->f0", "p0->f1", "p0->f1[0]", "p0->f1[1]"));
}

TEST(Inputs, StopsAtTheBound) {
  TestSubject types;
  TestCase test{types.function({types.array(types.integer(1), 10)}), {bytes(10)}};
  EXPECT_EQ(3u, inputsOf(types.subject, test, 3).size());
}

TEST(Inputs, BitFieldsHaveTheirOwnWidth) {
  TestSubject types;
  const TypeId number = types.integer(4);
  Type type{.kind = TypeKind::Struct, .size = 4};
  type.fields = {{"a", number, 0, 3}, {"b", number, 3, 7}};
  TestCase test{types.function({types.add(type)}), {parts({bytes(4), bytes(4)})}};
  const std::vector<Input> inputs = inputsOf(types.subject, test, 100);
  ASSERT_EQ(2u, inputs.size());
  EXPECT_EQ(3u, inputs[0].width);
  EXPECT_EQ(3u, inputs[1].offsetBits);
  EXPECT_EQ(7u, inputs[1].width);
}

} // namespace
} // namespace model
