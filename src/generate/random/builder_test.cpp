// Whatever is proposed must be what its type says, fresh or mutated: checked with model::fits, the
// promise about texts, and the promise about lengths.
#include "generate/random/random_generator.h"
#include "model/json.h"
#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace generate {
namespace {

using model::FunctionId;
using model::LengthPair;
using model::TestCase;
using model::TestSubject;
using model::TypeId;
using model::TypeKind;
using model::Value;
using model::Wide;

/// Walks a value and checks what fits() does not: texts end in NUL, objects are not empty, Bools
/// are 0 or 1, bit-fields hold what they can hold.
void checkInside(const model::Subject &subject, TypeId id, const Value &value) {
  const model::Type &type = subject[id];
  if (type.kind == TypeKind::Bool) {
    EXPECT_LE(value.bytes()[0], 1);
  }
  if (value.is<model::Object>()) {
    EXPECT_TRUE(model::canPointToObject(subject, id));
    EXPECT_EQ(0u, value.as<model::Object>().label) << "a label was left";
    EXPECT_FALSE(value.bytes().empty() && value.parts().empty());
    if (model::isText(subject, id)) {
      EXPECT_EQ('\0', value.bytes().back());
    }
  }
  for (std::size_t i = 0; i < value.parts().size(); ++i) {
    const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
    checkInside(subject, fields ? model::fieldOf(type, value, i).type : type.element,
                value.parts()[i]);
    if (fields && model::fieldOf(type, value, i).bitWidth) {
      const model::Field &field = model::fieldOf(type, value, i);
      const model::Type &held = subject[field.type];
      const Wide stored = model::readInteger(held, value.parts()[i].bytes().data());
      EXPECT_TRUE(stored == model::wrap(held, field.bitWidth, stored));
    }
  }
}

/// Lengths stay inside what they measure, at every depth.
void checkLengths(const model::Subject &subject, const model::Siblings &siblings) {
  siblings.forEachPair([&](const LengthPair &pair) {
    if (const auto limit = siblings.lengthLimit(pair.length)) {
      EXPECT_TRUE(siblings.length(pair.length) <= static_cast<Wide>(*limit));
    }
  });
  const std::function<void(TypeId, Value &)> inside = [&](TypeId id, Value &value) {
    const model::Type &type = subject[id];
    if (type.kind == TypeKind::Struct)
      checkLengths(subject, model::Siblings(subject, type, value));
    else if (type.kind == TypeKind::Pointer || type.kind == TypeKind::Array)
      for (Value &part : value.parts())
        inside(type.element, part);
  };
  for (std::size_t i = 0; i < siblings.size(); ++i)
    inside(siblings.type(i), siblings[i]);
}

void checkTest(const model::Subject &subject, TestCase &test) {
  const model::Function &function = subject[test.function()];
  ASSERT_EQ(function.parameters.size(), test.arguments().size());
  for (std::size_t i = 0; i < test.arguments().size(); ++i) {
    ASSERT_TRUE(model::fits(subject, function.parameters[i].type, test.arguments()[i])) << i;
    checkInside(subject, function.parameters[i].type, test.arguments()[i]);
  }
  ASSERT_TRUE(model::insidesFit(subject, test));
  const model::ObjectTable objects = model::objectsOf(subject, test);
  EXPECT_LE(objects.size(), 4096u);
  checkLengths(subject, model::Siblings(subject, function, test.arguments(), &objects));
}

/// Proposes many tests and feeds some back, so that mutation has seeds to work on.
void checkProposals(const TestSubject &types, FunctionId function, int batches = 40) {
  support::Rng rng(7);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  for (int batch = 0; batch < batches; ++batch) {
    generator.propose(200, tests);
    for (TestCase &test : tests) {
      checkTest(types.subject, test);
      if (testing::Test::HasFailure())
        return;
    }
    generator.observe(tests[0], {model::Returned{}, {model::BranchId(std::size_t(batch))}, {}, {}});
  }
}

TEST(Proposals, FitScalarsOfAllWidths) {
  TestSubject types;
  std::vector<TypeId> parameters;
  for (const std::uint64_t size : {1, 2, 4, 8, 16}) {
    parameters.push_back(types.integer(size, true));
    parameters.push_back(types.integer(size, false));
  }
  for (const std::uint64_t size : {4, 8, 16})
    parameters.push_back(types.real(size));
  parameters.push_back(types.boolean());
  parameters.push_back(types.character());
  parameters.push_back(types.enumeration({-1, 3, 70}));
  parameters.push_back(types.enumeration({}));
  checkProposals(types,
                 types.function(parameters, {}, {.integers = {-5, 1 << 20}, .floats = {.1}}));
}

TEST(Proposals, FitPointersArraysAndTexts) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId opaque = types.add({.kind = TypeKind::Incomplete});
  const TypeId nothing = types.add({.kind = TypeKind::Void});
  const TypeId function = types.add({.kind = TypeKind::Function});
  checkProposals(
      types, types.function({types.pointer(integer), types.array(integer, 5), types.text(),
                             types.pointer(types.character()),
                             types.pointer(types.array(integer, 3)), types.array(types.text(), 2),
                             types.pointer(opaque), types.pointer(nothing), types.pointer(function),
                             types.pointer(types.text()), types.array(types.character(), 8)},
                            {}, {.strings = {"get %s HTTP/%d.%d\n", "[%[a-z]", "%"}}));
}

