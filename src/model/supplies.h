#pragma once

#include "model/subject.h"

#include <optional>
#include <vector>

namespace model {

/// What supplies the bytes of locals that nobody initialises, where those are inputs
/// (harness/harness.c).
inline constexpr const char *freshSupply = "pincer_uninitialised";
/// What supplies the answers of klee_is_symbolic, which are no inputs of the harness.
inline constexpr const char *isConcreteSupply = "pincer_is_concrete";

/// True if a generated function of this type can be written: its result has values (or there is
/// none), and C has a name for whatever it takes or returns by value.
bool canBeStub(const Subject &subject, TypeId function);

/// True if generated code can define a variable of this type and tests can fill it.
bool canBeSupplied(const Subject &subject, TypeId variable);

/// Makes the struct of what one call gives back, and sets `type` and `written`. The supply's other
/// members must be set; `word` names the struct.
void describeCalls(Subject &subject, Supply &supply, const std::string &word);

/// Adds a callback for each function type that pointers in drivable functions' parameters, and in
/// what is supplied, can refer to.
void addCallbacks(Subject &subject);

/// The callback that pointers to this function type refer to; none if there is none.
std::optional<SupplyId> callbackFor(const Subject &subject, TypeId function);

/// False for what only the unit that serves harnesses mentions, and no function asks for.
bool isAskedFor(const Subject &subject, SupplyId supply);

/// These supplies of a function, and the callbacks whose addresses its parameters, and what it is
/// supplied with, can hold; sorted.
std::vector<SupplyId> withCallbacks(const Subject &subject, const Function &function,
                                    const std::vector<SupplyId> &supplies);

} // namespace model
