#include "generate/concolic/apply_assignment.h"

#include "model/growth.h"
#include "model/inputs.h"
#include "model/literals.h"
#include "model/objects.h"
#include "model/value_access.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace generate {

using model::Input;
using model::Subject;
using model::TestCase;
using model::Value;

namespace {

/// Above every address a process on x86-64 has, below what a pointer can't hold.
constexpr std::uint64_t newObjects = 0x0000'7e00'0000'0000;
constexpr std::uint64_t newObjectStep = 0x10'0000;
/// In 32 bits: between the heap and the libraries.
constexpr std::uint64_t newObjects32 = 0xa000'0000;
constexpr std::uint64_t newObjectStep32 = 0x1000;

/// Nothing grows beyond this many elements.
constexpr std::uint64_t mostElements = 4096;

void setScalar(const Subject &subject, const Input &input, std::uint64_t value) {
  std::string &bytes = input.value->memory();
  if (input.part == Input::Part::Double)
    return model::writeFloat(subject[input.type], bytes.data() + input.at,
                             std::bit_cast<double>(value));
  const std::size_t size = input.bitWidth ? bytes.size() : (input.width + 7) / 8;
  assert(input.at + size <= bytes.size());
  std::memcpy(bytes.data() + input.at, &value, std::min(size, sizeof value));
}

class PointerSetter {
public:
  PointerSetter(const Subject &subject, const std::vector<Input> &inputs,
                std::span<const std::uint64_t> values)
      : subject_(subject), inputs_(inputs), values_(values) {}

  /// The test is labelled (model/objects.h).
  bool set(std::uint32_t number, std::uint64_t address) const {
    Value &pointer = *inputs_[number].value;
    if (address == 0)
      pointer = model::Null{};
    else if (address == addressOfNewObject(number, inputs_[number].width))
      pointer = newObject(inputs_[number].type);
    else if (const auto *owner = ownerOf(number, address))
      pointer = model::Inside{owner->label - 1, 0};
    else
      return false;
    return true;
  }

private:
  Value newObject(model::TypeId type) const {
    Value value = model::simplestValue(subject_, type);
    if (value.is<model::Null>()) // from inside an object, the simplest pointer is null
      value.become<model::Object>().parts = {
          model::simplestValue(subject_, subject_[type].element)};
    return value;
  }

  const model::Object *ownerOf(std::uint32_t number, std::uint64_t address) const {
    for (std::uint32_t i = 0; i < inputs_.size(); ++i)
      if (i != number && inputs_[i].isPointer && values_[i] == address)
        if (const auto *object = inputs_[i].value->find<model::Object>();
            object && object->label > 0)
          return object;
    return nullptr;
  }

  const Subject &subject_;
  const std::vector<Input> &inputs_;
  std::span<const std::uint64_t> values_;
};

/// A file that is there no longer has no length to which it could grow.
void forgetLengths(const Subject &subject, const TestCase &before, TestCase &changed) {
  for (std::size_t i = 0; i < changed.supplied.size(); ++i) {
    const auto &input = subject[changed.supplied[i].source].input;
    if (!input || input->kind != model::ProgramInput::Kind::File)
      continue;
    Value &stream = changed.supplied[i].value;
    if (stream.parts()[0].is<model::Null>() &&
        !before.supplied[i].value.parts()[0].is<model::Null>())
      std::ranges::fill(stream.parts()[1].memory(), '\0');
  }
}

} // namespace

std::uint64_t addressOfNewObject(std::uint32_t number, unsigned width) {
  if (width == 32)
    return newObjects32 + newObjectStep32 * (number & 0xffff);
  return newObjects + newObjectStep * number;
}

std::optional<TestCase> applyAssignment(const Subject &subject, const TestCase &test,
                                        std::span<const std::uint64_t> values,
                                        const solver::Assignment &assignment) {
  TestCase changed = test;
  const std::vector<Input> inputs = model::inputsOf(subject, changed, values.size());
  model::ObjectTable table;
  model::labelObjects(subject, changed, table);
  // Scalars first: a pointer that changes may take scalars with it.
  for (const auto &[number, value] : assignment)
    if (number < inputs.size() && !inputs[number].isPointer)
      setScalar(subject, inputs[number], value);
  const PointerSetter pointers(subject, inputs, values);
  for (const auto &[number, value] : assignment)
    if (number < inputs.size() && inputs[number].isPointer && value != values[number])
      if (!pointers.set(number, value))
        return std::nullopt;
  forgetLengths(subject, test, changed);
  model::growToLengths(subject, changed, mostElements);
  model::terminateTexts(subject, changed, mostElements);
  model::repairLiterals(subject, changed);
  model::numberObjects(subject, changed);
  return changed;
}

} // namespace generate
