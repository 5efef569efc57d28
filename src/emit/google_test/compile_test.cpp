#include "emit/google_test/google_test.h"
#include "emit/testing/suite_maker.h"
#include "support/file_system.h"
#include "support/process.h"

#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <limits>

// The proof of the writers: a suite made by hand for a real C source is written, configured, built
// with both compilers under -Wall -Wextra -Werror, and run.

namespace emit {
namespace {

using model::FunctionId;
using model::GlobalId;
using model::KeptTest;
using model::TypeId;
using model::TypeKind;

constexpr const char *source = R"c(#include "shapes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int counter = 7;
static int calls;
static struct point last;
static int table[6];
char *message;

enum color next(enum color c) { return c == RED ? GREEN : c == GREEN ? BLUE : RED; }
static int twice(int x) { calls++; return 2 * x; }
inline int thrice(int x) { return 3 * x; }
int sum(const int *values, int n) { int s = 0; for (int i = 0; i < n; i++) s += values[i]; return s; }
void move(struct point *p, int dx) { p->x += dx; }
struct flags promote(struct flags f) { f.ready = 1; f.level--; f.class++; return f; }
_Bool is_ready(struct flags f) { return f.ready; }
Box grow(Box b, double by) { b.width += by; strcat(b.name, "+"); b.corner.y = -1; return b; }
int packed_value(const struct packed *p) { return p->value + p->tag; }
int unlink_next(struct node *n) { int v = n->next ? n->next->value : 0; if (n->next) { n->next->value = 0; n->next = n->next->next; } return v; }
struct variant to_float(struct variant v) { v.kind = 2; v.f = (float)v.i; return v; }
unsigned low(union word w) { return w.u & 0xff; }
unsigned long length(const char *s) { return strlen(s); }
char *find(char *s, char c) { return strchr(s, c); }
int *second(struct pair *p) { return &p->values[1]; }
void *raw(struct pair *p) { return (char *)p + 2; }
const char *name_of(enum color c) { return c == RED ? "red" : c == GREEN ? "gr\"een\\\n" : 0; }
void upper(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
int odd_bytes(const char *s) { return s[0] == '?' && s[1] == '?' && s[2] == '=' && (unsigned char)s[3] == 0xff && s[4] == '1' && s[5] == 0 && s[6] == 'z'; }
void fill(unsigned char *buffer, unsigned n) { for (unsigned i = 0; i < n; i++) buffer[i] = (unsigned char)(i + 1); }
int all_set(const unsigned char *buffer, unsigned n) { for (unsigned i = 0; i < n; i++) if (buffer[i] != 255) return 0; return (int)n; }
int bump(int by) { counter += by; calls += by; last.x = by; last.y = calls; for (int i = 0; i < 6; i++) table[i] += i * by; message = (char *)"bumped"; return counter; }
int link(const char *s, int c) { return s[0] == c; }
int delete(int new) { return new - 1; }
double half(double x) { return x / 2; }
float third(float x) { return x / 3; }
long double precise(long double x) { return x + 0.1L; }
double root(double x) { return sqrt(x); }
double inverse(double x) { return 1 / x; }
void halve(double *values, int n) { for (int i = 0; i < n; i++) values[i] /= 2; }
long negate(long x) { return -x; }
unsigned long complement(unsigned long x) { return ~x; }
long long square(long long x) { return x * x; }
__int128 wide(__int128 x) { return x * 2; }
char rotate(char c) { return (char)(c + 1); }
short shrink(short s) { return (short)(s / 2); }
unsigned char byte(unsigned char b) { return (unsigned char)(b + 1); }
int count(const int *values, unsigned long n) { return values ? (int)n : -1; }
int trace(int grid[2][2]) { grid[0][1] = 9; return grid[0][0] + grid[1][1]; }
void *make(void) { return malloc(4) ? &counter : 0; }
void quit(int code) { exit(code); }
int read_through(int *p) { return *p; }
int spin(int n) { volatile int go = n; while (go) {} return n; }
int increment(int a) { return a + 1; }
int main(void) { return 0; }
)c";

// A second source: what C allows and C++ finds odd, and names that the first has too.
constexpr const char *corners = R"c(struct point { double latitude; };
struct opaque;
typedef enum { OFF, ON } Switch;
typedef struct { struct { int a; } in; int (*callback)(int); struct opaque *hidden; Switch state; } Mixed;
struct tail { int n; int data[]; };
struct aligned { _Alignas(16) char c; int i; };
struct nothing {};
union vector { int m[2]; struct { int x; union { int y; float z; }; }; };
static struct { int hits; enum { COLD, HOT } heat; } stats;
static int twice(int x) { return x + x + 1; }
double latitude(const struct point *p) { return p->latitude; }
int mixed_sum(Mixed *m) { m->state = ON; return m->in.a + (m->callback ? 1 : 0) + (m->hidden ? 10 : 0); }
int tail_length(const struct tail *t) { return t->n; }
int aligned_i(struct aligned a) { return a.i; }
int vector_sum(union vector v) { return v.x + v.m[1]; }
int is_there(const struct nothing *n) { return n != 0; }
int first_letters(const char *const *list, int n) { int s = 0; for (int i = 0; i < n; i++) s += list[i][0]; return s; }
void rotate_list(char **list) { list[0] = list[1]; list[1] = 0; }
int hit(void) { stats.heat = HOT; return ++stats.hits; }
struct opaque *same(struct opaque *p) { return p; }
static int apply(int (*f)(int), int x) { return f ? f(x) : -x; }
static const char *const *names(void) { static const char *const list[] = {"x", 0}; return list; }
double farthest(struct point *points, int n) { double m = 0; for (int i = 0; i < n; i++) { if (points[i].latitude > m) m = points[i].latitude; points[i].latitude = 0; } return m; }
int main(int argc, char **argv) { return argc > 1 && argv[1]; }
)c";

constexpr const char *header = R"c(#ifndef WITH_SHAPES
#error "the flags of the source are missing"
#endif
enum color { RED, GREEN = 5, BLUE, EOF_ = 9 };
struct point { int x, y; };
struct flags { unsigned ready : 1; int level : 4; unsigned : 3; unsigned class : 7; enum color tint : 4; };
typedef struct { double width; char name[8]; struct point corner; } Box;
struct packed { char tag; int value; } __attribute__((packed));
struct node { int value; struct node *next; };
struct variant { int kind; union { int i; float f; }; };
union word { unsigned u; unsigned char bytes[4]; };
struct pair { struct point first; int values[2]; };
)c";

