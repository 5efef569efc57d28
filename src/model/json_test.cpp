#include "model/json.h"
#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

namespace model {
namespace {

/// struct pair { int key; char *text; };  int f(struct pair *p, short s);
Subject pairSubject() {
  Subject subject;
  Type shortType{.kind = TypeKind::Integer, .spelling = "short", .isSigned = true, .size = 2};
  Type intType{.kind = TypeKind::Integer, .spelling = "int", .isSigned = true, .size = 4};
  Type charType{.kind = TypeKind::Integer, .spelling = "char", .isChar = true, .size = 1};
  Type text{.kind = TypeKind::Pointer, .size = 8, .element = TypeId(2)};
  Type pair{.kind = TypeKind::Struct, .spelling = "struct pair", .hasTag = true, .size = 16};
  pair.fields = {{"key", TypeId(1), 0, {}}, {"text", TypeId(3), 64, {}}};
  Type pointer{.kind = TypeKind::Pointer, .size = 8, .element = TypeId(4)};
  subject.types = {shortType, intType, charType, text, pair, pointer};
  Function f;
  f.name = "f";
  f.file = "/src/f.c";
  f.result = TypeId(1);
  f.parameters = {{"p", TypeId(5)}, {"s", TypeId(0)}};
  subject.functions = {f};
  return subject;
}

TestCase pairTest() {
  Value key = Bytes{std::string("\x01\0\0\0", 4)};
  Value text = Object{.bytes = std::string("hi\0", 3)};
  Value pair = Parts{.parts = {key, text}};
  Value pointer = Object{.parts = {pair}};
  return {FunctionId(0), {pointer, Bytes{std::string("\xff\x7f", 2)}}};
}

TEST(TestCaseJson, SurvivesTheRoundTrip) {
  const Subject subject = pairSubject();
  const auto read = testFromJson(subject, toJson(subject, pairTest()));
  ASSERT_TRUE(read);
  EXPECT_EQ(pairTest(), *read);
}

/// union u { int i; char c[4]; }; struct tail { int n; int data[]; }; struct node *next in a ring
TEST(TestCaseJson, UnionsTailsAndRingsSurviveTheRoundTrip) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId either = types.record({integer, types.array(types.character(), 4)}, TypeKind::Union);
  const TypeId tail = types.record({integer, types.array(integer, 0)});
  const TypeId next = types.pointer(TypeId(types.subject.types.size() + 1));
  const TypeId node = types.record({integer, next});
  ASSERT_EQ(types.subject[next].element, node);
  const TypeId anything = types.pointer(types.add({.kind = TypeKind::Void}));
  const FunctionId f = types.function({either, types.pointer(tail), next, anything});
  const Value one = Bytes{std::string("\x01\0\0\0", 4)};
  const Value text = Bytes{"abcd"};
  const Value data = Bytes{std::string(12, '\x07')};
  const auto parts = [](std::vector<Value> values) { return Parts{std::move(values)}; };
  const auto object = [](Value value) { return Object{.parts = {std::move(value)}}; };
  const Value back = Inside{.object = 1, .offset = 0};
  TestCase test{f,
                {UnionPart{1, {text}}, object(parts({one, data})), object(parts({one, back})),
                 Object{.bytes = "bytes"}},
                {}};
  const auto read = testFromJson(types.subject, toJson(types.subject, test));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(test, *read);
  test.arguments()[0] = UnionPart{0, {one}};
  const auto first = testFromJson(types.subject, toJson(types.subject, test));
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(test, *first) << "the first member goes without its number";