TEST(Proposals, FitStructsUnionsAndLists) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId node = types.record({integer, types.text()});
  const TypeId next = types.pointer(node);
  types.subject.types[node.index].fields.push_back({"next", next, 128, {}});
  types.subject.types[node.index].fields.push_back({"other", next, 192, {}});
  const TypeId flags = types.record({types.integer(4, false), types.integer(4, true)});
  types.subject.types[flags.index].fields[0].bitWidth = 3;
  types.subject.types[flags.index].fields[1].bitWidth = 5;
  const TypeId mixed = types.record({integer, types.real(8)}, TypeKind::Union);
  const TypeId empty = types.record({});
  const TypeId flexible = types.record({integer, types.array(integer, 0)});
  const TypeId odd = types.record({integer, types.add({.kind = TypeKind::Unsupported, .size = 8})});
  checkProposals(types,
                 types.function({next, node, flags, mixed, types.pointer(mixed), empty,
                                 types.pointer(flexible), types.pointer(odd), types.array(flags, 3),
                                 types.pointer(types.array(node, 2))}),
                 10);
}

TEST(Proposals, KeepLengthsInsideObjects) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId pair = types.record({integer, integer});
  // (int *a, int *b, int n, char *text, size_t size, struct pair *p, signed char k, int fixed[4])
  checkProposals(types,
                 types.function({types.pointer(integer), types.pointer(integer), integer,
                                 types.pointer(types.character()), types.integer(8, false),
                                 types.pointer(pair), types.integer(1), types.real(8)},
                                {{0, 2}, {1, 2}, {3, 4}, {5, 6}, {0, 7}}, {.integers = {300}}));
}

TEST(Proposals, KeepLengthsOfFieldsInsideObjects) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId vector = types.record({types.pointer(integer), integer, integer});
  types.subject.types[vector.index].lengthPairs = {{0, 1}, {0, 2}};
  const TypeId stack = types.record({types.array(integer, 8), types.integer(8, false)});
  types.subject.types[stack.index].lengthPairs = {{0, 1}};
  checkProposals(types, types.function({types.pointer(vector), vector, types.pointer(stack)}));
}

/// Every shape at once: lists, rings, lists of texts, bytes, unions, tails, pointers to pointers.
struct Shapes {
  TestSubject types;
  TypeId integer = types.integer(4), next = types.pointer(TypeId(2)),
         node = types.record({integer, next, next});
  TypeId texts = types.pointer(types.text());
  TypeId anything = types.pointer(types.add({.kind = TypeKind::Void}));
  TypeId either = types.record({integer, next, types.array(types.character(), 8)}, TypeKind::Union);
  TypeId tail = types.record({integer, types.array(integer, 0)});
  TypeId numbers = types.pointer(integer);
  TypeId heads = types.pointer(next);
  FunctionId function;

  Shapes() {
    types.subject.types[tail.index].lengthPairs = {{1, 0}};
    function =
        types.function({next, heads, texts, integer, anything, integer, either, types.pointer(tail),
                        numbers, numbers, integer, types.pointer(numbers)},
                       {{2, 3}, {4, 5}, {8, 10}, {9, 10}});
  }
};

TEST(Proposals, FitAllShapes) {
  Shapes shapes;
  checkProposals(shapes.types, shapes.function, 60);
}

/// How many pointers lead into objects of others.
int countInsides(const Value &value) {
  int count = value.is<model::Inside>();
  for (const Value &part : value.parts())
    count += countInsides(part);
  return count;
}

/// How far into an object the value points; none if it owns one or is null.
std::optional<std::uint64_t> offsetOf(const Value &value) {
  const auto *inside = value.find<model::Inside>();
  return inside ? std::optional(inside->offset) : std::nullopt;
}

