#pragma once

#include "model/branch.h"
#include "model/subject.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace model {

/// A value of some Type; the type itself is known from where the value stands (a parameter, a
/// field, an element), so a Value holds only what can vary. In a test case the first six kinds
/// occur; the last two describe pointers seen after a run.
struct Value {
  enum class Kind : unsigned char {
    Bytes, // a scalar, or an array of scalars: `bytes` is its memory, little-endian
    Parts, // a struct (one part per field), a union (one part: the field number `object`), an array
           // of non-scalars
    Null,  // a null pointer
    Object,   // a pointer to an object of its own: `bytes` (scalar elements, or void) or `parts`
              // (one per element)
    Inside,   // a pointer into object number `object` (pre-order over the arguments, then over what
              // is supplied), `offset` bytes in
    Callback, // a pointer to the generated function of supply number `object`
    Text,     // a pointer to NUL-terminated characters elsewhere: `bytes` without the NUL
    Other,    // a pointer to something that has no name in a test
  };
  Kind kind = Kind::Bytes;
  std::uint32_t object = 0;
  std::uint64_t offset = 0;
  std::string bytes;
  std::vector<Value> parts;

  friend bool operator==(const Value &, const Value &) = default;
};

/// True if values of this type, or arrays of it, are kept as raw bytes (Bool, Integer, Enum, Float;
/// arrays of those).
bool isScalar(const Type &type);
bool isKeptAsBytes(const Subject &subject, TypeId type);

/// The same for what a pointer to this type refers to: a pointer to void refers to bytes.
bool isPointeeKeptAsBytes(const Subject &subject, TypeId pointee);
/// Bytes of one element behind a pointer to this type: of void, one.
std::uint64_t pointeeSize(const Subject &subject, TypeId pointee);

/// The field that a part of a struct's or union's value is for. A union has one part and says of
/// which field.
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
