#pragma once

#include "model/branch.h"
#include "model/subject.h"
#include "model/value.h"

#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace model {

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
  bool isFixed = false; // no input: only what comes behind it is searched

  friend bool operator==(const Supplied &, const Supplied &) = default;
};

/// What a test can refuse the subject: the environment has none of it. (As abi/channel.h numbers
/// them.)
enum class Refusable : unsigned char { Allocation };

/// One request of the subject's that fails: call number `index` of the library functions that ask
/// for this (abi/refusable.def), counted from the first step on.
struct Refusal {
  Refusable what = Refusable::Allocation;
  std::uint32_t index = 0;

  friend auto operator<=>(const Refusal &, const Refusal &) = default;
};

/// One call. A pointer to characters always refers to bytes that end in a NUL that is part of
/// `bytes`.
struct Step {
  FunctionId callable;
  std::vector<Value> arguments;              // one per parameter
  std::optional<SlotId> slot = std::nullopt; // where the result stays for later steps

  friend bool operator==(const Step &, const Step &) = default;
};

/// Calls, one after the other, and what is supplied to them. The last one is the one under test;
/// those before it make the objects it needs and bring them into some state.
struct TestCase {
  TestCase() = default;
  /// One call.
  TestCase(FunctionId callable, std::vector<Value> arguments, std::vector<Supplied> given = {})
      : supplied(std::move(given)) {
    steps.push_back({callable, std::move(arguments)});
  }

  std::vector<Step> steps;
  /// Calls behind the last step, on objects of its slots: of const methods, whose results say in
  /// which state the objects are (Observation::observed), then of functions that release them.
  std::vector<Step> observers;
  std::vector<Supplied> supplied; // sorted by source and index, without repeats
  std::vector<Refusal> refused;   // sorted, without repeats; most tests have none
  /// Set for functions that would go on asking for ever: after so many calls that gave zeros, the
  /// next one exits, with 0.
  std::optional<std::uint32_t> endsAfterZeros = std::nullopt;
  /// The arguments of its steps are no inputs, as Supplied::isFixed. Both are a search's own notes:
  /// tests that are judged and kept have none.
  bool hasFixedArguments = false;

  Step &last() { return steps.back(); }
  const Step &last() const { return steps.back(); }
  /// The function under test, and its arguments.
  FunctionId function() const { return last().callable; }
  std::vector<Value> &arguments() { return last().arguments; }
  const std::vector<Value> &arguments() const { return last().arguments; }

  friend bool operator==(const TestCase &, const TestCase &) = default;
};

/// Arguments of all calls, observers included.
std::size_t argumentCount(const TestCase &test);
/// How many values in them are taken from slots.
std::size_t slotUses(const TestCase &test);

/// What a generator may ask the executor for. (Resuming and querying snapshots join here.)
struct Run {
  TestCase test;
};
using Candidate = std::variant<Run>;

} // namespace model
