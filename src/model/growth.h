#pragma once

#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>

namespace model {

/// Gives the objects behind pointers as many elements as the lengths beside them say, where that is
/// at most `most`; what is added is as simple as can be. (The opposite of repairLengths.)
void growToLengths(const Subject &subject, TestCase &test, std::uint64_t most);

/// Adds a NUL to every text that lost its own, up to `most` characters; longer ones lose their
/// last.
void terminateTexts(const Subject &subject, TestCase &test, std::uint64_t most);

} // namespace model
