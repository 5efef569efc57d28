#pragma once

#include "model/execution.h"
#include "model/test_case.h"
#include "support/json.h"
#include "support/result.h"

namespace model {

/// A test case as `inputs/ID.json` keeps it. Functions go by name and file, so that a saved test
/// survives edits of the subject as long as its function keeps its parameters. One call is written
/// as such, several as a list of "steps".
support::Json toJson(const Subject &subject, const TestCase &test);

/// What was observed, to be compared with what is observed another time.
support::Json toJson(const Subject &subject, const Observation &observation);

/// The reverse of the first; an error if the function is gone or its parameters no longer fit the
/// values.
support::Result<TestCase> testFromJson(const Subject &subject, const support::Json &json);

/// True if the value has the shape that a value of this type has (and so can be encoded).
bool fits(const Subject &subject, TypeId type, const Value &value);

} // namespace model
