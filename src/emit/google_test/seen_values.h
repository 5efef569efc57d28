#pragma once

#include "emit/google_test/cxx_types.h"
#include "model/value.h"

#include <optional>
#include <string>

namespace emit {

/// What a Text says, if all of it was seen.
std::optional<std::string> seenText(const model::Value &value);

/// How an element of a Range that can be indexed is expected: with all others, or by itself.
bool canBeIndexed(const model::Type &range);

/// A Range that was seen as an expression of its type, for a comparison; nothing if some part of it
/// was not seen, is a pointer, has no operator==, is a floating-point number (equal up to rounding
/// at most), or if there is too much to read.
std::optional<std::string> seenRange(const CxxTypes &types, model::TypeId type,
                                     const model::Value &value);

/// The elements that were seen of a Range: values of its element type.
std::optional<std::vector<model::Value>>
seenElements(const model::Subject &subject, model::TypeId range, const model::Value &value);

} // namespace emit
