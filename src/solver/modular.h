#pragma once

#include <cstdint>
#include <optional>

namespace solver {

/// The least x with x * factor = wanted, modulo `modulus` (not 0); none: there is none.
std::optional<std::uint64_t> quotientModulo(std::uint64_t wanted, std::uint64_t factor,
                                            std::uint64_t modulus);

} // namespace solver
