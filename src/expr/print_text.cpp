#include "expr/extended.h"
#include "expr/floating.h"
#include "expr/print.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

// Terms have no types: how a number is meant shows only in the operations on it. So a plain number
// is taken as signed, as most of C's are, and what is not gets a cast or an unsigned constant.
// Conversions that C does by itself are left out. The forms that the simplifier gives masks and
// shifts are turned back into masks and shifts.

namespace expr {

namespace {

/// How tightly an operator binds, as in C.
enum Level {
  Ternary,
  OrElse,
  AndAlso,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Ordering,
  Shift,
  Sum,
  Product,
  Unary,
  Primary
};

class Printer {
public:
  Printer(const Pool &pool, const InputName &name, std::size_t most)
      : pool_(pool), name_(name), most_(most) {}

  std::string text(TermId term) {
    print(term, Ternary);
    if (out_.size() > most_) {
      out_.resize(most_);
      out_ += "...";
    }
    return out_;
  }

private:
  static constexpr unsigned deepest = 100;

  const Term &at(TermId id) const { return pool_[id]; }
  bool is(TermId id, Operation operation) const { return at(id).operation == operation; }
  bool isConstant(TermId id) const { return pool_.isConstant(id); }
  bool isConstant(TermId id, std::uint64_t value) const {
    return isConstant(id) && at(id).value == (value & maskOf(at(id).width));
  }
  void put(std::string_view text) { out_ += text; }

  /// Prints what `body` prints, in parentheses if it binds less tightly than `least`.
  template <class Body> void wrapped(Level level, Level least, const Body &body) {
    if (level < least)
      put("(");
    body();
    if (level < least)
      put(")");
  }

  void infix(TermId a, const char *sign, TermId b, Level level, Level least) {
    wrapped(level, least, [&] {
      print(a, level);
      put(sign);
      print(b, static_cast<Level>(level + 1));
    });
  }

  void print(TermId id, Level least) {
    if (out_.size() > most_)
      return;
    if (depth_ == deepest)
      return put("...");
    ++depth_;
    printTerm(at(id), least);
    --depth_;
  }

  void printTerm(const Term &term, Level least);
  void printConstant(const Term &term, Level least);
  void printMask(TermId x, std::uint64_t mask, Level least);
  void printUnsigned(TermId x, Level least);
  void printAdd(const Term &term, Level least);
  void printXor(const Term &term, Level least);
  void printBitwise(const Term &term, const char *sign, Level level, Level least);
  void printUnsignedBinary(const Term &term, const char *sign, Level level, Level least);
  void printEquality(TermId a, TermId b, bool equal, Level least);
  void printOrder(const Term &term, Level least);
  bool printRange(const Term &term, Level least);
  void printNegation(TermId condition, Level least);
  void printZeroExtend(const Term &term, Level least);
  void printSignExtend(const Term &term, Level least);
  void printExtract(const Term &term, Level least);
  void printConcat(const Term &term, Level least);
  void printCall(const Term &term);
  void printNumber(TermId id, Level least);
  void printFloating(const Term &term, Level least);
  void printNumberComparison(const Term &term, Level least);
  void numbers(TermId a, const char *sign, TermId b, Level level, Level least);
  void call(const std::string &name, std::initializer_list<TermId> arguments);
  void printWide(const Term &term, Level least);
  void printExtended(const Term &term, Level least);
  void printExtendedOperand(const Term &term, bool first, Level least);
  template <class Body> void cast(const char *type, Level least, const Body &body);

