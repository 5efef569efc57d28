#include "backward/entry_state.h"
#include "model/objects.h"
#include "model/value_access.h"

#include <algorithm>

namespace backward {
namespace {

using model::Object;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

constexpr std::uint64_t mostObjectBytes = 1 << 14;

/// Values of the subject's types from bytes in memory. Objects are numbered as they are made.
class ValueMaker {
public:
  ValueMaker(const EntryState &state, const model::Subject &subject)
      : state_(state), subject_(subject) {}

  std::optional<Value> make(TypeId id, std::uint64_t address) {
    const Type &type = subject_[id];
    if (model::isKeptAsBytes(subject_, id))
      return model::Bytes{bytesAt(address, type.size)};
    switch (type.kind) {
    case TypeKind::Pointer:
      return isKnown(address, 8) ? pointer(id, number(address))
                                 : known(model::simplestValue(subject_, id));
    case TypeKind::Struct:
      return record(type, address);
    case TypeKind::Array:
      return elements(type.element, type.count, address);
    case TypeKind::Union:
      return member(id, address);
    default:
      return std::nullopt;
    }
  }

  bool isKnown(std::uint64_t address, std::uint64_t size) const {
    const auto next = state_.bytes.lower_bound(address);
    return next != state_.bytes.end() && next->first - address < size;
  }

  std::optional<Value> known(Value value) {
    made_ += model::countObjects(value);
    return value;
  }

private:
  std::string bytesAt(std::uint64_t address, std::uint64_t size) const {
    std::string bytes(size, '\0');
    for (auto at = state_.bytes.lower_bound(address);
         at != state_.bytes.end() && at->first - address < size; ++at)
      bytes[at->first - address] = char(at->second);
    return bytes;
  }

  std::uint64_t number(std::uint64_t address) const {
    std::uint64_t value = 0;
    const std::string bytes = bytesAt(address, 8);
    for (unsigned i = 8; i-- > 0;)
      value = value << 8 | std::uint8_t(bytes[i]);
    return value;
  }

  /// The object that the address lies in, and where that ends.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> objectAt(std::uint64_t address) const {
    auto next = state_.objects.upper_bound(address);
    if (next == state_.objects.begin())
      return std::nullopt;
    const std::uint64_t start = *std::prev(next);
    if (address - start > mostObjectBytes)
      return std::nullopt;
    std::uint64_t end = start;
    for (auto at = state_.bytes.lower_bound(start);
         at != state_.bytes.end() && at->first - start < mostObjectBytes; ++at)
      end = at->first + 1;
    return std::pair(start, end);
  }

  std::optional<Value> pointer(TypeId id, std::uint64_t to) {
    if (to == 0 || !model::canPointToObject(subject_, id))
      return to == 0 ? Value(model::Null{}) : known(model::simplestValue(subject_, id));
    const auto object = objectAt(to);
    const std::uint64_t start = object ? object->first : to;
    if (const auto earlier = numbers_.find(start); earlier != numbers_.end())
      return Value(model::Inside{earlier->second, to - start});
    if (start != to)
      return std::nullopt; // what owns the object comes later
    numbers_[start] = made_++;
    return this->object(subject_[id].element, start, object ? object->second - start : 0);
  }

  std::optional<Value> object(TypeId element, std::uint64_t start, std::uint64_t size) {
    const std::uint64_t each = model::pointeeSize(subject_, element);
    const std::uint64_t count = std::max<std::uint64_t>(1, (size + each - 1) / each);
    Object made;
    if (model::isPointeeKeptAsBytes(subject_, element)) {
      made.bytes = bytesAt(start, count * each);
      if (subject_[element].isChar && made.bytes.back() != '\0')
        made.bytes.push_back('\0');
      return Value(std::move(made));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      auto part = make(element, start + i * each);
      if (!part)
        return std::nullopt;
      made.parts.push_back(std::move(*part));
    }
    return Value(std::move(made));
  }

  std::optional<Value> record(const Type &type, std::uint64_t address) {
    model::Parts parts;
    for (const model::Field &field : type.fields) {
      auto part = field.bitWidth ? bitField(field, address)
                                 : make(field.type, address + field.offsetBits / 8);
      if (!part)
        return std::nullopt;
      parts.parts.push_back(std::move(*part));
    }
    return Value(std::move(parts));
  }

  std::optional<Value> bitField(const model::Field &field, std::uint64_t address) {
    const Type &type = subject_[field.type];
    const std::uint64_t raw = number(address + field.offsetBits / 8) >> (field.offsetBits % 8);
    std::string bytes(type.size, '\0');
    model::writeInteger(type, bytes.data(), model::wrap(type, field.bitWidth, model::Wide(raw)));
    return Value(model::Bytes{std::move(bytes)});
  }

  std::optional<Value> elements(TypeId element, std::uint64_t count, std::uint64_t address) {
    model::Parts parts;
    for (std::uint64_t i = 0; i < count; ++i) {
      auto part = make(element, address + i * subject_[element].size);
      if (!part)
        return std::nullopt;
      parts.parts.push_back(std::move(*part));
    }
    return Value(std::move(parts));
  }

  /// The first member that holds all that is known.
  std::optional<Value> member(TypeId id, std::uint64_t address) {
    const Type &type = subject_[id];
    for (const std::uint32_t number : model::unionMembers(subject_, id)) {
      const std::uint64_t size = subject_[type.fields[number].type].size;
      if (isKnown(address + size, type.size - size) && size < type.size)
        continue;
      auto part = make(type.fields[number].type, address);
      if (!part)
        return std::nullopt;
      return Value(model::UnionPart{number, {std::move(*part)}});
    }
    return known(model::simplestValue(subject_, id));
  }

  const EntryState &state_;
  const model::Subject &subject_;
  std::map<std::uint64_t, std::uint32_t> numbers_; // of objects, by address
  std::uint32_t made_ = 0;
};

} // namespace

std::optional<model::TestCase> testOf(const EntryState &state, const model::Subject &subject,
                                      model::FunctionId function) {
  model::TestCase test = model::simplestTest(subject, function);
  ValueMaker maker(state, subject);
  const auto &parameters = subject[function].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    auto value = state.arguments[i] != 0 ? maker.make(parameters[i].type, state.arguments[i])
                                         : maker.known(test.arguments()[i]);
    if (!value)
      return std::nullopt;
    test.arguments()[i] = std::move(*value);
  }
  if (!model::insidesFit(subject, test))
    return std::nullopt;
  return test;
}

} // namespace backward
