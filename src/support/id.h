#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace support {

/// An index into one particular table; `Tag` keeps indices of different tables apart.
template <class Tag> struct Id {
  static constexpr std::uint32_t none = 0xffff'ffff;
  std::uint32_t index = none;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t i) : index(static_cast<std::uint32_t>(i)) {}
  constexpr explicit operator bool() const { return index != none; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

} // namespace support

template <class Tag> struct std::hash<support::Id<Tag>> {
  std::size_t operator()(support::Id<Tag> id) const { return id.index; }
};
