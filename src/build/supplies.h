#pragma once

#include "model/subject.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace build {

/// Symbols that nobody defines and that tests can't supply, with the reason.
using Refused = std::map<std::string, std::string>;

std::set<std::string> symbolsOf(const std::vector<model::Supply> &supplies);

/// A C program that refers to all of these symbols.
std::string probeText(const std::set<std::string> &symbols);

/// A C file that gives each of these symbols some bytes, which nobody is to read or run.
std::string placeholderText(const std::set<std::string> &symbols);

/// Keeps those of the subject's supplies that are undefined and can be supplied, describes what
/// calls of them give back, and adds the callbacks.
Refused keepSupplies(model::Subject &subject, const std::set<std::string> &undefined);

/// What the user should know about them.
std::vector<std::string> notesOn(const model::Subject &subject);

} // namespace build
