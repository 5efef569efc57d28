#include "model/value_access.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <type_traits>

namespace model {

static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 16);

namespace {

constexpr std::size_t extendedBytes = 10; // of an x87 number; the rest of its room is padding

std::uint32_t bitsOf(const Type &type, std::optional<std::uint32_t> bitWidth) {
  if (type.kind == TypeKind::Bool)
    return 1;
  const auto full = static_cast<std::uint32_t>(type.size * 8);
  return bitWidth ? std::min(*bitWidth, full) : full;
}

bool isLengthType(const Type &type) { return type.kind == TypeKind::Integer && type.size <= 8; }

std::uint64_t room(const Subject &subject, TypeId type, const Value &value, std::uint64_t count) {
  const bool isPointer = value.is<Object>() || value.is<Inside>();
  return isText(subject, type) && isPointer ? count + 1 : count;
}

/// A system struct with pointers to anything but text is the private state of some library: no
/// caller fills it in by hand.
bool isLibraryState(const Subject &subject, const Type &type) {
  if (type.kind != TypeKind::Struct || !type.isSystem)
    return false;
  return std::any_of(type.fields.begin(), type.fields.end(), [&](const Field &field) {
    const Type &inner = subject[field.type];
    return (inner.kind == TypeKind::Pointer && !isText(subject, field.type)) ||
           isLibraryState(subject, inner);
  });
}

void repairInside(const Subject &subject, TypeId id, Value &value, const ObjectTable *objects) {
  if (value.parts().empty())
    return;
  const Type &type = subject[id];
  if (type.kind == TypeKind::Pointer || type.kind == TypeKind::Array) {
    for (Value &part : value.parts())
      repairInside(subject, type.element, part, objects);
    return;
  }
  for (std::size_t i = 0; i < value.parts().size(); ++i)
    repairInside(subject, fieldOf(type, value, i).type, value.parts()[i], objects);
  Siblings(subject, type, value, objects).repair();
}

bool hasInside(const Value &value) {
  return value.is<Inside>() || std::ranges::any_of(value.parts(), hasInside);
}

Value simplest(const Subject &subject, TypeId id, bool insideObject);

Value simplestPointer(const Subject &subject, TypeId id, bool insideObject) {
  const TypeId element = subject[id].element;
  if (!canPointToObject(subject, id))
    return Null{};
  const bool bytes = isPointeeKeptAsBytes(subject, element);
  if (insideObject && (!bytes || subject[element].kind == TypeKind::Void))
    return Null{};
  Object object;
  if (bytes)
    object.bytes.assign(pointeeSize(subject, element), '\0');
  else if (isTextList(subject, id))
    object.parts.emplace_back(Null{});
  else
    object.parts.push_back(simplest(subject, element, true));
  return object;
}

Value simplest(const Subject &subject, TypeId id, bool insideObject) {
  const Type &type = subject[id];
  if (isKeptAsBytes(subject, id))
    return Bytes{std::string(type.size, '\0')};
  if (type.kind == TypeKind::Pointer)
    return simplestPointer(subject, id, insideObject);
  if (type.kind == TypeKind::Union) {
    UnionPart value;
    if (const auto members = unionMembers(subject, id); !members.empty()) {
      value.field = members.front();
      value.part.push_back(simplest(subject, type.fields[value.field].type, insideObject));
    }
    return value;
  }
  Parts value;
  if (type.kind == TypeKind::Array)
    value.parts.assign(type.count, simplest(subject, type.element, insideObject));
  else
    for (const Field &field : type.fields)
      value.parts.push_back(simplest(subject, field.type, insideObject));
  return value;
}

} // namespace

Wide wrap(const Type &type, std::optional<std::uint32_t> bitWidth, Wide value) {
  if (type.kind == TypeKind::Bool)
    return value != 0;
  const std::uint32_t bits = bitsOf(type, bitWidth);
  if (bits >= 128 || bits == 0)
    return bits == 0 ? 0 : value;
  const auto cut = static_cast<unsigned __int128>(value) << (128 - bits);
  return type.isSigned ? static_cast<Wide>(cut) >> (128 - bits)
                       : static_cast<Wide>(cut >> (128 - bits));
}

