#include "validate/suite_builds.h"

#include "emit/google_test/cmake_lists.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <sstream>

namespace validate {

namespace fs = std::filesystem;

namespace {

constexpr const char *ourC = "clang-19", *ourCxx = "clang++-19";

std::optional<fs::path> inPath(const std::string &program) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code none;
    if (const fs::path file = fs::path(folder) / program; fs::is_regular_file(file, none))
      return fs::canonical(file, none);
  }
  return std::nullopt;
}

/// The user's compiler, if it is a gcc or clang of this machine. One that lies among the sources is
/// not started: what is tested need not be trusted.
std::optional<fs::path> usersCompiler(const model::Unit &unit) {
  static const std::regex known(R"((?:.*-)?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-[0-9.]+)?)");
  const fs::path given(unit.compiler);
  if (!std::regex_match(given.filename().string(), known))
    return std::nullopt;
  if (!given.has_parent_path())
    return inPath(unit.compiler);
  std::error_code none;
  const fs::path real = fs::canonical(given, none);
  const bool isInstalled = real.string().starts_with("/usr/") || real.string().starts_with("/opt/");
  return isInstalled && given.is_absolute() ? std::optional(real) : std::nullopt;
}

bool hasGcc() { return inPath("gcc") && inPath("g++"); }

} // namespace

std::vector<SuiteBuild> suiteBuilds(const model::Subject &subject) {
  std::vector<SuiteBuild> builds{{"clang's build", "clang", ourC, ourCxx, {}}};
  if (hasGcc())
    builds.push_back({"g++'s build", "g++", "gcc", "g++", {}});
  for (std::size_t i = 0, count = builds.size(); i < count; ++i) {
    SuiteBuild optimised = builds[i];
    optimised.name += " with -O2";
    optimised.flags = {"-O2"};
    builds.push_back(std::move(optimised));
  }
  std::set<std::string> known, own;
  for (const char *program : {ourC, ourCxx, "gcc", "g++"})
    if (const auto path = inPath(program))
      known.insert(path->string());
  for (const model::Unit &unit : subject.units)
    if (const auto path = usersCompiler(unit); path && !known.contains(path->string()))
      own.insert(fs::path(unit.compiler).filename().string());
  for (const std::string &name : own)
    builds.push_back({name + "'s build", name, "", "", {}});
  if (own.size() > 1) // one build: each source by its own compiler
    builds.resize(builds.size() - own.size() + 1);
  return builds;
}

std::vector<SuiteBuild> buildsAsObserved() {
  std::vector<SuiteBuild> builds{{"clang's build", "clang", ourC, ourCxx, emit::asObserved()}};
  if (hasGcc())
    builds.push_back({"g++'s build", "g++", "gcc", "g++", emit::asObserved()});
  return builds;
}

std::string compilerFor(const SuiteBuild &build, const model::Unit &unit) {
  if (!build.c.empty())
    return unit.isCxx ? build.cxx : build.c;
  const auto own = usersCompiler(unit);
  return own ? own->string() : unit.isCxx ? ourCxx : ourC;
}

} // namespace validate
