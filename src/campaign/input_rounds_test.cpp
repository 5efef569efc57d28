#include "campaign/input_rounds.h"

#include "model/inputs.h"
#include "model/value_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace campaign {
namespace {

using namespace model;
using ::testing::ElementsAre;

/// Two stubs that give ints.
Subject twoStubs() {
  Subject subject;
  subject.types.push_back({.kind = TypeKind::Integer, .isSigned = true, .size = 4, .alignment = 4});
  subject.types.push_back({.kind = TypeKind::Void});
  subject.functions.push_back({.name = "f", .result = TypeId(1)});
  for (const char *name : {"first", "second"})
    subject.supplies.push_back({.kind = Supply::Kind::Function, .name = name, .type = TypeId(0)});
  return subject;
}

Value number(int value) {
  return Bytes{std::string(reinterpret_cast<const char *>(&value), sizeof value)};
}

int numberIn(const Value &value) {
  int number = 0;
  std::memcpy(&number, value.bytes().data(), sizeof number);
  return number;
}

/// Rounds of a call of each; the numbers say which round it is.
Trail rounds(const Subject &subject, int count) {
  TestCase test(FunctionId(0), {});
  std::vector<Asked> asked;
  for (std::uint32_t source = 0; source < 2; ++source)
    for (int i = 0; i < count; ++i)
      test.supplied.push_back({SupplyId(source), static_cast<std::uint32_t>(i), number(i)});
  for (int i = 0; i < count; ++i)
    for (std::uint32_t source = 0; source < 2; ++source)
      asked.push_back({SupplyId(source), static_cast<std::uint32_t>(i)});
  return trailOf(subject, test, asked);
}

std::vector<int> numbersOf(const Trail &trail) {
  std::vector<int> numbers;
  for (const Supplied &each : trail.test.supplied)
    numbers.push_back(numberIn(each.value));
  return numbers;
}

TEST(InputRounds, TrailLeavesOutWhatWasNotAskedFor) {
  const Subject subject = twoStubs();
  TestCase test(
      FunctionId(0), {},
      {{SupplyId(0), 0, number(5)}, {SupplyId(0), 1, number(6)}, {SupplyId(1), 0, number(7)}});
  const std::vector<Asked> asked{{SupplyId(1), 0}, {SupplyId(0), 0}, {SupplyId(1), 1}};
  const Trail trail = trailOf(subject, test, asked);
  EXPECT_THAT(trail.calls, ElementsAre(asked[0], asked[1]));
  EXPECT_THAT(numbersOf(trail), ElementsAre(5, 7));
}

TEST(InputRounds, LaterCallsMoveUp) {
  const Subject subject = twoStubs();
  const Trail kept = keepCalls(subject, rounds(subject, 3), {true, true, false, false, true, true});
  EXPECT_THAT(numbersOf(kept), ElementsAre(0, 2, 0, 2));
  EXPECT_EQ(1u, kept.test.supplied[1].index);
  EXPECT_EQ(1u, kept.calls[3].index);
  EXPECT_THAT(numbersOf(campaign::firstCalls(subject, kept, 3)), ElementsAre(0, 2, 0));
}

TEST(InputRounds, DropsAllRoundsThatTheEffectDoesNotNeed) {
  const Subject subject = twoStubs();
  // Rounds 17 and 40 are needed, each whole, one before the other.
  const FirstWithEffect first =
      [&](std::span<const TestCase> candidates) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto &all = candidates[i].supplied;
      std::vector<int> of[2];
      for (const Supplied &each : all)
        of[each.source.index].push_back(numberIn(each.value));
      const bool isWhole = of[0] == of[1];
      if (isWhole && std::ranges::count(of[0], 17) && std::ranges::count(of[0], 40))
        return i;
    }
    return std::nullopt;
  };
  const Trail dropped = dropRounds(subject, rounds(subject, 100), first, 2000);
  EXPECT_THAT(numbersOf(dropped), ElementsAre(17, 40, 17, 40));
}

TEST(InputRounds, WhatIsFixedIsNoInput) {
  const Subject subject = twoStubs();
  TestCase test = rounds(subject, 2).test;
  test.supplied[0].isFixed = test.supplied[2].isFixed = true;
  const std::vector<Input> inputs = inputsOf(subject, test, 100);
  ASSERT_EQ(2u, inputs.size());
  EXPECT_EQ(1u, inputs[0].object);
  EXPECT_EQ(3u, inputs[1].object);
}

} // namespace
} // namespace campaign
