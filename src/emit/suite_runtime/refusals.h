#pragma once

#include <string>

namespace emit {

/// pincer_refusals.h: `pincer::FailingAllocations`, for tests that refuse the subject memory.
extern const char *const refusalsHeader;

/// What pincer_main.cpp has for it: functions that stand between the subject and the library.
std::string refusalsText();

} // namespace emit
