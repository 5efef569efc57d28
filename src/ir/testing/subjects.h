#pragma once

#include "ir/mark.h"

#include <filesystem>
#include <string>
#include <vector>

// For the tests of ir/ and instrument/: C text to marked bitcode and to running programs. Failures
// of the tools stop the test with their message.
namespace ir::testing {

/// What a command wrote to its standard output; throws with its errors if it fails.
std::string outputOf(const std::vector<std::string> &command);

std::filesystem::path writeText(const std::filesystem::path &path, const std::string &text);

/// Compiles `source` as build/ does: through a unit file that includes it, in the analysis form.
std::filesystem::path analysisBitcode(const std::filesystem::path &source,
                                      const std::vector<std::string> &flags = {});

/// Marks the sources together; "x.c" becomes "x.marked.bc" beside it. Every file but the generated
/// unit files is the user's.
MarkedProgram markSources(const std::vector<std::filesystem::path> &sources,
                          const std::vector<std::string> &flags = {});

/// Where markSources put the marked bitcode of a source.
std::filesystem::path markedBitcode(const std::filesystem::path &source);

} // namespace ir::testing
