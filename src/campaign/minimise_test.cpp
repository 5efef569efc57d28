#include "campaign/minimise.h"

#include "generate/random/random_generator.h"
#include "model/json.h"
#include "model/testing/test_subject.h"
#include "model/value_access.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <string>

namespace campaign {
namespace {

using model::FunctionId;
using model::TestCase;
using model::TestSubject;
using model::TypeId;
using model::Value;

constexpr std::size_t plenty = 100000;

template <class T> Value scalar(T value) {
  return model::Bytes{std::string(reinterpret_cast<const char *>(&value), sizeof value)};
}
template <class T> Value objectOf(const std::vector<T> &items) {
  model::Object object;
  for (const T item : items)
    object.bytes += scalar(item).bytes();
  return object;
}
Value text(const std::string &characters) { return model::Object{.bytes = characters + '\0'}; }
template <class T> T as(const Value &value) {
  T result{};
  std::memcpy(&result, value.bytes().data(), sizeof result);
  return result;
}
const Value null = model::Null{};

/// Counts, and checks that every candidate fits.
struct Counting {
  const TestSubject &types;
  std::function<bool(const TestCase &)> holds;
  std::size_t judged = 0;

  EffectCheck judge() {
    return [this](const TestCase &test) {
      ++judged;
      const auto &parameters = types.subject[test.function()].parameters;
      for (std::size_t i = 0; i < parameters.size(); ++i)
        EXPECT_TRUE(test.arguments()[i].is<model::FromSlot>() ||
                    model::fits(types.subject, parameters[i].type, test.arguments()[i]));
      return holds(test);
    };
  }
};

TestCase minimised(const TestSubject &types, TestCase test,
                   std::function<bool(const TestCase &)> holds, std::size_t budget = plenty) {
  EXPECT_TRUE(holds(test));
  Counting counting{types, std::move(holds)};
  TestCase result = minimise(types.subject, std::move(test), counting.judge(), budget);
  EXPECT_LE(counting.judged, budget);
  EXPECT_TRUE(counting.holds(result));
  return result;
}

TEST(Minimise, ArgumentsThatDoNotMatterBecomeSimplest) {
  TestSubject types;
  const FunctionId f = types.function({types.integer(4), types.text(), types.enumeration({7, 3}),
                                       types.pointer(types.integer(4)), types.real(8)});
  const TestCase test{f, {scalar(4711), text("hello"), scalar(3), null, scalar(2.75)}};
  const TestCase result = minimised(types, test, [](const TestCase &) { return true; });
  const TestCase expected{f, {scalar(0), text(""), scalar(7), objectOf<int>({0}), scalar(0.0)}};
  EXPECT_EQ(expected, result);
}

TEST(Minimise, WhatAUnionHeldIsForgottenWhenItHoldsSomethingElse) {
  TestSubject types;
  const TypeId bytes = types.pointer(types.add({.kind = model::TypeKind::Void}));
  const TypeId either = types.record({types.real(8), bytes}, model::TypeKind::Union);
  const FunctionId f = types.function(
      {types.pointer(types.record({types.integer(4), either}, model::TypeKind::Struct))});
  const Value held = model::UnionPart{1, {text("held")}};
  const Value record = model::Parts{.parts = {scalar(4711), held}};
  const TestCase test{f, {model::Object{.parts = {record}}}};
  const auto recordOf = [](const TestCase &each) { return each.arguments()[0].parts()[0]; };
  const TestCase result = minimised(types, test, [&](const TestCase &candidate) {
    return as<int>(recordOf(candidate).parts()[0]) == 4711;
  });
  EXPECT_EQ(scalar(0.0), recordOf(result).parts()[1].parts()[0]);
}

TEST(Minimise, StepsAndCopiesThatDoNotMatterGo) {
  TestSubject types;
  const TypeId object = types.pointer(types.add({.kind = model::TypeKind::Incomplete, .size = 0}));
  const FunctionId make = types.function({types.integer(4)}), copy = types.function({object}),
                   change = types.function({object, types.integer(4)});
  for (const FunctionId id : {make, copy})
    types.subject.functions[id.index].result = object;
  types.subject.functions[change.index].result = types.add({.kind = model::TypeKind::Void});
  const model::FromSlot first{model::SlotId(0)}, second{model::SlotId(1)};
  TestCase test(make, {scalar(5)});
  test.last().slot = first.slot;
  test.steps.push_back({change, {first, scalar(3)}});
  test.steps.push_back({copy, {first}, second.slot});
  test.steps.push_back({change, {second, scalar(4)}});
  test.steps.push_back({change, {second, scalar(70)}});
  const TestCase result = minimised(types, test, [&](const TestCase &candidate) {
    return candidate.function() == change && as<int>(candidate.arguments()[1]) > 60;
  });
  TestCase expected(make, {scalar(0)});
  expected.last().slot = first.slot;
  expected.steps.push_back({change, {first, scalar(61)}});
  EXPECT_EQ(expected, result);
}

TEST(Minimise, TheLastCallGoesIfItMayAndDoesNotMatter) {
  TestSubject types;
  const TypeId object = types.pointer(types.add({.kind = model::TypeKind::Incomplete, .size = 0}));
  const FunctionId make = types.function({}), change = types.function({object, types.integer(4)});
  types.subject.functions[make.index].result = object;
  types.subject.functions[change.index].result = types.add({.kind = model::TypeKind::Void});
  const model::FromSlot slot{model::SlotId(0)};
  TestCase test(make, {});
  test.last().slot = slot.slot;
  for (const int value : {70, 3, 4})
    test.steps.push_back({change, {slot, scalar(value)}});
  const EffectCheck hasLarge = [](const TestCase &candidate) {
    return std::ranges::any_of(candidate.steps, [](const model::Step &step) {
      return step.arguments.size() == 2 && as<int>(step.arguments[1]) > 60;
    });
  };
  TestCase expected(make, {});
  expected.last().slot = slot.slot;
  expected.steps.push_back({change, {slot, scalar(61)}});
  EXPECT_EQ(expected, minimise(types.subject, test, hasLarge, plenty, LastCall::MayGo));
  expected.steps.push_back({change, {slot, scalar(0)}});
  EXPECT_EQ(expected, minimise(types.subject, test, hasLarge, plenty, LastCall::Stays));
}

TEST(Minimise, EqualTextsGetShorterTogether) {
  TestSubject types;
  const FunctionId f = types.function({types.text(), types.text()});
  const TestCase test{f, {text("looked up"), text("looked up")}};
  const TestCase result = minimised(types, test, [](const TestCase &candidate) {
    const std::string &one = candidate.arguments()[0].bytes();
    return one.size() > 2 && one == candidate.arguments()[1].bytes();
  });
  EXPECT_EQ((TestCase{f, {text("aa"), text("aa")}}), result);
}

TEST(Minimise, IntegersGoToTheThreshold) {
  TestSubject types;
  const FunctionId f = types.function({types.integer(4)});
  const auto from = [&](int value, auto holds) {
    const auto test = minimised(types, {f, {scalar(value)}}, [&](const TestCase &candidate) {
      return holds(as<int>(candidate.arguments()[0]));
    });
    return as<int>(test.arguments()[0]);
  };
  EXPECT_EQ(1001, from(2'000'000'000, [](int x) { return x > 1000; }));
  EXPECT_EQ(-71, from(-2'000'000'000, [](int x) { return x < -70; }));
  EXPECT_EQ(INT32_MIN, from(INT32_MIN, [](int x) { return x == INT32_MIN; }));
  EXPECT_EQ(5, from(-9, [](int x) { return x > 4 || x < 0 - 5; }));
  EXPECT_EQ(123456, from(123456, [](int x) { return x == 123456; }));
  EXPECT_EQ(2, from(88, [](int x) { return x % 2 == 0 && x != 0; }));
}

TEST(Minimise, AnExactNumberIsCheap) {
  TestSubject types;
  const FunctionId f = types.function({types.integer(8)});
  Counting counting{
      types, [](const TestCase &test) { return as<long>(test.arguments()[0]) == 123456789012; }};
  minimise(types.subject, {f, {scalar(123456789012L)}}, counting.judge(), plenty);
  EXPECT_LE(counting.judged, 12u);
}

struct Integers {
  TestSubject types;
  FunctionId f;

  explicit Integers(std::size_t count) {
    const TypeId integer = types.integer(4);
    f = types.function(std::vector<TypeId>(count, integer));
  }
  std::vector<int> minimised(const std::vector<int> &from,
                             const std::function<bool(const std::vector<int> &)> &holds,
                             std::size_t budget = 200) {
    TestCase test{f, {}};
    for (const int value : from)
      test.arguments().push_back(scalar(value));
    const auto values = [](const TestCase &candidate) {
      std::vector<int> found;
      for (const Value &value : candidate.arguments())
        found.push_back(as<int>(value));
      return found;
    };
    return values(campaign::minimised(
        types, test, [&](const TestCase &candidate) { return holds(values(candidate)); }, budget));
  }
};

TEST(Minimise, EqualNumbersShrinkTogether) {
  Integers three(3);
  const auto equal = [](const std::vector<int> &v) {
    return v[0] > 0 && v[0] == v[1] && v[1] == v[2];
  };
  EXPECT_EQ((std::vector{1, 1, 1}), three.minimised({65537, 65537, 65537}, equal));
  const auto isosceles = [](const std::vector<int> &v) {
    return v[0] > 0 && v[1] == v[2] && v[1] > 0 && v[0] != v[1] && v[0] < v[1] + v[2];
  };
  EXPECT_EQ((std::vector{1, 2, 2}), three.minimised({1, 999999, 999999}, isosceles));
  const auto negative = [](const std::vector<int> &v) { return v[0] < -4 && v[0] == v[2]; };
  EXPECT_EQ((std::vector{-5, 0, -5}), three.minimised({-70000, 9, -70000}, negative));
}

TEST(Minimise, CloseNumbersKeepTheirDifferences) {
  Integers three(3);
  const auto steps = [](const std::vector<int> &v) {
    return v[0] > 20 && v[1] == v[0] + 1 && v[2] == v[0] + 100;
  };
  EXPECT_EQ((std::vector{21, 22, 121}), three.minimised({4711, 4712, 4811}, steps));
  const auto scalene = [](const std::vector<int> &v) {
    return v[0] > 0 && v[1] > 0 && v[2] > 0 && v[0] < v[1] + v[2] && v[1] < v[0] + v[2] &&
           v[2] < v[0] + v[1] && v[0] != v[1] && v[1] != v[2] && v[0] != v[2];
  };
  EXPECT_EQ((std::vector{2, 4, 3}), three.minimised({999999, 999998, 999997}, scalene));
  const auto below = [](const std::vector<int> &v) { return v[0] < 0 && v[1] == v[0] - 1; };
  EXPECT_EQ((std::vector{-1, -2, 0}), three.minimised({-5000, -5001, 3}, below));
}

TEST(Minimise, MultiplesKeepTheirFactors) {
  Integers three(3);
  const auto twice = [](const std::vector<int> &v) { return v[0] > 2 && v[1] == 2 * v[0]; };
  EXPECT_EQ((std::vector{3, 6, 0}), three.minimised({123456, 246912, 7}, twice));
  const auto opposite = [](const std::vector<int> &v) { return v[0] > 0 && v[1] == -v[0]; };
  EXPECT_EQ((std::vector{1, -1, 0}), three.minimised({88888, -88888, 0}, opposite));
}

TEST(Minimise, EqualElementsOfALargeArrayShrinkWithinTheUsualBudget) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const FunctionId f = types.function({types.pointer(integer), integer}, {{0, 1}});
  const auto holds = [](const TestCase &candidate) {
    const std::string &bytes = candidate.arguments()[0].bytes();
    int first = 0;
    std::memcpy(&first, bytes.data(), 4);
    bool same = first > 6 && bytes.size() >= 64 * 4;
    for (std::size_t i = 0; i < bytes.size(); i += 4)
      same = same && std::memcmp(bytes.data() + i, &first, 4) == 0;
    return same;
  };
  const TestCase test{f, {objectOf<int>(std::vector<int>(64, 1 << 20)), scalar(64)}};
  const TestCase result = minimised(types, test, holds, 400);
  EXPECT_EQ(objectOf<int>(std::vector<int>(64, 7)), result.arguments()[0]);
}

TEST(Minimise, EqualFloatsAndEnumeratorsMoveTogether) {
  TestSubject types;
  const TypeId real = types.real(8), colour = types.enumeration({5, 9, 2});
  const FunctionId f = types.function({real, real, colour, colour});
  const auto holds = [](const TestCase &candidate) {
    const auto &v = candidate.arguments();
    return as<double>(v[0]) > 0.25 && v[0] == v[1] && v[2] == v[3] && as<int>(v[2]) != 5;
  };
  const TestCase test{f, {scalar(12.375), scalar(12.375), scalar(2), scalar(2)}};
  const TestCase expected{f, {scalar(1.0), scalar(1.0), scalar(9), scalar(9)}};
  EXPECT_EQ(expected, minimised(types, test, holds, 100));
}

TEST(Minimise, FloatsBecomeWholeNumbers) {
  TestSubject types;
  const FunctionId f = types.function({types.real(8)});
  const auto test = minimised(types, {f, {scalar(73211.171875)}}, [](const TestCase &candidate) {
    return as<double>(candidate.arguments()[0]) > 1234.5;
  });
  EXPECT_EQ(1235.0, as<double>(test.arguments()[0]));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto other = minimised(types, {f, {scalar(nan)}}, [](const TestCase &candidate) {
    const auto value = as<double>(candidate.arguments()[0]);
    return value != value;
  });
  EXPECT_EQ(scalar(nan), other.arguments()[0]);
}

TEST(Minimise, TextsKeepOnlyWhatMatters) {
  TestSubject types;
  const FunctionId f = types.function({types.text()});
  const auto contains = [](const TestCase &candidate) {
    const std::string characters = candidate.arguments()[0].bytes().c_str();
    return characters.find("key") != std::string::npos && characters.size() >= 5;
  };
  const auto test = minimised(types, {f, {text("\x01\x7fsome=key;Z\xff")}}, contains);
  const std::string left = test.arguments()[0].bytes().c_str();
  EXPECT_EQ(5u, left.size());
  EXPECT_EQ(2, std::count(left.begin(), left.end(), 'a')) << left;
}

TEST(Minimise, CharactersBecomeReadable) {
  TestSubject types;
  const FunctionId f = types.function({types.text(), types.text()});
  const auto from = [&](const std::string &a, const std::string &b, auto holds) {
    const auto test = minimised(types, {f, {text(a), text(b)}}, [&](const TestCase &candidate) {
      return holds(std::string(candidate.arguments()[0].bytes().c_str()),
                   std::string(candidate.arguments()[1].bytes().c_str()));
    });
    return std::string(test.arguments()[0].bytes().c_str()) + '|' +
           test.arguments()[1].bytes().c_str();
  };
  const auto sign = [](const std::string &a, const std::string &) {
    return a.size() == 1 && !std::isalnum(static_cast<unsigned char>(a[0])) && a[0] != ' ';
  };
  EXPECT_EQ(".|", from("\x13", "x", sign));
  const auto control = [](const std::string &a, const std::string &) {
    return a.size() == 1 && std::iscntrl(static_cast<unsigned char>(a[0]));
  };
  EXPECT_EQ("\n|", from("\x13", "x", control));
  const auto same = [](const std::string &a, const std::string &b) {
    return a == b && a.size() == 3;
  };
  EXPECT_EQ("aaa|aaa", from("\x13q\x7f", "\x13q\x7f", same));
}

TEST(Minimise, ZerosBehindATextStay) {
  TestSubject types;
  const FunctionId f = types.function({types.pointer(types.character())});
  const auto roomy = [](const TestCase &candidate) {
    return candidate.arguments()[0].bytes().size() >= 8 && candidate.arguments()[0].bytes()[0] != 0;
  };
  const auto test = minimised(types, {f, {text(std::string("hi\0\0\0\0\0\0\0\0\0\0", 12))}}, roomy);
  EXPECT_EQ(std::string("a\0\0\0\0\0\0\0", 8), test.arguments()[0].bytes());
}

TEST(Minimise, LengthsFollowShorterArrays) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const FunctionId f = types.function({types.pointer(integer), integer}, {{0, 1}});
  const auto holds = [](const TestCase &candidate) {
    const int n = as<int>(candidate.arguments()[1]);
    EXPECT_LE(static_cast<std::size_t>(n) * 4, candidate.arguments()[0].bytes().size());
    for (int i = 0; i < n; ++i) {
      int item = 0;
      std::memcpy(&item, candidate.arguments()[0].bytes().data() + i * 4, 4);
      if (item > 20)
        return true;
    }
    return false;
  };
  const TestCase test{f, {objectOf<int>({5, 900, -3, 8, 77, 1, 1, 12, 21, 3}), scalar(10)}};
  const TestCase expected{f, {objectOf<int>({21}), scalar(1)}};
  EXPECT_EQ(expected, minimised(types, test, holds));
}

TEST(Minimise, LengthsFollowShorterTexts) {
  TestSubject types;
  const FunctionId f = types.function({types.text(), types.integer(4)}, {{0, 1}});
  const auto holds = [](const TestCase &candidate) {
    const auto n = as<int>(candidate.arguments()[1]);
    return candidate.arguments()[0].bytes().find('=') < static_cast<std::size_t>(n) &&
           candidate.arguments()[0].bytes().size() == static_cast<std::size_t>(n) + 1;
  };
  const TestCase expected{f, {text("="), scalar(1)}};
  EXPECT_EQ(expected, minimised(types, {f, {text("color=red"), scalar(9)}}, holds));
}

TEST(Minimise, LengthsOfFieldsFollow) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId vector = types.record({types.pointer(integer), integer});
  types.subject.types[vector.index].lengthPairs = {{0, 1}};
  const FunctionId f = types.function({types.pointer(vector)});
  const auto holds = [](const TestCase &candidate) {
    const Value &fields = candidate.arguments()[0].parts()[0];
    return as<int>(fields.parts()[1]) >= 3;
  };
  Value fields = model::Parts{.parts = {objectOf<int>({9, 8, 7, 6, 5, 4}), scalar(6)}};
  const TestCase test{f, {model::Object{.parts = {fields, fields}}}};
  fields = model::Parts{.parts = {objectOf<int>({0, 0, 0}), scalar(3)}};
  const TestCase expected{f, {model::Object{.parts = {fields}}}};
  EXPECT_EQ(expected, minimised(types, test, holds));
}

TEST(Minimise, ListsGetShorter) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId node = types.record({integer});
  const TypeId pointer = types.pointer(node);
  types.subject.types[node.index].fields.push_back({"next", pointer, 64, {}});
  const auto cons = [](int item, const Value &next) {
    Value parts = model::Parts{.parts = {scalar(item), next}};
    return model::Object{.parts = {parts}};
  };
  const FunctionId f = types.function({pointer});
  const auto twoNodes = [](const TestCase &test) {
    const Value &head = test.arguments()[0];
    return head.is<model::Object>() && head.parts()[0].parts()[1].is<model::Object>();
  };
  const TestCase test{f, {cons(5, cons(6, cons(7, cons(8, null))))}};
  const TestCase expected{f, {cons(0, cons(0, null))}};
  EXPECT_EQ(expected, minimised(types, test, twoNodes));
}

TEST(Minimise, NullStaysWhereItMatters) {
  TestSubject types;
  const FunctionId f = types.function({types.text(), types.integer(4)});
  const auto holds = [](const TestCase &test) { return test.arguments()[0].is<model::Null>(); };
  const TestCase expected{f, {null, scalar(0)}};
  EXPECT_EQ(expected, minimised(types, {f, {null, scalar(99)}}, holds));
}

TEST(Minimise, StaysWithinItsBudget) {
  TestSubject types;
  const FunctionId f = types.function({types.text()});
  const auto holds = [](const TestCase &test) { return test.arguments()[0].bytes().size() > 20; };
  for (std::size_t budget = 0; budget < 40; ++budget)
    minimised(types, {f, {text(std::string(200, 'q'))}}, holds, budget);
}

/// Whatever random search proposes can be minimised under any effect, without end or misfit.
TEST(Minimise, EndsForAllKindsOfValues) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId node = types.record({integer, types.text(), types.real(4)});
  types.subject.types[node.index].fields.push_back({"next", types.pointer(node), 128, {}});
  const FunctionId f = types.function(
      {types.pointer(node), types.pointer(integer), integer, types.pointer(types.character()),
       types.array(types.enumeration({4, -2, 9}), 3), types.integer(16, false), types.real(16),
       types.boolean(), types.array(types.text(), 2), types.character()},
      {{1, 2}});
  support::Rng rng(5);
  const generate::Sequences sequences(types.subject);
  generate::RandomGenerator generator(types.subject, f, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(50, tests);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const auto shape = [&](const TestCase &test) { // an arbitrary effect that is hard to keep
      const std::string key = model::toJson(types.subject, test).dump();
      return support::Rng(key.size() * 31 + key[key.size() / 2] + i).below(8) == 0;
    };
    Counting counting{types, [&](const TestCase &test) { return shape(test) || test == tests[i]; }};
    const auto result = minimise(types.subject, tests[i], counting.judge(), 20000);
    EXPECT_LT(counting.judged, 20000u);
    EXPECT_TRUE(counting.holds(result));
  }
}

TEST(Minimise, DropsCallsAndSimplifiesWhatIsSupplied) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const FunctionId function = types.function({integer});
  const TypeId call = types.record({integer});
  types.subject.supplies = {
      {.kind = model::Supply::Kind::Variable, .name = "limit", .type = integer},
      {.kind = model::Supply::Kind::Function, .name = "read", .type = call}};
  const auto gives = [](int value) { return model::Parts{.parts = {scalar(value)}}; };
  TestCase test{function, {scalar(99)}};
  test.supplied = {{model::SupplyId(0), 0, scalar(1234)},
                   {model::SupplyId(1), 0, gives(55)},
                   {model::SupplyId(1), 1, gives(4711)},
                   {model::SupplyId(1), 2, gives(8)}};
  const TestCase simple = minimise(
      types.subject, test,
      [](const TestCase &candidate) {
        return candidate.supplied.size() > 2 && as<int>(candidate.supplied[0].value) > 700 &&
               as<int>(candidate.supplied[2].value.parts()[0]) == 4711;
      },
      plenty);
  EXPECT_EQ(scalar(0), simple.arguments()[0]);
  ASSERT_EQ(3u, simple.supplied.size()) << "the last call is not needed, the one before it is";
  EXPECT_EQ(scalar(701), simple.supplied[0].value);
  EXPECT_EQ(gives(0), simple.supplied[1].value);
  EXPECT_EQ(gives(4711), simple.supplied[2].value);
}

