#include "execute/testdata/zoo.h"

#include <cassert>

namespace zoo {

using model::Field;
using model::FunctionId;
using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

namespace {

TypeId add(Subject &subject, Type type) {
  subject.types.push_back(std::move(type));
  return TypeId(subject.types.size() - 1);
}

TypeId pointer(Subject &subject, TypeId element) {
  return add(subject, {.kind = TypeKind::Pointer, .size = 8, .alignment = 8, .element = element});
}

void addFunction(Subject &subject, const char *name, TypeId result,
                 const std::vector<TypeId> &parameters) {
  model::Function function;
  function.name = name;
  function.result = result;
  for (const TypeId type : parameters)
    function.parameters.push_back({"", type});
  subject.functions.push_back(std::move(function));
}

void addTypes(Subject &s, Types &t) {
  t.nothing = add(s, {});
  t.integer = add(
      s,
      {.kind = TypeKind::Integer, .spelling = "int", .isSigned = true, .size = 4, .alignment = 4});
  const TypeId natural =
      add(s, {.kind = TypeKind::Integer, .spelling = "unsigned int", .size = 4, .alignment = 4});
  const TypeId shortInteger = add(s, {.kind = TypeKind::Integer,
                                      .spelling = "short",
                                      .isSigned = true,
                                      .size = 2,
                                      .alignment = 2});
  t.character = add(s, {.kind = TypeKind::Integer,
                        .spelling = "char",
                        .isSigned = true,
                        .isChar = true,
                        .size = 1,
                        .alignment = 1});
  t.longLong = add(
      s, {.kind = TypeKind::Integer, .spelling = "unsigned long long", .size = 8, .alignment = 8});
  t.floating = add(s, {.kind = TypeKind::Float, .spelling = "double", .size = 8, .alignment = 8});
  t.longDouble =
      add(s, {.kind = TypeKind::Float, .spelling = "long double", .size = 16, .alignment = 16});
  t.text = pointer(s, t.character);
  t.integerPointer = pointer(s, t.integer);
  t.pair = add(s, {.kind = TypeKind::Struct,
                   .size = 8,
                   .alignment = 4,
                   .fields = {{"a", shortInteger, 0, {}}, {"b", t.integer, 32, {}}}});
  t.node = add(s, {.kind = TypeKind::Struct, .size = 16, .alignment = 8});
  t.nodePointer = pointer(s, t.node);
  s.types[t.node.index].fields = {{"value", t.integer, 0, {}}, {"next", t.nodePointer, 64, {}}};
  t.bits = add(s, {.kind = TypeKind::Struct,
                   .size = 8,
                   .alignment = 8,
                   .fields = {{"low", natural, 0, 3},
                              {"middle", t.integer, 3, 5},
                              {"high", t.longLong, 8, 40},
                              {"tail", t.character, 48, {}}}});
  t.buffer = add(
      s, {.kind = TypeKind::Array, .size = 4, .alignment = 1, .element = t.character, .count = 4});
  t.names = add(s, {.kind = TypeKind::Struct,
                    .size = 32,
                    .alignment = 8,
                    .fields = {{"first", t.text, 0, {}},
                               {"second", t.text, 64, {}},
                               {"where", t.integerPointer, 128, {}},
                               {"buffer", t.buffer, 192, {}}}});
  t.namesPointer = pointer(s, t.names);
  t.row = add(
      s, {.kind = TypeKind::Array, .size = 8, .alignment = 4, .element = t.integer, .count = 2});
  t.rows = pointer(s, t.row);
}

} // namespace

Subject makeSubject(Types &t) {
  Subject s;
  addTypes(s, t);
  addFunction(s, "classify", t.integer, {t.integer, t.integer, t.integer});
  addFunction(s, "swapPair", t.pair, {t.pair});
  addFunction(s, "skipSpaces", t.text, {t.text});
  addFunction(s, "dayName", t.text, {t.integer});
  addFunction(s, "half", t.floating, {t.floating});
  addFunction(s, "divide", t.integer, {t.integer, t.integer, t.integerPointer, t.integerPointer});
  addFunction(s, "bump", t.integer, {t.integer});
  addFunction(s, "sumList", t.integer, {t.nodePointer});
  addFunction(s, "freshMemory", t.integer, {t.integer});
  addFunction(s, "callExit", t.nothing, {t.integer});
  addFunction(s, "callQuickExit", t.nothing, {t.integer});
  addFunction(s, "callAbort", t.nothing, {});
  addFunction(s, "readNull", t.integer, {t.integerPointer});
  addFunction(s, "spin", t.integer, {t.integer});
  addFunction(s, "sleepForever", t.nothing, {});
  addFunction(s, "recurse", t.integer, {t.integer});
  addFunction(s, "forkBomb", t.nothing, {});
  addFunction(s, "printForever", t.nothing, {});
  addFunction(s, "allocateForever", t.nothing, {t.integer});
  addFunction(s, "closeAll", t.integer, {t.integer});
  addFunction(s, "scribble", t.nothing, {t.integer});
  addFunction(s, "freeArgument", t.nothing, {t.integerPointer});
  addFunction(s, "addBits", t.integer, {t.bits});
  addFunction(s, "changeNames", t.nothing, {t.namesPointer});
  addFunction(s, "blockSignals", t.integer, {});
  addFunction(s, "daemonise", t.integer, {t.integer});
  addFunction(s, "killGroup", t.integer, {});
  addFunction(s, "killParent", t.integer, {});
  addFunction(s, "othersAlive", t.integer, {});
  addFunction(s, "divideBy", t.integer, {t.integer, t.integer});
  addFunction(s, "killSelf", t.integer, {});
  addFunction(s, "wildText", t.text, {});
  addFunction(s, "doubleFree", t.nothing, {t.integer});
  addFunction(s, "writeTen", t.integer, {t.text});
  addFunction(s, "third", t.longDouble, {t.longDouble});
  addFunction(s, "stopSelf", t.integer, {});
  addFunction(s, "trapped", t.integer, {});
  addFunction(s, "alone", t.integer, {t.integer});
  addFunction(s, "sumMatrix", t.integer, {t.rows});
  addFunction(s, "samePointer", t.integer, {t.nodePointer, t.nodePointer});
  addFunction(s, "remember", t.integer, {t.text, t.integer});
  addFunction(s, "flood", t.integer, {t.integer});
  addFunction(s, "linger", t.integer, {t.integer});
  const TypeId function = add(s, {.kind = TypeKind::Function, .element = t.integer});
  addFunction(s, "askSensor", t.integer, {pointer(s, function)});
  addFunction(s, "waitForSensor", t.integer, {});
  addFunction(s, "followSensors", t.nothing, {t.integer});
  const TypeId box = pointer(s, add(s, {.kind = TypeKind::Incomplete, .spelling = "struct box"}));
  addFunction(s, "makeBox", box, {t.integer});
  s.functions.back().resultForm = model::ResultForm::Object;
  addFunction(s, "addToBox", t.integer, {box, t.integer});
  addFunction(s, "freeBox", t.nothing, {box});
  using Supply = model::Supply;
  const TypeId call = add(s, {.kind = TypeKind::Struct,
                              .size = 4,
                              .alignment = 4,
                              .fields = {{"result", t.integer, 0, {}}}});
  s.supplies.push_back({.kind = Supply::Kind::Variable, .name = "limit", .type = t.integer});
  s.supplies.push_back(
      {.kind = Supply::Kind::Function, .name = "sensor", .type = call, .function = function});
  s.supplies.push_back(
      {.kind = Supply::Kind::Callback, .name = "callback", .type = call, .function = function});
  s.globals.push_back({.name = "total", .unit = {}, .type = t.integer});
  s.globals.push_back({.name = "label", .unit = {}, .type = t.names});
  return s;
}

FunctionId find(const Subject &subject, const std::string &name) {
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == name)
      return FunctionId(i);
  assert(false);
  return {};
}

