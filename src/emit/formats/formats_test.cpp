#include "emit/formats/corpus.h"
#include "emit/formats/ktest.h"
#include "emit/formats/test_comp.h"
#include "model/asked.h"
#include "model/testing/test_subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using emit::CoverageGoal;
using emit::KTest;
using ::testing::HasSubstr;

TEST(KTestFile, IsReadBackAsItWasWritten) {
  const KTest test{{"program", "-x"}, {{"a", std::string("\0\xff", 2)}, {"", ""}}};
  const std::string bytes = emit::writeKTest(test);
  EXPECT_EQ(bytes.substr(0, 13), std::string("KTEST\0\0\0\3\0\0\0\2", 13));
  const auto read = emit::readKTest(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, test);
}

TEST(KTestFile, DamageIsNamed) {
  const std::string bytes = emit::writeKTest({{"program"}, {{"a", "1234"}}});
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(emit::readKTest(bytes.substr(0, length))) << length;
  std::string newer = bytes;
  newer[8] = 9;
  EXPECT_THAT(emit::readKTest(newer).error().message, HasSubstr("version 9"));
  EXPECT_FALSE(emit::readKTest("no test at all"));
}

TEST(Specification, TheFourOfTestComp) {
  const auto kind = [](const std::string &edges) {
    const auto goal =
        emit::readSpecification("COVER( init(main()), FQL(COVER EDGES(" + edges + ")) )\n");
    EXPECT_TRUE(goal) << edges;
    return goal->kind;
  };
  EXPECT_EQ(kind("@DECISIONEDGE"), CoverageGoal::Kind::Branches);
  EXPECT_EQ(kind("@CONDITIONEDGE"), CoverageGoal::Kind::Conditions);
  EXPECT_EQ(kind("@BASICBLOCKENTRY"), CoverageGoal::Kind::Statements);
  EXPECT_EQ(kind("@CALL(reach_error)"), CoverageGoal::Kind::Call);
  const auto goal =
      emit::readSpecification(" COVER(init(main()),FQL(COVER EDGES(@CALL( reach_error ))))");
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->function, "reach_error");
}

TEST(Specification, OthersAreRefused) {
  for (const char *text : {"", "CHECK( init(main()), LTL(G ! call(reach_error())) )",
                           "COVER( init(other()), FQL(COVER EDGES(@DECISIONEDGE)) )",
                           "COVER( init(main()), FQL(COVER EDGES(@CALL)) )",
                           "COVER( init(main()), FQL(COVER EDGES(@PATHS)) )"})
    EXPECT_FALSE(emit::readSpecification(text)) << text;
}

