#include "build/starts_threads.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace build {
namespace {

constexpr auto starters = std::to_array<std::string_view>({
    "pthread_create",
    "thrd_create",
    "clone",
    "clone3",
    "fork",
    "vfork",
    "_Fork",
    // by the clock
    "alarm",
    "ualarm",
    "setitimer",
    "timer_settime",
    "aio_read",
    "aio_write",
    "mq_notify",
});

/// Starts of the symbols of C++ and of what OpenMP becomes.
constexpr auto startersByPrefix = std::to_array<std::string_view>({
    "_ZNSt6thread15_M_start_thread",
    "_ZNSt6thread6_State",
    "__kmpc_fork_call",
});

bool starts(const std::string &name) {
  return std::find(starters.begin(), starters.end(), name) != starters.end() ||
         std::any_of(startersByPrefix.begin(), startersByPrefix.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

} // namespace

bool startsThreads(const std::set<std::string> &externals) {
  return std::any_of(externals.begin(), externals.end(), starts);
}

} // namespace build
