#include "campaign/enlarge.h"

#include <algorithm>

namespace campaign {

using namespace model;

namespace {

bool hasLength(const std::vector<LengthPair> &pairs, std::size_t pointer) {
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](const LengthPair &pair) { return pair.pointer == pointer; });
}

/// Enlarges below `value`; true if anything grew. `isBound`: a length speaks of this very pointer.
bool enlarge(const Subject &subject, TypeId id, Value &value, bool isBound, std::size_t most) {
  const Type &type = subject[id];
  bool grew = false;
  if (value.is<Object>()) {
    const std::uint64_t size = pointeeSize(subject, type.element);
    if (!isBound && isPointeeKeptAsBytes(subject, type.element) && size != 0 &&
        value.bytes().size() / size < most) {
      value.memory().resize(most * size);
      grew = true;
    }
    for (Value &part : value.parts())
      grew |= enlarge(subject, type.element, part, false, most);
  } else {
    for (std::size_t i = 0; i < value.parts().size(); ++i) {
      const bool isArray = type.kind == TypeKind::Array;
      grew |= enlarge(subject, isArray ? type.element : fieldOf(type, value, i).type,
                      value.parts()[i], !isArray && hasLength(type.lengthPairs, i), most);
    }
  }
  return grew;
}

} // namespace

std::optional<TestCase> enlarged(const Subject &subject, const TestCase &test, std::size_t most) {
  TestCase larger = test;
  bool grew = false;
  for (Step &step : larger.steps) {
    const Function &function = subject[step.callable];
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      grew |= enlarge(subject, function.parameters[i].type, step.arguments[i],
                      hasLength(function.lengthPairs, i), most);
  }
  if (!grew)
    return std::nullopt;
  return larger;
}

std::optional<TestCase> withRoomyObjects(const Subject &subject, const TestCase &test,
                                         std::uint8_t room) {
  TestCase roomy = test;
  for (std::size_t s = 0; s + 1 < roomy.steps.size(); ++s) {
    Step &step = roomy.steps[s];
    const Function &function = subject[step.callable];
    for (std::size_t i = 0; i < step.arguments.size() && step.slot; ++i)
      if (const Type &type = subject[function.parameters[i].type];
          type.kind == TypeKind::Integer && !type.isChar && step.arguments[i].is<Bytes>()) {
        std::string &bytes = step.arguments[i].memory();
        std::ranges::fill(bytes, '\0');
        bytes.front() = static_cast<char>(room);
      }
  }
  return roomy == test ? std::nullopt : std::optional(std::move(roomy));
}

} // namespace campaign
