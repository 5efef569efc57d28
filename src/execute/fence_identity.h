#pragma once

#include "execute/fence_plan.h"
#include "support/result.h"

namespace execute {

/// The user the fenced tree is, as it sees itself, and what root becomes.
inline constexpr unsigned fencedUser = 65534;

/// True if we are root and can become fencedUser: then the tree gets that user's rights to files.
/// Otherwise it has those of our own user.
bool canBecomeFencedUser();

/// In a user namespace just made by clone: makes our own user the only one in it.
support::Status mapOwnUser(unsigned user, unsigned group);

/// For root: becomes fencedUser in a new user namespace that has no other. `proc` is a folder
/// descriptor of a writable /proc.
support::Status becomeFencedUser(int proc);

/// Gives up every capability, now and for all programs to come.
support::Status dropCapabilities();

/// Sets all other limits, and makes sure that the one on processes binds us.
support::Status setLimits(const FencePlan &plan);

/// Sets the limit on descriptors, when all of ours have been moved out of the way.
support::Status limitDescriptors();

} // namespace execute
