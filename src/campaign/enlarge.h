#pragma once

#include "model/test_case.h"

#include <cstdint>
#include <optional>

namespace campaign {

/// A length at which most of what reads too far does not.
inline constexpr std::size_t roomierLength = 64;
/// A capacity at which most of what overflows does not.
inline constexpr std::uint8_t roomyObject = 16;

/// The same test with more room behind every pointer whose size was our own guess (no length
/// argument speaks of it). A callee that only runs past our guess is then satisfied; a text stays
/// the text it was, with more behind its end. Nothing if there is no such pointer, or all have
/// `most` elements already.
std::optional<model::TestCase> enlarged(const model::Subject &subject, const model::TestCase &test,
                                        std::size_t most);

/// The same test with `room` for every number of those calls that only make objects for the last
/// one: capacities and sizes are such numbers. Nothing if there is none, or all are that already.
std::optional<model::TestCase> withRoomyObjects(const model::Subject &subject,
                                                const model::TestCase &test, std::uint8_t room);

} // namespace campaign
