#pragma once

#include <filesystem>
#include <string>

namespace validate {

/// What is no flag of a compilation.
bool isForLinker(const std::string &flag);

/// As CMake would pass it on from a CMakeLists.txt in this folder.
std::string flagIn(const std::filesystem::path &folder, std::string flag);

} // namespace validate
