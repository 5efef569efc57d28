#pragma once

#include "emit/formats/ktest.h"
#include "model/test_case.h"

#include <optional>
#include <string>

namespace emit {

/// True for the function that libFuzzer calls: it takes bytes and how many there are.
bool isFuzzTarget(const model::Subject &subject, model::FunctionId function);

/// What a fuzzer would keep of the test: the bytes it passes to a fuzz target. None: it is a test
/// of something else.
std::optional<std::string> rawInput(const model::Subject &subject, const model::TestCase &test);

/// A test of a harness that is given these objects, in their order; none if the harness asks for
/// no bytes. Objects that bear the name of a function that nobody defines are what that gives back.
/// A test of a whole program is given what KLEE's POSIX runtime makes of them.
std::optional<model::TestCase> testFromKTest(const model::Subject &subject,
                                             model::FunctionId function, const KTest &test);

} // namespace emit
