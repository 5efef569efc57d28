#include "backward/float_bits.h"

#include <unordered_set>
#include <vector>

namespace backward {
namespace {

using expr::Operation;
using expr::TermId;

enum class Use { Computes, Compares, None };

Use useOf(Operation operation) {
  switch (operation) {
  case Operation::FAdd:
  case Operation::FSub:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
  case Operation::FMulAdd:
  case Operation::FSqrt:
  case Operation::FRound:
  case Operation::FConvert:
  case Operation::Apply:
  case Operation::Call:
  case Operation::Extended:
    return Use::Computes;
  case Operation::FEqual:
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FUnordered:
  case Operation::FToInt:
    return Use::Compares;
  default:
    return Use::None;
  }
}

} // namespace

bool looksAtFloatBits(const expr::Pool &pool, std::span<const TermId> conditions) {
  // Only a choice hands a number on as it is. From the conditions down: below an operation on bits,
  // choices included, there must be no arithmetic.
  std::unordered_set<std::uint64_t> seen;
  std::vector<std::pair<TermId, bool>> work; // and whether its bits are looked at
  for (const TermId condition : conditions)
    work.emplace_back(condition, true);
  while (!work.empty()) {
    const auto [id, areBits] = work.back();
    work.pop_back();
    if (!seen.insert(std::uint64_t(id.index) << 1 | (areBits ? 1 : 0)).second)
      continue;
    const expr::Term &term = pool[id];
    const Use use = useOf(term.operation);
    if (use == Use::Computes && areBits)
      return true;
    const bool isChoice = term.operation == Operation::Choose;
    if (term.a)
      work.emplace_back(term.a, use == Use::None);
    for (const TermId operand : {term.b, term.c})
      if (operand)
        work.emplace_back(operand, isChoice ? areBits : use == Use::None);
  }
  return false;
}

} // namespace backward
