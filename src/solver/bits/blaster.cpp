#include "solver/bits/blaster.h"

#include "expr/floating.h"

#include <algorithm>

namespace solver::bits {

using expr::Operation;

namespace {

/// Numbers with a fraction: any word may be what comes out.
bool isUnbound(Operation operation) {
  return expr::isFloating(operation) || operation == Operation::Extended;
}

} // namespace

Word Blaster::made(expr::TermId term) const {
  const auto begin = literals_.begin() + places_[term.index];
  return {begin, begin + pool_[term].width};
}

void Blaster::keep(expr::TermId term, const Word &word) {
  if (term.index >= places_.size())
    places_.resize(term.index + term.index / 2 + 64, none);
  places_[term.index] = static_cast<std::uint32_t>(literals_.size());
  // What the pool knows of single bits may be more than the gates show.
  const expr::KnownBits &known = pool_.known(term);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool isKnown = ((known.zeros | known.ones) >> i & 1) != 0;
    literals_.push_back(isKnown ? Gates::constant((known.ones >> i & 1) != 0) : word[i]);
  }
}

Word Blaster::input(std::uint32_t number) const {
  const auto known = inputs_.find(number);
  return known == inputs_.end() ? Word() : made(known->second);
}

Word Blaster::variables(unsigned width, std::uint64_t value) {
  Word word(width);
  for (unsigned i = 0; i < width; ++i)
    word[i] = gates_.variable((value >> i & 1) != 0);
  return word;
}

Word Blaster::word(expr::TermId root, const RunValue &run) {
  work_.push_back(root);
  while (!work_.empty()) {
    const expr::TermId id = work_.back();
    if (isMade(id)) {
      work_.pop_back();
      continue;
    }
    const std::size_t before = work_.size();
    const expr::Term &term = pool_[id];
    if (!isUnbound(term.operation))
      for (const expr::TermId operand : {term.c, term.b, term.a})
        if (operand && !isMade(operand))
          work_.push_back(operand);
    if (work_.size() > before)
      continue;
    work_.pop_back();
    keep(id, make(id, run));
    if (term.operation == Operation::Equal && (isChoice(term.a) || isChoice(term.b)))
      choicesCompared_.push_back(id);
  }
  return made(root);
}

/// a == b, where choices are looked through.
Literal Blaster::equalByChoices(expr::TermId a, expr::TermId b) {
  constexpr std::size_t mostEqualities = 4'000;
  if (!isChoice(b))
    std::swap(a, b);
  if (!isChoice(b) || equalByChoices_.size() >= mostEqualities)
    return words_.equal(made(a), made(b));
  const auto known = equalByChoices_.find({a.index, b.index});
  if (known != equalByChoices_.end())
    return known->second;
  equalByChoices_.emplace(std::pair(a.index, b.index), Gates::no); // counts already
  const expr::Term &choice = pool_[b];
  const Literal chosen =
      gates_.choice(made(choice.a)[0], equalByChoices(a, choice.b), equalByChoices(a, choice.c));
  return equalByChoices_[{a.index, b.index}] = chosen;
}

void Blaster::sayMore() {
  words_.relateHardResults();
  for (const expr::TermId equal : choicesCompared_) {
    const expr::Term &term = pool_[equal];
    gates_.unite(made(equal)[0], equalByChoices(term.a, term.b));
  }
  choicesCompared_.clear();
}

Word Blaster::make(expr::TermId id, const RunValue &run) {
  const expr::Term &term = pool_[id];
  if (term.operation == Operation::Constant)
    return Words::constant(term.width, term.value);
  if (term.operation == Operation::Input) {
    const auto number = static_cast<std::uint32_t>(term.value);
    inputs_.emplace(number, id);
    return variables(term.width, run(number));
  }
  if (isUnbound(term.operation))
    return variables(term.width, 0);
  return operation(term);
}