  const Pool &pool_;
  const InputName &name_;
  std::size_t most_;
  std::string out_;
  unsigned depth_ = 0;
};

bool isPrintable(std::uint64_t value) { return value >= ' ' && value <= '~'; }

std::string quoted(std::uint64_t value) {
  const char c = static_cast<char>(value);
  return c == '\'' || c == '\\' ? fmt::format("'\\{}'", c) : fmt::format("'{}'", c);
}

/// Characters as such, everything else as a signed number.
std::string signedText(std::uint64_t value, unsigned width) {
  if (width == 8 && isPrintable(value))
    return quoted(value);
  const std::int64_t number = signedValue(value, width);
  if (number == INT64_MIN)
    return "INT64_MIN";
  return fmt::format("{}", number);
}

std::string unsignedText(std::uint64_t value, unsigned width) {
  return width == 8 && isPrintable(value) ? quoted(value) : fmt::format("{}u", value);
}

const char *unsignedType(unsigned width) {
  return width <= 8    ? "unsigned char"
         : width <= 16 ? "unsigned short"
         : width <= 32 ? "unsigned"
                       : "unsigned long";
}

const char *signedType(unsigned width) {
  return width == 8 ? "char" : width == 16 ? "short" : width == 32 ? "int" : nullptr;
}

void Printer::printConstant(const Term &term, Level least) {
  const std::string text =
      term.width == 1 ? fmt::format("{}", term.value) : signedText(term.value, term.width);
  wrapped(text[0] == '-' ? Unary : Primary, least, [&] { put(text); });
}

void Printer::printMask(TermId x, std::uint64_t mask, Level least) {
  wrapped(BitAnd, least, [&] {
    print(x, Shift);
    put(fmt::format(" & 0x{:x}", mask));
  });
}

void Printer::printUnsigned(TermId x, Level least) {
  const Term &term = at(x);
  if (term.width == 1 || term.operation == Operation::ZeroExtend)
    return print(x, least);
  if (isConstant(x))
    return put(unsignedText(term.value, term.width));
  wrapped(Unary, least, [&] {
    put(fmt::format("({})", unsignedType(term.width)));
    print(x, Unary);
  });
}

void Printer::printAdd(const Term &term, Level least) {
  if (!isConstant(term.b) || signedValue(at(term.b).value, term.width) >= 0)
    return infix(term.a, " + ", term.b, Sum, least);
  wrapped(Sum, least, [&] {
    print(term.a, Sum);
    put(" - " + signedText((0 - at(term.b).value) & maskOf(term.width), term.width));
  });
}

void Printer::printBitwise(const Term &term, const char *sign, Level level, Level least) {
  if (!isConstant(term.b))
    return infix(term.a, sign, term.b, level, least);
  wrapped(level, least, [&] {
    print(term.a, level);
    put(fmt::format("{}0x{:x}", sign, at(term.b).value));
  });
}

void Printer::printXor(const Term &term, Level least) {
  if (term.width == 1)
    return isConstant(term.b) ? printNegation(term.a, least)
                              : printEquality(term.a, term.b, false, least);
  if (!isConstant(term.b, ~0ull))
    return printBitwise(term, " ^ ", BitXor, least);
  wrapped(Unary, least, [&] {
    put("~");
    print(term.a, Unary);
  });
}

/// One operand that is unsigned makes the whole operation so.
void Printer::printUnsignedBinary(const Term &term, const char *sign, Level level, Level least) {
  wrapped(level, least, [&] {
    if (isConstant(term.b))
      print(term.a, level);
    else
      printUnsigned(term.a, level);
    put(sign);
    if (isConstant(term.b))
      printUnsigned(term.b, Primary);
    else
      print(term.b, static_cast<Level>(level + 1));
  });
}

void Printer::printEquality(TermId a, TermId b, bool equal, Level least) {
  const char *sign = equal ? " == " : " != ";
  const Term &part = at(a);
  if (part.operation == Operation::Extract && isConstant(b) &&
      !(part.extra == 0 && signedType(part.width))) // some bits of a number
    return wrapped(Equality, least, [&] {
      printMask(part.a, maskOf(part.width) << part.extra, Primary);
      put(fmt::format("{}0x{:x}", sign, at(b).value << part.extra));
    });
  infix(a, sign, b, Equality, least);
}

void Printer::printNegation(TermId condition, Level least) {
  const Term &term = at(condition);
  if (term.operation == Operation::Equal)
    return printEquality(term.a, term.b, false, least);
  if (term.operation == Operation::FEqual)
    return numbers(term.a, " != ", term.b, Equality, least);
  if (term.operation == Operation::Xor)
    return printEquality(term.a, term.b, true, least);
  if (term.operation == Operation::Extract && term.extra + 1u == at(term.a).width)
    return wrapped(Ordering, least, [&] {
      print(term.a, Ordering);
      put(" >= 0");
    });
  if (term.operation == Operation::Extract)
    return wrapped(Equality, least, [&] {
      printMask(term.a, 1ull << term.extra, Primary);
      put(" == 0");
    });
  wrapped(Unary, least, [&] {
    put("!");
    print(condition, Unary);
  });
}

/// x - low < count, unsigned: a test whether x lies in a range.
bool Printer::printRange(const Term &term, Level least) {
  const Term &sum = at(term.a);
  if (term.operation != Operation::ULess || !isConstant(term.b) ||
      sum.operation != Operation::Add || !isConstant(sum.b))
    return false;
  const std::int64_t low = signedValue((0 - at(sum.b).value) & maskOf(sum.width), sum.width);
  const std::uint64_t span = at(term.b).value - 1;
  const std::int64_t last = static_cast<std::int64_t>(maskOf(sum.width) >> 1);
  if (span > static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(low))
    return false; // it wraps
  const std::uint64_t high = static_cast<std::uint64_t>(low) + span;
  wrapped(AndAlso, least, [&] {
    print(sum.a, Shift);
    put(" >= " + signedText(static_cast<std::uint64_t>(low) & maskOf(sum.width), sum.width) +
        " && ");
    print(sum.a, Shift);
    put(" <= " + signedText(high & maskOf(sum.width), sum.width));
  });
  return true;
}

void Printer::printOrder(const Term &term, Level least) {
  if (printRange(term, least))
    return;
  const bool isSigned =
      term.operation == Operation::SLess || term.operation == Operation::SLessEqual;
  const bool isStrict = term.operation == Operation::ULess || term.operation == Operation::SLess;
  wrapped(Ordering, least, [&] {
    // A constant is better read on the right.
    const bool turned = isConstant(term.a);
    const TermId left = turned ? term.b : term.a, right = turned ? term.a : term.b;
    if (isSigned && isStrict && turned && isConstant(right, ~0ull)) {
      print(left, Shift);
      return put(" >= 0");
    }
    const std::string sign = std::string(turned ? " >" : " <") + (isStrict ? " " : "= ");
    const unsigned width = at(left).width;
    // "u" makes the comparison unsigned; a character does not.
    const bool needsCast =
        !isSigned && (!isConstant(right) || (width == 8 && isPrintable(at(right).value)));
    if (needsCast)
      printUnsigned(left, Shift);
    else
      print(left, Shift);
    put(sign);
    if (!isConstant(right) || isSigned)
      print(right, Shift);
    else
      printUnsigned(right, Primary);
  });
}

void Printer::printZeroExtend(const Term &term, Level least) {
  const Term &a = at(term.a);
  if (a.operation == Operation::Extract) {
    const std::uint64_t mask = maskOf(a.width);
    if (a.extra == 0)
      return printMask(a.a, mask, least);
    if (a.extra + a.width == at(a.a).width)
      return wrapped(Shift, least, [&] {
        printUnsigned(a.a, Shift);
        put(fmt::format(" >> {}", a.extra));
      });
    return wrapped(BitAnd, least, [&] {
      print(a.a, Shift);
      put(fmt::format(" >> {} & 0x{:x}", a.extra, mask));
    });
  }
  if (a.operation == Operation::Concat && isConstant(a.b, 0) && is(a.a, Operation::Extract) &&
      at(a.a).extra == at(a.b).width)
    return printMask(at(a.a).a, maskOf(at(a.a).width) << at(a.b).width, least);
  if (a.operation == Operation::Concat)
    return print(term.a, least);
  printUnsigned(term.a, least);
}

void Printer::printSignExtend(const Term &term, Level least) {
  const Term &a = at(term.a);
  if (a.width == 1)
    return wrapped(Unary, least, [&] {
      put("-");
      print(term.a, Primary);
    });
  if (a.operation == Operation::Extract && a.extra + a.width == at(a.a).width)
    return wrapped(Shift, least, [&] {
      print(a.a, Shift);
      put(fmt::format(" >> {}", a.extra));
    });
  print(term.a, least);
}

void Printer::printExtract(const Term &term, Level least) {
  if (term.width == 1 && term.extra + 1u == at(term.a).width)
    return wrapped(Ordering, least, [&] {
      print(term.a, Shift);
      put(" < 0");
    });
  if (term.width == 1)
    return wrapped(Equality, least, [&] {
      printMask(term.a, 1ull << term.extra, Primary);
      put(" != 0");
    });
  const char *type = signedType(term.width);
  if (term.extra == 0 && !type)
    return printMask(term.a, maskOf(term.width), least);
  if (type)
    return wrapped(Unary, least, [&] {
      put(fmt::format("({})", type));
      if (term.extra == 0)
        return print(term.a, Unary);
      put("(");
      print(term.a, Shift);
      put(fmt::format(" >> {})", term.extra));
    });
  wrapped(BitAnd, least, [&] {
    print(term.a, Shift);
    put(fmt::format(" >> {} & 0x{:x}", term.extra, maskOf(term.width)));
  });
}

void Printer::printConcat(const Term &term, Level least) {
  const unsigned low = at(term.b).width;
  const TermId high =
      is(term.a, Operation::Extract) && isConstant(term.b, 0) && at(term.a).extra == 0
          ? at(term.a).a // its upper bits are shifted out
          : term.a;
  const auto shifted = [&](Level level) {
    wrapped(Shift, level, [&] {
      print(high, Shift);
      put(fmt::format(" << {}", low));
    });
  };
  if (isConstant(term.b, 0))
    return shifted(least);
  wrapped(BitOr, least, [&] {
    shifted(Shift);
    put(" | ");
    print(term.b, BitOr);
  });
}

/// As short as it can be and still be this very number.
std::string numberText(std::uint64_t bits, unsigned width) {
  const double value = width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                   : std::bit_cast<double>(bits);
  const char *sign = std::signbit(value) ? "-" : "";
  if (!std::isfinite(value))
    return std::string(sign) + (std::isnan(value) ? "NAN" : "INFINITY");
  std::string text =
      width == 32 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return width == 32 ? text + "f" : text;
}

/// The operand of an operation on numbers: a constant is one, and bits of the sign are signs.
void Printer::printNumber(TermId id, Level least) {
  const Term &term = at(id);
  const std::uint64_t sign = signBitOf(term.width);
  if (term.operation == Operation::Constant) {
    const std::string text = numberText(term.value, term.width);
    return wrapped(text[0] == '-' ? Unary : Primary, least, [&] { put(text); });
  }
  if (term.operation == Operation::Xor && isConstant(term.b, sign))
    return wrapped(Unary, least, [&] {
      put("-");
      printNumber(term.a, Primary);
    });
  if (term.operation == Operation::ZeroExtend && is(term.a, Operation::Extract) &&
      at(term.a).extra == 0 && at(at(term.a).a).width == term.width &&
      at(term.a).width + 1 == term.width) // all bits but the sign
    return call(term.width == 32 ? "fabsf" : "fabs", {at(term.a).a});
  if (term.operation == Operation::Choose)
    return wrapped(Ternary, least, [&] {
      print(term.a, OrElse);
      put(" ? ");
      printNumber(term.b, OrElse);
      put(" : ");
      printNumber(term.c, Ternary);
    });
  print(id, least);
}

void Printer::numbers(TermId a, const char *sign, TermId b, Level level, Level least) {
  wrapped(level, least, [&] {
    printNumber(a, level);
    put(sign);
    printNumber(b, static_cast<Level>(level + 1));
  });
}

/// A pure function, with its arguments; where they share words, with the words.
void Printer::printCall(const Term &term) {
  const Oracle *oracle = pool_.oracle();
  put(oracle ? oracle->nameOf(term.extra) : fmt::format("function{}", term.extra));
  const std::size_t arguments = oracle ? oracle->widthsOf(term.extra).size() : 3;
  const TermId words[] = {term.a, term.b, term.c};
  put("(");
  for (std::size_t i = 0; i < std::min(arguments, std::size(words)); ++i) {
    put(i == 0 ? "" : ", ");
    const bool isExtended = is(words[i], Operation::ZeroExtend);
    print(isExtended ? at(words[i]).a : words[i], Ternary);
  }
  put(")");
}

/// A function on numbers.
void Printer::call(const std::string &name, std::initializer_list<TermId> arguments) {
  put(name + "(");
  for (const TermId &argument : arguments) {
    put(&argument == arguments.begin() ? "" : ", ");
    printNumber(argument, Ternary);
  }
  put(")");
}

template <class Body> void Printer::cast(const char *type, Level least, const Body &body) {
  wrapped(Unary, least, [&] {
    put(fmt::format("({})", type));
    body();
  });
}

void Printer::printNumberComparison(const Term &term, Level least) {
  if (term.operation == Operation::FUnordered)
    return term.a == term.b ? call("isnan", {term.a}) : call("isunordered", {term.a, term.b});
  if (term.operation == Operation::FEqual)
    return numbers(term.a, " == ", term.b, Equality, least);
  const bool isStrict = term.operation == Operation::FLess;
  if (isConstant(term.a)) // a constant is better read on the right
    return numbers(term.b, isStrict ? " > " : " >= ", term.a, Ordering, least);
  numbers(term.a, isStrict ? " < " : " <= ", term.b, Ordering, least);
}

void Printer::printFloating(const Term &term, Level least) {
  static const char *const directions[] = {"rint", "floor", "ceil", "trunc", "round"};
  const char *suffix = term.width == 32 ? "f" : "";
  const char *type = term.width == 32 ? "float" : "double";
  switch (term.operation) {
  case Operation::FAdd:
    return numbers(term.a, " + ", term.b, Sum, least);
  case Operation::FSub:
    return numbers(term.a, " - ", term.b, Sum, least);
  case Operation::FMul:
    return numbers(term.a, " * ", term.b, Product, least);
  case Operation::FDiv:
    return numbers(term.a, " / ", term.b, Product, least);
  case Operation::FRem:
    return call(std::string("fmod") + suffix, {term.a, term.b});
  case Operation::FMulAdd:
    return call(std::string("fma") + suffix, {term.a, term.b, term.c});
  case Operation::FSqrt:
    return call(std::string("sqrt") + suffix, {term.a});
  case Operation::FRound:
    return call(std::string(directions[term.extra]) + suffix, {term.a});
  case Operation::FToInt:
    return cast(term.width == 32 ? "int" : "long", least, [&] { printNumber(term.a, Unary); });
  case Operation::IntToF:
    return cast(type, least, [&] { print(term.a, Unary); });
  case Operation::UIntToF:
    return cast(type, least, [&] { printUnsigned(term.a, Unary); });
  case Operation::FConvert:
    return cast(type, least, [&] { printNumber(term.a, Unary); });
  case Operation::Apply: {
    const std::string name = nameOfFunction(term.extra) + std::string(suffix);
    return argumentsOfFunction(term.extra) == 2 ? call(name, {term.a, term.b})
                                                : call(name, {term.a});
  }
  default:
    return printNumberComparison(term, least);
  }
}

/// Of numbers of two words: products and quotients of __uint128_t.
void Printer::printWide(const Term &term, Level least) {
  const auto product = [&](TermId a, TermId b) {
    put("(__uint128_t)");
    printUnsigned(a, Unary);
    put(" * ");
    printUnsigned(b, Unary);
  };
  if (term.operation == Operation::MulHigh)
    return wrapped(Shift, least, [&] {
      product(term.a, term.b);
      put(fmt::format(" >> {}", term.width));
    });
  wrapped(Product, least, [&] {
    const Term &high = at(term.a), &low = at(term.b);
    const bool ofProduct = high.operation == Operation::MulHigh &&
                           low.operation == Operation::Mul && high.a == low.a && high.b == low.b;
    if (ofProduct) {
      product(high.a, high.b);
    } else {
      put("((__uint128_t)");
      print(term.a, Unary);
      put(fmt::format(" << {} | ", term.width));
      print(term.b, BitXor);
      put(")");
    }
    put(term.operation == Operation::WideDiv ? " / " : " % ");
    printUnsigned(term.c, Unary);
  });
}

/// An operand of an operation on long double: what its significand is a part of.
void Printer::printExtendedOperand(const Term &term, bool first, Level least) {
  const TermId significand = first ? term.a : term.b;
  const Term &part = at(significand);
  if (part.operation == Operation::Extended && givesExtended(part.extra))
    return print(significand, least);
  const KnownBits &known = pool_.known(term.c);
  const std::uint64_t mask = first ? 0xffff'0000 : 0xffff;
  if (part.operation == Operation::Constant && ((known.zeros | known.ones) & mask) == mask) {
    const long double value = extendedNumber(part.value, first ? known.ones >> 16 : known.ones);
    return wrapped(std::signbit(value) ? Unary : Primary, least,
                   [&] { put(fmt::format("{}L", value)); });
  }
  put("long_double(");
  print(significand, Ternary);
  put(")");
}

void Printer::printExtended(const Term &term, Level least) {
  const auto operands = [&](const char *sign, Level level) {
    wrapped(level, least, [&] {
      printExtendedOperand(term, true, level);
      put(sign);
      printExtendedOperand(term, false, static_cast<Level>(level + 1));
    });
  };
  const auto operand = [&] { printExtendedOperand(term, true, Unary); };
  const auto call = [&](const std::string &name) {
    put(name + "(");
    printExtendedOperand(term, true, Ternary);
    if (operandsOfExtended(term.extra) == 2) {
      put(", ");
      printExtendedOperand(term, false, Ternary);
    }
    put(")");
  };
  switch (term.extra) {
  case PINCER_EXTENDED_ADD:
    return operands(" + ", Sum);
  case PINCER_EXTENDED_SUB:
    return operands(" - ", Sum);
  case PINCER_EXTENDED_MUL:
    return operands(" * ", Product);
  case PINCER_EXTENDED_DIV:
    return operands(" / ", Product);
  case PINCER_EXTENDED_EQUAL:
    return operands(" == ", Equality);
  case PINCER_EXTENDED_LESS:
    return operands(" < ", Ordering);
  case PINCER_EXTENDED_LESS_EQUAL:
    return operands(" <= ", Ordering);
  case PINCER_EXTENDED_UNORDERED:
    return call("isunordered");
  case PINCER_EXTENDED_FROM_DOUBLE:
    return cast("long double", least, [&] { printNumber(term.a, Unary); });
  case PINCER_EXTENDED_FROM_INT:
    return cast("long double", least, [&] { print(term.a, Unary); });
  case PINCER_EXTENDED_FROM_UINT:
    return cast("long double", least, [&] { printUnsigned(term.a, Unary); });
  case PINCER_EXTENDED_TO_FLOAT:
    return cast(term.width == 32 ? "float" : "double", least, operand);
  case PINCER_EXTENDED_TO_INT:
    return cast(term.width == 64 ? "long" : term.width == 32 ? "int" : "short", least, operand);
  default:
    return call(nameOfExtended(term.extra) + std::string("l"));
  }
}

void Printer::printTerm(const Term &term, Level least) {
  switch (term.operation) {
  case Operation::Constant:
    return printConstant(term, least);
  case Operation::Input:
    return put(name_(static_cast<std::uint32_t>(term.value)));
  case Operation::Add:
    return printAdd(term, least);
  case Operation::Sub:
    if (!isConstant(term.a, 0))
      return infix(term.a, " - ", term.b, Sum, least);
    return wrapped(Unary, least, [&] {
      put("-");
      print(term.b, Primary);
    });
  case Operation::Mul:
    return infix(term.a, " * ", term.b, Product, least);
  case Operation::UDiv:
    return printUnsignedBinary(term, " / ", Product, least);
  case Operation::SDiv:
    return infix(term.a, " / ", term.b, Product, least);
  case Operation::URem:
    return printUnsignedBinary(term, " % ", Product, least);
  case Operation::SRem:
    return infix(term.a, " % ", term.b, Product, least);
  case Operation::And:
    return term.width == 1 ? infix(term.a, " && ", term.b, AndAlso, least)
                           : printBitwise(term, " & ", BitAnd, least);
  case Operation::Or:
    return term.width == 1 ? infix(term.a, " || ", term.b, OrElse, least)
                           : printBitwise(term, " | ", BitOr, least);
  case Operation::Xor:
    return printXor(term, least);
  case Operation::Shl:
    return infix(term.a, " << ", term.b, Shift, least);
  case Operation::LShr:
    return wrapped(Shift, least, [&] {
      printUnsigned(term.a, Shift);
      put(" >> ");
      print(term.b, Sum);
    });
  case Operation::AShr:
    return infix(term.a, " >> ", term.b, Shift, least);
  case Operation::Equal:
    return printEquality(term.a, term.b, true, least);
  case Operation::ULess:
  case Operation::ULessEqual:
  case Operation::SLess:
  case Operation::SLessEqual:
    return printOrder(term, least);
  case Operation::Choose:
    return wrapped(Ternary, least, [&] {
      print(term.a, OrElse);
      put(" ? ");
      print(term.b, OrElse);
      put(" : ");
      print(term.c, Ternary);
    });
  case Operation::ZeroExtend:
    return printZeroExtend(term, least);
  case Operation::SignExtend:
    return printSignExtend(term, least);
  case Operation::Extract:
    return printExtract(term, least);
  case Operation::Concat:
    return printConcat(term, least);
  case Operation::Call:
    return printCall(term);
  case Operation::MulHigh:
  case Operation::WideDiv:
  case Operation::WideRem:
    return printWide(term, least);
  case Operation::Extended:
    return printExtended(term, least);
  default:
    return printFloating(term, least);
  }
}

} // namespace

std::string toText(const Pool &pool, TermId term, const InputName &name, std::size_t most) {
  return Printer(pool, name, most).text(term);
}

} // namespace expr
