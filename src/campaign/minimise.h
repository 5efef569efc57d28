#pragma once

#include "model/subject.h"
#include "model/test_case.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace campaign {

/// Says whether a candidate still has the effect for which the test is kept. Candidates have
/// smaller objects than the test: if the effect includes that nothing reads past an object, the
/// check must see to it (run them under a sanitizer).
using EffectCheck = std::function<bool(const model::TestCase &)>;
/// The same for several at once: the first of them that has it.
using FirstWithEffect = std::function<std::optional<std::size_t>(std::span<const model::TestCase>)>;

/// Whether the last call of a test must stay: what others do may be what it is kept for.
enum class LastCall : bool { Stays, MayGo };

/// A test as simple to read as can be found with at most `budget` candidates judged: short arrays
/// and texts, small numbers, printable characters, first enumerators. It keeps the effect, given
/// that `test` has it. Pointers stay what they are, null or not, except that lists and trees get
/// shorter, a null argument becomes an object where nothing depends on it, and so does a pointer
/// into the object of another. Deterministic.
model::TestCase minimise(const model::Subject &subject, model::TestCase test,
                         const EffectCheck &keepsEffect, std::size_t budget,
                         LastCall lastCall = LastCall::Stays);
model::TestCase minimise(const model::Subject &subject, model::TestCase test,
                         const FirstWithEffect &firstWithEffect, std::size_t budget,
                         LastCall lastCall = LastCall::Stays);

} // namespace campaign
