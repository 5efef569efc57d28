#include "emit/google_test/cmake_lists.h"

#include "emit/google_test/harness_headers.h"
#include "emit/google_test/undefined_file.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <set>

// The user's flags were written for one compiler on one machine; a suite is compiled with others on
// others. So only flags that change what the source means are passed on: include paths, macros, the
// language, the machine. Warnings, optimisation, debugging and instrumentation are for whoever
// builds the suite to choose.

namespace emit {

using model::Subject;
using model::Unit;
using model::UnitId;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view pathFlags[] = {"-iquote",  "-isystem", "-idirafter", "-include",
                                          "-imacros", "-I",       "-L"};
constexpr std::string_view wholeFlags[] = {"-ansi",
                                           "-pthread",
                                           "-trigraphs",
                                           "-fsigned-char",
                                           "-funsigned-char",
                                           "-fshort-enums",
                                           "-fno-short-enums",
                                           "-fwrapv",
                                           "-fno-strict-aliasing",
                                           "-fms-extensions",
                                           "-fgnu89-inline",
                                           "-fcommon",
                                           "-fno-common",
                                           "-fopenmp",
                                           "-ffast-math",
                                           "-fno-math-errno",
                                           "-ffreestanding",
                                           "-fno-builtin",
                                           "-Wno-implicit-function-declaration",
                                           "-Wno-implicit-int",
                                           "-Wno-int-conversion",
                                           "-Wno-incompatible-function-pointer-types"};
constexpr std::string_view prefixFlags[] = {"-std=", "-m", "-fpack-struct",
                                            "-ftrivial-auto-var-init=", "-l"};

template <class List> bool contains(const List &list, std::string_view flag) {
  return std::find(std::begin(list), std::end(list), flag) != std::end(list);
}

bool startsWithAny(std::string_view flag) {
  return std::any_of(std::begin(prefixFlags), std::end(prefixFlags),
                     [&](std::string_view prefix) { return flag.starts_with(prefix); }) &&
         !flag.starts_with("-mllvm") && !flag.starts_with("-mrelax");
}

std::string portablePath(const Unit &unit, const std::string &path, const std::string &folder) {
  const fs::path absolute = (fs::path(unit.directory) / path).lexically_normal();
  const std::string relative = pathFrom(folder, absolute.string());
  return fs::path(relative).is_absolute() ? relative : "${CMAKE_CURRENT_SOURCE_DIR}/" + relative;
}

/// `-include stdint.h` means a file on the include path, unless there is one beside the source.
bool isSearched(const Unit &unit, std::string_view flag, const std::string &path) {
  return (flag == "-include" || flag == "-imacros") && !fs::exists(fs::path(unit.directory) / path);
}

/// As one element of a list in a quoted CMake argument; our own ${...} at the start stays.
std::string quoted(const std::string &flag) {
  constexpr std::string_view variable = "${CMAKE_CURRENT_SOURCE_DIR}";
  const std::size_t own = flag.find(variable);
  std::string text;
  for (std::size_t i = 0; i < flag.size(); ++i) {
    if (i == own) {
      text += variable;
      i += variable.size() - 1;
    } else if (flag[i] == ';') {
      text += "\\\\;";
    } else {
      if (flag[i] == '"' || flag[i] == '\\' || flag[i] == '$')
        text += '\\';
      text += flag[i];
    }
  }
  return text;
}

bool isForLinker(const std::string &flag) {
  return flag.starts_with("-l") || flag.starts_with("-L");
}
bool isForMachine(const std::string &flag) {
  return flag == "-m32" || flag == "-m64" || flag == "-mx32" || flag == "-pthread";
}

/// What the executables have in common.
struct Shared {
  bool hasCxx = false;  // a source is C++, and flags for the subject are for all files
  bool isLarge = false; // so many files include GoogleTest's header that compiling it once pays off
};

/// Has CTest run the tests.
std::string runs(const Dialect &dialect, const std::string &target,
                 const std::vector<TestSource> &files, const std::string &indent) {
  if (dialect.cmakeTests)
    return indent + fmt::format(fmt::runtime(dialect.cmakeTests), fmt::arg("target", target));
  std::string text;
  for (const TestSource &file : files)
    for (const std::string &test : file.tests)
      text += fmt::format("{0}add_test(NAME {1} COMMAND {2} {1})\n", indent, test, target);
  return text;
}

std::string executable(const Dialect &dialect, const std::string &name,
                       const std::vector<TestSource> &files, bool isDefault, const Shared &shared,
                       const ExportNames &names) {
  std::string included; // exports that are part of test files
  for (const TestSource &file : files)
    if (file.includes)
      included += fmt::format("\n  \"{}\"", names.exportsFile(*file.includes));
  std::string text, exports = "PINCER_EXPORTS";
  if (!included.empty()) {
    exports += "_OF_" + name.substr(std::string_view("pincer_").size());
    text += fmt::format("# These are part of test files.\n"
                        "set({0} ${{PINCER_EXPORTS}})\nlist(REMOVE_ITEM {0}{1})\n",
                        exports, included);
  }
  text +=
      fmt::format("add_executable({}{} {} ${{{}}}", name, isDefault ? "" : " ${PINCER_EXCLUDE}",
                  shared.isLarge ? "$<TARGET_OBJECTS:pincer_main>" : "pincer_main.cpp", exports);
  for (const TestSource &file : files)
    text += fmt::format("\n  \"{}\"", file.name);
  text += fmt::format(")\ntarget_link_libraries({} PRIVATE ${{PINCER_LIBRARIES}})\n", name);
  if (shared.isLarge && (isDefault || !shared.hasCxx)) // else its flags are others
    text += fmt::format("if(PINCER_PRECOMPILE)\n"
                        "  target_precompile_headers({} REUSE_FROM pincer_main)\n"
                        "endif()\n",
                        name);
  if (isDefault)
    return text + runs(dialect, name, files, "");
  return text +
         fmt::format("target_compile_options({} PRIVATE {})\nif(PINCER_ALL_TESTS)\n", name,
                     shared.hasCxx ? "${PINCER_AS_OBSERVED}"
                                   : "\"$<$<COMPILE_LANGUAGE:C>:${PINCER_AS_OBSERVED}>\"") +
         runs(dialect, name, files, "  ") + "endif()\n";
}

/// With fewer files, beside pincer_main.cpp, g++ takes longer than without.
constexpr std::size_t fewestForHeader = 2;

/// The framework's header is compiled once for all.
std::string sharedMain(const char *header) {
  return fmt::format(R"(
# The framework's header is compiled once for all.
add_library(pincer_main OBJECT pincer_main.cpp)
target_link_libraries(pincer_main PRIVATE ${{PINCER_LIBRARIES}})
if(NOT CMAKE_VERSION VERSION_LESS 3.25)
  set(PINCER_PRECOMPILE ON)
  target_precompile_headers(pincer_main PRIVATE {})
  set_source_files_properties(${{PINCER_EXPORTS}} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()
)",
                     header);
}

bool saysStandard(const Unit &unit) {
  return std::any_of(unit.flags.begin(), unit.flags.end(), [](const std::string &flag) {
    return flag.starts_with("-std=") || flag.starts_with("--std") || flag == "-ansi";
  });
}

/// What all flags of the subject's sources come to.
struct CommonFlags {
  std::set<std::string> linker, machine;
};

std::string flagsOfFile(const std::string &file, const std::vector<std::string> &flags,
                        CommonFlags &common) {
  std::vector<std::string> own;
  for (const std::string &flag : flags) {
    if (isForLinker(flag))
      common.linker.insert(quoted(flag));
    else if (isForMachine(flag))
      common.machine.insert(flag);
    else
      own.push_back(quoted(flag));
  }
  return own.empty() ? ""
                     : fmt::format("set_source_files_properties(\"{}\" PROPERTIES COMPILE_OPTIONS\n"
                                   "  \"{}\")\n",
                                   file, fmt::join(own, ";"));
}

std::string sourceFlags(const Subject &subject, const ExportNames &names, const Layout &layout,
                        const Executables &executables, CommonFlags &common) {
  const std::string folder = layout.directory + "/tests";
  std::string text;
  for (std::size_t i = 0; i < subject.units.size(); ++i)
    text +=
        flagsOfFile(names.exportsFile(UnitId(i)), exportsFlags(subject.units[i], folder), common);
  for (const auto *files : {&executables.green, &executables.crash, &executables.ub})
    for (const TestSource &file : *files)
      if (file.includes)
        text += flagsOfFile(file.name, testFlags(subject[*file.includes], folder), common) +
                fmt::format("set_source_files_properties(\"{}\" PROPERTIES "
                            "SKIP_PRECOMPILE_HEADERS ON)\n",
                            file.name);
  return text;
}

/// A compiler may leave out an allocation that nobody uses; then it can't fail.
constexpr std::string_view realAllocations[] = {
    "-fno-builtin-malloc",        "-fno-builtin-calloc",         "-fno-builtin-realloc",
    "-fno-builtin-aligned_alloc", "-fno-builtin-posix_memalign", "-fno-builtin-strdup",
    "-fno-builtin-strndup"};

constexpr const char *zeroLocals = "-ftrivial-auto-var-init=zero"; // gcc has it since 12

std::string asObservedText() {
  std::vector<std::string> flags = asObserved();
  flags.pop_back();
  return fmt::format(R"(
# What undefined behaviour does depends on the compiler; these flags make it what was observed.
set(PINCER_AS_OBSERVED {0})
include(CheckCCompilerFlag)
check_c_compiler_flag({1} PINCER_CAN_ZERO_LOCALS)
if(PINCER_CAN_ZERO_LOCALS)
  list(APPEND PINCER_AS_OBSERVED {1})
endif()
)",
                     fmt::join(flags, " "), zeroLocals);
}

} // namespace