Wide smallest(const Type &type, std::optional<std::uint32_t> bitWidth) {
  if (!type.isSigned || type.kind == TypeKind::Bool)
    return 0;
  return static_cast<Wide>(~static_cast<unsigned __int128>(0) << (bitsOf(type, bitWidth) - 1));
}

Wide largest(const Type &type, std::optional<std::uint32_t> bitWidth) {
  const std::uint32_t bits = bitsOf(type, bitWidth);
  const std::uint32_t positive = std::min(type.isSigned && bits > 0 ? bits - 1 : bits, 127u);
  return static_cast<Wide>((static_cast<unsigned __int128>(1) << positive) - 1);
}

namespace {

template <class Signed> Wide readAs(const Type &type, const char *data) {
  Signed value;
  std::memcpy(&value, data, sizeof value);
  return type.isSigned ? Wide{value} : Wide{std::make_unsigned_t<Signed>(value)};
}

} // namespace

/// Random search does little else: the usual sizes are read in one piece.
Wide readInteger(const Type &type, const char *data) {
  switch (type.kind == TypeKind::Bool ? 0 : type.size) {
  case 1:
    return readAs<std::int8_t>(type, data);
  case 2:
    return readAs<std::int16_t>(type, data);
  case 4:
    return readAs<std::int32_t>(type, data);
  case 8:
    return readAs<std::int64_t>(type, data);
  default:
    assert(type.size <= sizeof(Wide));
    Wide value = 0;
    std::memcpy(&value, data, type.size);
    return wrap(type, std::nullopt, value);
  }
}

void writeInteger(const Type &type, char *data, Wide value) {
  assert(type.size <= sizeof(Wide));
  if (type.kind == TypeKind::Bool)
    value = value != 0;
  switch (type.size) { // each of them is one store
  case 1:
    std::memcpy(data, &value, 1);
    break;
  case 4:
    std::memcpy(data, &value, 4);
    break;
  case 8:
    std::memcpy(data, &value, 8);
    break;
  default:
    std::memcpy(data, &value, type.size);
  }
}

long double readFloat(const Type &type, const char *data) {
  if (type.size == sizeof(float)) {
    float value;
    std::memcpy(&value, data, sizeof value);
    return value;
  }
  if (type.size == sizeof(double)) {
    double value;
    std::memcpy(&value, data, sizeof value);
    return value;
  }
  long double value = 0;
  std::memcpy(&value, data, std::min<std::size_t>(extendedBytes, type.size));
  return value;
}

void writeFloat(const Type &type, char *data, long double value) {
  if (type.size == sizeof(float)) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(data, &narrow, sizeof narrow);
  } else if (type.size == sizeof(double)) {
    const auto narrow = static_cast<double>(value);
    std::memcpy(data, &narrow, sizeof narrow);
  } else {
    std::memset(data, 0, type.size);
    std::memcpy(data, &value, std::min<std::size_t>(extendedBytes, type.size));
  }
}

TypeId scalarOf(const Subject &subject, TypeId id) {
  while (subject[id].kind == TypeKind::Array)
    id = subject[id].element;
  return id;
}

bool isText(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  return type.kind == TypeKind::Pointer && subject[type.element].kind == TypeKind::Integer &&
         subject[type.element].isChar;
}

bool isLink(const Subject &subject, TypeId type) {
  const Type &pointer = subject[type];
  return pointer.kind == TypeKind::Pointer && pointer.element &&
         std::ranges::find(subject[pointer.element].fields, type, &Field::type) !=
             subject[pointer.element].fields.end();
}

bool isTextList(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  return type.kind == TypeKind::Pointer && isText(subject, type.element);
}

bool endsInNull(const Subject &subject, TypeId id, const Value &value) {
  return isTextList(subject, id) && value.is<Object>() && !value.parts().empty() &&
         value.parts().back().is<Null>();
}

