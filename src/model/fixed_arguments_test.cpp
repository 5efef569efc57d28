#include "model/fixed_arguments.h"

#include <gtest/gtest.h>

namespace model {
namespace {

TEST(CallArguments, StandInOrderOrWhereThePatternSays) {
  Function function;
  EXPECT_EQ("", callArguments(function, {}));
  EXPECT_EQ("a, b", callArguments(function, {"a", "b"}));
  function.fixedArguments = "{0}, \"%s\", {1}, (char *)0";
  EXPECT_EQ("a{1}, \"%s\", b, (char *)0", callArguments(function, {"a{1}", "b"}));
  function.fixedArguments = "1, (char *[]){(char *)\"program\", 0}";
  EXPECT_EQ(function.fixedArguments, callArguments(function, {}));
}

} // namespace
} // namespace model
