#include "model/test_case.h"

#include <algorithm>

namespace model {

bool isScalar(const Type &type) {
  return type.kind == TypeKind::Bool || type.kind == TypeKind::Integer ||
         type.kind == TypeKind::Enum || type.kind == TypeKind::Float;
}

bool isKeptAsBytes(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  return isScalar(type) || (type.kind == TypeKind::Array && isKeptAsBytes(subject, type.element));
}

bool isPointeeKeptAsBytes(const Subject &subject, TypeId pointee) {
  return subject[pointee].kind == TypeKind::Void || isKeptAsBytes(subject, pointee);
}

std::uint64_t pointeeSize(const Subject &subject, TypeId pointee) {
  return subject[pointee].kind == TypeKind::Void ? 1 : subject[pointee].size;
}

const Field &fieldOf(const Type &record, const Value &value, std::size_t part) {
  return record.fields[record.kind == TypeKind::Union ? value.as<UnionPart>().field : part];
}

std::optional<std::size_t> flexibleField(const Subject &subject, TypeId record) {
  const Type &type = subject[record];
  if (type.kind != TypeKind::Struct || type.fields.size() < 2)
    return std::nullopt;
  const Type &last = subject[type.fields.back().type];
  if (last.kind != TypeKind::Array || last.count != 0 || subject[last.element].size == 0)
    return std::nullopt;
  return type.fields.size() - 1;
}

std::uint64_t objectSize(const Subject &subject, TypeId pointee, const Value &object) {
  const std::uint64_t size = object.bytes().size() + object.parts().size() * subject[pointee].size;
  const auto last = flexibleField(subject, pointee);
  if (!last || object.parts().size() != 1)
    return size;
  const Field &field = subject[pointee].fields[*last];
  const Value &tail = object.parts()[0].parts()[*last];
  const std::uint64_t tailSize =
      tail.bytes().size() + tail.parts().size() * subject[subject[field.type].element].size;
  return std::max(size, field.offsetBits / 8 + tailSize);
}

std::size_t argumentCount(const TestCase &test) {
  std::size_t count = 0;
  for (const std::vector<Step> *steps : {&test.steps, &test.observers})
    for (const Step &step : *steps)
      count += step.arguments.size();
  return count;
}

namespace {

std::size_t slotUses(const Value &value) {
  std::size_t count = value.is<FromSlot>() ? 1 : 0;
  for (const Value &part : value.parts())
    count += slotUses(part);
  return count;
}

} // namespace

std::size_t slotUses(const TestCase &test) {
  std::size_t count = 0;
  for (const std::vector<Step> *steps : {&test.steps, &test.observers})
    for (const Step &step : *steps)
      for (const Value &argument : step.arguments)
        count += slotUses(argument);
  return count;
}

} // namespace model