std::optional<std::uint64_t> elementCount(const Subject &subject, TypeId id, const Value &value,
                                          const ObjectTable *objects) {
  const Type &type = subject[id];
  if (type.kind == TypeKind::Array && type.count != 0)
    return type.count;
  if (type.kind == TypeKind::Array)
    return isKeptAsBytes(subject, type.element)
               ? value.bytes().size() / std::max<std::uint64_t>(1, subject[type.element].size)
               : value.parts().size();
  if (type.kind != TypeKind::Pointer)
    return std::nullopt;
  const std::uint64_t size = std::max<std::uint64_t>(1, pointeeSize(subject, type.element));
  if (const auto *inside = value.find<Inside>()) {
    const ObjectInfo *object = objects ? objects->find(inside->object) : nullptr;
    if (!object || inside->offset >= object->size)
      return std::nullopt;
    const std::uint64_t rest = object->size - inside->offset;
    if (isText(subject, id))
      return rest - 1;
    return object->element == type.element || size == 1 ? rest / size : 1;
  }
  if (!value.is<Object>())
    return std::nullopt;
  if (isText(subject, id))
    return value.bytes().size() - 1;
  if (isPointeeKeptAsBytes(subject, type.element))
    return value.bytes().size() / size;
  return value.parts().size() - (endsInNull(subject, id, value) ? 1 : 0);
}

Siblings::Siblings(const Subject &subject, const Function &function, std::span<Value> arguments,
                   const ObjectTable *objects)
    : subject_(&subject), parameters_(function.parameters.data()), pairs_(function.lengthPairs),
      values_(arguments), objects_(objects) {}

Siblings::Siblings(const Subject &subject, const Type &structOrUnion, Value &record,
                   const ObjectTable *objects)
    : subject_(&subject), fields_(structOrUnion.fields.data()), values_(record.parts()),
      objects_(objects) {
  if (structOrUnion.kind == TypeKind::Struct)
    pairs_ = structOrUnion.lengthPairs;
  else
    fields_ += record.as<UnionPart>().field;
}

std::optional<std::uint64_t> Siblings::countOf(std::size_t i) const {
  return elementCount(*subject_, type(i), values_[i], objects_);
}

std::optional<std::uint32_t> Siblings::bitWidth(std::size_t i) const {
  return fields_ ? fields_[i].bitWidth : std::nullopt;
}

bool Siblings::isPair(const LengthPair &pair) const {
  const TypeKind pointer = (*subject_)[type(pair.pointer)].kind;
  return (pointer == TypeKind::Pointer || pointer == TypeKind::Array) &&
         isLengthType((*subject_)[type(pair.length)]);
}

bool Siblings::isLength(std::size_t i) const {
  bool found = false;
  forEachPair([&](const LengthPair &pair) { found = found || pair.length == i; });
  return found;
}

std::optional<std::uint64_t> Siblings::lengthLimit(std::size_t length) const {
  std::optional<std::uint64_t> limit;
  forEachPair([&](const LengthPair &pair) {
    const Value &pointer = values_[pair.pointer];
    const TypeId id = type(pair.pointer);
    const auto count = countOf(pair.pointer);
    if (pair.length == length && count) {
      const auto inside = room(*subject_, id, pointer, *count);
      limit = limit ? std::min(*limit, inside) : inside;
    }
  });
  return limit;
}

std::optional<std::uint64_t> Siblings::fullLength(std::size_t length) const {
  std::optional<std::uint64_t> full;
  forEachPair([&](const LengthPair &pair) {
    const auto count = countOf(pair.pointer);
    if (pair.length == length && count)
      full = full ? std::min(*full, *count) : *count;
  });
  return full;
}

Wide Siblings::length(std::size_t i) const {
  return readInteger((*subject_)[type(i)], values_[i].bytes().data());
}

void Siblings::setLength(std::size_t i, Wide value) const {
  const Type &integer = (*subject_)[type(i)];
  const Wide stored = std::min(value, largest(integer, bitWidth(i)));
  writeInteger(integer, values_[i].memory().data(), stored);
}

