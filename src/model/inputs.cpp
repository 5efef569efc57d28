#include "model/inputs.h"

#include "model/program.h"

#include <algorithm>
#include <limits>

// Walks a test in the order of abi/channel.h: the arguments, what is supplied, then what pointers
// refer to, in pre-order. (Objects are written by execute/encode in the same order; a test there
// compares.)

namespace model {
namespace {

class Collector {
public:
  Collector(const Subject &subject, std::size_t most, bool withNames)
      : subject_(subject), most_(most), withNames_(withNames) {}

  void root(TypeId type, Value &value, const std::string &name) {
    object_ = next_++;
    place(type, value, 0, named(name));
  }

  void argument(const Function &function, std::size_t i, Value &value) {
    const std::size_t first = inputs.size();
    root(function.parameters[i].type, value, function.parameters[i].name);
    markLength(function.lengthPairs, i, first);
    if (function.parameters[i].count > 0 && first < inputs.size())
      inputs[first].isCounted = true;
  }

  /// What roots from now on hold is no input.
  void setFixed(bool isFixed) { isFixed_ = isFixed; }

  /// So many roots hold no inputs.
  void skip(std::size_t roots) { next_ += static_cast<std::uint32_t>(roots); }

  void supplied(Supplied &supplied) {
    const Supply &source = subject_[supplied.source];
    const bool isVariable = source.kind == Supply::Kind::Variable;
    const std::size_t first = inputs.size();
    root(source.type, supplied.value,
         source.input ? shownName(source)
         : isVariable ? source.name
                      : source.name + "() #" + std::to_string(supplied.index + 1));
    for (const LengthPair &pair : subject_.supplyPairs)
      if (SupplyId(pair.length) == supplied.source)
        limitLength(first, subject_[subject_.supplies[pair.pointer].type].count);
  }

  /// Works off the pointers met from `first` on, and what they lead to.
  void pointees(std::size_t first) {
    const std::size_t end = pointers_.size();
    for (std::size_t i = first; i < end; ++i) {
      const Pointer pointer = pointers_[i];
      isFixed_ = pointer.isFixed;
      pointee(pointer.element, *pointer.value, pointer.name);
    }
    pointers_.resize(first);
  }

  std::vector<Input> inputs;
  std::vector<std::string> names;

private:
  /// Names cost more than all the rest: they are only put together when asked for.
  std::string named(const auto &...parts) const {
    if (!withNames_)
      return {};
    std::string name;
    ((name += parts), ...);
    return name;
  }
  std::string member(const std::string &record, const Field &field) const {
    if (!withNames_)
      return {};
    const bool isPointee = record.starts_with("(*") && record.ends_with(')');
    return isPointee ? record.substr(2, record.size() - 3) + "->" + field.name
                     : record + "." + field.name;
  }
  std::string element(const std::string &array, std::uint64_t i) const {
    return withNames_ ? array + "[" + std::to_string(i) + "]" : std::string();
  }

