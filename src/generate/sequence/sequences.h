#pragma once

#include "generate/sequence/callables.h"
#include "generate/sequence/sequence_pool.h"

namespace generate {

/// What the searches for tests of all functions share where tests are sequences of calls.
struct Sequences {
  explicit Sequences(const model::Subject &subject) : callables(subject), pool(subject) {}

  Callables callables;
  SequencePool pool;
};

} // namespace generate
