#pragma once

#include "model/execution.h"

#include <optional>
#include <span>
#include <string>

namespace model {

/// True for the function through which harnesses ask for any number of bytes (src/harness): what a
/// call of it gives back is a pointer to them, and how many there are.
bool givesBytes(const Subject &subject, SupplyId source);
/// What a call of such a function gives back.
Value bytesGiven(const Subject &subject, SupplyId source, const std::string &bytes);
/// The bytes in it; none if it is null.
std::string bytesIn(const Value &given);

/// Makes the test supply, with zeros, what a run of it asked for and was not given; calls for bytes
/// get as many as they asked for. So the same run has all of it among its inputs. Past a bound, a
/// run (`mostCalls` of one source) gets zeros that are none. True if the test changed.
bool supplyAsked(const Subject &subject, TestCase &test, std::span<const Asked> asked,
                 std::uint32_t mostCalls = 256);

} // namespace model
