#pragma once

#include "model/subject.h"
#include "model/test_case.h"

#include <span>
#include <string>

namespace model {

/// As report.json and saved tests call it.
const char *nameOf(Refusable what);
/// "the 2nd allocation fails".
std::string describe(const Refusal &refusal);
/// "the 2nd allocation fails and the 3rd allocation fails".
std::string describeAll(const std::vector<Refusal> &refusals);

/// A library function whose calls tests can have refused, as abi/refusable.def has it.
struct RefusableFunction {
  const char *name, *result, *parameters;
  const char *call;    // of the real one
  const char *refused; // what it gives back then
  const char *last;    // of a variadic one: the last parameter that has a name; else null
};
std::span<const RefusableFunction> refusableFunctions();

/// What stands before the text of a source where it is compiled as it is: its calls of these
/// functions go through pincer_refusable_<name>. What the unit defines itself is its own affair.
std::string routingBefore(const Subject &subject, UnitId unit);

} // namespace model
