#include "expr/predicate.h"

#include "expr/floating.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <utility>

// A parser by precedence, as C has it. Values carry C's types: integers of at least 32 bits with or
// without a sign, float, double; a truth value is an int that is 0 or 1.

namespace expr {

using support::Error;
using support::Result;

namespace {

struct Value {
  TermId term;
  bool isSigned = true;
  bool isFloat = false;
};

struct BinaryOperator {
  const char *sign;
  int level;
};
/// Longer signs first where one begins with another.
constexpr BinaryOperator operators[] = {
    {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<<", 8}, {">>", 8},
    {"<=", 7}, {">=", 7}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
    {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

class Parser {
public:
  Parser(Pool &pool, std::string_view text, std::span<const NamedNumber> names)
      : pool_(pool), text_(text), rest_(text), names_(names) {}

  Result<std::vector<TermId>> conditions() {
    std::vector<TermId> terms;
    do {
      const auto value = binary(1);
      if (!value)
        return Error{fmt::format("'{}' is no condition that can be read: {}", text_, problem_)};
      terms.push_back(truth(*value));
    } while (takes(","));
    skipSpace();
    if (!rest_.empty())
      return Error{
          fmt::format("'{}' is no condition that can be read: what is '{}'?", text_, rest_)};
    return terms;
  }

private:
  using Parsed = std::optional<Value>;

  void skipSpace() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())))
      rest_.remove_prefix(1);
  }
  bool takes(std::string_view sign) {
    skipSpace();
    if (!rest_.starts_with(sign))
      return false;
    rest_.remove_prefix(sign.size());
    return true;
  }
  Parsed fail(std::string why) {
    problem_ = std::move(why);
    return std::nullopt;
  }

  unsigned widthOf(const Value &value) const { return pool_[value.term].width; }
  TermId zero(const Value &value) { return pool_.constant(widthOf(value), 0); }
  Value truthValue(TermId condition) {
    return {pool_.make(Operation::ZeroExtend, 32, condition), true, false};
  }
  TermId truth(const Value &value) {
    if (value.isFloat) // a NaN is not zero, so true
      return pool_.negation(pool_.make(Operation::FEqual, 1, value.term, zero(value)));
    return pool_.negation(pool_.equal(value.term, zero(value)));
  }

  Value promoted(Value value) {
    if (value.isFloat || widthOf(value) >= 32)
      return value;
    return {
        pool_.make(value.isSigned ? Operation::SignExtend : Operation::ZeroExtend, 32, value.term),
        true, false};
  }
  Value asFloat(Value value, unsigned width) {
    if (!value.isFloat)
      return {
          pool_.make(value.isSigned ? Operation::IntToF : Operation::UIntToF, width, value.term),
          true, true};
    if (widthOf(value) == width)
      return value;
    return {pool_.make(Operation::FConvert, width, value.term), true, true};
  }
  Value widened(Value value, unsigned width, bool isSigned) {
    if (widthOf(value) < width)
      value.term = pool_.make(value.isSigned ? Operation::SignExtend : Operation::ZeroExtend, width,
                              value.term);
    value.isSigned = isSigned;
    return value;
  }
  /// C's usual arithmetic conversions.
  void unify(Value &a, Value &b) {
    a = promoted(a);
    b = promoted(b);
    if (a.isFloat || b.isFloat) {
      const bool isDouble = (a.isFloat && widthOf(a) == 64) || (b.isFloat && widthOf(b) == 64);
      a = asFloat(a, isDouble ? 64 : 32);
      b = asFloat(b, isDouble ? 64 : 32);
      return;
    }
    const unsigned width = std::max(widthOf(a), widthOf(b));
    const bool isSigned = (a.isSigned || widthOf(a) < width) && (b.isSigned || widthOf(b) < width);
    a = widened(a, width, isSigned);
    b = widened(b, width, isSigned);
  }

  Value compared(std::string_view sign, Value a, Value b) {
    unify(a, b);
    if (sign.front() == '>')
      std::swap(a, b);
    if (sign.front() == '=' || sign.front() == '!') {
      const TermId same =
          pool_.make(a.isFloat ? Operation::FEqual : Operation::Equal, 1, a.term, b.term);
      return truthValue(sign.front() == '=' ? same : pool_.negation(same));
    }
    const bool orEqual = sign.size() == 2;
    const Operation operation = a.isFloat    ? (orEqual ? Operation::FLessEqual : Operation::FLess)
                                : a.isSigned ? (orEqual ? Operation::SLessEqual : Operation::SLess)
                                             : (orEqual ? Operation::ULessEqual : Operation::ULess);
    return truthValue(pool_.make(operation, 1, a.term, b.term));
  }

