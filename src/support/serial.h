#pragma once

#include <atomic>
#include <cstdint>

namespace support {

/// A number that no other object of this process has, or had. A copy is another object, and what
/// has been moved from too.
class Serial {
public:
  Serial() = default;
  Serial(const Serial &) {}
  Serial(Serial &&other) noexcept { other.value_ = next(); }
  Serial &operator=(const Serial &) {
    value_ = next();
    return *this;
  }
  Serial &operator=(Serial &&other) noexcept {
    value_ = next();
    other.value_ = next();
    return *this;
  }

  std::uint64_t value() const { return value_; }

private:
  static std::uint64_t next() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
  }

  std::uint64_t value_ = next();
};

} // namespace support
