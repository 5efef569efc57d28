// Adders are chains of full adders, products sums of shifted rows. A quotient by a constant is a
// new word q, bound by q * c + r == a with r < c: far fewer gates than a divider has, and the SAT
// solver may work from either end.
#include "solver/bits/words.h"

#include <algorithm>
#include <bit>

namespace solver::bits {

Word Words::constant(unsigned width, std::uint64_t value) {
  Word word(width);
  for (unsigned i = 0; i < width; ++i)
    word[i] = Gates::constant(i < 64 && (value >> i & 1) != 0);
  return word;
}

bool Words::isConstant(const Word &word) {
  return std::all_of(word.begin(), word.end(), Gates::isConstant);
}

std::uint64_t Words::valueOf(const Word &constant) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < constant.size() && i < 64; ++i)
    value |= static_cast<std::uint64_t>(constant[i] == Gates::yes) << i;
  return value;
}

Words::DoubleWord Words::inRun(const Word &word) const {
  DoubleWord value = 0;
  for (std::size_t i = 0; i < word.size(); ++i)
    value |= static_cast<DoubleWord>(gates_.inRun(word[i])) << i;
  return value;
}

Word Words::complement(Word a) {
  for (Literal &bit : a)
    bit = -bit;
  return a;
}

Word Words::offset(Word a) {
  a.back() = -a.back();
  return a;
}

Word Words::add(const Word &a, const Word &b, Literal carry) {
  Word sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = gates_.parity(a[i], b[i], carry);
    if (i + 1 < a.size())
      carry = gates_.majority(a[i], b[i], carry);
  }
  return sum;
}

/// a if the condition is false, else -a.
Word Words::negateIf(Literal condition, const Word &a) {
  Word turned = a;
  for (Literal &bit : turned)
    bit = gates_.differ(bit, condition);
  return add(turned, constant(static_cast<unsigned>(a.size()), 0), condition);
}

/// By digits -1, 0 and 1 of which no two neighbours differ from 0: the fewest sums.
Word Words::multiplyByConstant(const Word &a, std::uint64_t factor) {
  const auto width = static_cast<unsigned>(a.size());
  Word sum = constant(width, 0);
  bool carry = false;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned ones = (i < 64 ? factor >> i & 1 : 0) + carry;
    if (ones != 1) {
      carry = ones == 2;
      continue;
    }
    carry = i + 1 < 64 && (factor >> (i + 1) & 1) != 0; // 11 is 100 - 1
    Word row(i, Gates::no);
    row.insert(row.end(), a.begin(), a.end() - i);
    sum = carry ? subtract(sum, row) : add(sum, row);
  }
  return sum;
}

Word Words::multiply(const Word &a, const Word &b) {
  if (isConstant(a) && !isConstant(b))
    return multiply(b, a);
  Word product = isConstant(b) ? multiplyByConstant(a, valueOf(b)) : multiplyWords(a, b);
  if (!isConstant(product))
    hard_.push_back({a, b, {product}});
  return product;
}

Word Words::multiplyWords(const Word &a, const Word &b) {
  const auto rows = [](const Word &word) {
    return word.size() - static_cast<std::size_t>(std::count(word.begin(), word.end(), Gates::no));
  };
  const bool swapped = rows(a) < rows(b);
  const Word &top = swapped ? b : a, &side = swapped ? a : b;
  Word sum = constant(static_cast<unsigned>(a.size()), 0);
  for (std::size_t i = 0; i < side.size(); ++i) {
    if (side[i] == Gates::no)
      continue;
    Word row(i, Gates::no);
    for (std::size_t j = 0; i + j < side.size(); ++j)
      row.push_back(gates_.both(top[j], side[i]));
    sum = add(sum, row);
  }
  return sum;
}

/// The last borrow of a - b - first.
Literal Words::borrow(const Word &a, const Word &b, Literal first) {
  Literal borrow = first;
  for (std::size_t i = 0; i < a.size(); ++i)
    borrow = gates_.majority(-a[i], b[i], borrow);
  return borrow;
}

Literal Words::equal(const Word &a, const Word &b) {
  std::vector<Literal> same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    same[i] = -gates_.differ(a[i], b[i]);
  return gates_.all(std::move(same));
}

Word Words::choose(Literal condition, const Word &a, const Word &b) {
  Word chosen(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    chosen[i] = gates_.choice(condition, a[i], b[i]);
  return chosen;
}

Word Words::shiftRight(const Word &a, const Word &b, Literal fill) {
  Word shifted = a;
  std::vector<Literal> tooFar;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (i >= 32 || (std::size_t{1} << i) >= a.size()) {
      tooFar.push_back(b[i]);
      continue;
    }
    const std::size_t distance = std::size_t{1} << i;
    Word moved(shifted.begin() + static_cast<std::ptrdiff_t>(distance), shifted.end());
    moved.resize(a.size(), fill);
    shifted = choose(b[i], moved, shifted);
  }
  const Literal far = gates_.any(std::move(tooFar));
  return choose(far, Word(a.size(), fill), shifted);
}

Word Words::shiftLeft(const Word &a, const Word &b) {
  Word turned(a.rbegin(), a.rend());
  turned = shiftRight(turned, b, Gates::no);
  return {turned.rbegin(), turned.rend()};
}

