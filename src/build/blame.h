#pragma once

#include "build/thunks.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace build {

/// A part of a unit's file that does not compile.
struct Guilty {
  std::size_t part = 0;
  std::string message; // the compiler's
};

/// Which parts of the file a compiler's errors are about, directly or by what they use; each once.
/// Empty if an error is about none of them.
std::vector<Guilty> guiltyParts(const std::vector<UnitPart> &parts,
                                const std::filesystem::path &file, const std::string &errors);

/// Takes what the part is there for out of the subject, with the reason.
void leaveOut(model::Subject &subject, const UnitPart &part, const std::string &message);

} // namespace build
