#include "frontend/testing/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using model::CallForm;
using model::Pass;
using model::ResultForm;
using model::TypeKind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string why(const model::Subject &subject, const char *name) {
  return function(subject, name).undrivable.value_or("");
}

const model::Type &pointee(const model::Subject &subject, model::TypeId pointer) {
  return subject[subject[pointer].element];
}

std::vector<std::string> implicitOnes(const model::Subject &subject) {
  std::vector<std::string> names;
  for (const model::Function &function : subject.functions)
    if (function.isImplicit && !function.undrivable)
      names.push_back(function.name);
  return names;
}

TEST(ParseClasses, ConstructorsMakeObjectsForMethods) {
  const auto subject = parseCxx("namespace geo { class Counter { int n_;\n"
                                "public: explicit Counter(int n) : n_(n) {}\n"
                                "  void add(int n) { n_ += n; }\n"
                                "  int value() const { return n_; } }; }\n");
  const model::Function &made = function(subject, "geo::Counter::Counter");
  EXPECT_EQ(CallForm::Constructor, made.form);
  EXPECT_EQ(ResultForm::Object, made.resultForm);
  EXPECT_EQ("_ZN3geo7CounterC1Ei", made.symbol);
  EXPECT_EQ(TypeKind::Incomplete, subject[made.owner].kind);
  EXPECT_EQ("::geo::Counter", subject[made.owner].qualified);
  EXPECT_EQ(made.owner, subject[made.result].element);
  const model::Function &add = function(subject, "geo::Counter::add");
  EXPECT_EQ(CallForm::Method, add.form);
  EXPECT_EQ("add", add.callee);
  EXPECT_EQ(made.owner, add.owner);
  ASSERT_EQ(2u, add.parameters.size());
  EXPECT_EQ("this", add.parameters[0].name);
  EXPECT_EQ(Pass::Object, add.parameters[0].pass);
  EXPECT_EQ(made.owner, subject[add.parameters[0].type].element);
  EXPECT_FALSE(add.isConst);
  const model::Function &value = function(subject, "geo::Counter::value");
  EXPECT_TRUE(value.isConst);
  EXPECT_TRUE(subject[value.parameters[0].type].pointeeIsConst);
  for (const char *name : {"geo::Counter::Counter", "geo::Counter::add", "geo::Counter::value"})
    EXPECT_EQ("", why(subject, name)) << name;
  EXPECT_FALSE(value.limit);
}

TEST(ParseClasses, OnlyWhatIsPublicIsCalled) {
  const auto subject =
      parseCxx("class A { public: A() {} void open() {} protected: void half() {}\n"
               "private: void closed() {} class In { public: In() {} }; };\n"
               "class B { B() {} public: void f() {} static B *make() { return new "
               "B; } };\n"
               "class C { C() {} public: void f() {} };\n"
               "class D { public: D() {} D(const D &) = delete; void gone() = "
               "delete; };\n");
  EXPECT_EQ("", why(subject, "A::open"));
  EXPECT_EQ("it is private", why(subject, "A::half"));
  EXPECT_EQ("it is private", why(subject, "A::closed"));
  EXPECT_EQ("it is private", why(subject, "A::In::In"));
  EXPECT_EQ("it is private", why(subject, "B::B"));
  EXPECT_EQ("", why(subject, "B::f"));
  EXPECT_EQ("nothing makes a 'C'", why(subject, "C::f"));
  EXPECT_THAT(implicitOnes(subject), UnorderedElementsAre("A::A(const A &)", "B::B(const B &)"));
}

TEST(ParseClasses, WhatHasNoTextIsImplicit) {
  const auto subject = parseCxx("#include <string>\n"
                                "class A { int n_; public: int n() const { return n_; } };\n"
                                "class B { public: B() = default; B(B &&) {} };\n"
                                "struct C { std::string name; int age; };\n"
                                "struct Plain { int x, y; };\n"
                                "int f(const C &c) { return c.age; }\n");
  EXPECT_THAT(implicitOnes(subject),
              UnorderedElementsAre("A::A()", "A::A(const A &)", "A without values", "B::B()",
                                   "C::C()", "C::C(const C &)", "C{std::string, int}", "C::name",
                                   "C::name =", "C::age", "C::age ="));
  const model::Function &braces = function(subject, "C{std::string, int}");
  EXPECT_TRUE(braces.hasBraces);
  EXPECT_EQ(CallForm::Constructor, braces.form);
  EXPECT_EQ("name", braces.parameters[0].name);
  EXPECT_EQ(3u, braces.line - 1);
}

