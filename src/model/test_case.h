#pragma once

#include "model/branch.h"
#include "model/subject.h"

#include <cassert>
#include <concepts>
#include <cstdint>
#include <optional>
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

// What a value can be. In a test case the first seven occur; the last two are pointers seen after a
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
  std::uint32_t object = 0; // its number: pre-order over the arguments, then over what is supplied
  std::uint64_t offset = 0; // bytes
  friend bool operator==(Inside, Inside) = default;
};
/// A pointer to a generated function.
struct Callback {
  SupplyId supply;
  friend bool operator==(Callback, Callback) = default;
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
  using Held = std::variant<Bytes, Parts, UnionPart, Null, Object, Inside, Callback, Text, Other>;

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

/// True if values of this type, or arrays of it, are kept as raw bytes (Bool, Integer, Enum, Float;
/// arrays of those).
bool isScalar(const Type &type);
bool isKeptAsBytes(const Subject &subject, TypeId type);

/// The same for what a pointer to this type refers to: a pointer to void refers to bytes.
bool isPointeeKeptAsBytes(const Subject &subject, TypeId pointee);
/// Bytes of one element behind a pointer to this type: of void, one.
std::uint64_t pointeeSize(const Subject &subject, TypeId pointee);

/// The field that a part of a struct's or union's value is for.
const Field &fieldOf(const Type &record, const Value &value, std::size_t part);

/// The last field of a struct if it is an array without a bound (`char data[]`). Only a struct that
/// is the sole element of a pointer's object has elements there; their number is that of the value.
std::optional<std::size_t> flexibleField(const Subject &subject, TypeId record);
/// Bytes of a pointer's object.
std::uint64_t objectSize(const Subject &subject, TypeId pointee, const Value &object);

/// What a test supplies for something nobody defines: the contents of a variable (index 0), or what
/// call number `index` of a stub gives back. Calls past the last one give zeros.
struct Supplied {
  SupplyId source;
  std::uint32_t index = 0;
  Value value;

  friend bool operator==(const Supplied &, const Supplied &) = default;
};

/// One call of one function. A pointer to characters always refers to bytes that end in a NUL that
/// is part of `bytes`.
struct TestCase {
  FunctionId function;
  std::vector<Value> arguments;
  std::vector<Supplied> supplied; // sorted by source and index, without repeats
  /// Set for functions that would go on asking for ever: after so many calls that gave zeros, the
  /// next one exits, with 0.
  std::optional<std::uint32_t> endsAfterZeros = std::nullopt;

  friend bool operator==(const TestCase &, const TestCase &) = default;
};

/// What a generator may ask the executor for. (Resuming and querying snapshots join here.)
struct Run {
  TestCase test;
};
using Candidate = std::variant<Run>;

} // namespace model
