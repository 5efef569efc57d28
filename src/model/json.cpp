#include "model/json.h"

#include "model/objects.h"
#include "model/refusable.h"
#include "model/sequences.h"
#include "model/supplies.h"

#include <algorithm>
#include <array>
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

/// By FromSlot::How.
constexpr std::array howNames{"value", "address", "moved"};

Json valueToJson(const Value &value);

Json listToJson(const std::vector<Value> &values) {
  Json list = Json::array();
  for (const Value &value : values)
    list.push_back(valueToJson(value));
  return list;
}

/// One form for each of what a value can be.
struct ToJson {
  Json operator()(const Bytes &held) const { return {{"bytes", hex(held.bytes)}}; }
  Json operator()(const Parts &held) const { return {{"parts", listToJson(held.parts)}}; }
  Json operator()(const UnionPart &held) const {
    Json json{{"parts", listToJson(held.part)}};
    if (held.field != 0) // the first goes without saying
      json["member"] = held.field;
    return json;
  }
  Json operator()(Null) const { return nullptr; }
  Json operator()(const Object &held) const {
    return {{"object", held.parts.empty() ? Json(hex(held.bytes)) : listToJson(held.parts)}};
  }
  Json operator()(Inside held) const { return {{"inside", held.object}, {"offset", held.offset}}; }
  Json operator()(Callback held) const { return {{"callback", held.supply.index}}; }
  Json operator()(FromSlot held) const {
    return {{"slot", held.slot.index}, {"how", howNames[static_cast<std::size_t>(held.how)]}};
  }
  Json operator()(const Text &held) const { return {{"text", hex(held.bytes)}}; }
  Json operator()(Other) const { return {{"pointer", "other"}}; }
};

Json valueToJson(const Value &value) { return std::visit(ToJson{}, value.held()); }

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
  return Value(Inside{static_cast<std::uint32_t>(*object), *offset});
}

Result<Value> fromSlotFromJson(const Json &json) {
  const auto slot = numberFrom(json["slot"]);
  const auto how = std::ranges::find(howNames, json.value("how", std::string()));
  if (json.size() != 2 || !slot || *slot > UINT32_MAX || how == howNames.end())
    return Error{"a slot needs its number and \"how\": value, address or moved"};
  return Value(FromSlot{SlotId(*slot), static_cast<FromSlot::How>(how - howNames.begin())});
}

Result<Value> valueFromJson(const Json &json);

Result<std::vector<Value>> listFromJson(const Json &json) {
  std::vector<Value> list;
  for (const Json &each : json) {
    auto read = valueFromJson(each);
    if (!read)
      return read.error();
    list.push_back(std::move(*read));
  }
  return list;
}

Result<Value> unionFromJson(const Json &json) {
  const auto member = numberFrom(json["member"]);
  if (!member || *member > UINT32_MAX || !json["parts"].is_array())
    return Error{"a union needs the number of its member and its parts"};
  auto part = listFromJson(json["parts"]);
  if (!part)
    return part.error();
  return Value(UnionPart{static_cast<std::uint32_t>(*member), std::move(*part)});
}

/// What stands under "bytes", "parts" or "object".
Result<Value> contentsFromJson(const std::string &key, const Json &content) {
  if (content.is_string() && key != "parts") {
    auto bytes = unhex(content.get<std::string>());
    if (!bytes)
      return bytes.error();
    return key == "bytes" ? Value(Bytes{std::move(*bytes)})
                          : Value(Object{.bytes = std::move(*bytes)});
  }
  if (!content.is_array() || key == "bytes")
    return Error{fmt::format("'{}' has contents of the wrong kind", key)};
  auto parts = listFromJson(content);
  if (!parts)
    return parts.error();
  return key == "parts" ? Value(Parts{std::move(*parts)})
                        : Value(Object{.parts = std::move(*parts)});
}

/// Types are not looked at: a union that holds its first member comes as Parts.
Result<Value> valueFromJson(const Json &json) {
  if (json.is_null())
    return Value(Null{});
  if (json.is_object() && json.contains("inside"))
    return insideFromJson(json);
  if (json.is_object() && json.contains("slot"))
    return fromSlotFromJson(json);
  if (json.is_object() && json.contains("member") && json.contains("parts") && json.size() == 2)
    return unionFromJson(json);
  if (!json.is_object() || json.size() != 1)
    return Error{"a value is neither null nor an object with one member"};
  const std::string &key = json.begin().key();
  const Json &content = json.begin().value();
  if (key == "callback" && content.is_number_unsigned())
    return Value(Callback{SupplyId(content.get<std::uint32_t>())});
  if (key != "bytes" && key != "parts" && key != "object")
    return Error{fmt::format("'{}' is no kind of value", key)};
  return contentsFromJson(key, content);
}

