#include "emit/google_test/google_test.h"
#include "emit/testing/suite_maker.h"
#include "support/file_system.h"
#include "support/process.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Tests of classes and of several calls: how they read, and that they build with both compilers and
// pass.

namespace emit {
namespace {

using model::CallForm;
using model::FunctionId;
using model::KeptTest;
using model::Literal;
using model::Parameter;
using model::Pass;
using model::ResultForm;
using model::SlotId;
using model::Step;
using model::TypeId;
using model::TypeKind;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char *source = R"cpp(#include "store.h"
#include <cstdlib>
#include <istream>
#include <ostream>

namespace store {

static int made;

Stack::Stack(int capacity) : capacity_(capacity), values_(std::size_t(capacity)) { ++made; }
void Stack::push(int value) {
  if (size_ == capacity_)
    throw Full("full");
  values_[std::size_t(size_++)] = value;
}
int Stack::pop() {
  if (size_ == 0)
    throw std::out_of_range("empty");
  return values_[std::size_t(--size_)];
}
unsigned long Stack::size() const { return (unsigned long)size_; }
bool Stack::empty() const { return size_ == 0; }
Stack Stack::clone() const { return *this; }
int Stack::operator[](int at) const { return values_[std::size_t(at)]; }
bool Stack::operator==(const Stack &other) const { return size_ == other.size_; }
void Stack::end(int code) const { std::exit(code); }

Parser::Parser() = default;
Parser::Parser(const std::vector<int> &separators) : separators_(separators) {}
int Parser::parse(const std::string &text) {
  const auto at = text.find('=');
  if (at == std::string::npos)
    return -1;
  values_[text.substr(0, at)] = text.substr(at + 1);
  return int(at) + 1;
}
std::string Parser::value(const std::string &name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? "" : found->second;
}
std::optional<int> Parser::find(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? std::nullopt : std::optional(int(found->second.size()));
}
std::size_t Parser::size() const { return values_.size(); }
std::pair<int, std::string> Parser::first() const {
  return {int(values_.size()), values_.empty() ? "" : values_.begin()->first};
}
int Parser::add(const std::map<std::string, int> &entries) {
  for (const auto &[name, value] : entries)
    values_[name] = std::to_string(value);
  return int(entries.size());
}
void Parser::read(std::istream &in, std::ostream &out, int &lines, std::string &last) {
  for (std::string line; std::getline(in, line); ++lines) {
    out << parse(line) << ';';
    last = line;
  }
}

static int sum(const std::vector<int> &values) {
  int total = 0;
  for (const int value : values)
    total += value;
  return total;
}
std::vector<std::string> split(const std::string &text) { return {text, text}; }
int describe(Mode mode, Level level, Point point) {
  return (mode == Mode::Strict ? 100 : 200) + (level == High ? 10 : 20) + point.x + point.index;
}
int which(int) { return 1; }
int which(long) { return 2; }
int which(short) { return 3; }
int which(bool) { return 4; }
int which(const std::string &) { return 5; }

void List::add(std::unique_ptr<Node> node) { nodes_.push_back(std::move(node)); }
Node *List::find(int value) {
  for (const auto &node : nodes_)
    if (node->value() == value)
      return node.get();
  return nullptr;
}
const Node &List::front() const { return *nodes_.front(); }
std::unique_ptr<Node> List::take() {
  auto node = nodes_.empty() ? nullptr : std::move(nodes_.back());
  if (node)
    nodes_.pop_back();
  return node;
}
std::size_t List::size() const { return nodes_.size(); }

} // namespace store
)cpp";

// A C module beside it: objects that functions make, and the caller's own that one prepares.
constexpr const char *module = R"c(#include <stdlib.h>
struct queue { int capacity, size, values[8]; };
struct counter { int value, step; };
struct queue *queue_create(int capacity) {
  struct queue *queue = capacity > 8 ? NULL : calloc(1, sizeof(struct queue));
  if (queue)
    queue->capacity = capacity;
  return queue;
}
int queue_push(struct queue *queue, int value) {
  if (queue->size == queue->capacity)
    return -1;
  queue->values[queue->size++] = value;
  return queue->size;
}
void queue_destroy(struct queue **queue) {
  free(*queue);
  *queue = NULL;
}
void counter_init(struct counter *counter, int step) { counter->step = step; }
int counter_next(struct counter *counter) { return counter->value += counter->step; }
)c";

