#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

namespace proof {

struct Unsat {};
struct Sat {};
struct Unknown {
  std::string why;
};
using Decision = std::variant<Unsat, Sat, Unknown>;

struct Limits {
  std::uint64_t work = 20'000'000; // Z3's own count: the same everywhere
  unsigned memoryMb = 1000;
  std::chrono::seconds time{20}; // for what the count does not see
};

/// Asks Z3, in a process of its own that is killed when it takes too long. `folder` is for the
/// script while it is asked.
Decision decide(const std::string &script, const Limits &limits,
                const std::filesystem::path &folder);

} // namespace proof
