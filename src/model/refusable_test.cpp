#include "model/refusable.h"

#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

namespace model {
namespace {

TEST(Refusable, ReadsAsPeopleCount) {
  EXPECT_EQ("the 1st allocation fails", describe(Refusal{Refusable::Allocation, 0}));
  EXPECT_EQ("the 2nd allocation fails and the 23rd allocation fails",
            describeAll({{Refusable::Allocation, 1}, {Refusable::Allocation, 22}}));
  EXPECT_EQ("the 12th allocation fails", describe(Refusal{Refusable::Allocation, 11}));
}

TEST(Refusable, WhatAUnitDefinesItselfIsItsOwnAffair) {
  TestSubject types;
  Subject &subject = types.subject;
  subject.functions[types.function({}).index].name = "strndup";
  const UnitId unit = subject.functions.front().unit;
  subject.facts.renamed["malloc"] = {"pincer_subject_malloc"};
  const std::string text = routingBefore(subject, unit);
  EXPECT_NE(std::string::npos, text.find("redefine_extname calloc pincer_refusable_calloc\n"));
  EXPECT_EQ(std::string::npos, text.find(" strndup "));
  EXPECT_EQ(std::string::npos, text.find(" malloc "));
}

} // namespace
} // namespace model
