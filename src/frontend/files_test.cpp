#include "frontend/testing/parse_fixture.h"
#include "model/sequences.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using model::CallForm;
using model::Function;

const Function *find(const model::Subject &subject, CallForm form) {
  const auto found = std::ranges::find(subject.functions, form, &Function::form);
  return found == subject.functions.end() ? nullptr : &*found;
}

TEST(Files, AreMadeOfBytesWhereAFunctionTakesOne) {
  const auto subject =
      parseText("#include <stdio.h>\nint first(FILE *in) { return in ? fgetc(in) : -2; }\n");
  const Function *open = find(subject, CallForm::OpenFile);
  ASSERT_TRUE(open);
  EXPECT_TRUE(open->isImplicit);
  EXPECT_TRUE(model::isFile(subject[*model::madeBy(subject, *open)]));
  EXPECT_EQ(model::Literal::Text, subject[open->parameters.at(0).type].literal);
  EXPECT_TRUE(find(subject, CallForm::FileContents));
  const Function *close = find(subject, CallForm::CloseFile);
  ASSERT_TRUE(close);
  EXPECT_TRUE(model::releases(subject, *close));
  EXPECT_FALSE(subject.functions.front().limit) << "it is no longer always null";
}

TEST(Files, AreNotMadeWhereNobodyWantsThem) {
  const auto subject =
      parseText("#include <stdio.h>\nstruct FILES;\n"
                "int none(struct FILES *files) { return files ? 1 : puts(\"\"); }\n");
  EXPECT_FALSE(find(subject, CallForm::OpenFile));
}

} // namespace
} // namespace frontend
