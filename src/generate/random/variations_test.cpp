#include "generate/random/variations.h"

#include "generate/random/random_generator.h"
#include "model/inputs.h"
#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

namespace generate {
namespace {

using model::TestCase;
using model::TestSubject;
using model::TypeId;
using model::Value;

Value bytes(std::string held) { return model::Bytes{std::move(held)}; }

TEST(Variations, ChangeScalarsAndNothingElse) {
  TestSubject types;
  const TypeId number = types.integer(4);
  const TypeId record = types.record({number, types.pointer(number)});
  const TestCase base{
      types.function({types.pointer(record), number}),
      {model::Object{.parts = {model::Parts{
                         {bytes("abcd"), model::Object{.bytes = std::string("efghijkl")}}}}},
       bytes("mnop")}};
  support::Rng rng(1);
  const Dictionary dictionary;
  ScalarSource source(dictionary, rng);
  const Scalars scalars(types.subject, base);
  std::set<std::uint32_t> changed;
  for (int i = 0; i < 1000; ++i) {
    model::Variation variation{.base = &base};
    vary(scalars, source, rng, variation);
    TestCase test = model::testOf(types.subject, variation);
    const auto inputs = model::inputsOf(types.subject, test, 100);
    ASSERT_EQ(6u, inputs.size());
    for (std::size_t c = 0; c < variation.changeCount; ++c) {
      EXPECT_EQ(4u, variation.changes[c].size);
      changed.insert(variation.changes[c].object);
    }
    // The last change of a place is what is there.
    const model::Variation::Change &last = variation.changes[variation.changeCount - 1];
    const auto place = std::ranges::find_if(inputs, [&](const model::Input &input) {
      return !input.isPointer && input.object == last.object &&
             input.offsetBits == last.offset * 8u;
    });
    ASSERT_NE(inputs.end(), place);
    EXPECT_EQ(std::string(last.bytes.data(), 4), place->value->bytes().substr(place->at, 4));
  }
  EXPECT_EQ((std::set<std::uint32_t>{1, 2, 3}), changed) << "object 0 is a pointer";
}

TEST(Variations, LeaveLengthsAndTheEndsOfTexts) {
  TestSubject types;
  const TypeId text = types.pointer(types.character()), number = types.integer(4);
  const model::FunctionId function = types.function({text, number});
  types.subject.functions[function.index].lengthPairs = {{.pointer = 0, .length = 1}};
  const TestCase base{function,
                      {model::Object{.bytes = std::string("ab\0", 3)}, bytes({2, 0, 0, 0})}};
  support::Rng rng(1);
  const Dictionary dictionary;
  ScalarSource source(dictionary, rng);
  const Scalars scalars(types.subject, base);
  for (int i = 0; i < 1000; ++i) {
    model::Variation variation{.base = &base};
    vary(scalars, source, rng, variation);
    const TestCase test = model::testOf(types.subject, variation);
    EXPECT_EQ(base.arguments()[1], test.arguments()[1]);
    EXPECT_EQ(2u, test.arguments()[0].bytes().find('\0'));
  }
}

} // namespace
} // namespace generate