TEST(Proposals, HoldEveryShapeOften) {
  Shapes shapes;
  support::Rng rng(5);
  const Sequences sequences(shapes.types.subject);
  RandomGenerator generator(shapes.types.subject, shapes.function, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(4000, tests);
  int ring = 0, equal = 0, overlap = 0, ended = 0, withTail = 0, long3 = 0;
  std::set<std::uint32_t> members;
  for (const TestCase &test : tests) {
    const auto &arguments = test.arguments();
    const Value *list = &arguments[0];
    int length = 0;
    for (; list->is<model::Object>(); ++length)
      list = &list->parts()[0].parts()[1];
    long3 += length >= 3;
    ring += length > 0 && list->is<model::Inside>() && list->as<model::Inside>().object == 0;
    equal += offsetOf(arguments[9]) == 0;
    overlap += offsetOf(arguments[9]).value_or(0) != 0;
    ended += model::endsInNull(shapes.types.subject, shapes.texts, arguments[2]);
    members.insert(arguments[6].as<model::UnionPart>().field);
    withTail +=
        arguments[7].is<model::Object>() && !arguments[7].parts()[0].parts()[1].bytes().empty();
  }
  EXPECT_GT(long3, 200);
  EXPECT_GT(ring, 10);
  EXPECT_GT(equal, 10);
  EXPECT_GT(overlap, 3);
  EXPECT_GT(ended, 2000);
  EXPECT_GT(withTail, 2000);
  EXPECT_EQ(3u, members.size());
}

TEST(Proposals, RestrictForbidsSharing) {
  TestSubject types;
  const TypeId numbers = types.pointer(types.integer(4));
  const FunctionId function = types.function({numbers, numbers});
  types.subject.functions[0].parameters[0].isRestrict = true;
  support::Rng rng(5);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(4000, tests);
  int insides = 0;
  for (const TestCase &test : tests)
    for (const Value &argument : test.arguments())
      insides += countInsides(argument);
  EXPECT_EQ(0, insides);
}

TEST(Proposals, AnArrayParameterHasItsElements) {
  TestSubject types;
  const FunctionId function = types.function({types.pointer(types.integer(4))});
  types.subject.functions[0].parameters[0].count = 3;
  support::Rng rng(5);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  for (int batch = 0; batch < 20; ++batch) {
    generator.propose(100, tests);
    for (const TestCase &test : tests)
      if (test.arguments()[0].is<model::Object>()) {
        EXPECT_GE(test.arguments()[0].bytes().size(), 12u);
      }
    generator.observe(tests[0], {model::Returned{}, {model::BranchId(std::size_t(batch))}, {}, {}});
  }
}

TEST(Proposals, TwoLengthsOfOneObjectDiffer) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId vector = types.record({types.pointer(integer), integer, integer});
  types.subject.types[vector.index].lengthPairs = {{0, 1}, {0, 2}};
  const FunctionId function = types.function({vector});
  support::Rng rng(3);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(1000, tests);
  int equal = 0, first = 0, second = 0;
  for (TestCase &test : tests) {
    const model::Siblings fields(types.subject, types.subject[vector], test.arguments()[0]);
    equal += fields.length(1) == fields.length(2);
    first += fields.length(1) < fields.length(2);
    second += fields.length(1) > fields.length(2);
  }
  EXPECT_GT(equal, 200);
  EXPECT_GT(first, 100);
  EXPECT_GT(second, 100);
}

TEST(Proposals, LengthsMostlySayHowManyElementsThereAre) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const FunctionId function = types.function({types.pointer(integer), integer}, {{0, 1}});
  support::Rng rng(3);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(4000, tests);
  int full = 0, less = 0, zero = 0, negative = 0, null = 0;
  std::set<std::uint64_t> counts;
  for (TestCase &test : tests) {
    const model::Siblings arguments(types.subject, types.subject[function], test.arguments());
    const Wide length = arguments.length(1);
    if (const auto count = arguments.fullLength(1)) {
      counts.insert(*count);
      full += length == static_cast<Wide>(*count);
      less += length > 0 && length < static_cast<Wide>(*count);
    }
    zero += length == 0;
    negative += length < 0;
    null += test.arguments()[0].is<model::Null>();
  }
  EXPECT_GT(full, 2400);
  EXPECT_GT(less, 40);
  EXPECT_GT(zero, 200);
  EXPECT_GT(negative, 20);
  EXPECT_GT(null, 100);
  EXPECT_LT(null, 800);
  EXPECT_GE(counts.size(), 30u);
}

TEST(Proposals, FloatsHoldTheSpecialOnes) {
  TestSubject types;
  const TypeId real = types.real(8);
  const FunctionId function = types.function({real});
  support::Rng rng(3);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(4000, tests);
  std::set<int> classes;
  bool minusZero = false;
  for (const TestCase &test : tests) {
    const long double value =
        model::readFloat(types.subject[real], test.arguments()[0].bytes().data());
    classes.insert(std::fpclassify(static_cast<double>(value)));
    minusZero = minusZero || (value == 0 && std::signbit(value));
  }
  EXPECT_EQ(5u, classes.size()) << "nan, infinite, zero, subnormal, normal";
  EXPECT_TRUE(minusZero);
}

} // namespace
} // namespace generate