/// Makes unions of what came as Parts where the type says so; what does not fit is left to fits().
void findUnions(const Subject &subject, TypeId id, Value &value) {
  const Type &type = subject[id];
  if (auto *parts = value.find<Parts>(); parts && type.kind == TypeKind::Union)
    value = UnionPart{0, std::exchange(parts->parts, {})};
  const bool hasFields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  const auto parts = value.parts();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto *part = value.find<UnionPart>();
    const std::size_t field = part ? part->field : i;
    if (hasFields && field < type.fields.size())
      findUnions(subject, type.fields[field].type, parts[i]);
    else if (!hasFields && type.element)
      findUnions(subject, type.element, parts[i]);
  }
}

bool elementsFit(const Subject &subject, TypeId element, const Value &value) {
  if (isPointeeKeptAsBytes(subject, element))
    return value.parts().empty() &&
           value.bytes().size() % std::max<std::uint64_t>(1, pointeeSize(subject, element)) == 0;
  if (!value.bytes().empty())
    return false;
  for (const Value &part : value.parts())
    if (!fits(subject, element, part))
      return false;
  return true;
}

bool fieldsFit(const Subject &subject, const Type &type, const Value &value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (!fits(subject, fieldOf(type, value, i).type, value.parts()[i]))
      return false;
  return true;
}

/// A struct behind a pointer may have any number of elements in its last array.
bool flexibleFits(const Subject &subject, TypeId record, const Value &value) {
  const Type &type = subject[record];
  if (!value.is<Parts>() || value.parts().size() != type.fields.size())
    return false;
  const Value &tail = value.parts().back();
  const TypeId element = subject[type.fields.back().type].element;
  const bool bytes = isKeptAsBytes(subject, element);
  return (bytes ? tail.is<Bytes>() : tail.is<Parts>()) && elementsFit(subject, element, tail) &&
         fieldsFit(subject, type, value, type.fields.size() - 1);
}

bool pointerFits(const Subject &subject, const Type &type, const Value &value) {
  if (value.is<Object>() && value.parts().size() == 1 && flexibleField(subject, type.element))
    return value.bytes().empty() && flexibleFits(subject, type.element, value.parts()[0]);
  if (const auto *callback = value.find<Callback>())
    return callbackFor(subject, type.element) == callback->supply;
  return value.is<Null>() || value.is<Inside>() ||
         (value.is<Object>() && elementsFit(subject, type.element, value));
}

} // namespace

bool fits(const Subject &subject, TypeId id, const Value &value) {
  const Type &type = subject[id];
  if (isKeptAsBytes(subject, id))
    return value.is<Bytes>() && value.bytes().size() == type.size;
  switch (type.kind) {
  case TypeKind::Pointer:
    return pointerFits(subject, type, value);
  case TypeKind::Array:
    return value.is<Parts>() && value.parts().size() == type.count &&
           elementsFit(subject, type.element, value);
  case TypeKind::Struct:
    return value.is<Parts>() && value.parts().size() == type.fields.size() &&
           fieldsFit(subject, type, value, value.parts().size());
  case TypeKind::Union: {
    const auto *held = value.find<UnionPart>();
    return held &&
           (type.fields.empty() ? held->part.empty()
                                : held->part.size() == 1 && held->field < type.fields.size() &&
                                      fieldsFit(subject, type, value, 1));
  }
  default:
    return false;
  }
}

namespace {

Json stepToJson(const Subject &subject, const Step &step) {
  const Function &function = subject[step.callable];
  Json json = {{"function", function.name},
               {"file", function.file},
               {"arguments", listToJson(step.arguments)}};
  if (step.slot)
    json["slot"] = step.slot->index;
  return json;
}

} // namespace

Json toJson(const Subject &subject, const TestCase &test) {
  Json json;
  if (test.steps.size() == 1) // goes without the list
    json = stepToJson(subject, test.last());
  else
    for (const Step &step : test.steps)
      json["steps"].push_back(stepToJson(subject, step));
  for (const Step &step : test.observers)
    json["observers"].push_back(stepToJson(subject, step));
  for (const Supplied &supplied : test.supplied)
    json["supplied"].push_back({{"name", subject[supplied.source].name},
                                {"index", supplied.index},
                                {"value", valueToJson(supplied.value)}});
  for (const Refusal &refusal : test.refused)
    json["refused"].push_back({{"what", nameOf(refusal.what)}, {"index", refusal.index}});
  if (test.endsAfterZeros)
    json["ends_after_zeros"] = *test.endsAfterZeros;
  return json;
}

Json toJson(const Subject &subject, const Observation &observation) {
  Json globals = Json::object();
  for (const auto &[global, value] : observation.globals)
    globals[subject[global].name] = valueToJson(value);
  Json json = {{"result", valueToJson(observation.result)},
               {"arguments", listToJson(observation.arguments)},
               {"globals", std::move(globals)}};
  for (const Value &earlier : observation.earlier)
    json["earlier"].push_back(valueToJson(earlier));
  for (const Value &observed : observation.observed)
    json["observed"].push_back(valueToJson(observed));
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
  findUnions(subject, subject[supplied.source].type, *value);
  if (!fits(subject, subject[supplied.source].type, *value))
    return Error{fmt::format("the type of '{}' has changed", name)};
  supplied.value = std::move(*value);
  return supplied;
}

