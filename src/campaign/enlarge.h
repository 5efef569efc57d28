#pragma once

#include "model/test_case.h"

#include <optional>

namespace campaign {

/// A length at which most of what reads too far does not.
inline constexpr std::size_t roomierLength = 64;

/// The same test with more room behind every pointer whose size was our own guess (no length
/// argument speaks of it). A callee that only runs past our guess is then satisfied; a text stays
/// the text it was, with more behind its end. Nothing if there is no such pointer, or all have
/// `most` elements already.
std::optional<model::TestCase> enlarged(const model::Subject &subject, const model::TestCase &test,
                                        std::size_t most);

} // namespace campaign
