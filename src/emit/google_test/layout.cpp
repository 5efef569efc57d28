#include "emit/google_test/layout.h"

#include <algorithm>

// Lays the fields out as a compiler would without attributes and pragmas: each at the next multiple
// of its alignment; a bit-field directly after the one before it, unless it would then straddle two
// storage units of its type. What differs from the result is packed, over-aligned, or has unnamed
// bit-fields; the caller then writes a packed struct with explicit padding, which can express
// every layout.

namespace emit {

using model::Field;
using model::Type;
using model::TypeKind;

namespace {

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::uint64_t placeBitField(std::uint64_t position, const Type &type, std::uint32_t width) {
  const std::uint64_t unit = type.size * 8;
  if (unit == 0 || position / unit == (position + width - 1) / unit)
    return position;
  return roundUp(position, type.alignment * 8);
}

} // namespace

bool hasNaturalLayout(const model::Subject &subject, model::TypeId record) {
  const Type &type = subject[record];
  std::uint64_t position = 0, end = 0, alignment = 1;
  for (const Field &field : type.fields) {
    const Type &member = subject[field.type];
    alignment = std::max(alignment, member.alignment);
    if (type.kind == TypeKind::Union)
      position = 0;
    position = field.bitWidth ? placeBitField(position, member, *field.bitWidth)
                              : roundUp(position, member.alignment * 8);
    if (position != field.offsetBits)
      return false;
    position += field.bitWidth ? *field.bitWidth : member.size * 8;
    end = std::max(end, position);
  }
  return alignment == type.alignment && roundUp(end, alignment * 8) == type.size * 8;
}

} // namespace emit