/// The subject of `source`, with tests for everything in it.
class Shapes {
public:
  SuiteMaker m;

  explicit Shapes(const std::string &folder) {
    m.unit(folder + "/src/shapes.c", {"-Iinclude", "-I", "../include", "-DWITH_SHAPES=1",
                                      "-DTEXT=\"a b\"", "-Wall", "-O3", "-std=gnu11"});
    makeTypes();
    records();
    strings();
    numbers();
    globals();
    endings();
    m.unit(folder + "/src/corners.c");
    cornerRecords();
    cornerPointers();
  }

private:
  using Parameters = std::vector<model::Parameter>;
  TypeId color, point, flags, box, packed, node, nodePointer, variant, word, pair;
  TypeId text_, constText;

  void makeTypes() {
    color = m.enumeration("enum color", {{"RED", 0}, {"GREEN", 5}, {"BLUE", 6}, {"EOF_", 9}});
    point = m.record(TypeKind::Struct, "struct point",
                     {{"x", m.intType, 0, {}}, {"y", m.intType, 32, {}}}, 8);
    flags = m.record(TypeKind::Struct, "struct flags",
                     {{"ready", m.unsignedType, 0, 1},
                      {"level", m.intType, 1, 4},
                      {"class", m.unsignedType, 8, 7},
                      {"tint", color, 15, 4}},
                     4);
    const TypeId name = m.arrayOf(m.charType, 8);
    box = m.record(
        TypeKind::Struct, "Box",
        {{"width", m.doubleType, 0, {}}, {"name", name, 64, {}}, {"corner", point, 128, {}}}, 24);
    packed = m.record(TypeKind::Struct, "struct packed",
                      {{"tag", m.charType, 0, {}}, {"value", m.intType, 8, {}}}, 5, 1);
    nodePointer = TypeId(m.subject.types.size() + 1);
    node = m.record(TypeKind::Struct, "struct node", {}, 16, 8);
    m.pointerTo(node);
    m.subject.types[node.index].fields = {{"value", m.intType, 0, {}},
                                          {"next", nodePointer, 64, {}}};
    const TypeId number = m.record(TypeKind::Union, "union variant::(anonymous at shapes.h:9:30)",
                                   {{"i", m.intType, 0, {}}, {"f", m.floatType, 0, {}}}, 4);
    variant = m.record(TypeKind::Struct, "struct variant",
                       {{"kind", m.intType, 0, {}}, {"", number, 32, {}}}, 8);
    const TypeId bytes = m.arrayOf(m.unsignedCharType, 4);
    word = m.record(TypeKind::Union, "union word",
                    {{"u", m.unsignedType, 0, {}}, {"bytes", bytes, 0, {}}}, 4);
    pair = m.record(TypeKind::Struct, "struct pair",
                    {{"first", point, 0, {}}, {"values", m.arrayOf(m.intType, 2), 64, {}}}, 16);
    text_ = m.pointerTo(m.charType);
    constText = m.pointerTo(m.charType, true);
  }