  Parsed shifted(std::string_view sign, Value a, Value b) {
    if (a.isFloat || b.isFloat)
      return fail("a number with a fraction can't be shifted");
    a = promoted(a);
    b = promoted(b);
    const unsigned width = widthOf(a);
    TermId amount = b.term; // what is too large for the machine is not defined in C either
    if (widthOf(b) < width)
      amount = pool_.make(Operation::ZeroExtend, width, amount);
    else if (widthOf(b) > width)
      amount = pool_.make(Operation::Extract, width, amount);
    const Operation operation = sign == "<<" ? Operation::Shl
                                : a.isSigned ? Operation::AShr
                                             : Operation::LShr;
    return Value{pool_.make(operation, width, a.term, amount), a.isSigned, false};
  }

  Parsed combined(std::string_view sign, Value a, Value b) {
    if (sign == "&&")
      return truthValue(pool_.conjunction(truth(a), truth(b)));
    if (sign == "||")
      return truthValue(pool_.disjunction(truth(a), truth(b)));
    if (sign == "<<" || sign == ">>")
      return shifted(sign, a, b);
    if (sign.size() == 2 || sign == "<" || sign == ">")
      return compared(sign, a, b);
    unify(a, b);
    const auto operation = [&]() -> std::optional<Operation> {
      switch (sign.front()) {
      case '+':
        return a.isFloat ? Operation::FAdd : Operation::Add;
      case '-':
        return a.isFloat ? Operation::FSub : Operation::Sub;
      case '*':
        return a.isFloat ? Operation::FMul : Operation::Mul;
      case '/':
        return a.isFloat ? Operation::FDiv : a.isSigned ? Operation::SDiv : Operation::UDiv;
      default:
        break;
      }
      if (a.isFloat)
        return std::nullopt;
      switch (sign.front()) {
      case '%':
        return a.isSigned ? Operation::SRem : Operation::URem;
      case '&':
        return Operation::And;
      case '|':
        return Operation::Or;
      default:
        return Operation::Xor;
      }
    }();
    if (!operation)
      return fail(fmt::format("'{}' is not for numbers with a fraction", sign));
    return Value{pool_.make(*operation, widthOf(a), a.term, b.term), a.isSigned, a.isFloat};
  }

  const BinaryOperator *nextOperator(int least) {
    skipSpace();
    for (const BinaryOperator &one : operators)
      if (rest_.starts_with(one.sign))
        return one.level >= least ? &one : nullptr;
    return nullptr;
  }

  Parsed binary(int least) {
    Parsed left = unary();
    while (left) {
      const BinaryOperator *found = nextOperator(least);
      if (!found)
        break;
      takes(found->sign);
      const Parsed right = binary(found->level + 1);
      if (!right)
        return right;
      left = combined(found->sign, *left, *right);
    }
    return left;
  }

  Parsed unary() {
    if (++depth_ > mostDepth)
      return fail("it is nested too deeply");
    const Parsed value = unaryInside();
    --depth_;
    return value;
  }

  Parsed unaryInside() {
    skipSpace();
    if (rest_.empty())
      return fail("something is missing at its end");
    const char sign = rest_.front();
    if (sign == '!' || sign == '-' || sign == '+' || sign == '~') {
      rest_.remove_prefix(1);
      const Parsed operand = unary();
      return operand ? applied(sign, *operand) : operand;
    }
    if (takes("(")) {
      const Parsed inner = binary(1);
      if (inner && !takes(")"))
        return fail("a ')' is missing");
      return inner;
    }
    if (std::isdigit(static_cast<unsigned char>(sign)) || sign == '.')
      return literal();
    if (sign == '\'')
      return character();
    return name();
  }

  Parsed applied(char sign, Value value) {
    if (sign == '!')
      return truthValue(pool_.negation(truth(value)));
    value = promoted(value);
    const unsigned width = widthOf(value);
    if (sign == '+')
      return value;
    if (sign == '~' && value.isFloat)
      return fail("'~' is not for numbers with a fraction");
    if (value.isFloat)
      value.term =
          pool_.make(Operation::Xor, width, value.term, pool_.constant(width, signBitOf(width)));
    else if (sign == '-')
      value.term = pool_.make(Operation::Sub, width, pool_.constant(width, 0), value.term);
    else
      value.term = pool_.make(Operation::Xor, width, value.term, pool_.constant(width, ~0ull));
    return value;
  }

