#pragma once

#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

/// One thing of a test that can vary on its own and is a single number to the program: a scalar, a
/// bit-field, a character, a pointer (null or not, and where to, is a number as well).
struct Input {
  /// Which number it is of the scalar: the scalar itself, one of the two words of an integer of 128
  /// bits, or a long double as a double (it varies among those alone).
  enum class Part { Whole, Word, Double };

  Value *value = nullptr; // in the test; a pointer itself, or the bytes that hold the scalar
  std::size_t at = 0;     // where in value->bytes the scalar begins
  TypeId type;            // of the scalar or pointer; none: a byte behind a void pointer
  std::optional<std::uint32_t> bitWidth; // bit-fields
  std::uint32_t object = 0;              // as abi/channel.h numbers objects
  std::uint64_t offsetBits = 0;          // in the object
  std::uint32_t width = 0;               // bits, 1 to 64
  bool isPointer = false;
  bool isCounted = false; // a pointer beside which something says how many elements there are
  Part part = Part::Whole;
  /// Set for what is taken to say how many elements there are somewhere: how many there can be.
  std::optional<std::uint64_t> longest;
};

/// All inputs of a test, in the order in which abi/channel.h numbers them; at most `most`. They
/// refer to the test and are good until its shape changes.
std::vector<Input> inputsOf(const Subject &subject, TestCase &test, std::size_t most);

/// What a C programmer would call each of them: "n", "s[3]", "list->next->value", "read() #2
/// .result".
std::vector<std::string> inputNames(const Subject &subject, TestCase &test, std::size_t most);

} // namespace model
