#include "execute/observation.h"

#include "abi/channel.h"
#include "execute/encode.h"
#include "execute/testdata/zoo.h"
#include "support/rng.h"

#include <gtest/gtest.h>

namespace execute {
namespace {

using model::TestCase;

std::vector<std::byte> asBytes(const std::vector<std::uint64_t> &words) {
  std::vector<std::byte> bytes(words.size() * 8);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

TEST(Bits, RoundTripAtEveryPlace) {
  support::Rng rng(3);
  for (std::uint32_t width = 1; width <= 32; ++width)
    for (std::uint64_t offset = 0; offset < 40; ++offset) {
      std::vector<std::byte> memory(12), before;
      for (std::byte &byte : memory)
        byte = static_cast<std::byte>(rng.next());
      before = memory;
      const auto value =
          static_cast<std::int32_t>(static_cast<std::int64_t>(rng.next()) >> (64 - width));
      storeBits(memory.data(), offset, width, zoo::scalar(value).bytes());
      EXPECT_EQ(loadBits(memory, offset, width, 4, true), zoo::scalar(value).bytes());
      const auto positive = static_cast<std::uint32_t>(value) & (0xffff'ffffu >> (32 - width));
      EXPECT_EQ(loadBits(memory, offset, width, 4, false),
                zoo::scalar(static_cast<std::int32_t>(positive)).bytes());
      storeBits(memory.data(), offset, width, loadBits(before, offset, width, 4, false));
      EXPECT_EQ(memory, before) << "neighbours stay as they were";
    }
}

class ObservationTest : public testing::Test {
protected:
  zoo::Types types_;
  model::Subject subject_ = zoo::makeSubject(types_);
  TestCase half_{zoo::find(subject_, "half"), {zoo::floating(3)}};
};

TEST_F(ObservationTest, ReadsWhatMakesSense) {
  const std::uint64_t three = 0x4008'0000'0000'0000;
  const auto written = asBytes(
      {2, /* object */ 0, 0x1000, 8, 0, three, /* result */ PINCER_IN_RESULT, 0x2000, 8, 0, 0});
  const auto observation = decodeObservation(subject_, half_, written);
  ASSERT_TRUE(observation);
  EXPECT_EQ(observation->result, zoo::floating(0));
  EXPECT_EQ(observation->arguments.at(0), zoo::floating(3));
}

TEST_F(ObservationTest, TellsWhatEarlierCallsReturned) {
  TestCase twice = half_;
  twice.steps.push_back(half_.last());
  const std::uint64_t three = 0x4008'0000'0000'0000;
  const auto written = asBytes({4,
                                /* objects */ 0,
                                0x1000,
                                8,
                                0,
                                three,
                                1ull << 32,
                                0x1008,
                                8,
                                0,
                                three,
                                /* results */ PINCER_IN_RESULT,
                                0x2000,
                                8,
                                0,
                                three,
                                PINCER_IN_RESULT | 1ull << 32,
                                0x2008,
                                8,
                                0,
                                0});
  const auto observation = decodeObservation(subject_, twice, written);
  ASSERT_TRUE(observation);
  EXPECT_EQ(observation->earlier, std::vector<model::Value>{zoo::floating(3)});
  EXPECT_EQ(observation->result, zoo::floating(0));
}

TEST_F(ObservationTest, ReadsElementsFromRooms) {
  const auto type = [&](model::Type made) {
    subject_.types.push_back(std::move(made));
    return model::TypeId(subject_.types.size() - 1);
  };
  const model::TypeId number = subject_.functions[half_.function().index].result;
  const model::TypeId data = type({.kind = model::TypeKind::Pointer, .size = 8, .element = number});
  const model::TypeId size = type({.kind = model::TypeKind::Integer, .size = 8});
  subject_.functions[half_.function().index].result =
      type({.kind = model::TypeKind::Struct,
            .size = 16,
            .fields = {{"data", data, 0, {}}, {"size", size, 64, {}}},
            .lengthPairs = {{0, 1}},
            .literal = model::Literal::Range});
  const std::uint64_t three = 0x4008'0000'0000'0000;
  const auto answer = [&](std::uint64_t length, std::uint64_t address) {
    return decodeObservation(subject_, half_,
                             asBytes({3, 0, 0x1000, 8, 0, three, PINCER_IN_RESULT, 0x2000, 16, 0,
                                      address, length, PINCER_IN_ROOM, 0x3000, 16, 0, three, 0}));
  };
  const auto seen = answer(2, 0x3000);
  ASSERT_TRUE(seen);
  EXPECT_EQ(16u, seen->result.parts()[0].as<model::Object>().bytes.size());
  EXPECT_TRUE(answer(2, 0x3008)->result.parts()[0].is<model::Other>()) << "no room begins there";
  EXPECT_TRUE(answer(3, 0x3000)->result.parts()[0].is<model::Other>()) << "it is too short";
}

TEST_F(ObservationTest, RejectsNonsense) {
  const std::vector<std::vector<std::uint64_t>> nonsense = {
      {},
      {1},
      {0},                                             // no objects
      {1, 0, 0x1000, 8, 0, 0},                         // no result
      {2, 0, 0x1000, 4, 0, 0, 1, 0x2000, 8, 0, 0},     // a short argument
      {2, 0, 0x1000, ~0ull, 0, 0, 1, 0x2000, 8, 0, 0}, // a length that overflows
      {2, 1ull << 32, 0x1000, 8, 0, 0, 1, 0x2000, 8, 0, 0},
      {0xffff'ffff},
      {2 | 7ull << 32, 0, 0x1000, 8, 0, 0, 1, 0x2000, 8, 0, 0},
      {3, 0, 0x1000, 8, 0, 0, 1, 0x2000, 8, 0, 0, 2 | 99ull << 32, 0, 8, 0, 0},
  };
  for (std::size_t i = 0; i < nonsense.size(); ++i)
    EXPECT_FALSE(decodeObservation(subject_, half_, asBytes(nonsense[i]))) << i;
}

TEST_F(ObservationTest, SurvivesAnything) {
  support::Rng rng(5);
  const TestCase test{zoo::find(subject_, "changeNames"),
                      {zoo::object({zoo::parts(
                          {zoo::string("a"), zoo::null(), zoo::null(), zoo::bytes("abcd")})})}};
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::uint64_t> words(rng.below(60));
    for (std::uint64_t &word : words)
      word = rng.oneIn(4)   ? rng.next()
             : rng.oneIn(3) ? rng.below(4) | rng.below(3) << 32
                            : rng.below(40);
    (void)decodeObservation(subject_, test, asBytes(words));
  }
}

TEST(EncoderTest, SaysWhenThereIsNoRoom) {
  zoo::Types types;
  const model::Subject subject = zoo::makeSubject(types);
  Encoder encoder(subject);
  const TestCase test{zoo::find(subject, "remember"), {zoo::string("hello"), zoo::scalar(1)}};
  std::vector<std::byte> room(4096);
  const std::size_t size = encoder.encode(test, true, room);
  ASSERT_GT(size, 0u);
  for (std::size_t less = 0; less < size; ++less)
    EXPECT_EQ(encoder.encode(test, true, std::span(room).first(less)), 0u);
  EXPECT_EQ(encoder.encode(test, true, std::span(room).first(size)), size);
}

} // namespace
} // namespace execute
