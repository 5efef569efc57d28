// One operation undone. An operand that stays has the value it has on the tape; where an operation
// forgets bits of an operand, they stay as they are.
#include "solver/goals.h"

#include "solver/modular.h"

#include <bit>
#include <utility>

namespace solver {

namespace {

using expr::maskOf;
using expr::Operation;
using expr::signBitOf;
using expr::signedValue;

/// Collects the ways for one goal.
class Undo {
public:
  Undo(const Tape &tape, const std::vector<std::uint64_t> &possible, const Goal &goal)
      : tape_(tape), possible_(possible), position_(goal.position), node_(tape[goal.position]),
        want_(goal.value) {}

  std::vector<Goals> ways();

private:
  bool isConstant(std::uint32_t position) const {
    return tape_[position].operation == Operation::Constant;
  }
  std::uint64_t a() const { return tape_.value(node_.a); }
  std::uint64_t b() const { return tape_.value(node_.b); }
  unsigned operandWidth() const { return tape_[node_.a].width; }
  std::uint64_t mask() const { return maskOf(operandWidth()); }

  void add(std::uint32_t position, std::uint64_t value) {
    value &= maskOf(tape_[position].width);
    if (!isConstant(position) && (value & ~possible_[position]) == 0)
      ways_.push_back({{position, value}});
  }
  void addBoth(std::uint64_t a, std::uint64_t b) {
    const auto impossible = [&](std::uint32_t position, std::uint64_t value) {
      return isConstant(position) ? tape_.value(position) != value
                                  : (value & ~possible_[position]) != 0;
    };
    if (!impossible(node_.a, a) && !impossible(node_.b, b))
      ways_.push_back({{node_.a, a}, {node_.b, b}});
  }

  bool splitByBits();
  void splitByRest(std::uint32_t multiple, std::uint32_t other);
  void sum();
  void product(std::uint32_t operand, std::uint64_t other);
  void quotient();
  void signedQuotient();
  void rest();
  void signedRest();
  void modularProduct(const Tape::Node &product, std::uint64_t modulus);
  void highOfProduct(std::uint32_t operand, std::uint64_t other);
  void wideQuotient();
  void wideRest();
  void conjunction();
  void disjunction();
  void shift();
  void equality();
  void less(bool isSigned, bool orEqual);
  void choice();
  void resized();

