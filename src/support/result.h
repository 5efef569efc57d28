#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace support {

/// What went wrong in the world outside our own code: one sentence that names the file or function.
struct Error {
  std::string message;
};

/// A value, or the reason why there is none. Asking for the wrong one is our bug and asserts.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T &operator*() {
    assert(*this);
    return std::get<0>(state_);
  }
  const T &operator*() const {
    assert(*this);
    return std::get<0>(state_);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }
  const Error &error() const {
    assert(!*this);
    return std::get<1>(state_);
  }

private:
  std::variant<T, Error> state_;
};

/// Success without a value.
struct Done {};
using Status = Result<Done>;

} // namespace support
