#include "frontend/testing/parse_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

using model::Type;
using model::TypeKind;
using testing::HasSubstr;

std::size_t countSpelled(const model::Subject &subject, std::string_view spelling) {
  std::size_t count = 0;
  for (const Type &type : subject.types)
    count += type.spelling == spelling;
  return count;
}

const Type &pointee(const model::Subject &subject, const Type &pointer) {
  return subject[pointer.element];
}

TEST(ParseTypes, Scalars) {
  const auto subject = parseText(
      "#include <stdint.h>\ntypedef unsigned long word; typedef word alias;\n"
      "void f(char a, signed char b, uint8_t c, _Bool d, alias e, __int128 g,\n"
      "       unsigned __int128 h, float i, double j, long double k, const volatile int l)"
      "{}\n");
  const auto type = [&](std::size_t i) -> const Type & { return parameterType(subject, "f", i); };
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(TypeKind::Integer, type(i).kind);
    EXPECT_TRUE(type(i).isChar);
    EXPECT_EQ(1u, type(i).size);
  }
  EXPECT_TRUE(type(0).isSigned);
  EXPECT_TRUE(type(1).isSigned);
  EXPECT_FALSE(type(2).isSigned);
  EXPECT_EQ(TypeKind::Bool, type(3).kind);
  EXPECT_EQ("_Bool", type(3).spelling);
  EXPECT_EQ("unsigned long", type(4).spelling);
  EXPECT_FALSE(type(4).isChar);
  EXPECT_EQ(16u, type(5).size);
  EXPECT_TRUE(type(5).isSigned);
  EXPECT_FALSE(type(6).isSigned);
  EXPECT_EQ(TypeKind::Float, type(7).kind);
  EXPECT_EQ(4u, type(7).size);
  EXPECT_EQ(8u, type(8).size);
  EXPECT_EQ(16u, type(9).size);
  EXPECT_EQ("int", type(10).spelling);
  EXPECT_EQ(TypeKind::Void, subject[function(subject, "f").result].kind);
}

TEST(ParseTypes, Enums) {
  const auto subject = parseText(
      "enum color { RED = 2, GREEN, BLUE = 9 };\n"
      "typedef enum { LOW = -1, HIGH } Level;\n"
      "enum big { HUGE_ONE = 0xffffffffffffffff };\n"
      "enum __attribute__((packed)) small { TINY };\n"
      "void f(enum color c, Level l, enum big b, enum small s, enum { X } *anonymous) {}\n");
  const Type &color = parameterType(subject, "f", 0);
  EXPECT_EQ(TypeKind::Enum, color.kind);
  EXPECT_EQ("enum color", color.spelling);
  EXPECT_TRUE(color.hasTag);
  EXPECT_FALSE(color.isSigned);
  ASSERT_EQ(3u, color.enumerators.size());
  EXPECT_EQ("GREEN", color.enumerators[1].name);
  EXPECT_EQ(3, color.enumerators[1].value);
  const Type &level = parameterType(subject, "f", 1);
  EXPECT_EQ("Level", level.spelling);
  EXPECT_FALSE(level.hasTag);
  EXPECT_TRUE(level.isSigned);
  EXPECT_EQ(-1, level.enumerators[0].value);
  EXPECT_EQ(8u, parameterType(subject, "f", 2).size);
  EXPECT_EQ(-1, parameterType(subject, "f", 2).enumerators[0].value);
  EXPECT_EQ(1u, parameterType(subject, "f", 3).size);
  EXPECT_EQ(TypeKind::Enum, subject[parameterType(subject, "f", 4).element].kind);
}

TEST(ParseTypes, StructLayout) {
  const auto subject = parseText("typedef struct { char tag; double value; short tail[3]; } Item;\n"
                                 "struct __attribute__((packed)) tight { char a; int b; };\n"
                                 "void f(Item i, struct tight t) {}\n");
  const Type &item = parameterType(subject, "f", 0);
  EXPECT_EQ(TypeKind::Struct, item.kind);
  EXPECT_EQ("Item", item.spelling);
  EXPECT_FALSE(item.hasTag);
  EXPECT_EQ(24u, item.size);
  EXPECT_EQ(8u, item.alignment);
  ASSERT_EQ(3u, item.fields.size());
  EXPECT_EQ(64u, item.fields[1].offsetBits);
  const Type &tail = subject[item.fields[2].type];
  EXPECT_EQ(TypeKind::Array, tail.kind);
  EXPECT_EQ(3u, tail.count);
  EXPECT_EQ(6u, tail.size);
  EXPECT_EQ("short", subject[tail.element].spelling);
  const Type &tight = parameterType(subject, "f", 1);
  EXPECT_EQ("struct tight", tight.spelling);
  EXPECT_TRUE(tight.hasTag);
  EXPECT_EQ(8u, tight.fields[1].offsetBits);
  EXPECT_EQ(1u, tight.alignment);
}