  const Tape &tape_;
  const std::vector<std::uint64_t> &possible_;
  const std::uint32_t position_;
  const Tape::Node &node_;
  const std::uint64_t want_;
  std::vector<Goals> ways_;
};

/// Operands that have no bit in common: each gets its part (bytes that make up a word).
bool Undo::splitByBits() {
  const std::uint64_t inA = possible_[node_.a], inB = possible_[node_.b];
  if ((inA & inB) != 0)
    return false;
  if ((want_ & ~(inA | inB)) == 0)
    addBoth(want_ & inA, want_ & inB);
  return true;
}

/// x * c + y: digits of a number. Values of y that leave a multiple of c, nearest to what it is.
void Undo::splitByRest(std::uint32_t multiple, std::uint32_t other) {
  const Tape::Node &product = tape_[multiple];
  if (product.operation != Operation::Mul || !isConstant(product.b) || isConstant(other))
    return;
  const std::uint64_t factor = tape_.value(product.b), now = tape_.value(other);
  if (factor < 2)
    return;
  const std::uint64_t near = now - now % factor + want_ % factor;
  for (const std::uint64_t value : {near, near + factor, near - factor})
    if ((value & ~possible_[other]) == 0)
      ways_.push_back({{multiple, (want_ - value) & mask()}, {other, value}});
}

void Undo::sum() {
  if (splitByBits())
    return;
  add(node_.a, want_ - b());
  add(node_.b, want_ - a());
  splitByRest(node_.a, node_.b);
  splitByRest(node_.b, node_.a);
}

/// Odd numbers have an inverse; of even ones the power of two is divided out.
void Undo::product(std::uint32_t operand, std::uint64_t other) {
  if (other == 0)
    return;
  const int zeros = std::countr_zero(other);
  if ((want_ & maskOf(static_cast<unsigned>(zeros))) != 0)
    return;
  const std::uint64_t odd = other >> zeros;
  std::uint64_t inverse = odd; // Newton's method doubles the right bits, from three, each time
  for (int i = 0; i < 5; ++i)
    inverse *= 2 - odd * inverse;
  const unsigned kept = operandWidth() - static_cast<unsigned>(zeros);
  const std::uint64_t value = ((want_ >> zeros) * inverse) & maskOf(kept);
  add(operand, value | (tape_.value(operand) & mask() & ~maskOf(kept)));
  add(operand, value);
}

void Undo::quotient() {
  add(node_.a, want_ * b());
  add(node_.a, want_ * b() + b() - 1);
  add(node_.b, want_ == 0 ? a() + 1 : a() / want_);
}

void Undo::signedQuotient() {
  const std::int64_t divisor = signedValue(b(), operandWidth());
  const std::int64_t dividend = signedValue(a(), operandWidth());
  const std::int64_t wanted = signedValue(want_, operandWidth());
  const std::uint64_t size =
      divisor < 0 ? 0 - static_cast<std::uint64_t>(divisor) : static_cast<std::uint64_t>(divisor);
  add(node_.a, want_ * b());
  add(node_.a, want_ * b() + (size - 1));
  add(node_.a, want_ * b() - (size - 1));
  if (wanted == -1)
    add(node_.b, 0 - a());
  else
    add(node_.b, wanted == 0 ? a() + 1 : static_cast<std::uint64_t>(dividend / wanted));
}

void Undo::rest() {
  if (b() != 0 && want_ >= b()) {
    add(node_.b, a() - want_);
    return;
  }
  if (b() != 0)
    add(node_.a, a() - a() % b() + want_);
  if (tape_[node_.a].operation == Operation::Mul)
    modularProduct(tape_[node_.a], b());
  add(node_.a, want_);
  if (a() > want_)
    add(node_.b, a() - want_);
}

/// The rest of a product: what a factor must be, the least one and the one nearest to what it is.
void Undo::modularProduct(const Tape::Node &product, std::uint64_t modulus) {
  if (modulus == 0)
    return;
  for (const auto &[factor, other] : {std::pair(product.a, product.b), {product.b, product.a}}) {
    const auto least = quotientModulo(want_, tape_.value(other), modulus);
    if (isConstant(factor) || !least)
      continue;
    const std::uint64_t now = tape_.value(factor);
    if (now >= modulus)
      add(factor, now - now % modulus + *least);
    add(factor, *least);
  }
}

__extension__ using DoubleWord = unsigned __int128;

/// The least and the greatest number whose product has this upper half.
void Undo::highOfProduct(std::uint32_t operand, std::uint64_t other) {
  if (other == 0)
    return;
  const DoubleWord first = static_cast<DoubleWord>(want_) << node_.width;
  const DoubleWord last = first + maskOf(node_.width);
  for (const DoubleWord value : {(first + other - 1) / other, last / other})
    if (value <= mask())
      add(operand, static_cast<std::uint64_t>(value));
}

void Undo::wideQuotient() {
  const DoubleWord dividend = static_cast<DoubleWord>(want_) * tape_.value(node_.c);
  addBoth(static_cast<std::uint64_t>(dividend >> node_.width),
          static_cast<std::uint64_t>(dividend) & mask());
}

void Undo::wideRest() {
  const Tape::Node &high = tape_[node_.a], &low = tape_[node_.b];
  const std::uint64_t divisor = tape_.value(node_.c);
  if (divisor == 0 || want_ >= divisor)
    return;
  if (high.operation == Operation::MulHigh && low.operation == Operation::Mul && high.a == low.a &&
      high.b == low.b)
    modularProduct(low, divisor);
  const std::uint64_t now = tape_.value(position_);
  if (b() >= now && mask() - (b() - now) >= want_) // nothing carried
    add(node_.b, b() - now + want_);
  addBoth(0, want_);
}

void Undo::signedRest() {
  const std::uint64_t now = tape_.value(position_);
  add(node_.a, a() - now + want_);
  add(node_.a, want_);
  add(node_.a, want_ + b());
  add(node_.a, want_ - b());
  add(node_.b, a() - want_);
}

void Undo::conjunction() {
  if (want_ == maskOf(node_.width)) {
    addBoth(want_, want_);
    return;
  }
  if ((want_ & ~b()) == 0)
    add(node_.a, want_ | (a() & ~b()));
  if ((want_ & ~a()) == 0)
    add(node_.b, want_ | (b() & ~a()));
  if ((want_ & ~b()) != 0 || (want_ & ~a()) != 0)
    addBoth(want_, want_);
}

void Undo::disjunction() {
  if (want_ == 0) {
    addBoth(0, 0);
    return;
  }
  if (splitByBits())
    return;
  if ((b() & ~want_) == 0)
    add(node_.a, (want_ & ~b()) | (a() & b()));
  if ((a() & ~want_) == 0)
    add(node_.b, (want_ & ~a()) | (b() & a()));
  if (!isConstant(node_.b))
    addBoth(want_ & possible_[node_.a], want_ & possible_[node_.b]);
}

/// By the amount on the tape; amounts themselves are left to other layers.
void Undo::shift() {
  if (b() >= node_.width)
    return;
  const auto amount = static_cast<unsigned>(b());
  if (node_.operation == Operation::Shl)
    add(node_.a, want_ >> amount | (a() & ~(mask() >> amount)));
  else
    add(node_.a, want_ << amount | (a() & ~(mask() << amount)));
}

void Undo::equality() {
  if (want_ != 0) {
    add(node_.a, b());
    add(node_.b, a());
    return;
  }
  for (const std::uint64_t difference :
       {std::uint64_t{1}, ~std::uint64_t{0}, signBitOf(operandWidth())}) {
    add(node_.a, b() + difference);
    add(node_.b, a() + difference);
  }
}

/// Signed comparisons are unsigned ones with the order shifted by half the range.
void Undo::less(bool isSigned, bool orEqual) {
  const std::uint64_t shift = isSigned ? signBitOf(operandWidth()) : 0, most = mask();
  // Not (a < b) is b <= a, so that only `low <(=) high` remains.
  const bool swapped = want_ == 0;
  const std::uint32_t low = swapped ? node_.b : node_.a, high = swapped ? node_.a : node_.b;
  const std::uint64_t gap = orEqual == swapped ? 1 : 0;
  const std::uint64_t lowValue = tape_.value(low) ^ shift, highValue = tape_.value(high) ^ shift;
  const auto set = [&](std::uint32_t position, std::uint64_t value) {
    add(position, value ^ shift);
  };
  if (highValue >= gap)
    set(low, highValue - gap);
  if (lowValue <= most - gap)
    set(high, lowValue + gap);
  if (highValue >= gap + 1)
    set(low, highValue - gap - 1);
  if (lowValue <= most - gap - 1 && most > gap)
    set(high, lowValue + gap + 1);
  set(low, 0);
  set(high, most);
}

void Undo::choice() {
  const bool first = a() != 0;
  const std::uint32_t taken = first ? node_.b : node_.c, other = first ? node_.c : node_.b;
  add(taken, want_);
  if (tape_.value(other) == want_)
    add(node_.a, !first);
  else if (!isConstant(other))
    ways_.push_back({{node_.a, !first}, {other, want_}});
}

void Undo::resized() {
  switch (node_.operation) {
  case Operation::ZeroExtend:
    if ((want_ & ~mask()) == 0)
      add(node_.a, want_);
    break;
  case Operation::SignExtend:
    if ((static_cast<std::uint64_t>(signedValue(want_ & mask(), operandWidth())) &
         maskOf(node_.width)) == want_)
      add(node_.a, want_);
    break;
  case Operation::Extract:
    add(node_.a, (a() & ~(maskOf(node_.width) << node_.extra)) | want_ << node_.extra);
    break;
  default: // Concat
    addBoth(want_ >> tape_[node_.b].width, want_ & maskOf(tape_[node_.b].width));
  }
}

std::vector<Goals> Undo::ways() {
  switch (node_.operation) {
  case Operation::Constant:
  case Operation::Input:
    break;
  case Operation::Add:
    sum();
    break;
  case Operation::Sub:
    add(node_.a, want_ + b());
    add(node_.b, a() - want_);
    break;
  case Operation::Xor:
    if (splitByBits())
      break;
    add(node_.a, want_ ^ b());
    add(node_.b, want_ ^ a());
    break;
  case Operation::Mul:
    product(node_.a, b());
    product(node_.b, a());
    break;
  case Operation::MulHigh:
    highOfProduct(node_.a, b());
    highOfProduct(node_.b, a());
    break;
  case Operation::WideDiv:
    wideQuotient();
    break;
  case Operation::WideRem:
    wideRest();
    break;
  case Operation::UDiv:
    quotient();
    break;
  case Operation::SDiv:
    signedQuotient();
    break;
  case Operation::URem:
    rest();
    break;
  case Operation::SRem:
    signedRest();
    break;
  case Operation::And:
    conjunction();
    break;
  case Operation::Or:
    disjunction();
    break;
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
    shift();
    break;
  case Operation::Equal:
    equality();
    break;
  case Operation::ULess:
    less(false, false);
    break;
  case Operation::ULessEqual:
    less(false, true);
    break;
  case Operation::SLess:
    less(true, false);
    break;
  case Operation::SLessEqual:
    less(true, true);
    break;
  case Operation::Choose:
    choice();
    break;
  case Operation::ZeroExtend:
  case Operation::SignExtend:
  case Operation::Extract:
  case Operation::Concat:
    resized();
    break;
  default: // floating point
    break;
  }
  return std::move(ways_);
}

std::uint64_t possibleBitsOf(const Tape &tape, const Tape::Node &node,
                             const std::vector<std::uint64_t> &below) {
  const std::uint64_t mask = maskOf(node.width);
  const bool constantShift = node.b != Tape::none &&
                             tape[node.b].operation == Operation::Constant &&
                             tape.value(node.b) < node.width;
  switch (node.operation) {
  case Operation::And:
    return below[node.a] & below[node.b];
  case Operation::Or:
  case Operation::Xor:
    return below[node.a] | below[node.b];
  case Operation::Add: // without a carry it is Or
    return (below[node.a] & below[node.b]) == 0 ? below[node.a] | below[node.b] : mask;
  case Operation::Shl:
    return constantShift ? below[node.a] << tape.value(node.b) & mask : mask;
  case Operation::LShr:
    return constantShift ? below[node.a] >> tape.value(node.b) : mask;
  case Operation::Choose:
    return below[node.b] | below[node.c];
  case Operation::ZeroExtend:
    return below[node.a];
  case Operation::Extract:
    return below[node.a] >> node.extra & mask;
  case Operation::Concat:
    return below[node.a] << tape[node.b].width | below[node.b];
  default:
    return mask;
  }
}

} // namespace

std::vector<std::uint64_t> possibleBits(const Tape &tape) {
  std::vector<std::uint64_t> bits;
  bits.reserve(tape.size());
  for (std::uint32_t i = 0; i < tape.size(); ++i)
    bits.push_back(tape[i].operation == Operation::Constant ? tape.value(i)
                                                            : possibleBitsOf(tape, tape[i], bits));
  return bits;
}

std::vector<Goals> waysTo(const Tape &tape, const std::vector<std::uint64_t> &possible,
                          const Goal &goal) {
  return Undo(tape, possible, goal).ways();
}

} // namespace solver
