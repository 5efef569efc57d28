#pragma once

#include "expr/pool.h"
#include "support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace solver::z3worker {

/// A term as it travels: operands are indices into the query's terms.
struct WireTerm {
  expr::Operation operation = expr::Operation::Constant;
  std::uint8_t width = 0;
  std::uint16_t extra = 0;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint64_t value = 0; // a constant's, an input's number; Reals: else what it is in the run
};

/// What the worker is asked.
struct WireQuery {
  enum class Kind : std::uint32_t {
    Bits,     // exactly, bit by bit
    Integers, // exactly, words as integers
    Reals     // numbers as real ones: a solution is a guess, and "no" is nothing
  };
  Kind kind = Kind::Bits;
  std::uint64_t steps = 0;               // the bound, in Z3's resource units
  std::vector<WireTerm> terms;           // operands before what they are operands of
  std::vector<std::uint32_t> conditions; // indices of terms of width 1
};

/// What it replies. Nothing of it is believed without a check.
struct Solution {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> values; // by input; others don't matter
};
struct Contradiction {
  std::vector<std::uint32_t> core; // indices of conditions
};
struct Surrender {
  std::string why;
};
using Reply = std::variant<Solution, Contradiction, Surrender>;

std::vector<std::byte> encode(const WireQuery &query);
std::vector<std::byte> encode(const Reply &reply);
support::Result<WireQuery> decodeQuery(std::span<const std::byte> bytes);
support::Result<Reply> decodeReply(std::span<const std::byte> bytes);

} // namespace solver::z3worker
