#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace solver::z3worker {

/// Decides, some times a second while nothing moves, whether to go on waiting.
using Patience = std::function<bool()>;

/// Messages over a stream socket: the length, then the bytes. False: the other side is gone, or
/// patience ran out.
bool writeFrame(int socket, std::span<const std::byte> bytes, const Patience &patience);
/// None also if what arrives is no frame.
std::optional<std::vector<std::byte>> readFrame(int socket, const Patience &patience);

} // namespace solver::z3worker
