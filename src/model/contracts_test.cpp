#include "model/contracts.h"

#include "model/testing/test_subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A class with operators.
struct Operators {
  TestSubject s;
  TypeId object, toObject, toConst;

  Operators() {
    Type type{.kind = TypeKind::Incomplete};
    type.qualified = "::n::A";
    s.subject.types.push_back(type);
    object = TypeId(s.subject.types.size() - 1);
    toObject = s.pointer(object);
    toConst = s.pointer(object, true);
  }

  Function &add(const std::string &name, TypeId result, const std::vector<TypeId> &parameters) {
    Function function;
    function.name = name;
    function.line = 7;
    function.result = result;
    for (const TypeId type : parameters) {
      Parameter parameter;
      parameter.type = type;
      parameter.pass = Pass::Object;
      function.parameters.push_back(parameter);
    }
    s.subject.functions.push_back(std::move(function));
    return s.subject.functions.back();
  }

  std::vector<std::string> contracts() {
    addContracts(s.subject);
    std::vector<std::string> names;
    for (const Function &function : s.subject.functions)
      if (function.form == CallForm::Contract)
        names.push_back(function.name);
    return names;
  }
};

TEST(Contracts, AreThoseOfTheOperatorsThatThereAre) {
  Operators less, equal;
  less.add("n::operator<", less.s.boolean(), {less.toConst, less.toConst});
  EXPECT_THAT(less.contracts(), ElementsAre("n::A: !(a < a)", "n::A: !(a < b && b < a)"));
  EXPECT_EQ(7u, less.s.subject.functions.back().line);
  EXPECT_EQ(2u, less.s.subject.functions.back().parameters.size());
  equal.add("n::A::operator==", equal.s.boolean(), {equal.toConst, equal.toConst});
  EXPECT_THAT(equal.contracts(), ElementsAre("n::A: a == a"));
}

TEST(Contracts, CopiesEqualWhatTheyAreMadeOf) {
  Operators o;
  o.add("n::A::A(const A &)", o.toObject, {o.toConst}).form = CallForm::Constructor;
  o.add("n::A::operator==", o.s.boolean(), {o.toConst, o.toConst});
  EXPECT_THAT(o.contracts(), ElementsAre("n::A: a == a", "n::A: n::A(a) == a"));
  EXPECT_EQ("::n::A(*p) == *p", claim(o.s.subject.functions.back(), "::n::A", {"*p"}));
}

TEST(Contracts, NothingIsExpectedOfOtherOperators) {
  Operators o;
  o.add("n::A::operator==", o.s.boolean(), {o.toObject, o.toObject}); // may change them
  o.add("n::A::operator<=", o.s.boolean(), {o.toConst, o.toConst});
  o.add("n::A::operator<", o.s.integer(4), {o.toConst, o.toConst});
  o.add("n::A::operator<", o.s.boolean(), {o.toConst, o.toConst}).undrivable = "it is private";
  EXPECT_THAT(o.contracts(), IsEmpty());
}

} // namespace
} // namespace model
