#include "model/inputs.h"

#include <algorithm>

// Walks a test in the order of abi/channel.h: the arguments, what is supplied, then what pointers
// refer to, in pre-order. (Objects are written by execute/encode in the same order; a test there
// compares.)

namespace model {
namespace {

class Collector {
public:
  Collector(const Subject &subject, std::size_t most) : subject_(subject), most_(most) {}

  void root(TypeId type, Value &value) {
    object_ = next_++;
    place(type, value, 0);
  }

  /// Works off the pointers met from `first` on, and what they lead to.
  void pointees(std::size_t first) {
    const std::size_t end = pointers_.size();
    for (std::size_t i = first; i < end; ++i) {
      const auto [type, value] = pointers_[i];
      pointee(type, *value);
    }
    pointers_.resize(first);
  }

  std::vector<Input> inputs;

private:
  void pointee(TypeId element, Value &value) {
    object_ = next_++;
    const Type &type = subject_[element];
    const std::size_t first = pointers_.size();
    if (value.parts.empty())
      bytes(elementScalar(element), value, 0);
    for (std::size_t i = 0; i < value.parts.size(); ++i)
      place(element, value.parts[i], i * type.size * 8);
    pointees(first);
  }

  /// Behind a void pointer there are plain bytes.
  std::optional<TypeId> elementScalar(TypeId element) const {
    if (!isKeptAsBytes(subject_, element))
      return std::nullopt;
    return scalarIn(element);
  }

  TypeId scalarIn(TypeId type) const {
    while (subject_[type].kind == TypeKind::Array)
      type = subject_[type].element;
    return type;
  }

  void add(Input input) {
    input.object = object_;
    if (input.width >= 1 && input.width <= 64 && inputs.size() < most_)
      inputs.push_back(input);
  }

  void bytes(std::optional<TypeId> scalar, Value &value, std::uint64_t offsetBits) {
    const std::uint64_t step = std::max<std::uint64_t>(1, scalar ? subject_[*scalar].size : 1);
    for (std::uint64_t at = 0; at + step <= value.bytes.size() && inputs.size() < most_; at += step)
      add({.value = &value,
           .at = at,
           .type = scalar.value_or(TypeId()),
           .offsetBits = offsetBits + at * 8,
           .width = static_cast<std::uint32_t>(step * 8)});
  }

  void place(TypeId id, Value &value, std::uint64_t offsetBits) {
    const Type &type = subject_[id];
    if (isKeptAsBytes(subject_, id))
      bytes(scalarIn(id), value, offsetBits);
    else if (type.kind == TypeKind::Pointer)
      pointer(id, value, offsetBits);
    else
      parts(type, value, offsetBits);
  }

  void pointer(TypeId id, Value &value, std::uint64_t offsetBits) {
    if (value.kind == Value::Kind::Object)
      pointers_.push_back({subject_[id].element, &value});
    add({.value = &value, .type = id, .offsetBits = offsetBits, .width = 64, .isPointer = true});
  }

  void parts(const Type &type, Value &value, std::uint64_t offsetBits) {
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
      if (type.kind == TypeKind::Array) {
        place(type.element, value.parts[i], offsetBits + i * subject_[type.element].size * 8);
        continue;
      }
      const std::size_t number = type.kind == TypeKind::Union ? value.object : i;
      const Field &field = type.fields[number];
      if (field.bitWidth)
        add({.value = &value.parts[i],
             .type = field.type,
             .bitWidth = field.bitWidth,
             .offsetBits = offsetBits + field.offsetBits,
             .width = *field.bitWidth});
      else
        place(field.type, value.parts[i], offsetBits + field.offsetBits);
    }
  }

  struct Pointer {
    TypeId element;
    Value *value;
  };

  const Subject &subject_;
  const std::size_t most_;
  std::uint32_t next_ = 0, object_ = 0;
  std::vector<Pointer> pointers_;
};

} // namespace

std::vector<Input> inputsOf(const Subject &subject, TestCase &test, std::size_t most) {
  Collector collector(subject, most);
  const Function &function = subject[test.function];
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    collector.root(function.parameters[i].type, test.arguments[i]);
  for (Supplied &supplied : test.supplied)
    collector.root(subject[supplied.source].type, supplied.value);
  collector.pointees(0);
  return std::move(collector.inputs);
}

} // namespace model
