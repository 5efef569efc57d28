#pragma once

#include "abi/packed_calls.h"
#include "expr/calls.h"

#include <cstdint>

namespace expr {

/// A Call has three words. Arguments that need more are packed, three words into one, by a Call of
/// their own, of this function: it gives a number that stands for its three words. So a function of
/// many words is a call of calls.
constexpr unsigned packFunction = PINCER_CALL_PACK;
constexpr unsigned mostWords = 9;

/// The number that stands for three words. Others may have the same: an Oracle, which knows all
/// that were packed, gives those no value.
std::uint64_t packed(const Words &words);
/// The factor that packed() mixes words with, for code that does the same.
constexpr std::uint64_t packFactor = 0x9e37'79b9'7f4a'7c15;

/// Whether arguments that lie at these places are packed.
bool arePacked(std::span<const WordPlace> places);

} // namespace expr