  static model::Value pointValue(int x, int y) { return parts({scalar(x), scalar(y)}); }

  void records() {
    const auto next = m.function("next", color, Parameters{{"c", color}});
    m.test(next, {scalar(0)}, scalar(5), {m.site(12, "c == RED", "true", "next")});
    m.test(next, {scalar(17)}, scalar(0), {m.site(12, "c == RED", "false", "next")});

    const auto move =
        m.function("move", m.voidType, {{"p", m.pointerTo(point)}, {"dx", m.intType}});
    m.test(move, {objectOf({pointValue(1, 2)}), scalar(3)}, nothing()).observation->arguments[0] =
        objectOf({pointValue(4, 2)});

    const auto flagsOf = [&](unsigned ready, int level, unsigned kind, int tint) {
      return parts({scalar(ready), scalar(level), scalar(kind), scalar(tint)});
    };
    const auto promote = m.function("promote", flags, {{"f", flags}});
    m.test(promote, {flagsOf(0, -3, 100, 6)}, flagsOf(1, -4, 101, 6));
    const auto isReady = m.function("is_ready", m.boolType, {{"f", flags}});
    m.test(isReady, {flagsOf(1, 0, 0, 0)}, scalar(true));
    m.test(isReady, {flagsOf(0, 0, 0, 0)}, scalar(false));

    const auto boxOf = [&](double width, std::string name, int x, int y) {
      name.resize(8);
      return parts({scalar(width), model::Bytes{name}, pointValue(x, y)});
    };
    const auto grow = m.function("grow", box, {{"b", box}, {"by", m.doubleType}});
    m.test(grow, {boxOf(0.1, "a\"b", 0, 0), scalar(2.5)}, boxOf(2.6, "a\"b+", 0, -1));

    const auto packedValue =
        m.function("packed_value", m.intType, {{"p", m.pointerTo(packed, true)}});
    m.test(packedValue, {objectOf({parts({scalar('\x02'), scalar(40)})})}, scalar(42));

    const auto unlinkNext = m.function("unlink_next", m.intType, {{"n", nodePointer}});
    const auto nodeOf = [](int value, model::Value next) {
      return objectOf({parts({scalar(value), std::move(next)})});
    };
    m.test(unlinkNext, {nodeOf(1, nodeOf(2, nodeOf(3, null())))}, scalar(2))
        .observation->arguments[0] = objectOf({parts({scalar(1), inside(2, 0)})});
    m.test(unlinkNext, {nodeOf(1, nodeOf(2, null()))}, scalar(2)).observation->arguments[0] =
        nodeOf(1, null());

    const auto variantOf = [](int kind, auto value) {
      return parts({scalar(kind), unionOf(scalar(value))});
    };
    const auto toFloat = m.function("to_float", variant, {{"v", variant}});
    m.test(toFloat, {variantOf(1, 1)}, variantOf(2, 0x3f800000));
    const auto low = m.function("low", m.unsignedType, {{"w", word}});
    m.test(low, {unionOf(scalar(0x1ffu))}, scalar(0xffu));

    const auto pairObject = objectOf({parts({pointValue(1, 2), array({3, 4})})});
    const auto second = m.function("second", m.pointerTo(m.intType), {{"p", m.pointerTo(pair)}});
    m.subject.types[m.subject[second].result.index].element = m.intType;
    m.test(second, {pairObject}, inside(0, 12));
    const auto raw = m.function("raw", m.pointerTo(m.voidType), {{"p", m.pointerTo(pair)}});
    m.test(raw, {pairObject}, inside(0, 2));
  }