TEST(TestComp, Metadata) {
  const auto goal =
      emit::readSpecification("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
  const std::string text = emit::testCompMetadata({.producer = "Pincer <1>",
                                                   .goal = *goal,
                                                   .programFile = "a.c",
                                                   .programText = "abc",
                                                   .time = 0})
                               .contents;
  EXPECT_THAT(text, HasSubstr("<producer>Pincer &lt;1&gt;</producer>\n  <specification>COVER( "
                              "init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>\n"
                              "  <programfile>a.c</programfile>\n"
                              "  <programhash>ba7816bf"));
  EXPECT_THAT(text, HasSubstr("<architecture>64bit</architecture>\n"
                              "  <creationtime>1970-01-01T00:00:00Z</creationtime>"));
}

/// A subject with __VERIFIER_nondet_int, __VERIFIER_nondet_uchar, pincer_marked and
/// __VERIFIER_nondet_pointer.
struct Harness {
  model::TestSubject types;
  model::KeptTest test;

  Harness() {
    const model::TypeId number = types.integer(4), small = types.integer(1, false);
    const model::TypeId bytes = types.record(
        {types.pointer(types.add({.kind = model::TypeKind::Void})), types.integer(8, false)});
    for (const auto &[name, result] : {std::pair{"__VERIFIER_nondet_int", number},
                                       {"__VERIFIER_nondet_uchar", small},
                                       {"pincer_marked", bytes},
                                       {"__VERIFIER_nondet_pointer", types.pointer(number)}}) {
      const model::TypeId call = types.record({result});
      types.subject.types[call.index].fields.front().name = "result";
      types.subject.supplies.push_back(
          {.kind = model::Supply::Kind::Function, .name = name, .type = call});
    }
    test.test = model::TestCase(types.function({}), {});
  }

  model::Value bytes(const std::string &contents) const {
    return model::bytesGiven(types.subject, model::SupplyId(2), contents);
  }
  void ask(std::uint32_t source, std::uint32_t index, std::uint64_t bytes = 0,
           const char *name = "") {
    test.asked.push_back({model::SupplyId(source), index, bytes, name});
  }
  void give(std::uint32_t source, std::uint32_t index, const std::string &bytes) {
    test.test.supplied.push_back(
        {model::SupplyId(source), index, model::Parts{.parts = {model::Bytes{bytes}}}});
  }
};

/// Pointers are inputs as well: without them, the others would move up.
TEST(TestComp, PointersAreNumbers) {
  using model::Value;
  Harness harness;
  const Value pointers[] = {model::Null{}, model::Object{.bytes = "1234"},
                            model::Inside{.object = 0, .offset = 2}};
  harness.give(0, 0, std::string("\7\0\0\0", 4));
  for (std::uint32_t i = 0; i < 3; ++i) {
    harness.ask(3, i);
    harness.test.test.supplied.push_back(
        {model::SupplyId(3), i, model::Parts{.parts = {pointers[i]}}});
  }
  harness.ask(3, 3); // more than the test supplies
  harness.ask(0, 0);
  EXPECT_THAT(emit::testCompCase(harness.types.subject, harness.test, 1, false).contents,
              HasSubstr("<input>0</input>\n  <input>4096</input>\n  <input>4098</input>\n"
                        "  <input>0</input>\n  <input>7</input>\n"));
}

TEST(TestComp, InputsStandInTheOrderInWhichTheRunAsked) {
  Harness harness;
  harness.give(0, 0, "\xff\xff\xff\xff");
  harness.give(0, 1, std::string("\1\0\0\0", 4));
  harness.give(1, 0, "\xc8");
  harness.test.test.supplied.push_back({model::SupplyId(2), 0, harness.bytes("ab")});
  harness.ask(0, 0);
  harness.ask(1, 0);
  harness.ask(2, 0, 3, "memory");
  harness.ask(0, 1);
  harness.ask(0, 2);
  const emit::File file = emit::testCompCase(harness.types.subject, harness.test, 7, true);
  EXPECT_EQ(file.path, "test-suite/testcase-7.xml");
  EXPECT_THAT(file.contents,
              HasSubstr("<testcase coversError=\"true\">\n  <input>-1</input>\n"
                        "  <input>200</input>\n  <input>97</input>\n  <input>98</input>\n"
                        "  <input>0</input>\n  <input>1</input>\n  <input>0</input>\n"
                        "</testcase>"));
}

TEST(KTestFile, ObjectsOfARunComeBackAsATest) {
  Harness harness;
  harness.give(0, 0, "abcd");
  harness.test.test.supplied.push_back({model::SupplyId(2), 0, harness.bytes("xy")});
  harness.ask(2, 0, 2, "buffer");
  harness.ask(0, 0);
  const KTest written = emit::kTestOf(harness.types.subject, harness.test, "program");
  EXPECT_EQ(written.objects,
            (std::vector<KTest::Object>{{"buffer", "xy"}, {"__VERIFIER_nondet_int", "abcd"}}));
  const auto read =
      emit::testFromKTest(harness.types.subject, harness.test.test.function(), written);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, harness.test.test);
}

TEST(AskedFor, WhatATestDoesNotSupplyIsAddedAsZeros) {
  Harness harness;
  harness.test.test.supplied.push_back({model::SupplyId(2), 0, harness.bytes("xyz")});
  harness.ask(2, 0, 2);
  harness.ask(0, 0);
  harness.ask(2, 1, 4);
  EXPECT_TRUE(model::supplyAsked(harness.types.subject, harness.test.test, harness.test.asked));
  const auto &supplied = harness.test.test.supplied;
  ASSERT_EQ(3u, supplied.size());
  EXPECT_EQ(supplied[0].value.parts()[0].bytes(), std::string(4, '\0'));
  EXPECT_EQ(model::bytesIn(supplied[1].value), "xy") << "no more than what was asked for";
  EXPECT_EQ(model::bytesIn(supplied[2].value), std::string(4, '\0'));
  EXPECT_FALSE(model::supplyAsked(harness.types.subject, harness.test.test, harness.test.asked));
}

} // namespace
