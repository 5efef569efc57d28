#pragma once

#include "execute/channel.h"
#include "execute/fence.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>

namespace execute {

/// The target died instead of answering, or did not answer in time.
struct TargetDied {
  int status = 0; // of waitpid
};
struct TargetHung {};
/// Nobody wants to know any more.
struct TargetStopped {};
using Answer = std::variant<PincerReply, TargetDied, TargetHung, TargetStopped>;

/// A running target: its process and the two pipes to it.
///
///   start ──▶ ready ── send ──▶ busy ── receive ──▶ ready
///                                          └──▶ over (died, or killed: start anew)
class Server {
public:
  struct Setup {
    std::filesystem::path program;
    std::filesystem::path scratch;
    FenceLimits limits;
    std::uint32_t timeoutMs = 0;
    std::uint64_t mostBytes = 0;     // that a subject gets in one piece
    std::function<bool()> stop = {}; // asked while waiting
  };

  /// Starts the target and waits for its greeting. `output` takes what the subject prints. The
  /// channel must outlive the server.
  static support::Result<Server> start(const Setup &setup, const Channel &channel,
                                       const Descriptor &output);

  const PincerHello &hello() const { return hello_; }
  void send(const PincerCommand &command);
  /// Waits for the reply, for as long as tests go on.
  Answer receive();
  /// True if the fence killed something for its use of memory since the last call.
  bool ranOutOfMemory();

private:
  Server(FencedProcess process, const Channel &channel)
      : process_(std::move(process)), channel_(&channel) {}
  enum class Read { Whole, End, Late, Stopped };
  Read readWhole(void *to, std::size_t size, int patienceMs);
  int awaitEnd();

  FencedProcess process_;
  const Channel *channel_;
  Descriptor commands_, replies_;
  PincerHello hello_ = {};
  int patienceMs_ = 0;
  std::function<bool()> stop_;
};

} // namespace execute