  test.arguments()[2].parts()[0].parts()[1].as<Inside>().object = 7;
  EXPECT_FALSE(testFromJson(types.subject, toJson(types.subject, test))) << "no such object";
  test.arguments()[2].parts()[0].parts()[1] = Inside{.object = 2, .offset = 0};
  EXPECT_FALSE(testFromJson(types.subject, toJson(types.subject, test))) << "no node is there";
  test.arguments()[2].parts()[0].parts()[1] = Null{};
  test.arguments()[0].as<UnionPart>().field = 2;
  EXPECT_FALSE(testFromJson(types.subject, toJson(types.subject, test))) << "no such member";
}

TEST(TestCaseJson, RefusalsSurviveTheRoundTrip) {
  TestSubject types;
  TestCase test(types.function({}), {});
  EXPECT_FALSE(toJson(types.subject, test).contains("refused")) << "most tests have none";
  test.refused = {{Refusable::Allocation, 0}, {Refusable::Allocation, 4}};
  auto json = toJson(types.subject, test);
  const auto read = testFromJson(types.subject, json);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(test, *read);
  json["refused"][0]["what"] = "miracle";
  EXPECT_FALSE(testFromJson(types.subject, json));
}

/// int make(int); void use(int, int *); what the first step makes is used by the second.
TEST(TestCaseJson, StepsSurviveTheRoundTrip) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const FunctionId make = types.function({integer});
  const FunctionId use = types.function({integer, types.pointer(integer)});
  types.subject.functions[make.index].result = integer;
  const Value one = Bytes{std::string("\x01\0\0\0", 4)};
  TestCase test(make, {one});
  EXPECT_FALSE(toJson(types.subject, test).contains("steps")) << "one call goes without the list";
  test.steps[0].slot = SlotId(3);
  test.steps.push_back({use, {FromSlot{SlotId(3)}, FromSlot{SlotId(3), FromSlot::How::ByAddress}}});
  const auto read = testFromJson(types.subject, toJson(types.subject, test));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(test, *read);

  test.steps[1].arguments[1] = FromSlot{SlotId(3)};
  EXPECT_FALSE(testFromJson(types.subject, toJson(types.subject, test))) << "no pointer";
  test.steps[1].arguments[1] = FromSlot{SlotId(4), FromSlot::How::ByAddress};
  EXPECT_FALSE(testFromJson(types.subject, toJson(types.subject, test))) << "no such slot";
}

TEST(TestCaseJson, ChangedParametersAreAnError) {
  Subject subject = pairSubject();
  const auto json = toJson(subject, pairTest());
  subject.functions[0].parameters.pop_back();
  const auto read = testFromJson(subject, json);
  ASSERT_FALSE(read);
  EXPECT_EQ("the parameters of 'f' have changed", read.error().message);
}

TEST(TestCaseJson, GarbageIsAnError) {
  const Subject subject = pairSubject();
  EXPECT_FALSE(testFromJson(subject, support::Json::parse(R"([1])")));
  EXPECT_FALSE(testFromJson(
      subject, support::Json::parse(R"({"function":"f","arguments":[{"bytes":"0"}]})")));
  EXPECT_FALSE(testFromJson(subject, support::Json::parse(R"({"function":"g","arguments":[]})")));
}

TEST(Fits, RefusesWrongSizes) {
  const Subject subject = pairSubject();
  EXPECT_TRUE(fits(subject, TypeId(1), Bytes{std::string(4, '\0')}));
  EXPECT_FALSE(fits(subject, TypeId(1), Bytes{std::string(2, '\0')}));
  EXPECT_TRUE(fits(subject, TypeId(3), Null{}));
}

/// The subject above, with `extern int size;` and a callback `int (*)(void)`.
Subject supplyingSubject() {
  Subject subject = pairSubject();
  Type function{.kind = TypeKind::Function, .spelling = "int (void)", .element = TypeId(1)};
  Type call{.kind = TypeKind::Struct, .size = 8, .fields = {{"result", TypeId(8), 0, {}}}};
  Type pointer{.kind = TypeKind::Pointer, .size = 8, .element = TypeId(6)};
  subject.types.insert(subject.types.end(), {function, call, pointer});
  Supply variable{.kind = Supply::Kind::Variable, .name = "size", .type = TypeId(1)};
  Supply callback{.kind = Supply::Kind::Callback, .name = "callback", .type = TypeId(7)};
  callback.function = TypeId(6);
  subject.supplies = {variable, callback};
  return subject;
}

TEST(TestCaseJson, KeepsWhatIsSupplied) {
  const Subject subject = supplyingSubject();
  TestCase test = pairTest();
  const Value callback = Callback{SupplyId(1)};
  test.supplied = {{SupplyId(0), 0, Bytes{std::string("\x07\0\0\0", 4)}},
                   {SupplyId(1), 0, Parts{.parts = {callback}}}};
  support::Json json = toJson(subject, test);
  const auto read = testFromJson(subject, json);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(test, *read);

  json["supplied"][1]["value"]["parts"][0]["callback"] = 0;
  EXPECT_FALSE(testFromJson(subject, json)) << "a variable is no callback";
  EXPECT_FALSE(testFromJson(pairSubject(), toJson(subject, test))) << "nobody asks for it any more";
}

} // namespace
} // namespace model