  void pointee(TypeId element, Value &value, const std::string &name) {
    object_ = next_++;
    const Type &type = subject_[element];
    const std::size_t first = pointers_.size();
    if (value.parts().empty())
      bytes(elementScalar(element), value, 0, name);
    const bool isOne = value.parts().size() == 1;
    for (std::size_t i = 0; i < value.parts().size(); ++i)
      place(element, value.parts()[i], i * type.size * 8,
            isOne ? named("(*", name, ")") : this->element(name, i));
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

  void markLength(const std::vector<LengthPair> &pairs, std::size_t i, std::size_t first) {
    if (std::any_of(pairs.begin(), pairs.end(),
                    [&](const LengthPair &pair) { return pair.length == i; }))
      limitLength(first, std::numeric_limits<std::uint64_t>::max());
    if (first < inputs.size() && inputs[first].isPointer)
      inputs[first].isCounted |= std::any_of(
          pairs.begin(), pairs.end(), [&](const LengthPair &pair) { return pair.pointer == i; });
  }
  void limitLength(std::size_t first, std::uint64_t longest) {
    if (first < inputs.size() && !inputs[first].isPointer)
      inputs[first].longest = longest;
  }

  void add(Input input, const std::string &name) {
    input.object = object_;
    if (isFixed_ || input.width < 1 || input.width > 64 || inputs.size() >= most_)
      return;
    inputs.push_back(input);
    if (withNames_)
      names.push_back(name);
  }

  void bytes(std::optional<TypeId> scalar, Value &value, std::uint64_t offsetBits,
             const std::string &name) {
    const std::uint64_t step = std::max<std::uint64_t>(1, scalar ? subject_[*scalar].size : 1);
    for (std::uint64_t at = 0;
         !isFixed_ && at + step <= value.bytes().size() && inputs.size() < most_; at += step) {
      const Input input{.value = &value,
                        .at = at,
                        .type = scalar.value_or(TypeId()),
                        .offsetBits = offsetBits + at * 8,
                        .width = static_cast<std::uint32_t>(step * 8)};
      const std::string shown =
          value.is<Bytes>() && value.bytes().size() == step ? name : element(name, at / step);
      if (step > 8)
        large(input, shown);
      else
        add(input, shown);
    }
  }

  /// A scalar of more than 64 bits.
  void large(Input input, const std::string &name) {
    const bool isInteger = subject_[input.type].kind == TypeKind::Integer;
    input.width = 64;
    input.part = isInteger ? Input::Part::Word : Input::Part::Double;
    add(input, name);
    if (!isInteger)
      return;
    input.at += 8;
    input.offsetBits += 64;
    add(input, named("(", name, " >> 64)"));
  }

  void place(TypeId id, Value &value, std::uint64_t offsetBits, const std::string &name) {
    const Type &type = subject_[id];
    if (isKeptAsBytes(subject_, id))
      bytes(scalarIn(id), value, offsetBits, name);
    else if (type.kind == TypeKind::Pointer)
      pointer(id, value, offsetBits, name);
    else
      parts(type, value, offsetBits, name);
  }

  void pointer(TypeId id, Value &value, std::uint64_t offsetBits, const std::string &name) {
    if (value.is<FromSlot>()) // what an earlier step returned
      return;
    if (value.is<Object>())
      pointers_.push_back({subject_[id].element, &value, name, isFixed_});
    const auto width = static_cast<std::uint32_t>(8 * subject_[id].size);
    add({.value = &value, .type = id, .offsetBits = offsetBits, .width = width, .isPointer = true},
        name);
  }

  void parts(const Type &type, Value &value, std::uint64_t offsetBits, const std::string &name) {
    for (std::size_t i = 0; i < value.parts().size(); ++i) {
      if (type.kind == TypeKind::Array) {
        place(type.element, value.parts()[i], offsetBits + i * subject_[type.element].size * 8,
              element(name, i));
        continue;
      }
      const std::size_t number = type.kind == TypeKind::Union ? value.as<UnionPart>().field : i;
      const Field &field = type.fields[number];
      const std::size_t first = inputs.size();
      if (field.bitWidth)
        add({.value = &value.parts()[i],
             .type = field.type,
             .bitWidth = field.bitWidth,
             .offsetBits = offsetBits + field.offsetBits,
             .width = *field.bitWidth},
            member(name, field));
      else
        place(field.type, value.parts()[i], offsetBits + field.offsetBits, member(name, field));
      markLength(type.lengthPairs, number, first);
    }
  }

  struct Pointer {
    TypeId element;
    Value *value;
    std::string name;
    bool isFixed;
  };

  const Subject &subject_;
  const std::size_t most_;
  const bool withNames_;
  bool isFixed_ = false;
  std::uint32_t next_ = 0, object_ = 0;
  std::vector<Pointer> pointers_;
};

Collector collect(const Subject &subject, TestCase &test, std::size_t most, bool withNames) {
  Collector collector(subject, most, withNames);
  collector.setFixed(test.hasFixedArguments);
  for (Step &step : test.steps)
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      collector.argument(subject[step.callable], i, step.arguments[i]);
  for (const Step &step : test.observers)
    collector.skip(step.arguments.size());
  for (Supplied &supplied : test.supplied) {
    collector.setFixed(supplied.isFixed);
    collector.supplied(supplied);
  }
  collector.pointees(0);
  return collector;
}

} // namespace

std::vector<Input> inputsOf(const Subject &subject, TestCase &test, std::size_t most) {
  return collect(subject, test, most, false).inputs;
}

std::vector<std::string> inputNames(const Subject &subject, TestCase &test, std::size_t most) {
  return collect(subject, test, most, true).names;
}

} // namespace model
