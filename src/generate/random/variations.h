#pragma once

#include "generate/random/scalar_source.h"
#include "model/variation.h"
#include "support/rng.h"

#include <cstdint>
#include <vector>

namespace generate {

/// The scalars of one test that can change while everything else stays as it is: no pointers, and
/// no lengths of what is there.
class Scalars {
public:
  struct Scalar {
    model::Variation::Change now; // where it is, and what it holds
    const model::Type *type = nullptr;
    bool isInText = false; // where a zero would be its end
  };
  /// The subject must outlive this.
  Scalars(const model::Subject &subject, const model::TestCase &test);

  bool isEmpty() const { return scalars_.empty(); }
  /// One of them; each object is as likely, however large it is.
  const Scalar &any(support::Rng &rng) const {
    const std::size_t object = rng.below(firsts_.size() - 1), first = firsts_[object];
    return scalars_[first + rng.below(firsts_[object + 1] - first)];
  }

private:
  std::vector<Scalar> scalars_;
  std::vector<std::size_t> firsts_; // of each object that has some, and the end
};

/// Changes a few of them. `out.base` is left alone.
void vary(const Scalars &scalars, ScalarSource &source, support::Rng &rng, model::Variation &out);

} // namespace generate