Value bytes(std::string memory) { return model::Bytes{std::move(memory)}; }

Value scalar(std::int32_t number) { return bytes(ints({number})); }

Value floating(double number) {
  std::string memory(sizeof number, '\0');
  std::memcpy(memory.data(), &number, sizeof number);
  return bytes(memory);
}

Value parts(std::vector<Value> values) { return model::Parts{.parts = std::move(values)}; }

Value null() { return model::Null{}; }

Value object(std::string memory) { return model::Object{.bytes = std::move(memory)}; }

Value object(std::vector<Value> elements) { return model::Object{.parts = std::move(elements)}; }

Value string(const std::string &text) { return object(text + '\0'); }

Value inside(std::uint32_t object, std::uint64_t offset) {
  return model::Inside{.object = object, .offset = offset};
}

Value textElsewhere(std::string text) { return model::Text{std::move(text)}; }

Value elsewhere() { return model::Other{}; }

std::string ints(const std::vector<std::int32_t> &numbers) {
  std::string memory(numbers.size() * 4, '\0');
  if (!numbers.empty())
    std::memcpy(memory.data(), numbers.data(), memory.size());
  return memory;
}

std::filesystem::path program(const std::string &variant) {
  return std::filesystem::path(PINCER_ZOO_DIRECTORY) / ("zoo_" + variant);
}

} // namespace zoo
