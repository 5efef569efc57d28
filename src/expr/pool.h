#pragma once

#include "expr/calls.h"
#include "expr/known_bits.h"
#include "expr/operation.h"
#include "support/id.h"
#include "support/serial.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace expr {

/// One node. What operations mean: abi/operations.h.
struct Term {
  Operation operation = Operation::Constant;
  std::uint8_t width = 0;  // bits, 1 to 64
  std::uint16_t extra = 0; // Extract: the lowest bit. Apply, Call: the function
  TermId a, b, c;
  std::uint64_t value = 0; // Constant: the value. Input: its number

  friend bool operator==(const Term &, const Term &) = default;
};

/// Terms without repeats: equal terms have equal ids, and operands have smaller ids than what they
/// are operands of. Everything that makes terms simplifies them first, so the result may be another
/// operation than the one asked for.
class Pool {
public:
  Pool();

  /// Good until the next term is made.
  const Term &operator[](TermId id) const { return terms_[id.index]; }
  std::size_t size() const { return terms_.size(); }
  /// Tells pools apart that have the same address one after the other: what is remembered about
  /// terms is remembered for one serial number.
  std::uint64_t serial() const { return serial_.value(); }

  TermId constant(unsigned width, std::uint64_t value);
  TermId input(unsigned width, std::uint32_t number);
  /// Any operation with operands. `width` is that of the result; it must fit (operation.h).
  TermId make(Operation operation, unsigned width, TermId a, TermId b = {}, TermId c = {},
              unsigned extra = 0);

  TermId boolean(bool value) { return constant(1, value); }
  TermId negation(TermId condition); // of a term of width 1
  TermId equal(TermId a, TermId b) { return make(Operation::Equal, 1, a, b); }
  TermId conjunction(TermId a, TermId b) { return make(Operation::And, 1, a, b); }
  TermId disjunction(TermId a, TermId b) { return make(Operation::Or, 1, a, b); }

  const KnownBits &known(TermId id) const { return known_[id.index]; }
  /// How many constants a choice of choices of constants has, each place counted; 0: something else
  /// is among them, or they are too many.
  unsigned constantLeaves(TermId id) const { return leaves_[id.index]; }
  bool isConstant(TermId id) const { return terms_[id.index].operation == Operation::Constant; }

  /// Who answers for Call; it must outlive the pool. None: no call has a value.
  void consult(Oracle *oracle) { oracle_ = oracle; }
  Oracle *oracle() const { return oracle_; }
  /// Is there any Call among the terms?
  bool hasCalls() const { return hasCalls_; }

private:
  TermId intern(const Term &term, std::uint64_t hash);
  std::uint16_t leavesOf(const Term &term) const;
  void grow();

  support::Serial serial_;
  std::vector<Term> terms_;
  std::vector<KnownBits> known_;      // by term
  std::vector<std::uint16_t> leaves_; // by term: constantLeaves
  std::vector<std::uint32_t> table_;  // open addressing; index + 1 of a term, 0: free
  unsigned depth_ = 0;                // of simplifications within simplifications
  Oracle *oracle_ = nullptr;
  bool hasCalls_ = false;

  /// What was asked for and what came of it, the latest of each place: rules ask again and again
  /// for parts of long chains, which would be followed to their ends each time.
  struct Made {
    Term asked;
    TermId got;
  };
  std::vector<Made> made_;
};

} // namespace expr