  Parsed literal() {
    std::size_t length = 0;
    bool hasFraction = false;
    const bool isHex = rest_.starts_with("0x") || rest_.starts_with("0X");
    while (length < rest_.size()) {
      const char c = rest_[length];
      const bool isExponent = isHex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
      hasFraction = hasFraction || c == '.' || isExponent;
      const bool isSign =
          (c == '+' || c == '-') && length > 0 && hasFraction &&
          std::string_view(isHex ? "pP" : "eE").find(rest_[length - 1]) != std::string_view::npos;
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && !isSign)
        break;
      ++length;
    }
    const std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return hasFraction ? floating(text) : integer(text, isHex);
  }

  Parsed floating(const std::string &text) {
    char *end = nullptr;
    const bool isSingle = text.ends_with('f') || text.ends_with('F');
    const float single = isSingle ? std::strtof(text.c_str(), &end) : 0;
    const double value = isSingle ? 0 : std::strtod(text.c_str(), &end);
    const std::string_view left(end);
    if (end == text.c_str() || !(left.empty() || (isSingle && left.size() == 1)))
      return fail(fmt::format("'{}' is no number", text));
    return isSingle ? Value{pool_.constant(32, std::bit_cast<std::uint32_t>(single)), true, true}
                    : Value{pool_.constant(64, std::bit_cast<std::uint64_t>(value)), true, true};
  }

  Parsed integer(const std::string &text, bool isHex) {
    const char *begin = text.c_str() + (isHex ? 2 : 0), *end = text.c_str() + text.size();
    std::uint64_t value = 0;
    const bool isOctal = !isHex && text.size() > 1 && text.front() == '0';
    const auto read = std::from_chars(begin, end, value, isHex ? 16 : isOctal ? 8 : 10);
    bool isUnsigned = false, isLong = false;
    for (const char *at = read.ptr; at != end; ++at) {
      const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(*at)));
      isUnsigned = isUnsigned || c == 'u';
      isLong = isLong || c == 'l';
      if (c != 'u' && c != 'l')
        return fail(fmt::format("'{}' is no number", text));
    }
    if (read.ec != std::errc() || read.ptr == begin)
      return fail(fmt::format("'{}' is no number", text));
    const bool mayLoseSign = isUnsigned || isHex || isOctal;
    if (!isLong && value <= 0x7fff'ffff)
      return Value{pool_.constant(32, value), !isUnsigned, false};
    if (!isLong && mayLoseSign && value <= 0xffff'ffff)
      return Value{pool_.constant(32, value), false, false};
    return Value{pool_.constant(64, value), !isUnsigned && value >> 63 == 0, false};
  }

  Parsed character() {
    if (rest_.size() >= 3 && rest_[1] != '\\' && rest_[2] == '\'') {
      const auto value = static_cast<std::int8_t>(rest_[1]);
      rest_.remove_prefix(3);
      return Value{pool_.constant(32, static_cast<std::uint64_t>(std::int64_t{value})), true,
                   false};
    }
    if (rest_.size() >= 4 && rest_[1] == '\\' && rest_[3] == '\'') {
      constexpr std::pair<char, char> known[] = {{'n', '\n'}, {'t', '\t'},  {'r', '\r'},
                                                 {'0', '\0'}, {'\\', '\\'}, {'\'', '\''}};
      for (const auto &[letter, meaning] : known)
        if (rest_[2] == letter) {
          rest_.remove_prefix(4);
          return Value{pool_.constant(32, static_cast<std::uint64_t>(meaning)), true, false};
        }
    }
    return fail("what is in ' ' is no character");
  }

  Parsed name() {
    std::size_t length = 0;
    while (length < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[length])) || rest_[length] == '_'))
      ++length;
    if (length == 0)
      return fail(fmt::format("what is '{}'?", rest_));
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    for (const NamedNumber &known : names_)
      if (known.name == word)
        return promoted({known.term, known.isSigned, known.isFloat});
    return fail(fmt::format("'{}' is no parameter", word));
  }

  static constexpr unsigned mostDepth = 200;

  Pool &pool_;
  std::string_view text_, rest_;
  std::span<const NamedNumber> names_;
  std::string problem_;
  unsigned depth_ = 0;
};

} // namespace

Result<std::vector<TermId>> readConditions(Pool &pool, std::string_view text,
                                           std::span<const NamedNumber> names) {
  return Parser(pool, text, names).conditions();
}

} // namespace expr
