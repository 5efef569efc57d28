#include "emit/formats/harness_values.h"

#include "model/asked.h"
#include "model/supplies.h"
#include "model/value_access.h"

#include <algorithm>
#include <cstdint>

namespace emit {

using model::Asked;
using model::Subject;
using model::Supplied;
using model::Type;
using model::Value;

namespace {

const Value *valueOf(const model::TestCase &test, const Asked &asked) {
  const auto found =
      std::find_if(test.supplied.begin(), test.supplied.end(), [&](const Supplied &each) {
        return each.source == asked.source && each.index == asked.index;
      });
  return found == test.supplied.end() ? nullptr : &found->value;
}

/// Numbers for pointers, in formats that know numbers only: 0 is null, and each object has a page
/// of its own. What a validator's run reads there is not what ours read; whether there is
/// something, and whether two pointers are the same, is kept.
class PointerNumbers {
public:
  explicit PointerNumbers(const model::TestCase &test) {
    for (const model::Step &step : test.steps)
      for (const Value &argument : step.arguments)
        collect(argument);
    for (const Supplied &supplied : test.supplied)
      collect(supplied.value);
  }

  std::uint64_t of(const Value &pointer) const {
    if (const auto *inside = pointer.find<model::Inside>())
      return page(inside->object) + inside->offset;
    const auto found = std::find(objects_.begin(), objects_.end(), &pointer);
    return found == objects_.end() ? 0 : page(static_cast<std::size_t>(found - objects_.begin()));
  }

private:
  static std::uint64_t page(std::size_t object) { return (object + 1) * std::uint64_t{4096}; }
  void collect(const Value &value) {
    if (value.is<model::Object>())
      objects_.push_back(&value);
    for (const Value &part : value.parts())
      collect(part);
  }

  std::vector<const Value *> objects_; // pre-order, as pointers into them count
};

std::string littleEndian(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i)
    bytes += static_cast<char>(i < sizeof number ? number >> 8 * i : 0);
  return bytes;
}

} // namespace

std::vector<HarnessValue> harnessValues(const Subject &subject, const model::KeptTest &test) {
  std::vector<HarnessValue> values;
  const PointerNumbers pointers(test.test);
  for (const Asked &asked : test.asked) {
    if (subject[asked.source].name == model::isConcreteSupply)
      continue;
    const Value *given = valueOf(test.test, asked);
    HarnessValue value{asked.source, {}, asked.name, {}};
    if (value.name.empty())
      value.name = subject[asked.source].name;
    if (model::givesBytes(subject, asked.source)) {
      value.bytes = given ? model::bytesIn(*given) : "";
      value.bytes.resize(asked.bytes);
      values.push_back(std::move(value));
      continue;
    }
    const Type &record = subject[subject[asked.source].type];
    if (record.fields.empty() || record.fields.front().name != "result")
      continue;
    value.type = record.fields.front().type;
    const Type &type = subject[value.type];
    if (type.kind == model::TypeKind::Pointer) {
      value.bytes = littleEndian(given ? pointers.of(given->parts().front()) : 0, type.size);
      values.push_back(std::move(value));
      continue;
    }
    if (!model::isScalar(type))
      continue;
    value.bytes =
        given ? given->parts().front().bytes() : std::string(subject[value.type].size, '\0');
    values.push_back(std::move(value));
  }
  return values;
}

} // namespace emit