constexpr const char *header = R"cpp(#pragma once
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace store {

struct Full : std::runtime_error { using std::runtime_error::runtime_error; };
enum class Mode { Strict, Lax };
enum Level { Low, High };
struct Point {
  int x, index;
  int sum() const { return x + index; }
  void move(int by) { x += by; }
};
struct Named {
  std::string name;
  int number;
  int length() const { return int(name.size()) + number; }
};

class Stack {
public:
  explicit Stack(int capacity);
  void push(int value);
  [[nodiscard]] int pop();
  unsigned long size() const;
  bool empty() const;
  Stack clone() const;
  int operator[](int at) const;
  bool operator==(const Stack &other) const;
  void end(int code) const;

private:
  int capacity_, size_ = 0;
  std::vector<int> values_;
};

class Parser {
public:
  Parser();
  explicit Parser(const std::vector<int> &separators);
  Parser(const Parser &) = delete;
  int parse(const std::string &text);
  std::string value(const std::string &name) const;
  std::optional<int> find(std::string_view name) const;
  std::size_t size() const;
  std::pair<int, std::string> first() const;
  int add(const std::map<std::string, int> &entries);
  void read(std::istream &in, std::ostream &out, int &lines, std::string &last);

private:
  std::vector<int> separators_;
  std::map<std::string, std::string> values_;
};

class Node {
public:
  explicit Node(int value) : value_(value) {}
  virtual ~Node() = default;
  virtual int value() const { return value_; }

private:
  int value_;
};
class Twice : public Node {
public:
  using Node::Node;
  int value() const override { return 2 * Node::value(); }
};
class List {
public:
  void add(std::unique_ptr<Node> node);
  Node *find(int value);
  const Node &front() const;
  std::unique_ptr<Node> take();
  std::size_t size() const;

private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

std::vector<std::string> split(const std::string &text);
int describe(Mode mode, Level level, Point point);
int which(int);
int which(long);
int which(short);
int which(bool);
int which(const std::string &);

} // namespace store
)cpp";

Parameter of(std::string name, TypeId type, Pass pass = Pass::Plain) {
  Parameter parameter{.name = std::move(name), .type = type};
  parameter.pass = pass;
  return parameter;
}

/// The subject of `source`, with tests for everything in it.
class Store {
public:
  SuiteMaker m;

  explicit Store(const std::string &folder) {
    m.unit(folder + "/src/store.cpp", {"-std=c++17", "-I../include"});
    m.subject.units.back().isCxx = true;
    string = m.sequence(Literal::Text, "std::string", m.charType);
    view = m.sequence(Literal::Text, "std::string_view", m.charType);
    ints = m.sequence(Literal::Range, "std::vector<int>", m.intType);
    strings = m.sequence(Literal::Range, "std::vector<std::string>", string);
    stacks();
    parsers();
    lists();
    functions();
    aggregates();
    m.unit(folder + "/src/queue.c");
    modules();
  }

private:
  TypeId string, view, ints, strings, point;

  static SlotId at(std::uint32_t number) { return SlotId(number); }

