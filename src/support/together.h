#pragma once

#include <future>
#include <utility>

namespace support {

/// What both give back. If `beside`, the second is called in a thread of its own meanwhile.
template <class First, class Second> auto together(bool beside, First first, Second second) {
  if (!beside) {
    auto one = first();
    return std::pair(std::move(one), second());
  }
  auto later = std::async(std::launch::async, std::move(second));
  auto one = first();
  return std::pair(std::move(one), later.get());
}

} // namespace support
