#include "model/objects.h"

#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

namespace model {
namespace {

/// struct node { int value; struct node *next; };  f(struct node *a, struct node *b, void *p)
struct Nodes {
  TestSubject types;
  TypeId integer = types.integer(4), next = types.pointer(TypeId(2)),
         node = types.record({integer, next});
  TypeId anything = types.pointer(types.add({.kind = TypeKind::Void}));
  FunctionId f = types.function({next, next, anything});

  static Value number() { return Bytes{std::string(4, '\0')}; }
  static Value null() { return Null{}; }
  static Value inside(std::uint32_t object, std::uint64_t offset = 0) {
    return Inside{.object = object, .offset = offset};
  }
  static Value to(Value next) {
    Value node = Parts{.parts = {number(), std::move(next)}};
    return Object{.parts = {std::move(node)}};
  }
  static Value &nextOf(Value &object) { return object.parts()[0].parts()[1]; }

  /// Changes a test as all who change shapes do.
  template <class Change> void change(TestCase &test, Change change) {
    ObjectTable table;
    labelObjects(types.subject, test, table);
    change();
    numberObjects(types.subject, test);
  }
};

TEST(Objects, AreNumberedInPreOrder) {
  Nodes n;
  const TestCase test{n.f, {n.to(n.to(n.null())), n.to(n.null()), n.null()}, {}};
  const ObjectTable table = objectsOf(n.types.subject, test);
  EXPECT_EQ(3u, table.size());
  EXPECT_EQ(n.node, table.find(2)->element);
  EXPECT_EQ(12u, table.find(2)->size);
  EXPECT_EQ(nullptr, table.find(3));
}

TEST(Objects, PointersFollowTheirObjectWhenOneBeforeItGoesOrComes) {
  Nodes n;
  TestCase test{n.f, {n.to(n.to(n.null())), n.to(n.null()), n.inside(2)}, {}};
  n.change(test, [&] { n.nextOf(test.arguments()[0]) = n.null(); });
  EXPECT_EQ(n.inside(1), test.arguments()[2]);
  n.change(test, [&] { n.nextOf(test.arguments()[0]) = n.to(n.to(n.null())); });
  EXPECT_EQ(n.inside(3), test.arguments()[2]);
  EXPECT_EQ(0u, test.arguments()[0].as<Object>().label) << "no label is left";
}

TEST(Objects, AreNumberedStepByStep) {
  Nodes n;
  TestCase test{n.f, {n.to(n.null()), n.null(), n.null()}};
  test.steps.push_back({n.f, {n.to(n.null()), n.inside(0), n.inside(1)}});
  EXPECT_EQ(2u, objectsOf(n.types.subject, test).size());
  EXPECT_TRUE(insidesFit(n.types.subject, test));
  n.change(test, [&] { test.steps[0].arguments[0] = n.null(); });
  EXPECT_EQ(n.null(), test.steps[1].arguments[1]) << "its object is gone";
  EXPECT_EQ(n.inside(0), test.steps[1].arguments[2]) << "its object is the first now";
}

TEST(Objects, PointersToWhatIsGoneBecomeNull) {
  Nodes n;
  TestCase test{n.f, {n.to(n.to(n.null())), n.to(n.null()), n.inside(1)}, {}};
  n.change(test, [&] { n.nextOf(test.arguments()[0]) = n.null(); });
  EXPECT_EQ(n.null(), test.arguments()[2]);
}

TEST(Objects, PointersBehindTheEndBecomeNull) {
  Nodes n;
  const TypeId numbers = n.types.pointer(n.integer);
  const FunctionId g = n.types.function({numbers, numbers});
  TestCase test{g, {Object{.bytes = std::string(12, 'x')}, n.inside(0, 8)}, {}};
  n.change(test, [&] { test.arguments()[0].memory().resize(8); });
  EXPECT_EQ(n.null(), test.arguments()[1]);
}

TEST(Objects, AnArgumentOfAnotherTestKeepsItsOwnPointers) {
  Nodes n;
  TestCase test{n.f, {n.to(n.null()), n.to(n.null()), n.inside(0)}, {}};
  const TestCase other{n.f, {n.to(n.null()), n.to(n.inside(1)), n.null()}, {}};
  ObjectTable table;
  labelObjects(n.types.subject, test, table);
  test.arguments()[1] = other.arguments()[1];
  labelForeign(test.arguments()[1], countObjects(other.arguments()[0]),
               static_cast<std::uint32_t>(table.size()));
  numberObjects(n.types.subject, test);
  EXPECT_EQ(n.to(n.inside(1)), test.arguments()[1]) << "a ring";
  EXPECT_EQ(n.inside(0), test.arguments()[2]);
}

TEST(Objects, PointersFitOnlyWhereTheirTypeLies) {
  Nodes n;
  const Subject &subject = n.types.subject;
  const ObjectInfo two{n.node, 24};
  const TypeId toInteger = n.types.pointer(n.integer), toNext = n.types.pointer(n.next);
  EXPECT_EQ((std::vector<std::uint64_t>{0, 12}), placesInside(subject, n.next, two, 10));
  EXPECT_EQ((std::vector<std::uint64_t>{0, 12}), placesInside(subject, toInteger, two, 10));
  EXPECT_EQ((std::vector<std::uint64_t>{4, 16}), placesInside(subject, toNext, two, 10));
  EXPECT_TRUE(canPointInto(subject, toNext, two, 16));
  EXPECT_FALSE(canPointInto(subject, toNext, two, 12));
  EXPECT_FALSE(canPointInto(subject, toNext, two, 28));
  EXPECT_TRUE(canPointInto(subject, n.anything, two, 23));
  EXPECT_FALSE(canPointInto(subject, n.anything, two, 24));
}

TEST(Objects, PointersToCharactersNeedTextThatEnds) {
  TestSubject types;
  const TypeId character = types.character(), text = types.pointer(character);
  const TypeId named = types.record({types.array(character, 8)});
  EXPECT_TRUE(canPointInto(types.subject, text, {character, 4}, 3));
  EXPECT_FALSE(canPointInto(types.subject, text, {named, 8}, 0));
}

} // namespace
} // namespace model