  void stacks() {
    const TypeId stack = m.classType("store::Stack");
    const auto make = m.constructor(stack, {of("capacity", m.intType)});
    const auto push = m.method(stack, "push", m.voidType, {of("value", m.intType)});
    const auto pop = m.method(stack, "pop", m.intType, {});
    const auto size = m.method(stack, "size", m.unsignedLongType, {}, true);
    const auto empty = m.method(stack, "empty", m.boolType, {}, true);
    const auto clone = m.method(stack, "clone", m.pointerTo(stack), {}, true);
    m.subject.functions.back().resultForm = ResultForm::Object;
    const auto index = m.method(stack, "operator[]", m.intType, {of("at", m.intType)}, true);
    const auto equal = m.method(stack, "operator==", m.boolType,
                                {of("other", m.pointerTo(stack, true), Pass::Object)}, true);
    const auto end = m.method(stack, "end", m.voidType, {of("code", m.intType)}, true);
    const Step one{make, {scalar(1)}, at(0)}, seven{push, {slot(0), scalar(7)}};

    const auto isFull = m.site(12, "size_ == capacity_", "true", "store::Stack::push");
    m.endingSteps({one, seven, {push, {slot(0), scalar(8)}}}, model::Threw{"store::Full", "full"},
                  {isFull});
    m.endingSteps({one, {pop, {slot(0)}}}, model::Threw{"std::out_of_range", "empty"});
    m.endingSteps({{make, {scalar(-1)}}}, model::Threw{"std::bad_array_new_length", ""});
    m.suite.tests.back().outcome = model::Threw{"std::length_error", ""};
    m.endingSteps({one, {end, {slot(0), scalar(3)}}}, model::Exited{3});
    KeptTest &pushed = m.steps({one, seven}, nothing());
    pushed.test.observers = {{size, {slot(0)}}, {empty, {slot(0)}}};
    pushed.observation->observed = {scalar(1ul), scalar(false)};
    KeptTest &fresh = m.steps({{make, {scalar(2)}, at(0)}}, model::Other{});
    fresh.test.observers = {{empty, {slot(0)}}};
    fresh.observation->observed = {scalar(true)};
    m.steps({one, seven, {pop, {slot(0)}}}, scalar(7));
    m.steps({one, seven, {index, {slot(0), scalar(0)}}}, scalar(7));
    m.steps({one, seven, {clone, {slot(0)}, at(1)}, {pop, {slot(1)}}, {equal, {slot(0), slot(1)}}},
            scalar(false));
    m.steps({one, {clone, {slot(0)}}}, model::Other{});
  }

  void parsers() {
    const TypeId parser = m.classType("store::Parser");
    const auto make = m.constructor(parser, {});
    m.subject.functions.back().name += "()";
    const auto makeWith = m.constructor(parser, {of("separators", ints)});
    m.subject.functions.back().name += "(const std::vector<int> &)";
    const auto parse = m.method(parser, "parse", m.intType, {of("text", string)});
    const auto value = m.method(parser, "value", string, {of("name", string)}, true);
    const auto size = m.method(parser, "size", m.unsignedLongType, {}, true);
    const TypeId maybe = m.tuple(Literal::Optional, "std::optional<int>", {m.boolType, m.intType});
    const auto find = m.method(parser, "find", maybe, {of("name", view)}, true);
    const TypeId pair = m.tuple(Literal::Tuple, "std::pair<int, std::string>", {m.intType, string});
    const auto first = m.method(parser, "first", pair, {}, true);
    const TypeId entry =
        m.tuple(Literal::Tuple, "std::pair<const std::string, int>", {string, m.intType});
    const TypeId map = m.sequence(Literal::Range, "std::map<std::string, int>", entry);
    const auto add = m.method(parser, "add", m.intType, {of("entries", map)});
    const TypeId in = m.sequence(Literal::InputStream, "std::istream", m.charType);
    const TypeId out = m.sequence(Literal::OutputStream, "std::ostream", m.charType);
    const auto read =
        m.method(parser, "read", m.voidType,
                 {of("in", in, Pass::Reference), of("out", out, Pass::Reference),
                  of("lines", m.intType, Pass::Reference), of("last", string, Pass::Reference)});

    const Step plain{make, {}, at(0)}, aIsB{parse, {slot(0), textObject("a=b")}};
    KeptTest &parsed = m.steps({plain, aIsB}, scalar(2));
    parsed.test.observers = {{size, {slot(0)}}};
    parsed.observation->observed = {scalar(1ul)};
    m.steps({plain, aIsB, {value, {slot(0), textObject("a")}}}, textResult("b"));
    m.steps({plain, {parse, {slot(0), textObject(std::string("a\0b=", 4))}}}, scalar(4));
    m.steps({plain, {find, {slot(0), textObject("a")}}}, parts({scalar(false), scalar(0)}));
    m.steps({plain, aIsB, {find, {slot(0), textObject("a")}}}, parts({scalar(true), scalar(1)}));
    m.steps({plain, aIsB, {first, {slot(0)}}}, parts({scalar(1), textResult("a")}));
    m.steps({{makeWith, {rangeOf({1, 2})}, at(0)},
             {add,
              {slot(0), rangeOfParts({parts({textObject("x"), scalar(1)}),
                                      parts({textObject("y"), scalar(2)})})}}},
            scalar(2));
    KeptTest &reading = m.steps(
        {plain,
         {read, {slot(0), textObject("a=b\nc"), textObject(""), scalar(5), textObject("none")}}},
        nothing());
    reading.observation->arguments = {slot(0), textObject("a=b\nc"), textResult("2;-1;"), scalar(7),
                                      textResult("c")};
  }