  void strings() {
    const auto length = m.function("length", m.unsignedLongType, {{"s", constText}});
    m.test(length,
           {text("tab\t\x1b"
                 "3\"\\")},
           scalar(8ul));
    const auto find = m.function("find", text_, {{"s", text_}, {"c", m.charType}});
    m.test(find, {text("abc"), scalar('b')}, inside(0, 1));
    m.test(find, {text("abc"), scalar('\'')}, null());
    const auto nameOf = m.function("name_of", constText, {{"c", color}});
    m.test(nameOf, {scalar(0)}, elsewhere("red"));
    m.test(nameOf, {scalar(5)}, elsewhere("gr\"een\\\n"));
    m.test(nameOf, {scalar(6)}, null());
    const auto upper = m.function("upper", m.voidType, {{"s", text_}});
    m.test(upper, {text("shout it")}, nothing()).observation->arguments[0] = text("SHOUT IT");
    const auto oddBytes = m.function("odd_bytes", m.intType, {{"s", constText}});
    m.test(oddBytes,
           {text(std::string("?\?=\xff"
                             "1\0z",
                             7))},
           scalar(1));
    const auto link = m.function("link", m.intType, {{"s", constText}, {"c", m.intType}});
    m.test(link, {text("x"), scalar(120)}, scalar(1));

    const TypeId buffer = m.pointerTo(m.unsignedCharType);
    const auto fill = m.function("fill", m.voidType, {{"buffer", buffer}, {"n", m.unsignedType}});
    model::Value room = model::Object{.bytes = std::string(64, '\0')};
    KeptTest &three = m.test(fill, {room, scalar(3u)}, nothing());
    for (int i = 0; i < 3; ++i)
      three.observation->arguments[0].memory()[i] = static_cast<char>(i + 1);
    KeptTest &twenty = m.test(fill, {room, scalar(20u)}, nothing());
    for (int i = 0; i < 20; ++i)
      twenty.observation->arguments[0].memory()[i] = static_cast<char>(i + 1);
    const auto allSet =
        m.function("all_set", m.intType,
                   {{"buffer", m.pointerTo(m.unsignedCharType, true)}, {"n", m.unsignedType}});
    model::Value ones = model::Object{.bytes = std::string(40, '\xff')};
    m.test(allSet, {ones, scalar(40u)}, scalar(40));
  }

  template <class T>
  void oneNumber(const char *name, TypeId type, std::initializer_list<std::pair<T, T>> cases) {
    const auto function = m.function(name, type, {{"x", type}});
    for (const auto &[argument, result] : cases)
      m.test(function, {scalar(argument)}, scalar(result));
  }