Words::Division Words::divideByConstant(const Word &a, std::uint64_t divisor) {
  const auto width = static_cast<unsigned>(a.size());
  const auto low = static_cast<unsigned>(std::bit_width(divisor)) - 1;
  Division division{constant(width, 0), constant(width, 0)};
  if (std::has_single_bit(divisor)) {
    std::copy(a.begin() + low, a.end(), division.quotient.begin());
    std::copy_n(a.begin(), low, division.remainder.begin());
    return division;
  }
  const DoubleWord value = inRun(a);
  for (unsigned i = 0; i < width - low; ++i)
    division.quotient[i] = gates_.variable((value / divisor >> i & 1) != 0);
  for (unsigned i = 0; i < low + 1; ++i)
    division.remainder[i] = gates_.variable((value % divisor >> i & 1) != 0);
  // Two bits more, so that no product wraps around.
  const auto wide = [&](Word word) {
    word.resize(width + 2, Gates::no);
    return word;
  };
  const Word back =
      add(multiplyByConstant(wide(division.quotient), divisor), wide(division.remainder));
  const Word dividend = wide(a);
  for (unsigned i = 0; i < width + 2; ++i)
    gates_.unite(back[i], dividend[i]);
  gates_.clause({less(division.remainder, constant(width, divisor))});
  return division;
}

/// As by hand: bit by bit from the top. Division by zero gives what operations.h says, since zero
/// fits everywhere.
Words::Division Words::divideInSteps(const Word &a, const Word &b) {
  const std::size_t width = a.size();
  Word divisor = b, rest(width + 1, Gates::no);
  divisor.push_back(Gates::no);
  Division division{Word(width), {}};
  for (std::size_t i = width; i-- > 0;) {
    rest.pop_back();
    rest.insert(rest.begin(), a[i]);
    const Literal fits = lessEqual(divisor, rest);
    division.quotient[i] = fits;
    rest = choose(fits, subtract(rest, divisor), rest);
  }
  rest.pop_back();
  division.remainder = std::move(rest);
  return division;
}

const Words::Division &Words::divide(const Word &a, const Word &b) {
  const auto known = divisions_.find({a, b});
  if (known != divisions_.end())
    return known->second;
  const bool byConstant = isConstant(b) && valueOf(b) != 0;
  Division division = byConstant ? divideByConstant(a, valueOf(b)) : divideInSteps(a, b);
  hard_.push_back({a, b, {division.quotient, division.remainder}});
  return divisions_.emplace(std::pair(a, b), std::move(division)).first->second;
}

namespace {

Word joined(const Word &high, const Word &low) {
  Word word = low;
  word.insert(word.end(), high.begin(), high.end());
  return word;
}

Word doubled(Word word) {
  word.resize(2 * word.size(), Gates::no);
  return word;
}

Word lowerHalf(const Word &word) {
  return {word.begin(), word.begin() + static_cast<std::ptrdiff_t>(word.size() / 2)};
}

} // namespace

Word Words::highOfProduct(const Word &a, const Word &b) {
  const Word product = multiply(doubled(a), doubled(b));
  return {product.begin() + static_cast<std::ptrdiff_t>(a.size()), product.end()};
}

Word Words::wideQuotient(const Word &high, const Word &low, const Word &divisor) {
  return lowerHalf(unsignedQuotient(joined(high, low), doubled(divisor)));
}

Word Words::wideRemainder(const Word &high, const Word &low, const Word &divisor) {
  return lowerHalf(unsignedRemainder(joined(high, low), doubled(divisor)));
}

void Words::relate(const Hard &one, const Hard &other) {
  const Literal same = gates_.both(equal(one.a, other.a), equal(one.b, other.b));
  if (same == Gates::no)
    return;
  for (std::size_t i = 0; i < one.results.size(); ++i)
    for (std::size_t bit = 0; bit < one.a.size(); ++bit) {
      const Literal x = one.results[i][bit], y = other.results[i][bit];
      gates_.clause({-same, -x, y});
      gates_.clause({-same, x, -y});
    }
}

void Words::relateHardResults() {
  constexpr std::size_t mostPairs = 64;
  for (; related_ < hard_.size(); ++related_)
    for (std::size_t i = 0; i < related_ && relatedPairs_ < mostPairs; ++i) {
      const Hard &one = hard_[related_], &other = hard_[i];
      if (one.a.size() != other.a.size() || one.results.size() != other.results.size())
        continue;
      if (one.a != other.a && one.b != other.b)
        continue; // they would have to agree in too much
      ++relatedPairs_;
      relate(one, other);
    }
}

Word Words::signedQuotient(const Word &a, const Word &b) {
  const Literal signA = a.back(), signB = b.back();
  const Word quotient = unsignedQuotient(negateIf(signA, a), negateIf(signB, b));
  return negateIf(gates_.differ(signA, signB), quotient);
}

Word Words::signedRemainder(const Word &a, const Word &b) {
  const Literal signA = a.back();
  return negateIf(signA, unsignedRemainder(negateIf(signA, a), negateIf(b.back(), b)));
}

} // namespace solver::bits