std::vector<std::string> portableFlags(const Unit &unit, const std::string &folder) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < unit.flags.size(); ++i) {
    const std::string &flag = unit.flags[i];
    const bool hasNext = i + 1 < unit.flags.size();
    const auto path = std::find_if(std::begin(pathFlags), std::end(pathFlags),
                                   [&](std::string_view name) { return flag.starts_with(name); });
    if (path != std::end(pathFlags) && flag == *path && hasNext) {
      const std::string &given = unit.flags[++i];
      const std::string place = isSearched(unit, flag, given) ? given
                                : given == ourHeaderFolder(unit)
                                    ? "${CMAKE_CURRENT_SOURCE_DIR}/include"
                                    : portablePath(unit, given, folder);
      if (path->size() == 2) {
        result.push_back(flag + place);
      } else {
        result.push_back(flag);
        result.push_back(place);
      }
    } else if (path != std::end(pathFlags) && flag.size() > path->size()) {
      result.push_back(std::string(*path) + portablePath(unit, flag.substr(path->size()), folder));
    } else if ((flag == "-D" || flag == "-U") && hasNext) {
      result.push_back(flag + unit.flags[++i]);
    } else if (flag.starts_with("-D") || flag.starts_with("-U") || contains(wholeFlags, flag) ||
               startsWithAny(flag)) {
      result.push_back(flag);
    } else if ((flag == "-Xclang" || flag == "-mllvm" || flag == "-target") && hasNext) {
      ++i;
    }
  }
  return result;
}