  void lists() {
    const TypeId node = m.classType("store::Node"), twice = m.classType("store::Twice"),
                 list = m.classType("store::List");
    m.subject.types[twice.index].bases = {node};
    const auto makeNode = m.constructor(node, {of("value", m.intType)});
    const auto makeTwice = m.constructor(twice, {of("value", m.intType)});
    m.subject.functions.back().isImplicit = true;
    const auto value = m.method(node, "value", m.intType, {}, true);
    const auto upcast = m.function("", m.pointerTo(node), {of("object", m.pointerTo(twice))});
    m.subject.functions.back().form = CallForm::Upcast;
    m.subject.functions.back().isImplicit = true;
    const auto makeList = m.constructor(list, {});
    m.subject.functions.back().isImplicit = true;
    const auto add =
        m.method(list, "add", m.voidType, {of("node", m.pointerTo(node), Pass::Given)});
    m.subject.functions.back().parameters[1].cxxType = "std::unique_ptr<store::Node>";
    const auto find = m.method(list, "find", m.pointerTo(node), {of("value", m.intType)});
    const auto front = m.method(list, "front", m.pointerTo(node, true), {}, true);
    m.subject.functions.back().resultForm = ResultForm::Borrowed;
    const auto take = m.method(list, "take", m.pointerTo(node), {});
    m.subject.functions.back().resultForm = ResultForm::Given;
    const auto size = m.method(list, "size", m.unsignedLongType, {}, true);

    const Step plain{makeList, {}, at(0)}, three{makeNode, {scalar(3)}, at(1)},
        given{add, {slot(0), slot(1)}};
    KeptTest &added = m.steps({plain, three, given}, nothing());
    added.test.observers = {{size, {slot(0)}}};
    added.observation->observed = {scalar(1ul)};
    m.steps({plain,
             {makeTwice, {scalar(4)}, at(1)},
             {upcast, {slot(1)}, at(2)},
             {add, {slot(0), slot(2)}},
             {value, {slot(2)}}},
            scalar(8));
    m.steps({plain, three, given, {find, {slot(0), scalar(3)}, at(2)}, {value, {slot(2)}}},
            scalar(3));
    m.steps({plain, {find, {slot(0), scalar(3)}}}, null());
    m.steps({plain, three, given, {front, {slot(0)}, at(2)}, {value, {slot(2)}}}, scalar(3));
    m.steps({plain, three, given, {take, {slot(0)}, at(2)}, {value, {slot(2)}}}, scalar(3));
    m.steps({plain, {take, {slot(0)}}}, null());
    m.steps({plain, {add, {slot(0), null()}}}, nothing());
    m.suite.tests.back().test.observers = {{size, {slot(0)}}};
    m.suite.tests.back().observation->observed = {scalar(1ul)};
    m.endingSteps({plain, {front, {slot(0)}}}, model::Crashed{SIGSEGV});
  }

  void aggregates() {
    const auto move = m.function("store::Point::move", m.voidType,
                                 {of("this", point, Pass::Reference), of("by", m.intType)});
    m.subject.functions.back().form = CallForm::Method;
    m.test(move, {parts({scalar(1), scalar(2)}), scalar(3)}, nothing()).observation->arguments = {
        parts({scalar(4), scalar(2)}), scalar(3)};
    const auto sum = m.function("store::Point::sum", m.intType, {of("this", point)});
    m.subject.functions.back().form = CallForm::Method;
    m.test(sum, {parts({scalar(1), scalar(2)})}, scalar(3));
    const TypeId named = m.classType("store::Named");
    const auto make = m.constructor(named, {of("name", string), of("number", m.intType)});
    m.subject.functions.back().name = "store::Named{std::string, int}";
    m.subject.functions.back().isImplicit = m.subject.functions.back().hasBraces = true;
    m.subject.functions.back().parameters[0].pass = Pass::Plain;
    const auto length = m.method(named, "length", m.intType, {}, true);
    m.steps({{make, {textObject("abc"), scalar(4)}, at(0)}, {length, {slot(0)}}}, scalar(7));
  }

