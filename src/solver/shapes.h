#pragma once

#include "expr/pool.h"
#include "solver/recent_pools.h"
#include "solver/term_marks.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace solver {

/// The form of a condition: what is left of it when inputs have no numbers of their own but are
/// counted in the order in which they are met. So `s[3] == 'x'` and `s[7] == 'x'` have one form,
/// whatever the run, the function or the pool, and so have `a + b * 3` and `b * 3 + a`.
struct Shape {
  std::uint32_t form = 0;            // equal forms have equal numbers
  std::vector<std::uint32_t> inputs; // their numbers, in that order

  /// Too large to have one.
  bool isNone() const { return form == 0; }
};

/// The forms of conditions of all pools. Those of the latest pools are remembered; if there are too
/// many forms, all are forgotten, and forms get new numbers.
class Shapes {
public:
  /// Good until the next one is asked for.
  const Shape &of(const expr::Pool &pool, expr::TermId condition);

private:
  using Form = std::vector<std::uint32_t>; // the terms, one after the other
  struct FormHash {
    std::size_t operator()(const Form &form) const;
  };
  struct Path {
    explicit Path(const expr::Pool &) {}
    std::unordered_map<std::uint32_t, Shape> shapes; // by term
  };

  Shape make(const expr::Pool &pool, expr::TermId condition);
  bool lookAt(const expr::Pool &pool, expr::TermId condition);
  template <class Operands, class Visit>
  bool walk(const expr::Pool &pool, expr::TermId condition, Operands operands, Visit visit);
  std::uint32_t numberOf(Form form);

  RecentPools<Path> paths_;
  std::unordered_map<Form, std::uint32_t, FormHash> forms_;
  std::size_t words_ = 0;      // in forms_
  std::uint32_t lastForm_ = 0; // never used again
  TermMarks numbers_;          // of terms in the order of a walk
  TermMarks places_;           // of terms in looks_
  std::vector<std::uint64_t> looks_;
  std::vector<expr::TermId> work_;
};

} // namespace solver