  void numbers() {
    oneNumber<int>("twice", m.intType, {{-4, -8}});
    m.subject.functions.back().isStatic = true;
    oneNumber<int>("thrice", m.intType, {{5, 15}});
    m.subject.functions.back().isInlineDefinition = true;
    oneNumber<int>("delete", m.intType, {{std::numeric_limits<int>::max(), 2147483646}});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    oneNumber<double>("half", m.doubleType, {{0.1, 0.05}, {1e300, 5e299}, {-0.0, -0.0}, {3, 1.5}});
    oneNumber<float>("third", m.floatType, {{1, 1.0f / 3}, {0.3f, 0.3f / 3}});
    oneNumber<long double>("precise", m.longDoubleType, {{1.1L, 1.1L + 0.1L}});
    oneNumber<double>("root", m.doubleType, {{-1, nan}, {nan, nan}, {4, 2}});
    oneNumber<double>("inverse", m.doubleType, {{0, infinity}, {-infinity, -0.0}});
    oneNumber<long>("negate", m.longType, {{5'000'000'000, -5'000'000'000}, {-1, 1}});
    oneNumber<unsigned long>("complement", m.unsignedLongType, {{0, ~0ul}, {~0ul - 7, 7}});
    oneNumber<long long>("square", m.longLongType, {{3'000'000'000, 9'000'000'000'000'000'000}});
    oneNumber<__int128>(
        "wide", m.wideType,
        {{-1, -2}, {static_cast<__int128>(1) << 100, static_cast<__int128>(1) << 101}});
    oneNumber<char>("rotate", m.charType, {{'a', 'b'}, {'\x7f', '\x80'}, {'\t', '\n'}});
    oneNumber<short>("shrink", m.shortType, {{-32768, -16384}});
    oneNumber<unsigned char>("byte", m.unsignedCharType, {{255, 0}, {64, 65}});

    const TypeId ints = m.pointerTo(m.intType, true);
    const auto sum = m.function("sum", m.intType, {{"values", ints}, {"n", m.intType}});
    m.subject.functions.back().lengthPairs = {{0, 1}};
    m.test(sum, {object({1, 2, 3}), scalar(3)}, scalar(6));
    m.test(sum, {object({41}), scalar(1)}, scalar(41));
    const auto count =
        m.function("count", m.intType, {{"values", ints}, {"n", m.unsignedLongType}});
    m.test(count, {object<int>({}), scalar(0ul)}, scalar(0));
    m.test(count, {null(), scalar(0ul)}, scalar(-1));
    const auto trace =
        m.function("trace", m.intType, {{"grid", m.pointerTo(m.arrayOf(m.intType, 2))}});
    m.test(trace, {object({1, 2, 3, 4})}, scalar(5)).observation->arguments[0] =
        object({1, 9, 3, 4});
    const auto halve =
        m.function("halve", m.voidType, {{"values", m.pointerTo(m.doubleType)}, {"n", m.intType}});
    m.test(halve, {object({1.0, 2.0, 3.0, 4.0, 5.0}), scalar(5)}, nothing())
        .observation->arguments[0] = object({0.5, 1.0, 1.5, 2.0, 2.5});
    const auto make = m.function("make", m.pointerTo(m.voidType), {});
    m.test(make, {}, model::Other{});
  }

  void globals() {
    const GlobalId counter = m.global("counter", m.intType);
    const GlobalId calls = m.global("calls", m.intType, true);
    const GlobalId last = m.global("last", point, true);
    const GlobalId table = m.global("table", m.arrayOf(m.intType, 6), true);
    const GlobalId message = m.global("message", text_);
    const auto bump = m.function("bump", m.intType, {{"by", m.intType}});
    // Twice the same start: the second test fails if the variables are not reset.
    for (const int by : {1, 2})
      m.test(bump, {scalar(by)}, scalar(7 + by)).observation->globals = {
          {counter, scalar(7 + by)},
          {calls, scalar(by)},
          {last, pointValue(by, by)},
          {table, array({0, by, 2 * by, 3 * by, 4 * by, 5 * by})},
          {message, elsewhere("bumped")}};
  }

  void cornerRecords() {
    const TypeId place =
        m.record(TypeKind::Struct, "struct point", {{"latitude", m.doubleType, 0, {}}}, 8);
    const TypeId opaque = m.type({.kind = TypeKind::Incomplete, .spelling = "struct opaque"});
    m.subject.types[opaque.index].hasTag = true;
    const TypeId function = m.type({.kind = TypeKind::Function,
                                    .spelling = "int (int)",
                                    .element = m.intType,
                                    .parameters = {m.intType}});
    const TypeId callback = m.pointerTo(function), hidden = m.pointerTo(opaque);
    const TypeId state = m.enumeration("Switch", {{"OFF", 0}, {"ON", 1}});
    const TypeId in = m.record(TypeKind::Struct, "struct (unnamed struct at corners.c:4:18)",
                               {{"a", m.intType, 0, {}}}, 4);
    const TypeId mixed = m.record(TypeKind::Struct, "Mixed",
                                  {{"in", in, 0, {}},
                                   {"callback", callback, 64, {}},
                                   {"hidden", hidden, 128, {}},
                                   {"state", state, 192, {}}},
                                  32);
    const auto mixedOf = [](int a, int on) {
      return objectOf({parts({parts({scalar(a)}), null(), null(), scalar(on)})});
    };
    const auto mixedSum = m.function("mixed_sum", m.intType, {{"m", m.pointerTo(mixed)}});
    m.test(mixedSum, {mixedOf(4, 0)}, scalar(4)).observation->arguments[0] = mixedOf(4, 1);

    const TypeId second = m.record(TypeKind::Union, "union vector::(anonymous at corners.c:8:44)",
                                   {{"y", m.intType, 0, {}}, {"z", m.floatType, 0, {}}}, 4);
    const TypeId members =
        m.record(TypeKind::Struct, "struct vector::(anonymous at corners.c:8:27)",
                 {{"x", m.intType, 0, {}}, {"", second, 32, {}}}, 8);
    const TypeId vector =
        m.record(TypeKind::Union, "union vector",
                 {{"m", m.arrayOf(m.intType, 2), 0, {}}, {"", members, 0, {}}}, 8);
    const model::Value named =
        model::UnionPart{1, {parts({scalar(14), model::UnionPart{1, {scalar(0.0f)}}})}};
    m.test(m.function("vector_sum", m.intType, {{"v", vector}}), {named}, scalar(14));

    const auto latitude = m.function("latitude", m.doubleType, {{"p", m.pointerTo(place, true)}});
    m.test(latitude, {objectOf({parts({scalar(1.5)})})}, scalar(1.5));
    const auto farthest =
        m.function("farthest", m.doubleType, {{"points", m.pointerTo(place)}, {"n", m.intType}});
    m.test(farthest, {objectOf({parts({scalar(1.0)}), parts({scalar(7.0)})}), scalar(2)},
           scalar(7.0))
        .observation->arguments[0] = objectOf({parts({scalar(0.0)}), parts({scalar(0.0)})});

    const TypeId tail =
        m.record(TypeKind::Struct, "struct tail",
                 {{"n", m.intType, 0, {}}, {"data", m.arrayOf(m.intType, 0), 32, {}}}, 4);
    const auto tailLength = m.function("tail_length", m.intType, {{"t", m.pointerTo(tail, true)}});
    m.test(tailLength, {objectOf({parts({scalar(3), array<int>({})})})}, scalar(3));
    const TypeId aligned = m.record(TypeKind::Struct, "struct aligned",
                                    {{"c", m.charType, 0, {}}, {"i", m.intType, 32, {}}}, 16, 16);
    const auto alignedI = m.function("aligned_i", m.intType, {{"a", aligned}});
    m.test(alignedI, {parts({scalar('x'), scalar(6)})}, scalar(6));
    const TypeId nothingType = m.record(TypeKind::Struct, "struct nothing", {}, 0, 1);
    const auto isThere = m.function("is_there", m.intType, {{"n", m.pointerTo(nothingType, true)}});
    m.test(isThere, {objectOf({parts({})})}, scalar(1));

    const auto same = m.function("same", hidden, {{"p", hidden}});
    m.test(same, {null()}, null());
    const auto apply = m.function("apply", m.intType, {{"f", callback}, {"x", m.intType}});
    m.subject.functions.back().isStatic = true;
    m.test(apply, {null(), scalar(3)}, scalar(-3));
    oneNumber<int>("twice", m.intType, {{-4, -7}});
    m.subject.functions.back().isStatic = true;

    const TypeId heat =
        m.enumeration("enum (unnamed enum at corners.c:8:27)", {{"COLD", 0}, {"HOT", 1}});
    const TypeId stats = m.record(TypeKind::Struct, "struct (unnamed struct at corners.c:8:8)",
                                  {{"hits", m.intType, 0, {}}, {"heat", heat, 32, {}}}, 8);
    const GlobalId global = m.global("stats", stats, true);
    const auto hit = m.function("hit", m.intType, {});
    m.test(hit, {}, scalar(1)).observation->globals = {{global, parts({scalar(1), scalar(1)})}};
  }

  void cornerPointers() {
    const TypeId constList = m.pointerTo(constText, true), list = m.pointerTo(text_);
    const auto firstLetters =
        m.function("first_letters", m.intType, {{"list", constList}, {"n", m.intType}});
    m.test(firstLetters, {objectOf({text("a"), text("b")}), scalar(2)}, scalar('a' + 'b'));
    const auto rotateList = m.function("rotate_list", m.voidType, {{"list", list}});
    m.test(rotateList, {objectOf({text("one"), text("two")})}, nothing())
        .observation->arguments[0] = objectOf({inside(2, 0), null()});
    const auto names = m.function("names", constList, {});
    m.subject.functions.back().isStatic = true;
    m.subject.functions.back().facts.hasStaticLocals = true; // constants, which nobody can write to
    m.test(names, {}, model::Other{});
    m.function("main", m.intType, {});
  }

  void endings() {
    const auto quit = m.function("quit", m.voidType, {{"code", m.intType}});
    m.endingTest(quit, {scalar(3)}, model::Exited{3});
    m.endingTest(quit, {scalar(256)}, model::Exited{0});
    const auto readThrough = m.function("read_through", m.intType, {{"p", m.pointerTo(m.intType)}});
    m.endingTest(readThrough, {null()}, model::Crashed{SIGSEGV}).verdict = {
        "null-dereference", "load of null pointer of type 'int'", m.subject.units[0].path, 60};
    const auto spin = m.function("spin", m.intType, {{"n", m.intType}});
    m.endingTest(spin, {scalar(1)}, model::TimedOut{});
    const auto increment = m.function("increment", m.intType, {{"a", m.intType}});
    KeptTest &overflow = m.test(increment, {scalar(std::numeric_limits<int>::max())},
                                scalar(std::numeric_limits<int>::min()));
    overflow.needsUb = true;
    overflow.verdict = {"signed-integer-overflow", "2147483647 + 1 cannot be represented",
                        m.subject.units[0].path, 62};
    // What it read outside of its object here is not there in another build.
    KeptTest &outside = m.test(readThrough, {object({5})}, scalar(6));
    outside.needsUb = true;
    outside.verdict = {"heap-buffer-overflow", "READ of size 4", m.subject.units[0].path, 60};
    m.function("main", m.intType, {});
  }
};

std::string run(std::vector<std::string> arguments) {
  const auto result = support::runCommand({std::move(arguments), {}});
  if (!result)
    return result.error().message;
  return result->ok() ? "" : "failed:\n" + result->output + result->errors;
}

class Compiled : public ::testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(Compiled, SuiteBuildsWithoutWarningsAndPasses) {
  const support::TemporaryDirectory scratch;
  const std::string folder = scratch.path().string();
  ASSERT_TRUE(support::writeFile(folder + "/src/shapes.c", source));
  ASSERT_TRUE(support::writeFile(folder + "/src/corners.c", corners));
  ASSERT_TRUE(support::writeFile(folder + "/include/shapes.h", header));
  const Shapes shapes(folder);
  const Layout layout{folder + "/out", folder, "1.2.3"};
  for (const File &file : googleTest(shapes.m.suite, layout))
    ASSERT_TRUE(support::writeFile(layout.directory + "/" + file.path, file.contents));
  // What a colleague gets: the same tree in another place.
  std::filesystem::rename(folder + "/out", folder + "/moved");
  std::filesystem::create_directory(folder + "/elsewhere");
  for (const char *part : {"src", "include"})
    std::filesystem::rename(folder + "/" + part, folder + "/elsewhere/" + part);
  std::filesystem::rename(folder + "/moved", folder + "/elsewhere/out");

  const std::string tests = folder + "/elsewhere/out/tests", build = folder + "/build";
  const auto [c, cxx] = GetParam();
  ASSERT_EQ("",
            run({"cmake", "-G", "Ninja", "-S", tests, "-B", build, "-DPINCER_ALL_TESTS=ON",
                 std::string("-DCMAKE_C_COMPILER=") + c, std::string("-DCMAKE_CXX_COMPILER=") + cxx,
                 "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", "-DCMAKE_C_FLAGS=-Wall -Wextra"}));
  const std::string built = run({"ninja", "-C", build});
  ASSERT_TRUE(built.empty()) << built;
  EXPECT_EQ("", run({build + "/pincer_tests"}));
  EXPECT_EQ("", run({build + "/pincer_tests", "--gtest_shuffle", "--gtest_repeat=2"}));
  EXPECT_EQ("", run({build + "/pincer_crash_tests"}));
  EXPECT_EQ("", run({build + "/pincer_ub_tests"}));
  const auto listed = support::runCommand({{"ctest", "--test-dir", build, "-N"}, {}});
  ASSERT_TRUE(listed);
  EXPECT_NE(std::string::npos, listed->output.find("Next.CEqualsRed")) << listed->output;
  EXPECT_NE(std::string::npos, listed->output.find("Total Tests: 83")) << listed->output;
}

INSTANTIATE_TEST_SUITE_P(Compilers, Compiled,
                         ::testing::Values(std::pair("gcc", "g++"),
                                           std::pair("clang-19", "clang++-19")));

} // namespace
} // namespace emit
