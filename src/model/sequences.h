#pragma once

#include "model/test_case.h"

#include <optional>

namespace model {

/// Whether tests of its own are sought. (Others may call it all the same.)
bool isTested(const Function &function);

/// Whether it is no call, but sets a public field.
bool writesField(const Function &function);

/// Whether what its result points to is the test's, to be destroyed at its end.
bool isOwner(const Function &function);

/// What is known of all its calls together.
CallFacts factsOf(const Subject &subject, const TestCase &test);

/// What a slot holds that this function fills: the type its result points to. None: its result is
/// no pointer to an object.
std::optional<TypeId> madeBy(const Subject &subject, const Function &function);

/// What an argument may be taken from: the type that this parameter points to, if calls make
/// objects of it.
std::optional<TypeId> wantedBy(const Subject &subject, const Parameter &parameter);

/// Whether a test can't do without such an object: there is no other value.
bool needsObject(const Subject &subject, const Parameter &parameter);

/// Whether this is the FILE of <stdio.h>.
bool isFile(const Type &type);

/// The step that fills the slot; none: a later one, or none at all.
std::optional<std::size_t> stepFilling(const TestCase &test, SlotId slot);

/// Whether the step takes something from this slot.
bool usesSlot(const Step &step, SlotId slot);

/// The step that made the object in a slot: not the one that only sees it as one of a base class.
const Step &makerOf(const Subject &subject, const TestCase &test, SlotId slot);

/// Whether the test fills a struct by hand although calls make such: a state that no caller may
/// ever see.
bool forcesState(const Subject &subject, const TestCase &test);

/// Whether the object in the slot belongs to a callee, since one of the steps before `end` gave it
/// away.
bool isGivenAway(const Subject &subject, const TestCase &test, SlotId slot, std::size_t end);

/// How much the function's name says that it ends the life of what it is given: 0 most. (Whether it
/// does, runs will show.) None: it does not say so.
std::optional<std::size_t> releases(const Subject &subject, const Function &function);

/// Whether a call with this argument brings mere storage into the state that others need.
bool initialises(const Subject &subject, const Function &function, std::size_t parameter);

/// Whether what lies in the slot before step `end` may be used: unless it is storage that nothing
/// has initialised yet, or that was released.
bool isInitialised(const Subject &subject, const TestCase &test, SlotId slot, std::size_t end);

/// Whether no step uses storage that is not initialised.
bool keepsProtocol(const Subject &subject, const TestCase &test);

/// A slot that no step fills yet.
SlotId freshSlot(const TestCase &test);

/// Removes a step, and with it all that use what it made or initialised; false if the last one is
/// among them, and then nothing is changed. Objects must be labelled (model/objects.h).
bool removeStep(const Subject &subject, TestCase &test, std::size_t step);

/// Whether a step of it only prepares objects for others: a test does not end with it.
bool isPreparation(const Function &function);

/// Keeps the steps up to this one, which is the last then.
void cutBehind(const Subject &subject, TestCase &test, std::size_t step);

} // namespace model