  void modules() {
    const TypeId queue =
        m.type({.kind = TypeKind::Incomplete, .spelling = "struct queue", .hasTag = true});
    const TypeId pointer = m.pointerTo(queue);
    const auto create = m.function("queue_create", pointer, {of("capacity", m.intType)});
    const auto push =
        m.function("queue_push", m.intType, {of("queue", pointer), of("value", m.intType)});
    const auto destroy =
        m.function("queue_destroy", m.voidType, {of("queue", m.pointerTo(pointer))});
    const Step one{create, {scalar(1)}, at(0)}, seven{push, {slot(0), scalar(7)}};
    m.steps({one, seven}, scalar(1));
    m.steps({one, seven, {push, {slot(0), scalar(8)}}}, scalar(-1));
    m.steps({one, {destroy, {model::FromSlot{at(0), model::FromSlot::How::ByAddress}}}}, nothing());
    m.steps({{create, {scalar(9)}}}, null());

    const TypeId counter = m.record(TypeKind::Struct, "struct counter",
                                    {{"value", m.intType, 0, {}}, {"step", m.intType, 32, {}}}, 8);
    const auto init = m.function("counter_init", m.voidType,
                                 {of("counter", m.pointerTo(counter)), of("step", m.intType)});
    const auto next = m.function("counter_next", m.intType, {of("counter", m.pointerTo(counter))});
    m.steps({{init, {objectOf({parts({scalar(0), scalar(0)})}), scalar(3)}},
             {next, {inside(0, 0)}},
             {next, {inside(0, 0)}}},
            scalar(6));
  }

  void functions() {
    m.test(m.function("store::sum", m.intType, {of("values", ints)}), {rangeOf({1, 2, 3})},
           scalar(6));
    m.subject.functions.back().isStatic = true;
    m.test(m.function("store::split", strings, {of("text", string)}), {textObject("a\"b")},
           parts({model::Other{}, scalar(2ul)}));
    TypeId mode = m.enumeration("enum store_Mode", {{"Strict", 0}, {"Lax", 1}});
    m.subject.types[mode.index].qualified = "store::Mode";
    m.subject.types[mode.index].isScoped = true;
    TypeId level = m.enumeration("enum store_Level", {{"Low", 0}, {"High", 1}});
    m.subject.types[level.index].qualified = "store::Level";
    point = m.record(TypeKind::Struct, "struct store_Point",
                     {{"x", m.intType, 0, {}}, {"index", m.intType, 32, {}}}, 8);
    m.subject.types[point.index].qualified = "store::Point";
    m.test(m.function("store::describe", m.intType,
                      {of("mode", mode), of("level", level), of("point", point)}),
           {scalar(1), scalar(1), parts({scalar(3), scalar(4)})}, scalar(217));
    const auto which = [&](std::string type, TypeId id, model::Value value, int result) {
      m.test(m.function("store::which(" + type + ")", m.intType, {of("", id)}), {std::move(value)},
             scalar(result));
      m.subject.functions.back().callee = "store::which";
    };
    which("int", m.intType, scalar(1), 1);
    which("long", m.longType, scalar(1l), 2);
    which("short", m.shortType, scalar(short{1}), 3);
    which("bool", m.boolType, scalar(true), 4);
    which("const std::string &", string, textObject("x"), 5);
  }
};

std::string run(std::vector<std::string> arguments) {
  const auto result = support::runCommand({std::move(arguments), {}});
  if (!result)
    return result.error().message;
  return result->ok() ? "" : "failed:\n" + result->output + result->errors;
}

std::string fileOf(const std::vector<File> &files, const std::string &path) {
  for (const File &file : files)
    if (file.path == path)
      return file.contents;
  return "(none)";
}

/// The text between a test's braces.
std::string bodyOf(const std::string &file, const std::string &test) {
  const std::size_t at = file.find(test + ") {\n");
  if (at == std::string::npos)
    return "(none)";
  const std::size_t start = at + test.size() + 4;
  return file.substr(start, file.find("}\n", start) - start);
}

