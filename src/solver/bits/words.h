#pragma once

#include "solver/bits/gates.h"

#include <map>

namespace solver::bits {

/// The bits of a number, the lowest first.
using Word = std::vector<Literal>;

/// The operations of abi/operations.h on words of gates. Operands have one width where
/// operations.h asks for it.
class Words {
public:
  explicit Words(Gates &gates) : gates_(gates) {}

  static Word constant(unsigned width, std::uint64_t value);
  static bool isConstant(const Word &word);
  static std::uint64_t valueOf(const Word &constant); // of at most 64 bits, and zeros above
  __extension__ using DoubleWord = unsigned __int128;
  DoubleWord inRun(const Word &word) const;

  Word add(const Word &a, const Word &b, Literal carry = Gates::no);
  Word subtract(const Word &a, const Word &b) { return add(a, complement(b), Gates::yes); }
  Word multiply(const Word &a, const Word &b);
  Word unsignedQuotient(const Word &a, const Word &b) { return divide(a, b).quotient; }
  Word unsignedRemainder(const Word &a, const Word &b) { return divide(a, b).remainder; }
  Word signedQuotient(const Word &a, const Word &b);
  Word signedRemainder(const Word &a, const Word &b);
  Word shiftLeft(const Word &a, const Word &b);
  /// `fill` comes in from above.
  Word shiftRight(const Word &a, const Word &b, Literal fill);
  Word choose(Literal condition, const Word &a, const Word &b);

  /// Of products of twice the width.
  Word highOfProduct(const Word &a, const Word &b);
  /// Of the number of twice the width that has `high` above `low`.
  Word wideQuotient(const Word &high, const Word &low, const Word &divisor);
  Word wideRemainder(const Word &high, const Word &low, const Word &divisor);

  Literal equal(const Word &a, const Word &b);
  Literal less(const Word &a, const Word &b) { return borrow(a, b, Gates::no); }
  Literal lessEqual(const Word &a, const Word &b) { return borrow(a, b, Gates::yes); }
  /// The same order for signed numbers as for unsigned ones: the sign bit turned.
  static Word offset(Word a);

  /// Says of products and quotients made so far that equal operands give equal results, which is
  /// true anyway but hard to see bit by bit: for hard queries. Bounded.
  void relateHardResults();

private:
  struct Division {
    Word quotient, remainder;
  };
  static Word complement(Word a);
  Word negateIf(Literal condition, const Word &a);
  Word multiplyByConstant(const Word &a, std::uint64_t factor);
  Word multiplyWords(const Word &a, const Word &b);
  Literal borrow(const Word &a, const Word &b, Literal first);
  const Division &divide(const Word &a, const Word &b);
  Division divideByConstant(const Word &a, std::uint64_t divisor);
  Division divideInSteps(const Word &a, const Word &b);

  /// What takes many gates.
  struct Hard {
    Word a, b;
    std::vector<Word> results;
  };
  void relate(const Hard &one, const Hard &other);

  Gates &gates_;
  std::map<std::pair<Word, Word>, Division> divisions_;
  std::vector<Hard> hard_;
  std::size_t related_ = 0;      // of hard_: how many are related to each other
  std::size_t relatedPairs_ = 0; // so far
};

} // namespace solver::bits
