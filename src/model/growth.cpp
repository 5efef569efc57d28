#include "model/growth.h"

#include "model/value_access.h"

namespace model {
namespace {

void resize(const Subject &subject, TypeId pointer, Object &object, std::uint64_t count) {
  const TypeId element = subject[pointer].element;
  if (isPointeeKeptAsBytes(subject, element))
    object.bytes.resize(count * pointeeSize(subject, element) + (isText(subject, pointer) ? 1 : 0));
  else
    object.parts.resize(count, simplestValue(subject, element));
}

/// What a program reads may grow from nothing, and a list of arguments has no null in it.
void makeRoom(const Subject &subject, const Type &record, Value &value) {
  Value &pointer = value.parts().front();
  const TypeId type = record.fields.front().type;
  if (pointer.is<Null>())
    pointer = simplestValue(subject, type);
  if (endsInNull(subject, type, pointer))
    pointer.parts().back() = simplestValue(subject, subject[type].element);
}

void grow(const Subject &subject, const Siblings &siblings, std::uint64_t most) {
  siblings.forEachPair([&](const LengthPair &pair) {
    Value &pointer = siblings[pair.pointer];
    const TypeId type = siblings.type(pair.pointer);
    if (!pointer.is<Object>())
      return;
    const auto count = elementCount(subject, type, pointer);
    const Wide length = siblings.length(pair.length);
    if (count && length > static_cast<Wide>(*count) && length <= static_cast<Wide>(most))
      resize(subject, type, pointer.as<Object>(), static_cast<std::uint64_t>(length));
  });
}

/// Visits every record (struct or union) and every pointer below a value.
template <class Record, class Pointer>
void visit(const Subject &subject, TypeId id, Value &value, const Record &record,
           const Pointer &pointer) {
  const Type &type = subject[id];
  if (type.kind == TypeKind::Pointer)
    pointer(id, value);
  const bool hasFields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  for (std::size_t i = 0; i < value.parts().size(); ++i)
    visit(subject, hasFields ? fieldOf(type, value, i).type : type.element, value.parts()[i],
          record, pointer);
  if (hasFields && !value.parts().empty())
    record(type, value);
}

template <class Record, class Pointer>
void visitTest(const Subject &subject, TestCase &test, const Record &record,
               const Pointer &pointer) {
  for (Step &step : test.steps)
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      visit(subject, subject[step.callable].parameters[i].type, step.arguments[i], record, pointer);
  for (Supplied &supplied : test.supplied)
    visit(subject, subject[supplied.source].type, supplied.value, record, pointer);
}

constexpr std::size_t mostBytes = 4096; // that an object grows to by single elements

bool isZero(const Input &input) {
  const std::string_view bytes = input.value->bytes();
  return bytes.substr(input.at, input.width / 8).find_first_not_of('\0') == bytes.npos;
}

} // namespace

void replaceElements(const Subject &subject, TestCase &test, const Input &input, std::size_t size,
                     std::string_view bytes) {
  struct Beside {
    Siblings siblings;
    std::size_t place;
    std::uint64_t before;
  };
  std::vector<Beside> besides;
  const auto look = [&](const Siblings &siblings) {
    for (std::size_t i = 0; i < siblings.size(); ++i)
      if (&siblings[i] == input.value)
        if (const auto count = elementCount(subject, siblings.type(i), *input.value))
          besides.push_back({siblings, i, *count});
  };
  for (Step &step : test.steps)
    look(Siblings(subject, subject[step.callable], step.arguments));
  visitTest(
      subject, test,
      [&](const Type &type, Value &record) { look(Siblings(subject, type, record)); },
      [](TypeId, Value &) {});
  input.value->memory().replace(input.at, size, bytes);
  for (const Beside &beside : besides)
    beside.siblings.lengthsFollow(beside.place, beside.before);
}

void growToLengths(const Subject &subject, TestCase &test, std::uint64_t most) {
  for (Step &step : test.steps)
    grow(subject, Siblings(subject, subject[step.callable], step.arguments), most);
  visitTest(
      subject, test,
      [&](const Type &type, Value &record) {
        const Siblings fields(subject, type, record);
        if (type.isProgramInput && fields.length(1) > 0)
          makeRoom(subject, type, record);
        grow(subject, fields, most);
      },
      [](TypeId, Value &) {});
}

void terminateTexts(const Subject &subject, TestCase &test, std::uint64_t most) {
  visitTest(
      subject, test, [](const Type &, Value &) {},
      [&](TypeId type, Value &pointer) {
        auto *object = pointer.find<Object>();
        if (!object || !isText(subject, type) || object->bytes.empty() ||
            object->bytes.back() == '\0')
          return;
        if (object->bytes.size() < most)
          object->bytes.push_back('\0');
        else
          object->bytes.back() = '\0';
      });
}

bool isElement(const Input &input) {
  const std::size_t size = input.width / 8;
  return !input.isPointer && !input.bitWidth && input.part == Input::Part::Whole && size > 0 &&
         input.at % size == 0 && input.value->is<Object>() &&
         input.value->bytes().size() < mostBytes;
}

bool repeatElement(const Subject &subject, TestCase &test, const Input &input, std::size_t copies) {
  if (!isElement(input) || isZero(input))
    return false;
  const std::string element = input.value->bytes().substr(input.at, input.width / 8);
  std::string repeated;
  for (std::size_t i = 0; i < copies; ++i)
    repeated += element;
  replaceElements(subject, test, input, 0, repeated);
  return true;
}

bool removeElements(const Subject &subject, TestCase &test, const Input &input, std::size_t count) {
  const std::size_t size = input.width / 8 * count;
  // At least one is left: the NUL of a text, the least an array can have.
  if (!isElement(input) || input.at + size >= input.value->bytes().size())
    return false;
  replaceElements(subject, test, input, size, {});
  return true;
}

} // namespace model
