#pragma once

#include "model/subject.h"

#include <cassert>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace model {

template <class T, class Variant> constexpr bool isAlternative = false;
template <class T, class... Ts>
constexpr bool isAlternative<T, std::variant<Ts...>> = (std::same_as<T, Ts> || ...);

class Value;
using SlotId = support::Id<struct SlotTag>;

// What a value can be. In a test case the first eight occur; the last two are pointers seen after a
// run.

/// A scalar, or an array of scalars: its memory, little-endian.
struct Bytes {
  std::string bytes;
  friend bool operator==(const Bytes &, const Bytes &) = default;
};
/// A struct (one part per field), or an array of what are no scalars (one per element).
struct Parts {
  std::vector<Value> parts;
  friend bool operator==(const Parts &, const Parts &);
};
/// A union: which of its fields it holds, and that field's value (none if it has no fields).
struct UnionPart {
  std::uint32_t field = 0;
  std::vector<Value> part;
  friend bool operator==(const UnionPart &, const UnionPart &);
};
/// A null pointer.
struct Null {
  friend bool operator==(Null, Null) = default;
};
/// A pointer to an object of its own: `bytes` (of scalar elements, or void) or `parts` (one per
/// element).
struct Object {
  std::string bytes;
  std::vector<Value> parts;
  std::uint32_t label = 0; // while shapes change (model/objects.h), otherwise 0
  friend bool operator==(const Object &, const Object &);
};
/// A pointer into an object that another pointer owns.
struct Inside {
  std::uint32_t object = 0; // its number: pre-order over the arguments, step by step, then over
                            // what is supplied
  std::uint64_t offset = 0; // bytes
  friend bool operator==(Inside, Inside) = default;
};
/// A pointer to a generated function.
struct Callback {
  SupplyId supply;
  friend bool operator==(Callback, Callback) = default;
};
/// What an earlier step of the test left in a slot (for the arguments of later ones).
struct FromSlot {
  enum class How : unsigned char { ByValue, ByAddress, Moved };
  SlotId slot;
  How how = How::ByValue;
  friend bool operator==(FromSlot, FromSlot) = default;
};
/// A pointer to NUL-terminated characters elsewhere: without the NUL.
struct Text {
  std::string bytes;
  friend bool operator==(const Text &, const Text &) = default;
};
/// A pointer to something that has no name in a test.
struct Other {
  friend bool operator==(Other, Other) = default;
};

/// A value of some Type; the type itself is known from where the value stands (a parameter, a
/// field, an element), so a Value holds only what can vary.
class Value {
public:
  using Held =
      std::variant<Bytes, Parts, UnionPart, Null, Object, Inside, Callback, FromSlot, Text, Other>;

  Value() = default; // Bytes, none
  template <class T>
    requires isAlternative<T, Held>
  Value(T held) : held_(std::move(held)) {}

  template <class T> bool is() const { return std::holds_alternative<T>(held_); }
  /// What it holds, which must be this.
  template <class T> T &as() {
    assert(is<T>());
    return *std::get_if<T>(&held_);
  }
  template <class T> const T &as() const {
    assert(is<T>());
    return *std::get_if<T>(&held_);
  }
  /// What it holds; null if it is something else.
  template <class T> T *find() { return std::get_if<T>(&held_); }
  template <class T> const T *find() const { return std::get_if<T>(&held_); }
  /// Makes it hold this: what it held, if that is of this kind (so memory is used again), or else
  /// nothing yet.
  template <class T> T &become() { return is<T>() ? as<T>() : held_.template emplace<T>(); }
  const Held &held() const { return held_; }

  /// The values right below: parts, a union's one, the elements of an object; others have none.
  std::span<Value> parts();
  std::span<const Value> parts() const;
  /// The bytes of a scalar, an object or a text; others have none.
  const std::string &bytes() const;
  /// The same, to be changed; only for those that can have some.
  std::string &memory();

  friend bool operator==(const Value &a, const Value &b) { return a.held_ == b.held_; }

private:
  Held held_;
};

// Inline, for random search asks all the time.
inline std::span<Value> Value::parts() {
  if (auto *held = find<Parts>())
    return held->parts;
  if (auto *held = find<Object>())
    return held->parts;
  if (auto *held = find<UnionPart>())
    return held->part;
  return {};
}
inline std::span<const Value> Value::parts() const { return const_cast<Value &>(*this).parts(); }
inline const std::string &Value::bytes() const {
  if (const auto *held = find<Bytes>())
    return held->bytes;
  if (const auto *held = find<Object>())
    return held->bytes;
  if (const auto *held = find<Text>())
    return held->bytes;
  static const std::string none;
  return none;
}
inline std::string &Value::memory() {
  assert(is<Bytes>() || is<Object>() || is<Text>());
  return const_cast<std::string &>(std::as_const(*this).bytes());
}

} // namespace model
