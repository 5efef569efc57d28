#pragma once

#include "model/subject.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emit {

/// What a literal is for. `Argument`: initialises or is passed, so it may convert (3 for an
/// unsigned parameter). `Comparison`: stands in EXPECT_EQ, so it must have the sign and width of
/// the type.
enum class LiteralUse { Argument, Comparison };

/// A scalar (Bool, Integer, Enum, Float) as C++ writes it; an Enum's value that has no name as a
/// plain number. `width`: of the bit-field that holds it.
std::string scalarLiteral(const model::Type &type, std::string_view bytes, LiteralUse use,
                          std::optional<std::uint32_t> width = {});

/// The value of an Integer, Enum or Bool of at most eight bytes, as its type extends it.
std::int64_t integerValue(const model::Type &type, std::string_view bytes,
                          std::optional<std::uint32_t> width = {});

std::string characterLiteral(char c);

/// A literal whose array holds exactly `bytes` and a NUL.
std::string stringLiteral(std::string_view bytes);

bool isNan(const model::Type &type, std::string_view bytes);
bool isInfinite(const model::Type &type, std::string_view bytes);

} // namespace emit
