#pragma once

#include "emit/file.h"
#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace emit {

/// Hexadecimal digits in the name of a file of raw bytes, which is a hash of its contents.
inline constexpr int corpusDigits = 16;

/// Writes the files below `directory` and removes files that an earlier run generated in `folders`
/// and that are not among them. If a file in the way is not ours, nothing is written and
/// the error names it. Files that are not ours are never touched.
support::Status writeAll(const std::filesystem::path &directory, const std::vector<File> &files,
                         const std::vector<std::string> &folders = {"tests", "inputs", "corpus"});

/// An error if something that is not ours is in the way of one of these files; nothing is written.
support::Status checkAllFree(const std::filesystem::path &directory,
                             const std::vector<std::string> &paths);

/// Adds or replaces one file, by the same rule; nothing is removed.
support::Status writeOne(const std::filesystem::path &directory, const File &file);

/// True if the contents say that Pincer wrote them.
bool isGenerated(const std::filesystem::path &path, const std::string &contents);

} // namespace emit
