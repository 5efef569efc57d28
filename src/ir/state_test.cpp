#include "ir/call_graph.h"
#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class StateTest : public ::testing::Test {
protected:
  StateAccess access(const std::string &text, const std::string &function) {
    const auto source = testing::writeText(folder_.path() / "u.c", text);
    const CallGraph calls = testing::markSources({source}).calls;
    return calls.functions().at({model::UnitId(0), function}).state;
  }

  support::TemporaryDirectory folder_;
};

TEST_F(StateTest, FieldsAndVariablesThatDecide) {
  const StateAccess access = this->access(
      "struct s { int a, b, c; }; static int mode, other; const int fixed = 3;\n"
      "int f(struct s *p, int x) { int limit = p->b + x; if (x < limit) p->c = other; \n"
      "  return mode == fixed; }",
      "f");
  EXPECT_THAT(access.decidedBy, ElementsAre("@mode", "struct.s#1"));
  EXPECT_THAT(access.changes, ElementsAre("struct.s#2"));
}

TEST_F(StateTest, WhatIsHandedOutMayChange) {
  const StateAccess access = this->access(
      "struct in { int a, b; }; struct s { int x; struct in in; }; static int list[4];\n"
      "void fill(int *); void set(struct in *);\n"
      "void f(struct s *p, int i) { fill(list); set(&p->in); p->in.b = 2; list[i] = 1; }",
      "f");
  EXPECT_THAT(access.changes, ElementsAre("@list", "struct.in#1", "struct.s#1"));
  EXPECT_THAT(access.decidedBy, IsEmpty());
}

TEST_F(StateTest, CallsAddUp) {
  const auto source =
      testing::writeText(folder_.path() / "u.c",
                         "static int mode; int get(void) { return mode; } void set(int m) "
                         "{ mode = m; } int f(int x) { if (get() == x) set(x + 1); return 0; }");
  const CallGraph calls = testing::markSources({source}).calls;
  const Reach reach = Reaches(calls).of(model::UnitId(0), "f");
  EXPECT_THAT(reach.state.decidedBy, ElementsAre("@mode"));
  EXPECT_THAT(reach.state.changes, ElementsAre("@mode"));
}

} // namespace
} // namespace ir
