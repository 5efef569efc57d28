#pragma once

#include "model/subject.h"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

/// What a test lays out in memory before its calls, as plain data: the same objects, pointers and
/// inputs that the driver is sent (abi/channel.h), for whoever computes what a run would do.
struct MemoryImage {
  /// Here goes the address of there.
  struct Pointer {
    std::uint32_t object = 0, offset = 0;
    std::uint32_t targetObject = 0, targetOffset = 0;
  };
  /// Bits of an object that are input number n, n being its place in `inputs`.
  struct Input {
    std::uint32_t object = 0;
    std::uint64_t offsetBits = 0;
    std::uint32_t width = 0; // bits, 1 to 64
    bool isPointer = false;
    std::uint64_t value = 0; // in this test; of a pointer: 0
  };
  /// One call: arguments[i] of the thunk is object firstArgument + i.
  struct Call {
    FunctionId callable;
    std::uint32_t firstArgument = 0, argumentCount = 0;
  };
  /// Before this call, here goes what an earlier one returned.
  struct SlotUse {
    std::uint32_t call = 0, object = 0, offset = 0, from = 0;
  };

  std::vector<std::string> objects; // their bytes
  std::vector<Pointer> pointers;
  std::vector<Input> inputs;
  std::vector<Call> calls;
  std::vector<SlotUse> slotUses;
};

} // namespace model
