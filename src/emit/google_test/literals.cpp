#include "emit/google_test/literals.h"

#include "emit/google_test/identifiers.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace emit {

using model::Type;
using model::TypeKind;

namespace {

template <class T> T read(std::string_view bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
  return value;
}

bool isUnsigned(const Type &type) { return !type.isSigned; }

std::string suffix(const Type &type) {
  std::string text = isUnsigned(type) ? "U" : "";
  if (type.spelling.find("long long") != std::string::npos)
    return text + "LL";
  if (type.spelling.find("long") != std::string::npos)
    return text + "L";
  return text;
}

/// INT_MIN and its like; nothing where a number says more.
std::optional<std::string> limitName(const Type &type, std::int64_t value) {
  if (type.isChar || type.size < 2 || type.size > 8)
    return {};
  const bool isLongLong = type.spelling.find("long long") != std::string::npos;
  const bool isLong = type.spelling.find("long") != std::string::npos;
  const char *base = isLongLong       ? "LLONG"
                     : isLong         ? "LONG"
                     : type.size == 4 ? "INT"
                     : type.size == 2 ? "SHRT"
                                      : nullptr;
  if (!base)
    return {};
  const int bits = static_cast<int>(type.size) * 8;
  if (isUnsigned(type))
    return static_cast<std::uint64_t>(value) == (~std::uint64_t{0} >> (64 - bits))
               ? std::optional(fmt::format("U{}_MAX", base))
               : std::nullopt;
  const std::int64_t maximum = INT64_MAX >> (64 - bits);
  if (value == maximum)
    return fmt::format("{}_MAX", base);
  if (value == -maximum - 1)
    return fmt::format("{}_MIN", base);
  return {};
}

std::string wideLiteral(const Type &type, std::string_view bytes) {
  const auto low = read<std::uint64_t>(bytes);
  const auto high = read<std::uint64_t>(bytes.substr(8));
  const auto signedLow = static_cast<std::int64_t>(low);
  const bool small = type.isSigned ? high == (signedLow < 0 ? ~std::uint64_t{0} : 0) : high == 0;
  if (small && !type.isSigned)
    return fmt::format("static_cast<unsigned __int128>({}U)", low);
  if (small && signedLow != INT64_MIN)
    return fmt::format("static_cast<__int128>({})", signedLow);
  return fmt::format("static_cast<{}>(static_cast<unsigned __int128>({:#x}U) << 64 | {:#x}U)",
                     type.isSigned ? "__int128" : "unsigned __int128", high, low);
}

std::string integerLiteral(const Type &type, std::int64_t value, LiteralUse use) {
  if (auto name = limitName(type, value))
    return *name;
  const std::string typed = suffix(type);
  if (isUnsigned(type)) {
    const auto magnitude = static_cast<std::uint64_t>(value);
    // Types narrower than int promote, so a plain number compares without a warning.
    const bool needsSuffix = use == LiteralUse::Comparison ? type.size >= 4 : magnitude > INT_MAX;
    return fmt::format("{}{}", magnitude, needsSuffix ? typed : "");
  }
  if (value == INT64_MIN)
    return fmt::format("(-{}{} - 1)", INT64_MAX, typed);
  const bool needsSuffix = use == LiteralUse::Comparison || value > INT_MAX || value < INT_MIN;
  return fmt::format("{}{}", value, needsSuffix ? typed : "");
}

std::string enumLiteral(const Type &type, std::int64_t value) {
  for (const model::Enumerator &enumerator : type.enumerators)
    if (enumerator.value == value)
      return type.isScoped ? fmt::format("{}::{}", safeName(type.spelling.substr(5)),
                                         safeName(enumerator.name))
                           : safeName(enumerator.name);
  return fmt::format("{}", value);
}

/// Makes sure that a decimal number reads as a floating one.
std::string withPoint(std::string digits) {
  if (digits.find_first_of(".en") == std::string::npos)
    digits += ".0";
  return digits;
}

std::string longDoubleDigits(long double value) {
  char text[64];
  for (int precision = 1; precision <= 21; ++precision) {
    std::snprintf(text, sizeof text, "%.*Lg", precision, value);
    if (std::strtold(text, nullptr) == value)
      break;
  }
  return withPoint(text);
}

long double floatValue(const Type &type, std::string_view bytes) {
  switch (type.size) {
  case sizeof(float):
    return read<float>(bytes);
  case sizeof(double):
    return read<double>(bytes);
  default:
    return read<long double>(bytes);
  }
}

std::string floatLiteral(const Type &type, std::string_view bytes) {
  const long double value = floatValue(type, bytes);
  const char *sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value))
    return fmt::format("{}NAN", sign);
  if (std::isinf(value))
    return fmt::format("{}INFINITY", sign);
  switch (type.size) {
  case sizeof(float):
    return withPoint(fmt::format("{}", read<float>(bytes))) + "f";
  case sizeof(double):
    return withPoint(fmt::format("{}", read<double>(bytes)));
  default:
    return longDoubleDigits(value) + "L";
  }
}

std::string escaped(char c, char quote) {
  switch (c) {
  case '\n':
    return "\\n";
  case '\t':
    return "\\t";
  case '\r':
    return "\\r";
  case '\\':
    return "\\\\";
  default:
    break;
  }
  if (c == quote)
    return fmt::format("\\{}", c);
  if (c >= ' ' && c <= '~')
    return std::string(1, c);
  // Three octal digits end by themselves, whatever follows; hexadecimal ones don't.
  return fmt::format("\\{:03o}", static_cast<unsigned char>(c));
}

} // namespace

std::int64_t integerValue(const Type &type, std::string_view bytes,
                          std::optional<std::uint32_t> width) {
  assert(type.size <= 8);
  const auto raw = read<std::uint64_t>(bytes);
  const auto bits = std::min<std::uint64_t>(width.value_or(64), type.size * 8);
  if (bits == 0)
    return 0;
  const std::uint64_t high = raw << (64 - bits);
  return type.isSigned ? static_cast<std::int64_t>(high) >> (64 - bits)
                       : static_cast<std::int64_t>(high >> (64 - bits));
}

std::string scalarLiteral(const Type &type, std::string_view bytes, LiteralUse use,
                          std::optional<std::uint32_t> width) {
  assert(bytes.size() == type.size);
  switch (type.kind) {
  case TypeKind::Bool:
    return bytes.find_first_not_of('\0') == std::string_view::npos ? "false" : "true";
  case TypeKind::Enum:
    return enumLiteral(type, integerValue(type, bytes, width));
  case TypeKind::Float:
    return floatLiteral(type, bytes);
  default:
    break;
  }
  if (type.size > 8)
    return wideLiteral(type, bytes);
  if (type.isChar && type.spelling == "char" && !width)
    return characterLiteral(bytes[0]);
  return integerLiteral(type, integerValue(type, bytes, width), use);
}

std::string characterLiteral(char c) {
  return c == '\0' ? "'\\0'" : fmt::format("'{}'", escaped(c, '\''));
}

std::string stringLiteral(std::string_view bytes) {
  std::string text = "\"";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // "??=" was a trigraph before C++17.
    if (bytes[i] == '?' && i > 0 && bytes[i - 1] == '?')
      text += "\\?";
    else
      text += escaped(bytes[i], '"');
  }
  return text + '"';
}

bool isNan(const Type &type, std::string_view bytes) {
  return type.kind == TypeKind::Float && std::isnan(floatValue(type, bytes));
}

bool isInfinite(const Type &type, std::string_view bytes) {
  return type.kind == TypeKind::Float && std::isinf(floatValue(type, bytes));
}

} // namespace emit
