#pragma once

#include "expr/pool.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace solver {

/// New values of inputs; all others keep the value they have in the run.
using Assignment = std::map<std::uint32_t, std::uint64_t>;

struct Sat {
  Assignment assignment;
};
struct Unsat {
  std::vector<std::size_t> core; // indices of conditions that can't hold together, ascending
  /// True only if functions of libm compute as exactly as intervals/libm_errors.h assumes: good for
  /// leaving a path alone, no proof of anything without naming that.
  bool assumesLibm = false;
  bool learnt = false; // known from an earlier query of the same form, not proved anew
};
struct Unknown {
  std::string why; // "time", "memory", "the solver crashed", ...
};
using Answer = std::variant<Sat, Unsat, Unknown>;

/// How hard a query may be tried. Few queries are hard, and each of those costs as much as hundreds
/// of others: so whoever has many asks quickly first, and for the rest again when nothing cheaper
/// is left.
enum class Effort : std::uint8_t {
  Quick, // about a millisecond
  Full,
};

/// Can all conditions (terms of width 1) hold at once? Any conditions may be asked. The usual query
/// flips a branch: the last condition is new, and the earlier ones hold for `current`; then only
/// what shares inputs with the last one is looked at. An input has one width in a pool.
struct Query {
  expr::Pool &pool;
  std::vector<expr::TermId> conditions;
  std::vector<std::uint64_t>
      current; // the inputs of a run, from which a solution should differ little
  Effort effort = Effort::Full;
};

/// One layer of the chain. A layer answers, or asks the next one.
class Solver {
public:
  virtual ~Solver() = default;
  virtual Answer solve(const Query &query) = 0;
  /// Whatever is asked from now on is unknown, and what is being solved is given up where it can
  /// be. May be called while another thread solves.
  virtual void stop() {}
};

/// What the layers did, by layer: for report.json.
struct Counts {
  std::map<std::string, std::uint64_t> answers; // "inversion: sat", "z3: unknown (time)", ...
  std::map<std::string, double> seconds;
};

/// Which ways of answering are used: all of them, or less for comparisons (bench/nonlinear).
enum class Choice : std::uint8_t {
  All,
  Linear,    // what is not linear keeps its value in the run
  NonLinear, // a search for the whole query at once
  Intervals, // the linear query first, then intervals for the whole one
  Search,    // the linear query first, then a search for the whole one
};

struct Limits {
  std::uint64_t steps = 1'000'000; // Z3's resource units of one query: the same on every machine
  double seconds = 5;              // the watchdog's, of one query
  std::uint64_t memoryBytes = 1ull << 30;
  Choice choice = Choice::All;
  bool learns =
      true; // contradictions of earlier queries answer later ones; no proof rests on those
  std::function<bool()> stop = {}; // once true, whatever is asked is unknown
};

} // namespace solver