TEST(ParseTypes, BitFieldsAndAnonymousMembers) {
  const auto subject = parseText("struct s { unsigned a : 3; int : 2; int b : 5; int : 0; int c;\n"
                                 "  union { int i; float f; }; struct { char x, y; } named; };\n"
                                 "void f(struct s *p) {}\n");
  const Type &s = subject[parameterType(subject, "f").element];
  ASSERT_EQ(5u, s.fields.size());
  EXPECT_EQ(3u, s.fields[0].bitWidth);
  EXPECT_EQ("b", s.fields[1].name);
  EXPECT_EQ(5u, s.fields[1].offsetBits);
  EXPECT_EQ(5u, s.fields[1].bitWidth);
  EXPECT_EQ(std::nullopt, s.fields[2].bitWidth);
  EXPECT_EQ("", s.fields[3].name);
  const Type &anonymous = subject[s.fields[3].type];
  EXPECT_EQ(TypeKind::Union, anonymous.kind);
  EXPECT_FALSE(anonymous.hasTag);
  EXPECT_EQ(0u, anonymous.fields[1].offsetBits);
  EXPECT_EQ("named", s.fields[4].name);
  EXPECT_EQ(2u, subject[s.fields[4].type].fields.size());
}

TEST(ParseTypes, PointersAndArrays) {
  const auto subject = parseText(
      "struct opaque;\n"
      "void f(const char *text, int a[10], int m[3][4], struct opaque *o, int (*cb)(int),\n"
      "       int g(void), void *v, char *const *pp, const int (*ca)[2], int *restrict r) {}\n");
  const auto type = [&](std::size_t i) -> const Type & { return parameterType(subject, "f", i); };
  const auto element = [&](std::size_t i) -> const Type & { return subject[type(i).element]; };
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(TypeKind::Pointer, type(i).kind);
    EXPECT_EQ(8u, type(i).size);
  }
  EXPECT_EQ("const char *", type(0).spelling);
  EXPECT_TRUE(type(0).pointeeIsConst);
  EXPECT_EQ("char", element(0).spelling);
  EXPECT_FALSE(type(1).pointeeIsConst);
  EXPECT_EQ("int", element(1).spelling);
  EXPECT_EQ(TypeKind::Array, element(2).kind);
  EXPECT_EQ(4u, element(2).count);
  EXPECT_EQ(TypeKind::Incomplete, element(3).kind);
  EXPECT_EQ("struct opaque", element(3).spelling);
  EXPECT_EQ(TypeKind::Function, element(4).kind);
  EXPECT_EQ(TypeKind::Function, element(5).kind);
  EXPECT_EQ(TypeKind::Void, element(6).kind);
  EXPECT_EQ(TypeKind::Pointer, element(7).kind);
  EXPECT_TRUE(type(7).pointeeIsConst);
  EXPECT_TRUE(type(8).pointeeIsConst);
  EXPECT_EQ("int", subject[element(8).element].spelling);
  EXPECT_EQ(type(1).spelling, type(9).spelling);
}

TEST(ParseTypes, ArraysOfArraysAndFlexibleMembers) {
  const auto subject = parseText("struct s { int grid[2][3]; unsigned n; short rest[]; };\n"
                                 "void f(struct s *p) {}\n");
  const Type &s = subject[parameterType(subject, "f").element];
  const Type &grid = subject[s.fields[0].type];
  EXPECT_EQ(2u, grid.count);
  EXPECT_EQ(24u, grid.size);
  EXPECT_EQ(3u, subject[grid.element].count);
  const Type &rest = subject[s.fields[2].type];
  EXPECT_EQ(TypeKind::Array, rest.kind);
  EXPECT_EQ(0u, rest.count);
  EXPECT_EQ(0u, rest.size);
  EXPECT_EQ(2u, rest.alignment);
}

TEST(ParseTypes, WhatIsNotSupportedSaysItsName) {
  const auto subject =
      parseText("#include <stdarg.h>\ntypedef int v4 __attribute__((vector_size(16)));\n"
                "void f(_Complex double z, v4 v, _Atomic int a, va_list l, int n,\n"
                "       int vla[n][n], _BitInt(37) b, __float128 q) {}\n");
  const auto type = [&](std::size_t i) -> const Type & { return parameterType(subject, "f", i); };
  EXPECT_EQ(TypeKind::Unsupported, type(0).kind);
  EXPECT_EQ("_Complex double", type(0).spelling);
  EXPECT_EQ(TypeKind::Unsupported, type(1).kind);
  EXPECT_EQ(TypeKind::Unsupported, type(2).kind);
  EXPECT_THAT(type(2).spelling, HasSubstr("_Atomic"));
  EXPECT_EQ(TypeKind::Unsupported, subject[type(3).element].kind);
  EXPECT_EQ("va_list", subject[type(3).element].spelling);
  EXPECT_EQ(TypeKind::Unsupported, subject[type(5).element].kind);
  EXPECT_EQ(TypeKind::Unsupported, type(6).kind);
  EXPECT_EQ(TypeKind::Unsupported, type(7).kind);
}