Value insideOf(std::uint32_t object, std::uint64_t offset = 0) {
  return model::Inside{.object = object, .offset = offset};
}

TEST(Minimise, RefusalsGoOrComeEarlier) {
  TestSubject types;
  TestCase test{types.function({types.integer(4)}), {scalar(1)}};
  using enum model::Refusable;
  test.refused = {{Allocation, 3}, {Allocation, 9}};
  EXPECT_TRUE(minimised(types, test, [](const TestCase &) { return true; }).refused.empty());
  const auto needsOneFrom2 = [](const TestCase &each) {
    return std::ranges::any_of(each.refused,
                               [](model::Refusal refusal) { return refusal.index >= 2; });
  };
  EXPECT_EQ((std::vector<model::Refusal>{{Allocation, 2}}),
            minimised(types, test, needsOneFrom2).refused);
}

TEST(Minimise, PointersIntoObjectsAreKeptOnlyWhereNeeded) {
  TestSubject types;
  const TypeId pointer = types.pointer(types.integer(4));
  const TestCase test{types.function({pointer, pointer, pointer}),
                      {objectOf<int>({1, 2, 3, 4}), insideOf(0, 8), insideOf(0, 4)},
                      {}};
  Counting counting{types, [](const TestCase &candidate) {
                      return candidate.arguments()[2].is<model::Inside>() &&
                             candidate.arguments()[2].as<model::Inside>().offset == 4;
                    }};
  const TestCase simple = minimise(types.subject, test, counting.judge(), plenty);
  EXPECT_EQ(objectOf<int>({0, 0}), simple.arguments()[0]) << "as long as the pointer needs";
  EXPECT_EQ(objectOf<int>({0}), simple.arguments()[1]);
  EXPECT_EQ(insideOf(0, 4), simple.arguments()[2]) << "the objects before it kept their number";
}

