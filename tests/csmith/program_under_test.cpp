#include "program_under_test.h"

#include "instrument/inspect/inspect.h"
#include "instrument/plain/plain.h"
#include "instrument/symbolic/symbolic.h"
#include "ir/testing/subjects.h"
#include "support/process.h"

#include <fmt/format.h>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace csmith {

namespace fs = std::filesystem;
using ir::testing::outputOf;
using ir::testing::writeText;

namespace {

constexpr const char *tap = "harness_marker";

// Usage: program LOG MARKERS BYTES...; without terms LOG stays empty.
constexpr const char *harnessText = R"(
#include "abi/trace.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>
unsigned char pincer_coverage[1 << 20], harness_bytes[16];
static FILE *markers;
void __pincer_divide_error(void) { puts("divide error"); fflush(stdout); _exit(9); }
void harness_marker(uint32_t slot, uint64_t value) {
  fwrite(&slot, sizeof slot, 1, markers);
  fwrite(&value, sizeof value, 1, markers);
}
__attribute__((weak)) void pincerTraceBegin(void *segment);
__attribute__((weak)) void pincerTraceInput(uint32_t number, void *object, uint64_t offsetBits, uint32_t width);
int csmith_main(void);
int main(int count, char **arguments) {
  if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
  }
  markers = fopen(arguments[2], "w");
  for (int i = 3; i < count && i < 19; i++)
    harness_bytes[i - 3] = (unsigned char)atoi(arguments[i]);
  if (pincerTraceBegin) {
    int file = open(arguments[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (ftruncate(file, PINCER_SEGMENT_SIZE) != 0)
      return 1;
    pincerTraceBegin(mmap(0, PINCER_SEGMENT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    for (unsigned i = 0; i < sizeof harness_bytes; i++)
      pincerTraceInput(i, &harness_bytes[i], 0, 8);
  }
  csmith_main();
  fflush(stdout);
  fclose(markers);
  _exit(0);
}
)";

// Instrumented with the program.
constexpr const char *takeText = R"(
extern unsigned char harness_bytes[16];
static uint64_t harness_take(unsigned from, unsigned size) {
  uint64_t value = 0;
  for (unsigned i = 0; i < size; i++)
    value |= (uint64_t)harness_bytes[(from + i) % 16] << 8 * i;
  return value;
}
)";

std::vector<std::string> generatorCommand(std::uint64_t seed) {
  std::vector<std::string> command = {"csmith",
                                      "--seed",
                                      std::to_string(seed),
                                      "--no-argc",
                                      "--concise",
                                      "--max-funcs",
                                      std::to_string(2 + seed % 3),
                                      "--max-block-depth",
                                      std::to_string(1 + seed % 3),
                                      "--max-block-size",
                                      std::to_string(2 + seed % 2),
                                      "--max-expr-complexity",
                                      std::to_string(3 + seed % 5)};
  if (seed % 4 == 3)
    command.push_back("--float");
  if (seed % 5 == 4)
    command.insert(command.end(), {"--builtins", "--disable-builtin-kinds", "x86,powerpc"});
  return command;
}

/// csmith leaves a file behind where it runs.
std::string generate(std::uint64_t seed, const fs::path &folder) {
  const auto result = support::runCommand({generatorCommand(seed), folder});
  if (!result || !result->ok())
    throw std::runtime_error("csmith failed");
  return result->output;
}

/// Whether a line of a program makes something that can't be assigned to.
bool isConstant(const std::string &line) { return line.find("const ") != std::string::npos; }

/// The program with a few of its globals assigned from the inputs before it starts. Which globals
/// there are is read off the lines that print their checksums.
std::string withInputs(const std::string &text) {
  static const std::regex checksum(R"(^ *transparent_crc\((g_[0-9]+)((\.f[0-9]+)*), )");
  static const std::regex global(R"(^(static |volatile |const ).*\b(g_[0-9]+)( = |\[|;))");
  std::istringstream lines(text);
  std::set<std::string> constants;
  bool constantMembers = false;
  std::string result, line;
  std::vector<std::string> places;
  std::vector<std::string> all;
  while (std::getline(lines, line)) {
    all.push_back(line);
    std::smatch match;
    if (std::regex_search(line, match, global) && isConstant(line))
      constants.insert(match[2]);
    else if (line.starts_with("   ") && line.find(" f") != std::string::npos && isConstant(line))
      constantMembers = true; // of some struct or union
    if (std::regex_search(line, match, checksum) && !constants.contains(match[1]) &&
        (match[2].length() == 0 || !constantMembers))
      places.push_back(match[1].str() + match[2].str());
  }
  constexpr std::size_t most = 5;
  for (const std::string &each : all) {
    if (each.starts_with("int main"))
      result += std::string(takeText) + "#define main csmith_main\n";
    if (each.find("    func_1();") == 0)
      for (std::size_t i = 0; i < std::min(places.size(), most); ++i)
        result += fmt::format("    {} = harness_take({}, {});\n", places[i], 3 * i, 1 + 3 * i % 8);
    result += each + "\n";
  }
  return result;
}

const std::vector<std::string> flags = {"-I/usr/include/csmith"};

template <class T> void require(const support::Result<T> &status) {
  if (!status)
    throw std::runtime_error(status.error().message);
}

const char *nameOf(ProgramUnderTest::Build build) {
  constexpr const char *names[] = {"native", "plain", "symbolic", "inspect"};
  return names[build];
}

} // namespace

void prepareShared(const fs::path &folder) {
  const fs::path main = writeText(folder / "harness.c", harnessText);
  outputOf({"clang-19", "-w", "-O1", "-D_GNU_SOURCE", "-I", PINCER_SOURCE_DIRECTORY "/src", "-c",
            main.string(), "-o", (folder / "harness.o").string()});
  // A copy: a long batch may go on while the project is built again.
  fs::copy_file(PINCER_SUPPORT_DIRECTORY "/libpincer_recorder.a", folder / "recorder.a");
  fs::copy_file(PINCER_SUPPORT_DIRECTORY "/libpincer_libc.a", folder / "libc.a");
}

ProgramUnderTest::ProgramUnderTest(std::uint64_t seed, const fs::path &shared) : shared_(shared) {
  writeText(source(), withInputs(generate(seed, folder_.path())));
  outputOf({"clang-19", "-w", "-O0", flags[0], source().string(), (shared_ / "harness.o").string(),
            "-lm", "-o", (folder_.path() / "native").string()});
}

void ProgramUnderTest::lower() {
  ir::testing::markSources({source()}, flags);
  const fs::path marked = ir::testing::markedBitcode(source());
  const auto object = [&](Build build) {
    return folder_.path() / fmt::format("{}.o", nameOf(build));
  };
  require(instrument::lowerPlain(marked, object(Plain), {.markerTap = tap}));
  require(instrument::lowerSymbolic(marked, object(Symbolic), {}, tap));
  require(instrument::lowerInspect(marked, object(Inspect), {}, tap));
  for (const Build build : {Plain, Symbolic, Inspect}) {
    std::vector<std::string> command = {"clang-19", "-fuse-ld=lld", object(build).string(),
                                        (shared_ / "harness.o").string()};
    if (build != Plain)
      command.insert(command.end(),
                     {(shared_ / "libc.a").string(), (shared_ / "recorder.a").string(),
                      "-Wl,--unresolved-symbols=ignore-all"});
    command.insert(command.end(),
                   {"-lm", "-lpthread", "-o", (folder_.path() / nameOf(build)).string()});
    outputOf(command);
  }
}

std::optional<Run> ProgramUnderTest::run(Build build, const std::vector<std::uint8_t> &bytes,
                                         unsigned seconds) {
  Run run;
  const fs::path markers = folder_.path() / "markers";
  run.log = folder_.path() / fmt::format("log{}", runs_++);
  std::vector<std::string> command = {"timeout",
                                      "-k",
                                      "1",
                                      std::to_string(seconds),
                                      (folder_.path() / nameOf(build)).string(),
                                      run.log.string(),
                                      markers.string()};
  for (const std::uint8_t byte : bytes)
    command.push_back(std::to_string(byte));
  const auto result = support::runCommand({command, {}});
  if (!result)
    throw std::runtime_error(result.error().message);
  if (result->exitCode == 124 || result->exitCode == 137)
    return std::nullopt;
  run.exitCode = result->exitCode;
  run.output = result->output + result->errors;
  std::ifstream file(markers, std::ios::binary);
  MarkerEvent event;
  while (file.read(reinterpret_cast<char *>(&event.slot), sizeof event.slot) &&
         file.read(reinterpret_cast<char *>(&event.value), sizeof event.value))
    run.markers.push_back(event);
  return run;
}

} // namespace csmith
