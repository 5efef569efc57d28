#include "expr/pool.h"

#include "expr/simplify.h"
#include "support/hash.h"

#include <cassert>
#include <utility>

namespace expr {

namespace {

/// Rules make terms that are simplified in turn. Nothing ordinary nests deeper than this; what does
/// is kept as it is, so that a chain of a million terms can't overflow the stack.
constexpr unsigned mostDepth = 100;

std::uint64_t hashOf(const Term &term) {
  std::uint64_t h = static_cast<std::uint64_t>(term.operation) << 32 |
                    static_cast<std::uint64_t>(term.width) << 16 | term.extra;
  h = support::mixed(h, static_cast<std::uint64_t>(term.a.index) << 32 | term.b.index);
  h = support::mixed(h, term.c.index);
  return support::mixed(h, term.value);
}

} // namespace

Pool::Pool() : table_(1024), made_(2048) {}

TermId Pool::constant(unsigned width, std::uint64_t value) {
  Term term;
  term.width = static_cast<std::uint8_t>(width);
  term.value = value & maskOf(width);
  return intern(term, hashOf(term));
}

TermId Pool::input(unsigned width, std::uint32_t number) {
  Term term;
  term.operation = Operation::Input;
  term.width = static_cast<std::uint8_t>(width);
  term.value = number;
  return intern(term, hashOf(term));
}

TermId Pool::make(Operation operation, unsigned width, TermId a, TermId b, TermId c,
                  unsigned extra) {
  const auto widthOf = [&](TermId id) { return id ? terms_[id.index].width : 0u; };
  assert(operandCount(operation) > 0 &&
         fits(operation, width, extra, widthOf(a), widthOf(b), widthOf(c)));
  Term term;
  term.operation = operation;
  term.width = static_cast<std::uint8_t>(width);
  term.extra = static_cast<std::uint16_t>(extra);
  term.a = a;
  term.b = operandCount(operation) >= 2 ? b : TermId();
  term.c = operandCount(operation) >= 3 ? c : TermId();
  if (isCommutative(operation) && (isConstant(a) || (!isConstant(b) && b < a)))
    std::swap(term.a, term.b);
  const std::uint64_t hash = hashOf(term);
  if (const Made &made = made_[hash & (made_.size() - 1)]; made.got && made.asked == term)
    return made.got;
  if (depth_ == mostDepth)
    return intern(term, hash);
  ++depth_;
  const TermId simpler = simplify(*this, term);
  --depth_;
  const TermId got = simpler ? simpler : intern(term, hash);
  if (simpler)
    made_[hash & (made_.size() - 1)] = {term, got};
  return got;
}

TermId Pool::negation(TermId condition) {
  return make(Operation::Xor, 1, condition, boolean(true));
}

std::uint16_t Pool::leavesOf(const Term &term) const {
  constexpr unsigned most = 256;
  if (term.operation == Operation::Constant)
    return 1;
  if (term.operation == Operation::ZeroExtend && terms_[term.a.index].width == 1)
    return 2; // 1 or 0
  if (term.operation != Operation::Choose)
    return 0;
  const unsigned yes = constantLeaves(term.b), no = constantLeaves(term.c);
  return yes > 0 && no > 0 && yes + no <= most ? static_cast<std::uint16_t>(yes + no) : 0;
}

TermId Pool::intern(const Term &term, std::uint64_t hash) {
  if (2 * (terms_.size() + 1) > table_.size())
    grow();
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (table_[at] == 0) {
      assert(terms_.size() < TermId::none - 1);
      known_.push_back(knownBits(*this, term));
      leaves_.push_back(leavesOf(term));
      terms_.push_back(term);
      hasCalls_ = hasCalls_ || term.operation == Operation::Call;
      table_[at] = static_cast<std::uint32_t>(terms_.size());
      return TermId(terms_.size() - 1);
    }
    if (terms_[table_[at] - 1] == term)
      return TermId(table_[at] - 1);
  }
}

void Pool::grow() {
  table_.assign(2 * table_.size(), 0);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::size_t at = hashOf(terms_[i]) & mask;
    while (table_[at] != 0)
      at = (at + 1) & mask;
    table_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

} // namespace expr