Word Blaster::operation(const expr::Term &term) {
  const Word a = made(term.a), b = term.b ? made(term.b) : Word();
  const auto bitwise = [&](auto gate) {
    Word result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      result[i] = gate(a[i], b[i]);
    return result;
  };
  const auto extended = [&](Literal fill) {
    Word result = a;
    result.resize(term.width, fill);
    return result;
  };
  switch (term.operation) {
  case Operation::Add:
    return words_.add(a, b);
  case Operation::Sub:
    return words_.subtract(a, b);
  case Operation::Mul:
    return words_.multiply(a, b);
  case Operation::UDiv:
    return words_.unsignedQuotient(a, b);
  case Operation::SDiv:
    return words_.signedQuotient(a, b);
  case Operation::URem:
    return words_.unsignedRemainder(a, b);
  case Operation::SRem:
    return words_.signedRemainder(a, b);
  case Operation::And:
    return bitwise([&](Literal x, Literal y) { return gates_.both(x, y); });
  case Operation::Or:
    return bitwise([&](Literal x, Literal y) { return gates_.either(x, y); });
  case Operation::Xor:
    return bitwise([&](Literal x, Literal y) { return gates_.differ(x, y); });
  case Operation::Shl:
    return words_.shiftLeft(a, b);
  case Operation::LShr:
    return words_.shiftRight(a, b, Gates::no);
  case Operation::AShr:
    return words_.shiftRight(a, b, a.back());
  case Operation::Equal:
    return {words_.equal(a, b)};
  case Operation::ULess:
    return {words_.less(a, b)};
  case Operation::ULessEqual:
    return {words_.lessEqual(a, b)};
  case Operation::SLess:
    return {words_.less(Words::offset(a), Words::offset(b))};
  case Operation::SLessEqual:
    return {words_.lessEqual(Words::offset(a), Words::offset(b))};
  case Operation::Choose:
    return words_.choose(a[0], b, made(term.c));
  case Operation::ZeroExtend:
    return extended(Gates::no);
  case Operation::SignExtend:
    return extended(a.back());
  case Operation::Extract:
    return {a.begin() + term.extra, a.begin() + term.extra + term.width};
  case Operation::Concat: {
    Word result = b;
    result.insert(result.end(), a.begin(), a.end());
    return result;
  }
  case Operation::MulHigh:
    return words_.highOfProduct(a, b);
  case Operation::WideDiv:
    return words_.wideQuotient(a, b, made(term.c));
  case Operation::WideRem:
    return words_.wideRemainder(a, b, made(term.c));
  default: // nothing is known of it
    return variables(term.width, 0);
  }
}

std::uint64_t gatesFor(const Tape &tape) {
  std::uint64_t gates = 0;
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    const std::uint64_t width = node.a == Tape::none ? node.width : tape[node.a].width;
    const bool byConstant = node.b != Tape::none && tape[node.b].operation == Operation::Constant;
    switch (node.operation) {
    case Operation::Mul:
      gates += byConstant ? 4 * width : width * width;
      break;
    case Operation::MulHigh:
      gates += byConstant ? 8 * width : 3 * width * width;
      break;
    case Operation::WideDiv:
    case Operation::WideRem:
      gates += tape[node.c].operation == Operation::Constant ? 20 * width : 12 * width * width;
      break;
    case Operation::UDiv:
    case Operation::URem:
    case Operation::SDiv:
    case Operation::SRem:
      gates += byConstant ? 10 * width : 3 * width * width;
      break;
    case Operation::Shl:
    case Operation::LShr:
    case Operation::AShr:
      gates += byConstant ? 0 : 6 * width;
      break;
    case Operation::Constant:
    case Operation::ZeroExtend:
    case Operation::SignExtend:
    case Operation::Extract:
    case Operation::Concat:
      break;
    case Operation::Add:
    case Operation::Sub:
      gates += 2 * width;
      break;
    default:
      gates += std::max<std::uint64_t>(width, node.width);
    }
  }
  return gates;
}

} // namespace solver::bits
