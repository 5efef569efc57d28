#include "model/json.h"

#include "model/objects.h"
#include "model/supplies.h"

#include <algorithm>
#include <fmt/format.h>

namespace model {

using support::Error;
using support::Json;
using support::Result;

namespace {

std::string hex(const std::string &bytes) {
  std::string text;
  for (const char c : bytes)
    text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

Result<std::string> unhex(const std::string &text) {
  std::string bytes;
  if (text.size() % 2 != 0)
    return Error{"a value has an odd number of hexadecimal digits"};
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const std::string pair = text.substr(i, 2);
    if (pair.find_first_not_of("0123456789abcdef") != std::string::npos)
      return Error{fmt::format("'{}' is no hexadecimal byte", pair)};
    bytes += static_cast<char>(std::stoi(pair, nullptr, 16));
  }
  return bytes;
}

Json valueToJson(const Value &value) {
  Json parts = Json::array();
  for (const Value &part : value.parts)
    parts.push_back(valueToJson(part));
  switch (value.kind) {
  case Value::Kind::Bytes:
    return {{"bytes", hex(value.bytes)}};
  case Value::Kind::Parts: {
    Json json{{"parts", parts}};
    if (value.object != 0) // of a union
      json["member"] = value.object;
    return json;
  }
  case Value::Kind::Object:
    return {{"object", value.parts.empty() ? Json(hex(value.bytes)) : parts}};
  case Value::Kind::Null:
    return nullptr;
  case Value::Kind::Inside:
    return {{"inside", value.object}, {"offset", value.offset}};
  case Value::Kind::Callback:
    return {{"callback", value.object}};
  case Value::Kind::Text:
    return {{"text", hex(value.bytes)}};
  case Value::Kind::Other:
    return {{"pointer", "other"}};
  }
  return nullptr;
}

Result<std::uint64_t> numberFrom(const Json &json) {
  if (!json.is_number_unsigned())
    return Error{"a value has something else where a number belongs"};
  return json.get<std::uint64_t>();
}

Result<Value> insideFromJson(const Json &json) {
  if (json.size() != 2 || !json.contains("offset"))
    return Error{"a pointer into an object needs \"inside\" and \"offset\""};
  const auto object = numberFrom(json["inside"]);
  const auto offset = numberFrom(json["offset"]);
  if (!object || !offset || *object > UINT32_MAX)
    return Error{"a pointer into an object needs two numbers"};
  return Value{.kind = Value::Kind::Inside,
               .object = static_cast<std::uint32_t>(*object),
               .offset = *offset};
}

Result<Value> valueFromJson(const Json &json);

Result<Value> partsFromJson(Value value, const Json &content) {
  for (const Json &part : content) {
    auto read = valueFromJson(part);
    if (!read)
      return read.error();
    value.parts.push_back(std::move(*read));
  }
  return value;
}

Result<Value> valueFromJson(const Json &json) {
  Value value;
  if (json.is_null()) {
    value.kind = Value::Kind::Null;
    return value;
  }
  if (json.is_object() && json.contains("inside"))
    return insideFromJson(json);
  if (json.is_object() && json.contains("member") && json.contains("parts") && json.size() == 2) {
    const auto member = numberFrom(json["member"]);
    if (!member || *member > UINT32_MAX || !json["parts"].is_array())
      return Error{"a union needs the number of its member and its parts"};
    value.kind = Value::Kind::Parts;
    value.object = static_cast<std::uint32_t>(*member);
    return partsFromJson(std::move(value), json["parts"]);
  }
  if (!json.is_object() || json.size() != 1)
    return Error{"a value is neither null nor an object with one member"};
  const std::string &key = json.begin().key();
  const Json &content = json.begin().value();
  if (key == "parts")
    value.kind = Value::Kind::Parts;
  else if (key == "object")
    value.kind = Value::Kind::Object;
  else if (key == "callback" && content.is_number_unsigned())
    return Value{.kind = Value::Kind::Callback, .object = content.get<std::uint32_t>()};
  else if (key != "bytes")
    return Error{fmt::format("'{}' is no kind of value", key)};
  if (content.is_string() && key != "parts") {
    auto bytes = unhex(content.get<std::string>());
    if (!bytes)
      return bytes.error();
    value.bytes = std::move(*bytes);
    return value;
  }
  if (!content.is_array() || key == "bytes")
    return Error{fmt::format("'{}' has contents of the wrong kind", key)};
  return partsFromJson(std::move(value), content);
}

bool elementsFit(const Subject &subject, TypeId element, const Value &value) {
  if (isPointeeKeptAsBytes(subject, element))
    return value.parts.empty() &&
           value.bytes.size() % std::max<std::uint64_t>(1, pointeeSize(subject, element)) == 0;
  if (!value.bytes.empty())
    return false;
  for (const Value &part : value.parts)
    if (!fits(subject, element, part))
      return false;
  return true;
}

bool fieldsFit(const Subject &subject, const Type &type, const Value &value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (!fits(subject, fieldOf(type, value, i).type, value.parts[i]))
      return false;
  return true;
}

/// A struct behind a pointer may have any number of elements in its last array.
bool flexibleFits(const Subject &subject, TypeId record, const Value &value) {
  const Type &type = subject[record];
  if (value.kind != Value::Kind::Parts || value.parts.size() != type.fields.size())
    return false;
  const Value &tail = value.parts.back();
  const TypeId element = subject[type.fields.back().type].element;
  const bool bytes = isKeptAsBytes(subject, element);
  return tail.kind == (bytes ? Value::Kind::Bytes : Value::Kind::Parts) &&
         elementsFit(subject, element, tail) &&
         fieldsFit(subject, type, value, type.fields.size() - 1);
}

bool pointerFits(const Subject &subject, const Type &type, const Value &value) {
  if (value.kind == Value::Kind::Object && value.parts.size() == 1 &&
      flexibleField(subject, type.element))
    return value.bytes.empty() && flexibleFits(subject, type.element, value.parts[0]);
  if (value.kind == Value::Kind::Callback)
    return callbackFor(subject, type.element) == SupplyId(value.object);
  return value.kind == Value::Kind::Null || value.kind == Value::Kind::Inside ||
         (value.kind == Value::Kind::Object && elementsFit(subject, type.element, value));
}

} // namespace

bool fits(const Subject &subject, TypeId id, const Value &value) {
  const Type &type = subject[id];
  if (isKeptAsBytes(subject, id))
    return value.kind == Value::Kind::Bytes && value.bytes.size() == type.size;
  switch (type.kind) {
  case TypeKind::Pointer:
    return pointerFits(subject, type, value);
  case TypeKind::Array:
    return value.kind == Value::Kind::Parts && value.parts.size() == type.count &&
           elementsFit(subject, type.element, value);
  case TypeKind::Struct:
    return value.kind == Value::Kind::Parts && value.parts.size() == type.fields.size() &&
           fieldsFit(subject, type, value, value.parts.size());
  case TypeKind::Union:
    return value.kind == Value::Kind::Parts &&
           (type.fields.empty() ? value.parts.empty()
                                : value.parts.size() == 1 && value.object < type.fields.size() &&
                                      fieldsFit(subject, type, value, 1));
  default:
    return false;
  }
}

Json toJson(const Subject &subject, const TestCase &test) {
  const Function &function = subject[test.function];
  Json arguments = Json::array();
  for (const Value &argument : test.arguments)
    arguments.push_back(valueToJson(argument));
  Json json = {
      {"function", function.name}, {"file", function.file}, {"arguments", std::move(arguments)}};
  for (const Supplied &supplied : test.supplied)
    json["supplied"].push_back({{"name", subject[supplied.source].name},
                                {"index", supplied.index},
                                {"value", valueToJson(supplied.value)}});
  if (test.endsAfterZeros)
    json["ends_after_zeros"] = *test.endsAfterZeros;
  return json;
}

Json toJson(const Subject &subject, const Observation &observation) {
  Json arguments = Json::array();
  for (const Value &argument : observation.arguments)
    arguments.push_back(valueToJson(argument));
  Json globals = Json::object();
  for (const auto &[global, value] : observation.globals)
    globals[subject[global].name] = valueToJson(value);
  Json json = {{"result", valueToJson(observation.result)},
               {"arguments", std::move(arguments)},
               {"globals", std::move(globals)}};
  for (const Value &supplied : observation.supplied)
    json["supplied"].push_back(valueToJson(supplied));
  return json;
}

namespace {

Result<Supplied> suppliedFromJson(const Subject &subject, const Json &json) {
  if (!json.is_object() || !json.contains("value"))
    return Error{"what a test supplies needs \"name\", \"index\" and \"value\""};
  Supplied supplied;
  const auto name = json.value("name", std::string());
  for (std::size_t i = 0; i < subject.supplies.size(); ++i)
    if (subject.supplies[i].name == name)
      supplied.source = SupplyId(i);
  if (!supplied.source)
    return Error{fmt::format("'{}' is not supplied by tests any more", name)};
  supplied.index = json.value("index", 0u);
  auto value = valueFromJson(json["value"]);
  if (!value)
    return value.error();
  if (!fits(subject, subject[supplied.source].type, *value))
    return Error{fmt::format("the type of '{}' has changed", name)};
  supplied.value = std::move(*value);
  return supplied;
}

} // namespace

Result<TestCase> testFromJson(const Subject &subject, const Json &json) {
  if (!json.is_object() || !json.contains("function") || !json.contains("arguments") ||
      !json["function"].is_string() || !json["arguments"].is_array())
    return Error{"no test case: it needs \"function\" and \"arguments\""};
  const auto name = json["function"].get<std::string>();
  const auto file = json.value("file", std::string());
  TestCase test;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == name && (file.empty() || subject.functions[i].file == file))
      test.function = FunctionId(i);
  if (!test.function)
    return Error{fmt::format("function '{}' is not in the subject any more", name)};
  for (const Json &argument : json["arguments"]) {
    auto value = valueFromJson(argument);
    if (!value)
      return value.error();
    test.arguments.push_back(std::move(*value));
  }
  const Function &function = subject[test.function];
  bool same = function.parameters.size() == test.arguments.size();
  for (std::size_t i = 0; same && i < test.arguments.size(); ++i)
    same = fits(subject, function.parameters[i].type, test.arguments[i]);
  if (!same)
    return Error{fmt::format("the parameters of '{}' have changed", name)};
  for (const Json &each : json.value("supplied", Json::array())) {
    auto supplied = suppliedFromJson(subject, each);
    if (!supplied)
      return supplied.error();
    test.supplied.push_back(std::move(*supplied));
  }
  std::sort(test.supplied.begin(), test.supplied.end(), [](const Supplied &a, const Supplied &b) {
    return std::pair(a.source, a.index) < std::pair(b.source, b.index);
  });
  if (const auto zeros = json.find("ends_after_zeros"); zeros != json.end()) {
    if (!zeros->is_number_unsigned())
      return Error{"\"ends_after_zeros\" is a number of calls"};
    test.endsAfterZeros = zeros->get<std::uint32_t>();
  }
  if (!insidesFit(subject, test))
    return Error{fmt::format("a pointer of '{}' leads to nowhere", name)};
  return test;
}

} // namespace model
