#include "cli/time_shares.h"

#include "support/clock.h"

#include <algorithm>
#include <sys/resource.h>

namespace cli {

namespace {

constexpr double leastShareOfSearch = 0.25;
/// What the final check takes: the sources are compiled with several compilers, so how long ours
/// took foretells that; and each test is compiled, run several times, and some again when others
/// had to leave.
constexpr double leastCheck = 2, checkOverBuilding = 3, checkOfTest = 0.01;
constexpr double mostShareOfCheck = 0.5; // of what is left
constexpr double leastUntilGivenUp = 60, givenUpOverBuilding = 6;
constexpr double mostSlowness = 8;

/// Of this process and of compilers that have ended.
double cpuSeconds() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(who, &usage);
    for (const timeval &time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  }
  return seconds;
}

} // namespace

TimeShares::TimeShares(std::optional<double> whole) : whole_(whole) {}

double TimeShares::elapsed() const { return support::secondsSince(began_); }

void TimeShares::noteBuilding(double seconds) {
  building_ = seconds;
  afterBuilding_ = whole_ ? std::max(*whole_ - elapsed(), 0.0) : 0;
  slowness_ = std::clamp(elapsed() / std::max(cpuSeconds(), 1e-3), 1.0, mostSlowness);
}

double TimeShares::foreseenCheck(std::size_t tests) const {
  return leastCheck + checkOverBuilding * building_ +
         checkOfTest * slowness_ * static_cast<double>(tests);
}

double TimeShares::forCampaign(std::size_t tests) const {
  return afterBuilding_ - std::min(foreseenCheck(tests), mostShareOfCheck * afterBuilding_);
}

double TimeShares::leastForSearch() const { return leastShareOfSearch * whole_.value_or(0); }

std::optional<double> TimeShares::forCheck() const {
  return whole_ ? std::optional(
                      std::max({*whole_, leastUntilGivenUp, givenUpOverBuilding * building_}))
                : std::nullopt;
}

std::optional<double> TimeShares::left() const {
  return whole_ ? std::optional(*whole_ - elapsed()) : std::nullopt;
}

} // namespace cli
