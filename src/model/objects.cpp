#include "model/objects.h"

#include <algorithm>
#include <optional>

namespace model {

namespace {

/// Visits a value and all below it in pre-order.
template <class AnyValue, class Visit>
void walk(const Subject &subject, TypeId id, AnyValue &value, Visit &visit) {
  visit(id, value);
  const auto parts = value.parts();
  if (parts.empty())
    return;
  const Type &type = subject[id];
  const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  for (std::size_t i = 0; i < parts.size(); ++i)
    walk(subject, fields ? fieldOf(type, value, i).type : type.element, parts[i], visit);
}

template <class AnyTest, class Visit>
void walkTest(const Subject &subject, AnyTest &test, Visit visit) {
  for (auto &step : test.steps)
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      walk(subject, subject[step.callable].parameters[i].type, step.arguments[i], visit);
  for (auto &supplied : test.supplied)
    walk(subject, subject[supplied.source].type, supplied.value, visit);
}

ObjectInfo infoOf(const Subject &subject, TypeId pointer, const Value &value) {
  const TypeId element = subject[pointer].element;
  return {element, objectSize(subject, element, value)};
}

/// Offsets in a value of type `id` where something of type `wanted` lies.
void collectPlaces(const Subject &subject, TypeId id, TypeId wanted, std::uint64_t base,
                   std::size_t most, std::vector<std::uint64_t> &out) {
  if (out.size() >= most)
    return;
  if (id == wanted) {
    out.push_back(base);
    return;
  }
  const Type &type = subject[id];
  if (type.kind == TypeKind::Array) {
    for (std::uint64_t i = 0; i < type.count && out.size() < most; ++i)
      collectPlaces(subject, type.element, wanted, base + i * subject[type.element].size, most,
                    out);
  } else if (type.kind == TypeKind::Struct) {
    for (const Field &field : type.fields)
      if (!field.bitWidth)
        collectPlaces(subject, field.type, wanted, base + field.offsetBits / 8, most, out);
  }
}

bool hasPlaceAt(const Subject &subject, TypeId id, TypeId wanted, std::uint64_t offset) {
  if (id == wanted)
    return offset == 0;
  const Type &type = subject[id];
  if (type.kind == TypeKind::Array) {
    const std::uint64_t size = subject[type.element].size;
    return size != 0 && offset / size < type.count &&
           hasPlaceAt(subject, type.element, wanted, offset % size);
  }
  return type.kind == TypeKind::Struct &&
         std::any_of(type.fields.begin(), type.fields.end(), [&](const Field &field) {
           return !field.bitWidth && field.offsetBits / 8 <= offset &&
                  hasPlaceAt(subject, field.type, wanted, offset - field.offsetBits / 8);
         });
}

} // namespace

ObjectTable objectsOf(const Subject &subject, const TestCase &test) {
  ObjectTable table;
  walkTest(subject, test, [&](TypeId id, const Value &value) {
    if (value.is<Object>())
      table.add(infoOf(subject, id, value));
  });
  return table;
}

void labelObjects(const Subject &subject, TestCase &test, ObjectTable &table) {
  table.clear();
  walkTest(subject, test, [&](TypeId id, Value &value) {
    if (auto *object = value.find<Object>())
      object->label = table.add(infoOf(subject, id, value)) + 1;
  });
}

void numberObjects(const Subject &subject, TestCase &test) {
  constexpr std::uint32_t gone = ~std::uint32_t{0};
  ObjectTable table;
  std::vector<std::uint32_t> numbers; // by label
  std::vector<std::pair<TypeId, Value *>> pointers;
  walkTest(subject, test, [&](TypeId id, Value &value) {
    if (value.is<Inside>())
      pointers.emplace_back(id, &value);
    auto *object = value.find<Object>();
    if (!object)
      return;
    const std::uint32_t number = table.add(infoOf(subject, id, value));
    if (object->label >= numbers.size())
      numbers.resize(object->label + 1, gone);
    // A copy of an object carries the same label; pointers stay with the first.
    if (object->label != 0 && numbers[object->label] == gone)
      numbers[object->label] = number;
    object->label = 0;
  });
  for (const auto &[id, value] : pointers) {
    auto &inside = value->as<Inside>();
    const std::uint64_t label = std::uint64_t{inside.object} + 1;
    const std::uint32_t number = label < numbers.size() ? numbers[label] : gone;
    if (number != gone && canPointInto(subject, id, *table.find(number), inside.offset))
      inside.object = number;
    else
      *value = Null{};
  }
}

void labelForeign(Value &value, std::uint32_t first, std::uint32_t base) {
  struct Labeller {
    std::uint32_t next, base;
    void run(Value &value) {
      if (auto *object = value.find<Object>())
        object->label = base + next++ + 1;
      else if (auto *inside = value.find<Inside>())
        inside->object += base;
      for (Value &part : value.parts())
        run(part);
    }
  };
  Labeller{first, base}.run(value);
}

std::uint32_t countObjects(const Value &value) {
  std::uint32_t count = value.is<Object>() ? 1 : 0;
  for (const Value &part : value.parts())
    count += countObjects(part);
  return count;
}

bool canPointInto(const Subject &subject, TypeId pointer, const ObjectInfo &object,
                  std::uint64_t offset) {
  const TypeId wanted = subject[pointer].element;
  if (subject[wanted].kind == TypeKind::Void)
    return offset < object.size;
  const std::uint64_t size = subject[object.element].size;
  if (size == 0 || offset >= object.size)
    return false;
  if (subject[wanted].isChar)
    return object.element == wanted;
  return hasPlaceAt(subject, object.element, wanted, offset % size);
}

std::vector<std::uint64_t> placesInside(const Subject &subject, TypeId pointer,
                                        const ObjectInfo &object, std::size_t most) {
  const TypeId wanted = subject[pointer].element;
  const std::uint64_t size = pointeeSize(subject, object.element);
  std::vector<std::uint64_t> places;
  const bool whole = subject[wanted].kind == TypeKind::Void || subject[wanted].isChar;
  for (std::uint64_t at = 0; size != 0 && at + size <= object.size && places.size() < most;
       at += size)
    if (!whole)
      collectPlaces(subject, object.element, wanted, at, most, places);
    else if (canPointInto(subject, pointer, object, at))
      places.push_back(at);
  return places;
}

bool insidesFit(const Subject &subject, const TestCase &test) {
  std::optional<ObjectTable> table;
  bool fit = true;
  walkTest(subject, test, [&](TypeId id, const Value &value) {
    const auto *inside = value.find<Inside>();
    if (!inside)
      return;
    if (!table)
      table = objectsOf(subject, test);
    const ObjectInfo *object = table->find(inside->object);
    fit = fit && object && canPointInto(subject, id, *object, inside->offset);
  });
  return fit;
}

} // namespace model
