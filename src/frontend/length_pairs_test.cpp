#include "frontend/testing/parse_fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace frontend {
namespace {

/// "a:n b:m", with the names of the parameters.
std::string pairs(std::string_view parameters) {
  const auto subject =
      parseText(fmt::format("#include <stddef.h>\nstruct point {{ int x, y; }};\n"
                            "struct stack {{ int top; struct stack *below; }};\nvoid f({}) {{}}\n",
                            parameters));
  const model::Function &f = subject.functions.back();
  std::string text;
  for (const model::LengthPair &pair : f.lengthPairs)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", f.parameters[pair.pointer].name,
                        f.parameters[pair.length].name);
  return text;
}

std::string fieldPairsOf(std::string_view fields) {
  const auto subject =
      parseText(fmt::format("#include <stddef.h>\nstruct node {{ int x; struct node *next; }};\n"
                            "struct s {{ {} }};\nvoid f(struct s *p) {{}}\n",
                            fields));
  const model::Type &s = subject[parameterType(subject, "f").element];
  std::string text;
  for (const model::LengthPair &pair : s.lengthPairs)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", s.fields[pair.pointer].name,
                        s.fields[pair.length].name);
  return text;
}

TEST(LengthPairs, TheNextInteger) {
  EXPECT_EQ("arr:n", pairs("const int *arr, int n"));
  EXPECT_EQ("buf:size", pairs("char *buf, size_t size"));
  EXPECT_EQ("values:count", pairs("double values[], unsigned count"));
  EXPECT_EQ("a:key_len", pairs("int *a, int key_len"));
  EXPECT_EQ("a:num_items", pairs("int *a, int num_items"));
  EXPECT_EQ("a:numItems", pairs("int *a, int numItems"));
  EXPECT_EQ("data:nmemb", pairs("short *data, size_t nmemb"));
  EXPECT_EQ("a:arraySize", pairs("int a[], int arraySize"));
  EXPECT_EQ("a:n", pairs("const int *a, int key, int n"));
}

TEST(LengthPairs, TheIntegerBefore) {
  EXPECT_EQ("arr:n", pairs("int n, const int *arr"));
  EXPECT_EQ("x:n y:n", pairs("int n, double a, const double *x, double *y"));
  EXPECT_EQ("a:n b:m", pairs("int n, int *a, int m, int *b"));
}

TEST(LengthPairs, SeveralPairs) {
  EXPECT_EQ("a:na b:nb", pairs("int *a, int na, int *b, int nb"));
  EXPECT_EQ("a:na b:nb", pairs("int *a, int *b, int na, int nb"));
  EXPECT_EQ("a:n b:m", pairs("int *a, int n, int *b, int m, int *out"));
  EXPECT_EQ("dst:n src:n", pairs("char *dst, const char *src, size_t n"));
  EXPECT_EQ("s1:len1 s2:len2", pairs("char *s1, char *s2, int len1, int len2"));
  EXPECT_EQ("key:key_len value:value_len",
            pairs("const char *key, const char *value, size_t key_len, size_t value_len"));
}

TEST(LengthPairs, ClearlySomethingElse) {
  EXPECT_EQ("", pairs("int *a, int index"));
  EXPECT_EQ("", pairs("int *a, int flags"));
  EXPECT_EQ("", pairs("int *a, int key"));
  EXPECT_EQ("", pairs("int *a, unsigned seed"));
  EXPECT_EQ("", pairs("const char *s, int base"));
  EXPECT_EQ("", pairs("int *a, int target, int value"));
  EXPECT_EQ("", pairs("int *prices, int discount"));
  EXPECT_EQ("", pairs("int *a, int count_index"));
  EXPECT_EQ("", pairs("int *a, char n"));
  EXPECT_EQ("", pairs("int *a, double size"));
  EXPECT_EQ("", pairs("int n, int m"));
  EXPECT_EQ("", pairs("int *a, int"));
}

TEST(LengthPairs, PointersToLengthsHaveNone) {
  EXPECT_EQ("a:n", pairs("int *a, int n, int *out_len"));
  EXPECT_EQ("", pairs("size_t *len, size_t n"));
  EXPECT_EQ("bytes:n", pairs("const unsigned char *bytes, int n"));
}

TEST(LengthPairs, StructsNeedASignOfBeingMany) {
  EXPECT_EQ("points:n", pairs("struct point *points, int n"));
  EXPECT_EQ("p:n", pairs("struct point p[], int n"));
  EXPECT_EQ("", pairs("struct stack *s, int n"));
  EXPECT_EQ("values:n", pairs("struct stack *s, const int *values, int n"));
  EXPECT_EQ("values:n", pairs("struct stack *s, int n, const int *values"));
}

TEST(LengthPairs, OfBytesAndOfPointers) {
  EXPECT_EQ("p:n", pairs("void *p, size_t n"));
  EXPECT_EQ("to:n from:n", pairs("void *to, const void *from, size_t n"));
  EXPECT_EQ("argv:argc", pairs("int argc, char **argv"));
  EXPECT_EQ("rows:n", pairs("int *rows[], int n"));
  EXPECT_EQ("", pairs("char **end, int n")) << "mostly one, to be set";
}

TEST(LengthPairs, FieldsOfStructs) {
  EXPECT_EQ("data:len", fieldPairsOf("int *data; size_t len;"));
  EXPECT_EQ("data:len data:cap", fieldPairsOf("int *data; size_t len; size_t cap;"));
  EXPECT_EQ("data:capacity data:count", fieldPairsOf("int capacity; int count; int *data;"));
  EXPECT_EQ("a:na b:nb", fieldPairsOf("int *a; int na; int *b; int nb;"));
  EXPECT_EQ("text:length", fieldPairsOf("char *text; unsigned length;"));
  EXPECT_EQ("", fieldPairsOf("char *name; int count;"));
  EXPECT_EQ("", fieldPairsOf("int *window; unsigned hash_size;"));
  EXPECT_EQ("", fieldPairsOf("int *window; double x; unsigned size;"));
  EXPECT_EQ("window:window_size", fieldPairsOf("int *window; double x; unsigned window_size;"));
  EXPECT_EQ("", fieldPairsOf("struct node *head; int count;"));
  EXPECT_EQ("", fieldPairsOf("int *data; unsigned len : 5;"));
  EXPECT_EQ("data:size", fieldPairsOf("unsigned size; int data[];"));
}

} // namespace
} // namespace frontend
