#include "solver/z3/frames.h"

#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <sys/socket.h>

namespace solver::z3worker {

namespace {

constexpr int pauseMs = 20; // between two looks at patience
constexpr std::uint64_t mostBytes = 1ull << 30;

/// Moves all bytes with `move(offset)`, which transfers some without blocking.
template <class Move>
bool moveAll(int socket, short event, std::size_t size, const Patience &patience, Move move) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t moved = move(done);
    if (moved > 0) {
      done += static_cast<std::size_t>(moved);
      continue;
    }
    if (moved == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
      return false;
    pollfd wait{socket, event, 0};
    if (poll(&wait, 1, pauseMs) == 0 && !patience())
      return false;
  }
  return true;
}

bool writeAll(int socket, const void *data, std::size_t size, const Patience &patience) {
  return moveAll(socket, POLLOUT, size, patience, [&](std::size_t done) {
    return send(socket, static_cast<const char *>(data) + done, size - done,
                MSG_NOSIGNAL | MSG_DONTWAIT);
  });
}

bool readAll(int socket, void *data, std::size_t size, const Patience &patience) {
  return moveAll(socket, POLLIN, size, patience, [&](std::size_t done) {
    return recv(socket, static_cast<char *>(data) + done, size - done, MSG_DONTWAIT);
  });
}

} // namespace

bool writeFrame(int socket, std::span<const std::byte> bytes, const Patience &patience) {
  const std::uint64_t size = bytes.size();
  return writeAll(socket, &size, sizeof size, patience) &&
         writeAll(socket, bytes.data(), bytes.size(), patience);
}

std::optional<std::vector<std::byte>> readFrame(int socket, const Patience &patience) {
  std::uint64_t size = 0;
  if (!readAll(socket, &size, sizeof size, patience) || size > mostBytes)
    return {};
  std::vector<std::byte> bytes(size);
  if (!readAll(socket, bytes.data(), bytes.size(), patience))
    return {};
  return bytes;
}

} // namespace solver::z3worker