TEST(Minimise, RingsCloseEarlier) {
  TestSubject types;
  const TypeId integer = types.integer(4), next = types.pointer(TypeId(2));
  types.record({integer, next});
  const auto node = [](int value, Value to) {
    Value record = model::Parts{.parts = {scalar(value), std::move(to)}};
    return model::Object{.parts = {std::move(record)}};
  };
  const TestCase test{
      types.function({next, next}), {node(1, node(2, null)), node(3, node(4, insideOf(2)))}, {}};
  Counting counting{types, [](const TestCase &candidate) {
                      const Value &ring = candidate.arguments()[1];
                      if (!ring.is<model::Object>() ||
                          !ring.parts()[0].parts()[1].is<model::Object>())
                        return false;
                      const Value &second = ring.parts()[0].parts()[1].parts()[0].parts()[1];
                      // It leads back to its own beginning, wherever that is numbered.
                      const bool isShort = candidate.arguments()[0].parts()[0].parts()[1] == null;
                      return second == insideOf(isShort ? 1 : 2);
                    }};
  const TestCase simple = minimise(types.subject, test, counting.judge(), plenty);
  EXPECT_EQ(node(0, null), simple.arguments()[0]);
  EXPECT_EQ(node(0, node(0, insideOf(1))), simple.arguments()[1]);
}

TEST(Minimise, ArraysKeepTheirDeclaredBound) {
  TestSubject types;
  const FunctionId function = types.function({types.pointer(types.integer(4))});
  types.subject.functions[0].parameters[0].count = 3;
  Counting counting{types, [](const TestCase &) { return true; }};
  const TestCase simple = minimise(types.subject, {function, {objectOf<int>({5, 6, 7, 8})}, {}},
                                   counting.judge(), plenty);
  EXPECT_EQ(objectOf<int>({0, 0, 0}), simple.arguments()[0]);
}

} // namespace
} // namespace campaign
