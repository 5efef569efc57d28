#pragma once

#include "model/subject.h"
#include "model/test_case.h"

#include <array>
#include <cstdint>

namespace model {

/// A test that differs from another in a few scalars: as long as nobody wants to keep it, it need
/// not be put together.
struct Variation {
  struct Change {
    std::uint32_t object = 0; // as abi/channel.h numbers objects
    std::uint32_t offset = 0; // bytes, in the object
    std::uint32_t size = 0;   // bytes, 1 to 8
    std::array<char, 8> bytes = {};
  };
  static constexpr std::size_t mostChanges = 4;

  const TestCase *base = nullptr; // must outlive this
  std::uint32_t changeCount = 0;
  std::array<Change, mostChanges> changes = {};
};

/// The test itself.
TestCase testOf(const Subject &subject, const Variation &variation);

} // namespace model