TEST(ParseClasses, MembersMayBeLeftUnset) {
  const auto subject =
      parseCxx("#include <string>\n"
               "class Unset { int n_; public: int n() const { return n_; } };\n"
               "class Part { Unset a_; public: int n() const; };\n"
               "class Set { int n_ = 1; std::string s_; public: int n() const; };\n"
               "class Own { int n_; public: Own() {} int n() const; };\n"
               "struct Open { int n; };\n"
               "int Part::n() const { return a_.n(); }\n"
               "int Set::n() const { return n_; }\n"
               "int Own::n() const { return n_; }\n"
               "int f(Open o) { return o.n; }\n");
  std::vector<std::string> unset;
  for (const model::Function &function : subject.functions)
    if (function.leavesUnset)
      unset.push_back(function.name);
  EXPECT_THAT(unset, UnorderedElementsAre("Unset without values", "Part without values"));
}

TEST(ParseClasses, DerivedObjectsServeAsBases) {
  const auto subject =
      parseCxx("class Shape { public: virtual ~Shape() {} virtual int area() const = 0;\n"
               "  int twice() const { return 2 * area(); } };\n"
               "class Box : public Shape { public: Box(int) {} int area() const override { return "
               "1; } };\n"
               "class Hidden : Shape { public: int area() const override { return 2; } };\n"
               "class Lone { public: virtual int &&f() = 0; void g() {} };\n"
               "int sum(const Shape &a, Shape *b) { return a.area() + b->area(); }\n");
  const model::Type &box = pointee(subject, function(subject, "Box::Box").result);
  ASSERT_EQ(1u, box.bases.size());
  EXPECT_EQ("::Shape", subject[box.bases[0]].qualified);
  EXPECT_TRUE(subject[box.bases[0]].isAbstract);
  const model::Function &upcast = function(subject, "Box as Shape");
  EXPECT_EQ(CallForm::Upcast, upcast.form);
  EXPECT_EQ(ResultForm::Borrowed, upcast.resultForm);
  EXPECT_EQ(box.bases[0], subject[upcast.result].element);
  EXPECT_EQ("", why(subject, "Shape::twice"));
  EXPECT_EQ("", why(subject, "sum"));
  EXPECT_FALSE(function(subject, "sum").limit);
  EXPECT_EQ("nothing makes a 'Lone': it is abstract, and no derived class is at hand",
            why(subject, "Lone::g"));
  EXPECT_TRUE(pointee(subject, function(subject, "Hidden::Hidden()").result).bases.empty());
}

TEST(ParseClasses, PublicFieldsAreReadAndWritten) {
  const auto subject =
      parseCxx("#include <string>\n"
               "class A { public: A(int) {} const int id = 1; std::string name; A *next;\n"
               "  struct { double x; } at; int *p; int bits : 3; };\n"
               "class B { int size_ = 0; public: B(int) {} int limit; int size() const { return "
               "size_; } };\n");
  const model::Function &read = function(subject, "A::name");
  EXPECT_EQ(CallForm::ReadField, read.form);
  EXPECT_TRUE(read.isConst);
  EXPECT_EQ(model::Literal::Text, subject[read.result].literal);
  const model::Function &write = function(subject, "A::at.x =");
  EXPECT_EQ(CallForm::WriteField, write.form);
  EXPECT_EQ("at.x", write.callee);
  ASSERT_EQ(2u, write.parameters.size());
  EXPECT_EQ(TypeKind::Float, subject[write.parameters[1].type].kind);
  EXPECT_EQ(CallForm::ForceField, function(subject, "B::limit =").form);
  EXPECT_THAT(implicitOnes(subject),
              UnorderedElementsAre("A::A(const A &)", "A::id", "A::name", "A::name =", "A::at.x",
                                   "A::at.x =", "A::bits", "A::bits =", "B::B(const B &)",
                                   "B::limit", "B::limit ="));
}