TEST(ClassTests, ReadAsIfSomebodyHadWrittenThem) {
  const Store store("/work");
  const std::vector<File> files = googleTest(store.m.suite, {"/work/out", "/work", "1.2.3"});
  const std::string text = fileOf(files, "tests/store_test.cpp");
  EXPECT_EQ("  store::Stack stack(1);\n"
            "  stack.push(7);\n"
            "  EXPECT_THROW(stack.push(8), store::Full);\n",
            bodyOf(text, "TEST(StoreStackPush, SizeEqualsCapacity"));
  EXPECT_EQ("  store::Stack stack(1);\n"
            "  EXPECT_THROW(static_cast<void>(stack.pop()), std::out_of_range);\n",
            bodyOf(text, "TEST(StoreStackPop, ThrowsOutOfRange"))
      << "what it returns may not be ignored";
  EXPECT_EQ("  store::Stack stack(2);\n"
            "  EXPECT_TRUE(stack.empty());\n",
            bodyOf(text, "TEST(StoreStackConstructor, MakesObject"));
  EXPECT_EQ("  store::Stack stack(1);\n"
            "  stack.push(7);\n"
            "  auto stack2 = stack.clone();\n"
            "  stack2.pop();\n"
            "  EXPECT_FALSE(stack == stack2);\n",
            bodyOf(text, "TEST(StoreStackEquals, ReturnsFalse"));
  EXPECT_THAT(text, HasSubstr("  store::Parser parser(std::vector<int>{1, 2});\n"
                              "  EXPECT_EQ(2, parser.add({{\"x\", 1}, {\"y\", 2}}));\n"));
  EXPECT_THAT(text, HasSubstr("  store::List list{};\n"
                              "  auto twice = std::make_unique<store::Twice>(4);\n"
                              "  auto *const twiceGiven = twice.get();\n"
                              "  list.add(std::move(twice));\n"
                              "  EXPECT_EQ(8, twiceGiven->value());\n"))
      << "it is the list's, and still there";
  EXPECT_THAT(text, HasSubstr("  store::Named named{\"abc\", 4};\n"
                              "  EXPECT_EQ(7, named.length());\n"));
  EXPECT_EQ("  struct queue *queue = queue_create(1);\n"
            "  EXPECT_EQ(1, queue_push(queue, 7));\n",
            bodyOf(fileOf(files, "tests/queue_test.cpp"), "TEST(QueuePush, Returns1"));
  EXPECT_THAT(fileOf(files, "tests/store_exports.cpp"), Not(HasSubstr("extern \"C\" {\nint ")));
}

class Classes : public ::testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(Classes, TestsBuildWithoutWarningsAndPass) {
  const support::TemporaryDirectory scratch;
  const std::string folder = scratch.path().string();
  ASSERT_TRUE(support::writeFile(folder + "/src/store.cpp", source));
  ASSERT_TRUE(support::writeFile(folder + "/include/store.h", header));
  ASSERT_TRUE(support::writeFile(folder + "/src/queue.c", module));
  const Store store(folder);
  const Layout layout{folder + "/out", folder, "1.2.3"};
  const std::vector<File> files = googleTest(store.m.suite, layout);
  for (const File &file : files)
    ASSERT_TRUE(support::writeFile(layout.directory + "/" + file.path, file.contents));
  const std::string tests = folder + "/out/tests", build = folder + "/build";
  const auto [c, cxx] = GetParam();
  ASSERT_EQ(
      "", run({"cmake", "-G", "Ninja", "-S", tests, "-B", build, "-DPINCER_ALL_TESTS=ON",
               std::string("-DCMAKE_C_COMPILER=") + c, std::string("-DCMAKE_CXX_COMPILER=") + cxx,
               "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror -Wno-unused-result -Wno-unused-function"}));
  const std::string built = run({"ninja", "-C", build});
  ASSERT_TRUE(built.empty()) << built << fileOf(files, "tests/store_test.cpp");
  EXPECT_EQ("", run({build + "/pincer_tests"})) << fileOf(files, "tests/store_test.cpp");
  EXPECT_EQ("", run({build + "/pincer_crash_tests"}));
}

INSTANTIATE_TEST_SUITE_P(Compilers, Classes,
                         ::testing::Values(std::pair("gcc", "g++"),
                                           std::pair("clang-19", "clang++-19")));

} // namespace
} // namespace emit