void Siblings::lengthsFollow(std::size_t pointer, std::uint64_t before) const {
  forEachPair([&](const LengthPair &pair) {
    if (pair.pointer == pointer && length(pair.length) == static_cast<Wide>(before))
      if (const auto full = fullLength(pair.length))
        setLength(pair.length, *full);
  });
}

void Siblings::repair() const {
  forEachPair([&](const LengthPair &pair) {
    const auto limit = lengthLimit(pair.length);
    if (limit && length(pair.length) > static_cast<Wide>(*limit))
      setLength(pair.length, *fullLength(pair.length));
  });
}

void repairLengths(const Subject &subject, TestCase &test) {
  ObjectTable table; // needed only where a pointer refers into another's object
  const ObjectTable *objects = nullptr;
  if (std::ranges::any_of(
          test.steps,
          [](const Step &step) { return std::ranges::any_of(step.arguments, hasInside); }) ||
      std::ranges::any_of(test.supplied, hasInside, &Supplied::value)) {
    table = objectsOf(subject, test);
    objects = &table;
  }
  for (Step &step : test.steps) {
    const Function &function = subject[step.callable];
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      repairInside(subject, function.parameters[i].type, step.arguments[i], objects);
    Siblings(subject, function, step.arguments, objects).repair();
  }
  for (Supplied &supplied : test.supplied)
    repairInside(subject, subject[supplied.source].type, supplied.value, objects);
}

void repairSupplied(const Subject &subject, TestCase &test) {
  const auto find = [&](std::uint32_t source) -> Value * {
    for (Supplied &supplied : test.supplied)
      if (supplied.source == SupplyId(source))
        return &supplied.value;
    return nullptr;
  };
  for (const LengthPair &pair : subject.supplyPairs) {
    const Value *pointer = find(pair.pointer);
    Value *length = find(pair.length);
    const Type &type = subject[subject.supplies[pair.length].type];
    if (!pointer || !length || !isLengthType(type))
      continue;
    const auto limit = elementCount(subject, subject.supplies[pair.pointer].type, *pointer);
    if (limit && readInteger(type, length->bytes().data()) > static_cast<Wide>(*limit))
      writeInteger(type, length->memory().data(), std::min<Wide>(*limit, largest(type, {})));
  }
}

Value simplestValue(const Subject &subject, TypeId type) { return simplest(subject, type, false); }

TestCase simplestTest(const Subject &subject, FunctionId id) {
  TestCase test{id, {}, {}};
  for (const Parameter &parameter : subject[id].parameters)
    test.arguments().push_back(simplestValue(subject, parameter.type));
  for (const SupplyId supply : subject[id].facts.supplies)
    if (subject[supply].kind == Supply::Kind::Variable || subject[subject[supply].type].size > 0)
      test.supplied.push_back({supply, 0, simplestValue(subject, subject[supply].type)});
  return test;
}

bool hasValues(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  if (isScalar(type) || type.kind == TypeKind::Pointer)
    return true;
  if (type.kind == TypeKind::Array)
    return hasValues(subject, type.element);
  if (type.kind == TypeKind::Union)
    return type.fields.empty() || !unionMembers(subject, id).empty();
  return type.kind == TypeKind::Struct &&
         std::all_of(type.fields.begin(), type.fields.end(),
                     [&](const Field &field) { return hasValues(subject, field.type); });
}

std::vector<std::uint32_t> unionMembers(const Subject &subject, TypeId id) {
  std::vector<std::uint32_t> members;
  const Type &type = subject[id];
  for (std::uint32_t i = 0; i < type.fields.size(); ++i)
    if (hasValues(subject, type.fields[i].type))
      members.push_back(i);
  return members;
}

bool canPointToObject(const Subject &subject, TypeId pointer) {
  const TypeId element = subject[pointer].element;
  if (!element)
    return false;
  const Type &type = subject[element];
  if (type.kind == TypeKind::Void)
    return true;
  return type.size > 0 && hasValues(subject, element) && !isLibraryState(subject, type);
}

} // namespace model
