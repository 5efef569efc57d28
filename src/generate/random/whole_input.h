#pragma once

#include "generate/random/havoc.h"
#include "model/subject.h"
#include "model/test_case.h"

namespace generate {

/// Whether the function reads an input as a whole: a program its streams, a fuzzing harness its
/// bytes. Then runs that differ in how often they take a branch are worth to go on from.
bool readsWholeInput(const model::Subject &subject, const model::Function &function);

/// Changes that input of a test; `donor` is another test of the function. Only where there is one.
void changeInput(const model::Subject &subject, model::TestCase &test, const model::TestCase &donor,
                 Havoc &havoc, support::Rng &rng);

} // namespace generate
