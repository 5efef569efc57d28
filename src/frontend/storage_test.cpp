#include "frontend/testing/parse_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using model::CallForm;
using model::Function;

const Function *find(const model::Subject &subject, std::string_view name) {
  const auto found = std::ranges::find(subject.functions, name, &Function::name);
  return found == subject.functions.end() ? nullptr : &*found;
}

std::size_t countOf(const model::Subject &subject, CallForm form) {
  return static_cast<std::size_t>(std::ranges::count(subject.functions, form, &Function::form));
}

TEST(Storage, IsMadeForStructsThatAFunctionInitialises) {
  const auto subject =
      parseText("struct parser { int state; };\n"
                "void parserInit(int mode, struct parser *p) { p->state = mode; }\n"
                "int parser_next(struct parser *p) { return p->state++; }\n");
  EXPECT_TRUE(find(subject, "parserInit")->isInitialiser);
  EXPECT_FALSE(find(subject, "parser_next")->isInitialiser);
  const Function *storage = find(subject, "memory for struct parser");
  ASSERT_TRUE(storage);
  EXPECT_EQ(CallForm::Storage, storage->form);
  EXPECT_TRUE(storage->isImplicit);
  EXPECT_EQ("struct parser", subject[storage->owner].spelling);
  EXPECT_EQ(1u, countOf(subject, CallForm::EndOfStorage));
}

TEST(Storage, IsNotMadeWhereNothingSaysSo) {
  // What is ended, only looked at, or made by a function needs none; nor does a part of a word say
  // anything.
  const auto subject = parseText("struct a { int x; }; struct b { int x; }; struct c { int x; };\n"
                                 "void a_deinit(struct a *p) { p->x = 0; }\n"
                                 "int b_init(const struct b *p) { return p->x; }\n"
                                 "void *malloc(unsigned long);\n"
                                 "struct c *c_new(void) { return malloc(sizeof(struct c)); }\n"
                                 "void c_init(struct c *p) { p->x = 0; }\n"
                                 "int a_initial(struct a *p) { return p->x; }\n");
  EXPECT_EQ(0u, countOf(subject, CallForm::Storage));
}

} // namespace
} // namespace frontend