TEST(ParseTypes, SystemTypesAreMarkedAndStreamsAreOpaque) {
  const auto subject = parseText("#include <stdio.h>\n#include <time.h>\nstruct mine { int x; };\n"
                                 "int f(FILE *out, struct tm *t, struct mine *m) { return 0; }\n");
  const auto element = [&](std::size_t i) -> const Type & {
    return subject[parameterType(subject, "f", i).element];
  };
  EXPECT_EQ(TypeKind::Incomplete, element(0).kind);
  EXPECT_EQ("FILE", element(0).spelling);
  EXPECT_EQ(TypeKind::Struct, element(1).kind);
  EXPECT_TRUE(element(1).isSystem);
  EXPECT_FALSE(element(2).isSystem);
}

TEST(ParseTypes, RecursiveStructsAreOneType) {
  Snippets snippets;
  snippets.write("node.h", "struct tree; struct node { struct node *next; struct tree *owner; };\n"
                           "struct tree { struct node *root; int size; };\n");
  snippets.write("a.c", "#include \"node.h\"\nvoid a(struct node *n) {}\n");
  snippets.write("b.c", "#include \"node.h\"\nvoid b(struct tree *t, struct node *n) {}\n");
  const auto subject = snippets.parse({"a.c", "b.c"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_EQ(1u, countSpelled(*subject, "struct node"));
  EXPECT_EQ(1u, countSpelled(*subject, "struct tree"));
  EXPECT_EQ(function(*subject, "a").parameters[0].type, function(*subject, "b").parameters[1].type);
  const Type &node = (*subject)[parameterType(*subject, "a").element];
  EXPECT_EQ(function(*subject, "a").parameters[0].type, node.fields[0].type);
}

TEST(ParseTypes, EachUnitSeesItsOwnDefinition) {
  Snippets snippets;
  snippets.write("a.c", "struct s; void a(struct s *p) {}\n");
  snippets.write("b.c", "struct s { int x; }; void b(struct s *p) {}\n");
  snippets.write("c.c", "struct s { long x; }; void c(struct s *p) {}\n");
  snippets.write("d.c", "struct s { int x; }; void d(struct s *p) {}\n");
  const auto subject = snippets.parse({"a.c", "b.c", "c.c", "d.c"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_EQ(TypeKind::Incomplete, (*subject)[parameterType(*subject, "a").element].kind);
  EXPECT_EQ(4u, (*subject)[parameterType(*subject, "b").element].size);
  EXPECT_EQ(8u, (*subject)[parameterType(*subject, "c").element].size);
  EXPECT_EQ(parameterType(*subject, "b").element, parameterType(*subject, "d").element);
  EXPECT_EQ(3u, countSpelled(*subject, "struct s"));
  EXPECT_EQ(3u, countSpelled(*subject, "struct s *"));
}

TEST(ParseTypes, DifferencesFarAwayKeepTypesApart) {
  Snippets snippets;
  snippets.write("chain.h", "struct middle { struct inner *inner; };\n"
                            "struct outer { struct middle *middle; };\n");
  snippets.write("a.c",
                 "struct inner { int x; };\n#include \"chain.h\"\nvoid a(struct outer *p) {}\n");
  snippets.write("b.c",
                 "struct inner { long x; };\n#include \"chain.h\"\nvoid b(struct outer *p) {}\n");
  snippets.write("c.c",
                 "struct inner { long x; };\n#include \"chain.h\"\nvoid c(struct outer *p) {}\n");
  const auto subject = snippets.parse({"a.c", "b.c", "c.c"});
  ASSERT_TRUE(subject) << subject.error().message;
  EXPECT_NE(function(*subject, "a").parameters[0].type, function(*subject, "b").parameters[0].type);
  EXPECT_EQ(function(*subject, "b").parameters[0].type, function(*subject, "c").parameters[0].type);
  EXPECT_EQ(2u, countSpelled(*subject, "struct outer"));
}

TEST(ParseTypes, TheTargetDecidesSizes) {
  const auto subject = parseText("void f(long l, void *p) {}\n", {"-m32"});
  EXPECT_EQ(4u, parameterType(subject, "f", 0).size);
  EXPECT_EQ(4u, parameterType(subject, "f", 1).size);
}

TEST(ParseTypes, AStructThatAnotherSourceDefinesIsThatOne) {
  Snippets snippets;
  snippets.write("a.c", "struct box { int n; }; struct box *make(void) { return 0; }\n");
  snippets.write("b.c", "struct box; int look(struct box *b) { return !b; }\n");
  snippets.write("c.c", "struct box { long n; }; long other(struct box *b) { return b->n; }\n");
  const auto subject = snippets.parse({"b.c", "a.c"});
  ASSERT_TRUE(subject);
  const Type &seen = pointee(*subject, parameterType(*subject, "look", 0));
  EXPECT_EQ(TypeKind::Struct, seen.kind);
  EXPECT_EQ(std::vector{model::UnitId(0)}, seen.opaqueIn);
  EXPECT_EQ(&seen, &pointee(*subject, (*subject)[function(*subject, "make").result]));
  // With two definitions nobody knows which is meant.
  const auto unclear = snippets.parse({"b.c", "a.c", "c.c"});
  ASSERT_TRUE(unclear);
  EXPECT_EQ(TypeKind::Incomplete, pointee(*unclear, parameterType(*unclear, "look", 0)).kind);
}

} // namespace
} // namespace frontend
