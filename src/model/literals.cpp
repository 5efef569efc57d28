#include "model/literals.h"

#include "model/value_access.h"

#include <algorithm>

namespace model {
namespace {

bool isCounted(Literal literal) {
  return literal == Literal::Text || literal == Literal::Range || literal == Literal::InputStream ||
         literal == Literal::OutputStream;
}

/// `record` has two parts: the pointer and the length.
void repairCounted(const Subject &subject, const Type &type, Value &record) {
  Value &data = record.parts()[0], &size = record.parts()[1];
  const TypeId pointer = type.fields[0].type;
  const Type &number = subject[type.fields[1].type];
  const std::uint64_t there = elementCount(subject, pointer, data).value_or(0);
  const Wide said = readInteger(number, size.bytes().data());
  const std::uint64_t count =
      said < 0 ? there : static_cast<std::uint64_t>(std::min<Wide>(said, there));
  writeInteger(number, size.memory().data(), static_cast<Wide>(count));
  auto *object = data.find<Object>();
  if (!object || count == there)
    return;
  if (count == 0 && !isText(subject, pointer)) {
    data = Null{};
  } else if (!object->parts.empty()) {
    object->parts.resize(count);
  } else {
    object->bytes.resize(count * pointeeSize(subject, subject[pointer].element));
    if (isText(subject, pointer))
      object->bytes += '\0';
  }
}

void repair(const Subject &subject, TypeId id, Value &value) {
  const Type &type = subject[id];
  const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  for (std::size_t i = 0; i < value.parts().size(); ++i)
    repair(subject, fields ? fieldOf(type, value, i).type : type.element, value.parts()[i]);
  if (isCounted(type.literal) && value.is<Parts>() && value.parts().size() == 2)
    repairCounted(subject, type, value);
}

} // namespace

void repairLiterals(const Subject &subject, TestCase &test) {
  for (Step &step : test.steps)
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      repair(subject, subject[step.callable].parameters[i].type, step.arguments[i]);
  for (Supplied &supplied : test.supplied)
    repair(subject, subject[supplied.source].type, supplied.value);
}

} // namespace model
