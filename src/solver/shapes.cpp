// A form is hashed to 128 bits rather than kept: equal hashes are taken for equal forms. Terms are
// hashed in the order of a walk through the condition, each with the numbers that its operands got
// in the same walk.
#include "solver/shapes.h"

namespace solver {

namespace {

constexpr std::uint32_t mostTerms = 3'000; // in one condition: the walk must stay cheap

void mix(std::array<std::uint64_t, 2> &hash, std::uint64_t value) {
  hash[0] = (hash[0] ^ value) * 0x9e37'79b9'7f4a'7c15ull;
  hash[0] ^= hash[0] >> 32;
  hash[1] = (hash[1] + value) * 0xc2b2'ae3d'27d4'eb4full;
  hash[1] ^= hash[1] >> 29;
}

} // namespace

const Shape &Shapes::of(expr::TermId condition) {
  const auto known = shapes_.find(condition.index);
  if (known != shapes_.end())
    return known->second;
  return shapes_.emplace(condition.index, make(condition)).first->second;
}

Shape Shapes::make(expr::TermId condition) {
  Shape shape{{1, 1}, {}};
  std::uint32_t count = 0;
  numbers_.clear();
  work_.assign(1, condition);
  while (!work_.empty()) {
    const expr::TermId id = work_.back();
    const expr::Term &term = pool_[id];
    const std::size_t before = work_.size();
    if (numbers_[id] == TermMarks::none)
      for (const expr::TermId operand : {term.c, term.b, term.a})
        if (operand && numbers_[operand] == TermMarks::none)
          work_.push_back(operand);
    if (work_.size() > before)
      continue;
    work_.pop_back();
    if (numbers_[id] != TermMarks::none)
      continue;
    if (count == mostTerms)
      return {};
    numbers_.set(id, count++);
    mix(shape.hash, static_cast<std::uint64_t>(term.operation) << 32 |
                        static_cast<std::uint64_t>(term.extra) << 8 | term.width);
    for (const expr::TermId operand : {term.a, term.b, term.c})
      mix(shape.hash, operand ? numbers_[operand] : TermMarks::none);
    // An input is its place among the inputs, which the count of terms before it does not tell.
    if (term.operation == expr::Operation::Input)
      shape.inputs.push_back(static_cast<std::uint32_t>(term.value));
    else
      mix(shape.hash, term.value);
  }
  return shape;
}

} // namespace solver
