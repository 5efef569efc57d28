#include "ir/testing/subjects.h"

#include "support/file_system.h"
#include "support/process.h"

#include <fmt/format.h>
#include <stdexcept>

namespace ir::testing {

namespace fs = std::filesystem;

std::string outputOf(const std::vector<std::string> &command) {
  const auto result = support::runCommand({command, {}});
  if (!result)
    throw std::runtime_error(result.error().message);
  if (!result->ok())
    throw std::runtime_error(fmt::format("{} ended with {}:\n{}", fmt::join(command, " "),
                                         result->exitCode, result->errors));
  return result->output;
}

fs::path writeText(const fs::path &path, const std::string &text) {
  if (const auto written = support::writeFile(path, text); !written)
    throw std::runtime_error(written.error().message);
  return path;
}

fs::path analysisBitcode(const fs::path &source, const std::vector<std::string> &flags) {
  const fs::path unit = fs::path(source).replace_extension("unit" + source.extension().string());
  const fs::path bitcode = fs::path(source).replace_extension("bc");
  writeText(unit, fmt::format("#include \"{}\"\n"
                              "static int pincer_helper(int x) {{ return x ? 1 : x > 3; }}\n"
                              "int pincer_thunk(int x) {{ if (x) return 1; "
                              "return pincer_helper(x); }}\n",
                              source.string()));
  std::vector<std::string> command = {"clang-19", "-w"};
  command.insert(command.end(), flags.begin(), flags.end());
  for (const char *flag :
       {"-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-g",
        "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-ftrivial-auto-var-init=zero",
        "-fno-finite-loops", "-ffp-contract=off", "-fprofile-instr-generate", "-fcoverage-mapping",
        "-emit-llvm", "-c"})
    command.push_back(flag);
  command.insert(command.end(), {unit.string(), "-o", bitcode.string()});
  outputOf(command);
  return bitcode;
}

fs::path markedBitcode(const fs::path &source) {
  return fs::path(source).replace_extension("marked.bc");
}

MarkedProgram markSources(const std::vector<fs::path> &sources,
                          const std::vector<std::string> &flags) {
  std::vector<BitcodeUnit> units;
  for (const fs::path &source : sources)
    units.push_back(
        {analysisBitcode(source, flags), model::UnitId(units.size()), markedBitcode(source)});
  MarkOptions options;
  options.isUserFile = [](const std::string &file) {
    return !file.ends_with(".unit.c") && !file.ends_with(".unit.cpp");
  };
  auto program = mark(units, options);
  if (!program)
    throw std::runtime_error(program.error().message);
  return std::move(*program);
}

} // namespace ir::testing
