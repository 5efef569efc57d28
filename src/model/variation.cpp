#include "model/variation.h"

#include "model/inputs.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <span>

namespace model {

TestCase testOf(const Subject &subject, const Variation &variation) {
  TestCase test = *variation.base;
  const std::vector<Input> inputs =
      inputsOf(subject, test, std::numeric_limits<std::size_t>::max());
  for (const Variation::Change &change :
       std::span(variation.changes).first(variation.changeCount)) {
    const auto input = std::ranges::find_if(inputs, [&](const Input &each) {
      return each.object == change.object && each.offsetBits == std::uint64_t{change.offset} * 8 &&
             !each.isPointer;
    });
    assert(input != inputs.end() && input->width == change.size * 8);
    std::copy_n(change.bytes.begin(), change.size,
                input->value->memory().begin() + static_cast<std::ptrdiff_t>(input->at));
  }
  return test;
}

} // namespace model