TEST(ParseClasses, DerivedClassesForTestsHoldWhatMethodsReturn) {
  const auto subject = parseCxx(
      "#include <memory>\n#include <string>\n"
      "class Item { int n_; public: Item(int n) : n_(n) {} };\n"
      "class Only { public: Only() {} Only(const Only &) = delete; };\n"
      "struct Source { virtual ~Source() {} virtual Item item() = 0; virtual Only &only() = 0;\n"
      "  virtual const std::string &text() const = 0; virtual Source &self() = 0;\n"
      "  virtual std::unique_ptr<int> taken() const = 0; virtual operator bool() const = 0; };\n"
      "int f(Source &) { return 1; }\n");
  EXPECT_EQ("", why(subject, "f"));
  const model::Function &made = function(subject, "PincerSource::PincerSource");
  EXPECT_EQ("void (*)(const ::Item &, ::Only &, std::string, std::unique_ptr<int>, bool)",
            made.overload);
  EXPECT_THAT(made.definition, testing::HasSubstr("::Source &self() override { return *this; }"));
  EXPECT_THAT(made.definition, testing::HasSubstr("mutable std::unique_ptr<int> taken_;"));
  EXPECT_THAT(made.definition, testing::HasSubstr("operator bool() const override"));
}

TEST(ParseClasses, ABaseThatReliesOnTheDerivedClassIsMadeAsAPartOfIt) {
  const auto subject = parseCxx("template <class D> struct Base { int n() const { return "
                                "static_cast<const D &>(*this).m(); } };\n"
                                "class A : public Base<A> { int m_; public: A(int m) : m_(m) {}\n"
                                "  int m() const { return m_; } };\n"
                                "struct B : A { using A::A; int k() const { return 1; } };\n");
  EXPECT_EQ("", why(subject, "Base::n"));
  EXPECT_THAT(implicitOnes(subject),
              UnorderedElementsAre("A::A(const A &)", "A as Base", "B::B(const B &)", "B::B(int)",
                                   "B as A"));
}

TEST(ParseClasses, TheEndsOfAContainerAreOneParameter) {
  const auto subject =
      parseCxx("#include <string>\n#include <vector>\n"
               "int f(std::vector<int>::iterator from, std::vector<int>::iterator to, int n) {\n"
               "  return from == to ? n : 0; }\n"
               "template <class I, class P> int g(I from, I to, P p) { return p(*from); }\n");
  const model::Function &f = function(subject, "f");
  ASSERT_EQ(2u, f.parameters.size());
  EXPECT_EQ(Pass::Ends, f.parameters[0].pass);
  EXPECT_EQ("std::vector<int>", f.parameters[0].cxxType);
  EXPECT_EQ("n", f.parameters[1].name);
  EXPECT_EQ("", why(subject, "g"));
  EXPECT_EQ(Pass::Ends, function(subject, "g").parameters[0].pass);
}

TEST(ParseClasses, HowObjectsArePassed) {
  const auto subject = parseCxx(
      "#include <memory>\n"
      "class A { public: A() {} ~A() {} };\n"
      "class Only { public: Only() {} Only(Only &&) {} };\n"
      "void f(A a, A &b, const A &c, A &&d, A *e, Only g, std::unique_ptr<A> h,\n"
      "       const std::shared_ptr<A> &i) {}\n"
      "A value() { return A(); }\nA &borrowed(A &a) { return a; }\n"
      "std::unique_ptr<A> given() { return nullptr; }\n"
      "std::shared_ptr<A> shared() { return nullptr; }\nA *pointer() { return nullptr; }\n");
  std::vector<Pass> passes;
  for (const model::Parameter &parameter : function(subject, "f").parameters)
    passes.push_back(parameter.pass);
  EXPECT_THAT(passes, ElementsAre(Pass::Object, Pass::Object, Pass::Object, Pass::Moved,
                                  Pass::Plain, Pass::Moved, Pass::Given, Pass::Given));
  EXPECT_TRUE(parameterType(subject, "f", 2).pointeeIsConst);
  EXPECT_FALSE(parameterType(subject, "f", 1).pointeeIsConst);
  EXPECT_EQ("std::unique_ptr<::A>", function(subject, "f").parameters[6].cxxType);
  const auto form = [&](const char *name) { return function(subject, name).resultForm; };
  EXPECT_EQ(ResultForm::Object, form("value"));
  EXPECT_EQ(ResultForm::Borrowed, form("borrowed"));
  EXPECT_EQ(ResultForm::Given, form("given"));
  EXPECT_EQ(ResultForm::Shared, form("shared"));
  EXPECT_EQ(ResultForm::Plain, form("pointer"));
}

