#include "execute/variation.h"

#include "abi/variation.h"

#include <cstring>

namespace execute {

using model::Input;

namespace {

constexpr std::size_t mostVaried = 256;

bool mayVary(const model::Subject &subject, const Input &input) {
  if (input.isPointer || input.longest || input.bitWidth || input.part != Input::Part::Whole ||
      input.width % 8 != 0 || input.offsetBits % 8 != 0)
    return false;
  return !input.type || subject[input.type].kind == model::TypeKind::Float ||
         subject[input.type].kind == model::TypeKind::Integer;
}

std::uint64_t valueOf(const Input &input) {
  std::uint64_t value = 0;
  std::memcpy(&value, input.value->bytes().data() + input.at, input.width / 8);
  return value;
}

} // namespace

std::vector<Input> variedInputs(const model::Subject &subject, model::TestCase &test) {
  std::vector<Input> inputs = model::inputsOf(subject, test, mostVaried);
  std::erase_if(inputs, [&](const Input &input) { return !mayVary(subject, input); });
  return inputs;
}

model::TestCase varied(const model::Subject &subject, const model::TestCase &test,
                       std::uint32_t seed, std::uint32_t index, std::uint32_t variant) {
  model::TestCase changed = test;
  const std::vector<Input> inputs = variedInputs(subject, changed);
  if (inputs.empty())
    return changed;
  std::uint64_t state = pincerVariantState(seed, index, variant);
  for (std::uint32_t left = pincerVariantChanges(&state); left > 0; --left) {
    const Input &input = inputs[pincerVariantNext(&state) % inputs.size()];
    const Input &other = inputs[pincerVariantNext(&state) % inputs.size()];
    const std::uint64_t value = pincerVaried(&state, valueOf(input), valueOf(other), input.width);
    std::memcpy(input.value->memory().data() + input.at, &value, input.width / 8);
  }
  return changed;
}

} // namespace execute
