#pragma once

#include "support/file_system.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csmith {

/// One passing of a marker.
struct MarkerEvent {
  std::uint32_t slot = 0;
  std::uint64_t value = 0;
  bool operator==(const MarkerEvent &) const = default;
};

/// How one of the builds ran.
struct Run {
  int exitCode = 0;
  std::string output;
  std::vector<MarkerEvent> markers; // not in the native build
  std::filesystem::path log;        // a segment (abi/trace.h); only where terms are recorded
};

/// A random program of csmith's, some of whose globals are inputs, in four builds.
class ProgramUnderTest {
public:
  enum Build { Native, Plain, Symbolic, Inspect };

  /// Generates the program and compiles it natively. `shared` keeps what all programs share.
  ProgramUnderTest(std::uint64_t seed, const std::filesystem::path &shared);

  /// Marks it and makes the other builds.
  void lower();

  /// Nothing if it takes longer than `seconds`.
  std::optional<Run> run(Build build, const std::vector<std::uint8_t> &bytes, unsigned seconds);

  std::filesystem::path source() const { return folder_.path() / "p.c"; }

private:
  support::TemporaryDirectory folder_;
  std::filesystem::path shared_;
  int runs_ = 0; // logs of several runs are looked at together
};

/// Compiles what all programs share into a folder: the harness; keeps copies of the recorder and
/// our library.
void prepareShared(const std::filesystem::path &folder);

} // namespace csmith
