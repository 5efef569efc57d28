#pragma once

#include <cadical.hpp>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <vector>

namespace solver::bits {

/// A variable of the SAT solver, negative: its negation.
using Literal = int;

/// Logic gates as clauses. Equal gates are made once, and gates with constants or equal inputs not
/// at all. Every variable also has the value it has in the run, which the SAT solver tries first:
/// so solutions differ from the run only where they must.
class Gates {
public:
  static constexpr Literal yes = 1, no = -1;
  static Literal constant(bool value) { return value ? yes : no; }
  static bool isConstant(Literal literal) { return literal == yes || literal == no; }

  /// The solver must outlive this, and nobody else may add variables to it.
  explicit Gates(CaDiCaL::Solver &sat);

  /// A new variable, bound by nothing yet.
  Literal variable(bool inRun);
  bool inRun(Literal literal) const {
    return literal > 0 ? run_[static_cast<std::size_t>(literal)]
                       : !run_[static_cast<std::size_t>(-literal)];
  }

  Literal both(Literal a, Literal b);
  Literal either(Literal a, Literal b) { return -both(-a, -b); }
  Literal differ(Literal a, Literal b);
  Literal choice(Literal condition, Literal a, Literal b);
  /// Sum and carry of three bits.
  Literal parity(Literal a, Literal b, Literal c);
  Literal majority(Literal a, Literal b, Literal c);
  Literal all(std::vector<Literal> literals);
  Literal any(std::vector<Literal> literals);

  void clause(std::initializer_list<Literal> literals);
  /// From now on these two are the same.
  void unite(Literal a, Literal b);

  /// How many variables there are.
  std::size_t size() const { return run_.size(); }
  /// Whether decisions follow the run.
  void followRun(bool follow);

private:
  enum class Kind : std::uint32_t { None, Both, Differ, Choice, Parity, Majority };
  struct Gate {
    Kind kind = Kind::None;
    Literal a = 0, b = 0, c = 0;
    Literal output = 0;
  };

  /// The output of a gate with these inputs; zero in a new one, to be set before anything else is
  /// made.
  Literal &find(Kind kind, Literal a, Literal b, Literal c = 0);
  void grow();

  CaDiCaL::Solver &sat_;
  std::vector<bool> run_;   // by variable
  std::vector<Gate> table_; // open addressing
  std::size_t gates_ = 0;
  std::map<std::vector<Literal>, Literal> wide_; // conjunctions of three and more, sorted
};

} // namespace solver::bits
