// Tests that differ in a few scalars from one that did something new.
//
// They are what random search makes most of where a run takes less time than to put a test
// together: no values are copied, and nothing is encoded but what changes.
#include "generate/random/variations.h"

#include "model/inputs.h"

#include <algorithm>
#include <cstring>

namespace generate {

using model::Input;
using model::Type;
using model::TypeKind;
using model::Variation;

namespace {

constexpr std::size_t mostScalars = 4096;

/// Behind a pointer to void.
const Type &byteType() {
  static const Type byte{.kind = TypeKind::Integer, .size = 1};
  return byte;
}

/// Characters of an object are a text's, and end in a NUL that stays.
bool isInText(const Type &type, const Input &input) {
  return type.isChar && type.size == 1 && input.value->is<model::Object>();
}

bool canChange(const Type &type, const Input &input) {
  const bool isNul = isInText(type, input) && input.at + 1 == input.value->bytes().size();
  return !input.isPointer && !input.bitWidth && !input.longest &&
         input.part == Input::Part::Whole && type.size * 8 == input.width && !isNul;
}

} // namespace

Scalars::Scalars(const model::Subject &subject, const model::TestCase &test) {
  model::TestCase named = test; // inputs refer to a test that could be changed
  for (const Input &input : model::inputsOf(subject, named, mostScalars)) {
    const Type &type = input.type ? subject[input.type] : byteType();
    if (!canChange(type, input))
      continue;
    Scalar scalar{.now = {.object = input.object,
                          .offset = static_cast<std::uint32_t>(input.offsetBits / 8),
                          .size = input.width / 8},
                  .type = &type,
                  .isInText = isInText(type, input)};
    std::memcpy(scalar.now.bytes.data(), input.value->bytes().data() + input.at, scalar.now.size);
    if (scalars_.empty() || scalars_.back().now.object != input.object)
      firsts_.push_back(scalars_.size());
    scalars_.push_back(scalar);
  }
  firsts_.push_back(scalars_.size());
}

void vary(const Scalars &scalars, ScalarSource &source, support::Rng &rng, Variation &out) {
  source.startTest();
  out.changeCount = 0;
  const std::uint64_t changes = rng.oneIn(2) ? 1 : 1 + rng.below(Variation::mostChanges);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const Scalars::Scalar &scalar = scalars.any(rng), &other = scalars.any(rng);
    Variation::Change &change = out.changes[out.changeCount];
    change = scalar.now;
    if (other.now.size == change.size && rng.oneIn(8)) {
      change.bytes = other.now.bytes;
    } else {
      source.remember(*other.type, other.now.bytes.data());
      source.mutate(*scalar.type, std::nullopt, change.bytes.data());
    }
    if (!scalar.isInText || change.bytes[0] != 0)
      ++out.changeCount;
  }
}

} // namespace generate