TEST(ParseClasses, VariablesArePassedByReference) {
  const auto subject =
      parseCxx("struct P { int x; int get() const { return x; } void set(int v) { x "
               "= v; } };\n"
               "void f(int &a, const int &b, int &&c, P &p, const P &q, int (&r)[3])"
               " {}\nconst int &g(const int &x) { return x; }\n");
  std::vector<Pass> passes;
  for (const model::Parameter &parameter : function(subject, "f").parameters)
    passes.push_back(parameter.pass);
  EXPECT_THAT(passes, ElementsAre(Pass::Reference, Pass::Plain, Pass::Plain, Pass::Reference,
                                  Pass::Plain, Pass::Reference));
  EXPECT_EQ(TypeKind::Struct, parameterType(subject, "f", 3).kind);
  EXPECT_EQ(TypeKind::Integer, subject[function(subject, "g").result].kind);
  // A plain struct is made by filling it in, also for its methods.
  EXPECT_EQ(Pass::Plain, function(subject, "P::get").parameters[0].pass);
  EXPECT_EQ(Pass::Reference, function(subject, "P::set").parameters[0].pass);
  EXPECT_EQ(TypeKind::Struct, parameterType(subject, "P::set", 0).kind);
}

TEST(ParseClasses, OperatorsConversionsAndFriends) {
  const auto subject =
      parseCxx("namespace n { class A { int n_; public: A(int n) : n_(n) {}\n"
               "  int operator[](int i) const { return n_ + i; }\n"
               "  explicit operator bool() const { return n_; }\n"
               "  void once() && {}\n"
               "  static A zero() { return A(0); }\n"
               "  friend bool operator==(const A &a, const A &b) { return a.n_ == b.n_; } };\n"
               "A operator+(const A &a, const A &) { return a; } }\n");
  EXPECT_EQ("operator[]", function(subject, "n::A::operator[]").callee);
  EXPECT_EQ("operator bool", function(subject, "n::A::operator bool").callee);
  EXPECT_EQ(Pass::Moved, function(subject, "n::A::once").parameters[0].pass);
  const model::Function &zero = function(subject, "n::A::zero");
  EXPECT_EQ(CallForm::Function, zero.form);
  EXPECT_EQ("::n::A::zero", zero.callee);
  EXPECT_TRUE(zero.parameters.empty());
  const model::Function &equal = function(subject, "n::operator==");
  EXPECT_TRUE(equal.isFriend);
  EXPECT_EQ("operator==", equal.callee);
  EXPECT_EQ("n::operator+", function(subject, "n::operator+").callee);
  for (const model::Function &function : subject.functions)
    EXPECT_FALSE(function.undrivable) << function.name;
}

TEST(ParseClasses, TemplatesAreCalledThroughAnInstance) {
  const auto subject = parseCxx(
      "#include <vector>\n"
      "template <class T, int N> class Stack { std::vector<T> v_; public:\n"
      "  bool push(const T &t);\n  int size() const { return (int)v_.size(); } };\n"
      "template <class T, int N> bool Stack<T, N>::push(const T &t) {\n"
      "  if (v_.size() == N) return false;\n  v_.push_back(t); return true; }\n"
      "template <class T> T most(const T &a, const T &b) { return a > b ? a : b; }\n"
      "template <class T> auto both(const T &a) { return a + a; }\n"
      "int f() { both(1); Stack<double, 3> s; s.push(1); return s.size() + most<long>(1, 2); }\n");
  const model::Function &push = function(subject, "Stack::push");
  EXPECT_EQ("", why(subject, "Stack::push"));
  EXPECT_EQ("::Stack<double, 3>", subject[push.owner].qualified);
  EXPECT_EQ("_ZN5StackIdLi3EE4pushERKd", push.symbol);
  EXPECT_EQ(5u, push.line);
  EXPECT_TRUE(push.optionalBody);
  EXPECT_EQ(TypeKind::Float, parameterType(subject, "Stack::push", 1).kind);
  EXPECT_EQ("most<long>", function(subject, "most").callee);
  EXPECT_EQ(TypeKind::Integer, subject[function(subject, "both").result].kind);
  EXPECT_THAT(implicitOnes(subject),
              UnorderedElementsAre("Stack::Stack()", "Stack::Stack(const Stack<double, 3> &)"));
}

