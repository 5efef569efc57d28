#pragma once

#include "execute/fence.h"

#include <string>
#include <string_view>

namespace execute {

/// All that pincer-fence is told; it gets it as bytes in descriptor planDescriptor.
struct FencePlan {
  FencedCommand command; // scratch is a real path; of descriptors only the second numbers count
  std::string program;   // the real path of command.arguments[0]
  FenceLimits limits;
  int parent = 0; // the process that must outlive the fence
};

/// Where pincer-fence finds its descriptors when it starts.
inline constexpr int planDescriptor = 3;
inline constexpr int reportDescriptor = 4; // takes an error message, or closes: the command runs
inline constexpr int eventsDescriptor = 5; // takes FenceEvents
inline constexpr int firstPassedDescriptor = 10; // command.descriptors, in order

std::string encode(const FencePlan &plan);
/// Takes what encode made, by the same build of the project: anything else asserts.
FencePlan decodeFencePlan(std::string_view bytes);

/// "what: reason of errno".
support::Error failure(std::string_view what);

} // namespace execute
