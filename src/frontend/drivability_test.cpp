#include "frontend/testing/parse_fixture.h"

#include <gtest/gtest.h>

namespace frontend {
namespace {

std::string why(std::string_view text) {
  const auto subject = parseText(text);
  return subject.functions.back().undrivable.value_or("");
}

TEST(Drivability, ObstaclesAreSentences) {
  EXPECT_EQ("it is the program's entry point", why("int main(void) { return 0; }"));
  EXPECT_EQ("it takes a variable number of arguments, and no call in its source says which",
            why("int f(int n, ...) { return n; }"));
  EXPECT_EQ("its parameter 'l' needs a 'va_list', which can't be made yet",
            why("#include <stdarg.h>\nint f(va_list l) { return 1; }"));
  EXPECT_EQ("its parameter 'z' is a '_Complex double', which can't be made yet",
            why("int f(_Complex double z) { return 1; }"));
  EXPECT_EQ("its parameter 's' contains a '_Complex float', which can't be made yet",
            why("struct s { int a; _Complex float z[2]; }; int f(struct s s) { return 1; }"));
  EXPECT_EQ("its parameter number 1 is a '_Complex double', which can't be made yet",
            why("int f(_Complex double) { return 1; }"));
  EXPECT_EQ("it returns a '_Complex double', which can't be handled yet",
            why("_Complex double f(double x) { return x; }"));
}

TEST(Drivability, PointersToFunctionsReferToStubs) {
  EXPECT_EQ("", why("int f(int (*cb)(int)) { return cb(1); }"));
  EXPECT_EQ("", why("struct p { int x; }; int f(struct p (*cb)(struct p, ...)) { return !cb; }"));
}

TEST(Drivability, WhatTestsCanMake) {
  EXPECT_EQ("", why("int f(void) { return 1; }"));
  EXPECT_EQ("",
            why("enum e { A }; union u { int i; float f; }; struct s { int a[3]; char *name; };\n"
                "long double f(_Bool b, enum e e, const char *s, double *d, struct s t,\n"
                "              struct s *p, union u u, int m[3][4], __int128 w) { return 1; }"));
  EXPECT_EQ("", why("static int main_like(int x) { return x; }"));
}

std::string limit(std::string_view text) {
  const auto subject = parseText(text);
  return subject.functions.back().limit.value_or("");
}

TEST(Drivability, PointersThatCanOnlyBeNullAreALimit) {
  EXPECT_EQ(
      "its parameter 'cb' is a pointer to a function that no stub can stand for: it is always "
      "null in tests",
      limit("int f(_Complex double (*cb)(int)) { return cb != 0; }"));
  EXPECT_EQ("", limit("int f(int (*cb)(int)) { return cb(1); }"));
  EXPECT_EQ("its parameter 'o' is a pointer to the opaque type 'struct opaque': it is always null "
            "in tests",
            limit("struct opaque; int f(struct opaque *o) { return 1; }"));
  EXPECT_EQ("", limit("struct opaque; struct opaque *make(void) { return 0; }\n"
                      "int f(int x, const struct opaque *o) { return 1; }"))
      << "a call of make gives one";
  EXPECT_EQ("its parameter 'p' is a pointer to 'struct s', which needs a '_Atomic(int)': it is "
            "always null in tests",
            limit("struct s { _Atomic int a; }; int f(struct s *p) { return 1; }"));
  EXPECT_EQ("", limit("int f(int a, const void *p, char *argv[], int **grid) { return a; }"));
}

TEST(Drivability, OneMemberOfAUnionIsEnough) {
  EXPECT_EQ("", why("union u { _Complex double z; int i; }; int f(union u u) { return 1; }"));
  EXPECT_EQ("its parameter 'u' contains a '_Complex double', which can't be made yet",
            why("union u { _Complex double z; }; int f(union u u) { return 1; }"));
}

TEST(Drivability, FieldsThatStayNullAreNoObstacle) {
  EXPECT_EQ("", why("struct opaque; struct node { struct node *next; void *user; char **names;\n"
                    "  int (*compare)(int); struct opaque *o; int value; };\n"
                    "int f(struct node *list, struct node copy) { return 1; }"));
}

TEST(Drivability, ReturnedPointersAreNoObstacle) {
  EXPECT_EQ("", why("struct opaque; struct opaque *f(int x) { return 0; }"));
  EXPECT_EQ("", why("void *f(int x) { return 0; }"));
  EXPECT_EQ("", why("typedef int (*callback)(int); callback f(int x) { return 0; }"));
}

} // namespace
} // namespace frontend