TEST(ParseClasses, ObviousInstancesAreMadeOfTemplatesThatNobodyUses) {
  const auto subject = parseCxx(
      "#include <string>\n#include <type_traits>\n"
      "template <class T, unsigned N> class Ring { T items_[N]; unsigned at_ = 0; public:\n"
      "  void put(const T &t) { items_[at_++ % N] = t; }\n  template <class U> U as() const { "
      "return "
      "U(items_[0]); } };\n"
      "template <class T> struct Text { static_assert(std::is_class<T>::value, \"\");\n"
      "  T t; unsigned size() const { return t.size(); } };\n"
      "template <class T> std::enable_if_t<std::is_floating_point_v<T>, T> half(T t) { return t / "
      "2; }\n"
      "template <class T> unsigned length(const T &t) { return t.length(); }\n"
      "template <class T> int never(T t) { return t.nothing(); }\n"
      "template <template <class> class T> int odd(T<int> t) { return 1; }\n",
      {"-std=c++17"});
  EXPECT_EQ("::Ring<int, 4>", subject[function(subject, "Ring::put").owner].qualified);
  EXPECT_EQ("as<int>", function(subject, "Ring::as").callee);
  EXPECT_EQ("::Text<std::string>", subject[function(subject, "Text::size").owner].qualified);
  EXPECT_EQ("half<double>", function(subject, "half").callee);
  EXPECT_EQ("length<std::string>", function(subject, "length").callee);
  EXPECT_EQ("it is a template nobody instantiates", why(subject, "never"));
  EXPECT_EQ("it is a template nobody instantiates", why(subject, "odd"));
  for (const char *name : {"Ring::put", "Ring::as", "Text::size", "half", "length"})
    EXPECT_EQ("", why(subject, name)) << name;
}

TEST(ParseClasses, AnotherUnitMayHaveTheInstance) {
  Snippets snippets;
  snippets.write("most.h", "template <class T> T most(T a, T b) { return a > b ? a : b; }\n");
  snippets.write("a.cpp", "#include \"most.h\"\n");
  snippets.write("b.cpp", "#include \"most.h\"\nint f() { return most(1, 2); }\n");
  const auto subject = snippets.parse({"a.cpp", "b.cpp"});
  ASSERT_TRUE(subject);
  EXPECT_EQ("", why(*subject, "most"));
  EXPECT_EQ(1u, function(*subject, "most").unit.index);
}

TEST(ParseClasses, AClassIsOneClassInAllUnits) {
  Snippets snippets;
  snippets.write("a.h", "class B { public: virtual ~B() {} };\n"
                        "class A : public B { public: A(); int n() const; };\n");
  snippets.write("a.cpp", "#include \"a.h\"\nA::A() {}\nint A::n() const { return 1; }\n");
  snippets.write("b.cpp", "class A;\nint f(const A *a) { return a ? 1 : 0; }\n");
  const auto subject = snippets.parse({"b.cpp", "a.cpp"});
  ASSERT_TRUE(subject);
  EXPECT_FALSE(function(*subject, "f").limit);
  EXPECT_EQ(subject->types[function(*subject, "A::n").owner.index].bases.size(), 1u);
  EXPECT_EQ(subject->operator[](function(*subject, "f").parameters[0].type).element,
            function(*subject, "A::n").owner);
}

TEST(ParseClasses, ClassesThatNoOtherUnitSeesAreApart) {
  Snippets snippets;
  const char *text = "namespace { class A { int n_; public: A(int n) : n_(n) {} }; }\n"
                     "static int NAME(const A &) { return 1; }\n";
  for (const std::string name : {"a", "b"})
    snippets.write(name + ".cpp", std::string("#define NAME ") + name + "\n" + text);
  const auto subject = snippets.parse({"a.cpp", "b.cpp"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_NE(parameterType(*subject, "a").element, parameterType(*subject, "b").element);
}

} // namespace
} // namespace frontend
