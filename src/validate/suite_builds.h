#pragma once

#include "model/subject.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace validate {

/// One way to compile the sources that a suite tests.
struct SuiteBuild {
  std::string name;               // for people: "clang's build", "g++'s build with -O2"
  std::string compiler;           // "clang", "g++"...: the same for several builds of one
  std::string c, cxx;             // programs; empty: what the user's compile_commands.json names
  std::vector<std::string> flags; // beside those of the source
};

/// With clang, with g++ if it is there, both without and with optimisation, and with the user's own
/// compilers, if they are others.
std::vector<SuiteBuild> suiteBuilds(const model::Subject &subject);

/// The first of them, and g++'s first, with flags that make undefined behaviour what was seen.
std::vector<SuiteBuild> buildsAsObserved();

/// The program that compiles this unit in such a build.
std::string compilerFor(const SuiteBuild &build, const model::Unit &unit);

} // namespace validate