Result<Refusal> refusalFromJson(const Json &json) {
  if (!json.is_object() || !json.contains("index") || !json["index"].is_number_unsigned() ||
      json.value("what", std::string()) != nameOf(Refusable::Allocation))
    return Error{"what a test refuses needs \"what\" and \"index\""};
  return Refusal{Refusable::Allocation, json["index"].get<std::uint32_t>()};
}

/// True if an earlier step leaves something in the slot that can be passed so.
bool slotFits(const Subject &subject, TypeId parameter, FromSlot from,
              std::span<const Step> earlier) {
  const auto step = std::ranges::find(earlier, std::optional(from.slot), &Step::slot);
  if (step == earlier.end())
    return false;
  const TypeId held = subject[step->callable].result;
  const auto isPointerTo = [&](TypeId pointer, TypeId element) {
    return subject[pointer].kind == TypeKind::Pointer && subject[pointer].element == element;
  };
  if (from.how == FromSlot::How::ByAddress)
    return isPointerTo(parameter, held);
  return parameter == held || (subject[held].kind == TypeKind::Pointer &&
                               isPointerTo(parameter, subject[held].element)); // const or not
}

Result<Step> stepFromJson(const Subject &subject, const Json &json, std::span<const Step> earlier) {
  if (!json.is_object() || !json.contains("function") || !json.contains("arguments") ||
      !json["function"].is_string() || !json["arguments"].is_array())
    return Error{"no test case: it needs \"function\" and \"arguments\""};
  const auto name = json["function"].get<std::string>();
  const auto file = json.value("file", std::string());
  Step step;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == name && (file.empty() || subject.functions[i].file == file))
      step.callable = FunctionId(i);
  if (!step.callable)
    return Error{fmt::format("function '{}' is not in the subject any more", name)};
  auto arguments = listFromJson(json["arguments"]);
  if (!arguments)
    return arguments.error();
  step.arguments = std::move(*arguments);
  const Function &function = subject[step.callable];
  bool same = function.parameters.size() == step.arguments.size();
  for (std::size_t i = 0; same && i < step.arguments.size(); ++i) {
    const TypeId type = function.parameters[i].type;
    findUnions(subject, type, step.arguments[i]);
    const auto *from = step.arguments[i].find<FromSlot>();
    same = from ? slotFits(subject, type, *from, earlier)
                : fits(subject, type, step.arguments[i]) &&
                      !needsObject(subject, function.parameters[i]);
  }
  if (!same)
    return Error{fmt::format("the parameters of '{}' have changed", name)};
  if (const auto slot = json.find("slot"); slot != json.end()) {
    if (!slot->is_number_unsigned())
      return Error{"\"slot\" is the number of a slot"};
    step.slot = SlotId(slot->get<std::uint32_t>());
  }
  return step;
}

} // namespace

Result<TestCase> testFromJson(const Subject &subject, const Json &json) {
  TestCase test;
  const bool isList = json.is_object() && json.contains("steps");
  if (isList && (!json["steps"].is_array() || json["steps"].empty()))
    return Error{"\"steps\" is a list of calls"};
  for (const Json &each : isList ? json["steps"] : Json::array({json})) {
    auto step = stepFromJson(subject, each, test.steps);
    if (!step)
      return step.error();
    test.steps.push_back(std::move(*step));
  }
  for (const Json &each : json.value("observers", Json::array())) {
    auto step = stepFromJson(subject, each, test.steps);
    if (!step)
      return step.error();
    test.observers.push_back(std::move(*step));
  }
  for (const Json &each : json.value("supplied", Json::array())) {
    auto supplied = suppliedFromJson(subject, each);
    if (!supplied)
      return supplied.error();
    test.supplied.push_back(std::move(*supplied));
  }
  std::sort(test.supplied.begin(), test.supplied.end(), [](const Supplied &a, const Supplied &b) {
    return std::pair(a.source, a.index) < std::pair(b.source, b.index);
  });
  for (const Json &each : json.value("refused", Json::array())) {
    const auto refusal = refusalFromJson(each);
    if (!refusal)
      return refusal.error();
    test.refused.push_back(*refusal);
  }
  std::ranges::sort(test.refused);
  if (const auto zeros = json.find("ends_after_zeros"); zeros != json.end()) {
    if (!zeros->is_number_unsigned())
      return Error{"\"ends_after_zeros\" is a number of calls"};
    test.endsAfterZeros = zeros->get<std::uint32_t>();
  }
  if (!insidesFit(subject, test))
    return Error{fmt::format("a pointer of '{}' leads to nowhere",
                             subject[test.steps.back().callable].name)};
  return test;
}

} // namespace model