std::vector<std::string> flagsForAll() {
  return {std::begin(realAllocations), std::end(realAllocations)};
}

std::vector<std::string> exportsFlags(const Unit &unit, const std::string &folder) {
  std::vector<std::string> flags = portableFlags(unit, folder);
  if (unit.isCxx && !saysStandard(unit)) // what the compiler that made the tests takes by itself
    flags.insert(flags.begin(), "-std=gnu++17");
  return flags;
}

std::vector<std::string> testFlags(const Unit &unit, const std::string &folder) {
  std::vector<std::string> flags = exportsFlags(unit, folder);
  for (std::string &flag : flags) // GoogleTest needs C++14
    if (flag == "-ansi" || std::regex_match(flag, std::regex("-std=(c|gnu)\\+\\+(98|03|0x|11)")))
      flag = "-std=gnu++14";
  return flags;
}

std::vector<std::string> asObserved() {
  return {"-O0",
          "-fwrapv",
          "-fno-strict-aliasing",
          "-fno-delete-null-pointer-checks",
          "-ffp-contract=off",
          zeroLocals};
}

File cmakeLists(const Dialect &dialect, const Subject &subject, const ExportNames &names,
                const Layout &layout, const Executables &executables) {
  Shared shared;
  shared.hasCxx = std::any_of(subject.units.begin(), subject.units.end(),
                              [](const Unit &unit) { return unit.isCxx; });
  shared.isLarge = dialect.precompiled && executables.green.size() >= fewestForHeader;
  CommonFlags common;
  const std::string flags = sourceFlags(subject, names, layout, executables, common);
  std::string text = markerLine("#", layout);
  if (subject.facts.startEffect)
    text += fmt::format("# Careful: code of the subject that runs before main or after it may call "
                        "{}, and so change\n# files or processes whenever the tests are started, "
                        "or only listed.\n",
                        *subject.facts.startEffect);
  text += R"(cmake_minimum_required(VERSION 3.16)
project(pincer_tests LANGUAGES C CXX)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
)";
  text += dialect.cmakeModules;
  text += R"(
option(PINCER_ALL_TESTS "Also run the tests that crash or that need undefined behaviour" OFF)
if(NOT PINCER_ALL_TESTS)
  set(PINCER_EXCLUDE EXCLUDE_FROM_ALL)
endif()
)";
  text += fmt::format("# Else a compiler may leave out an allocation, which then can't fail.\n"
                      "add_compile_options({})\n",
                      fmt::join(realAllocations, " "));
  for (const std::string &flag : common.machine)
    text += fmt::format("add_compile_options({0})\nadd_link_options({0})\n", flag);
  text += common.machine.contains("-m32") ? dialect.cmakeLibraries32 : dialect.cmakeLibraries;
  for (const std::string &flag : common.linker)
    text += fmt::format("list(APPEND PINCER_LIBRARIES \"{}\")\n", flag);
  text += "\n# Each of these includes one source and exports what the tests call.\n"
          "set(PINCER_EXPORTS";
  for (std::size_t i = 0; i < subject.units.size(); ++i)
    text += fmt::format("\n  \"{}\"", names.exportsFile(UnitId(i)));
  if (needsUndefinedFile(subject))
    text += "\n  pincer_undefined.cpp";
  text += ")\n" + flags;
  if (shared.isLarge)
    text += sharedMain(dialect.precompiled);
  if (!executables.green.empty())
    text += "\n" + executable(dialect, "pincer_tests", executables.green, true, shared, names);
  if (!executables.crash.empty() || !executables.ub.empty())
    text += asObservedText();
  if (!executables.crash.empty())
    text +=
        "\n" + executable(dialect, "pincer_crash_tests", executables.crash, false, shared, names);
  if (!executables.ub.empty())
    text += "\n" + executable(dialect, "pincer_ub_tests", executables.ub, false, shared, names);
  return {"tests/CMakeLists.txt", std::move(text)};
}

} // namespace emit
