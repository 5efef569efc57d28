#include "instrument/symbolic_run.h"

#include "instrument/symbolic.h"
#include "ir/testing/subjects.h"
#include "support/process.h"

#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

namespace instrument::testing {
namespace {

namespace fs = std::filesystem;

// Usage: program FILE BYTES...; FILE receives the used parts of the segment.
constexpr const char *mainText = R"(
#include "abi/trace.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>
unsigned char pincer_coverage[65536];
void __pincer_divide_error(void) { puts("divide error"); fflush(stdout); _exit(9); }
void pincerTraceBegin(void *segment);
void pincerTraceInput(uint32_t number, void *object, uint64_t offsetBits, uint32_t width);
void subject(unsigned char *bytes, int count);
__attribute__((weak)) void nameInputs(unsigned char *bytes, int count) {
  for (int i = 0; i < count; i++)
    pincerTraceInput((unsigned)i, bytes + i, 0, 8);
}
int main(int count, char **arguments) {
  if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
  }
  int file = open(arguments[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (ftruncate(file, PINCER_SEGMENT_SIZE) != 0)
    return 1;
  void *segment = mmap(0, PINCER_SEGMENT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pincerTraceBegin(segment);
  unsigned char *bytes = malloc(count);
  for (int i = 2; i < count; i++)
    bytes[i - 2] = (unsigned char)atoi(arguments[i]);
  nameInputs(bytes, count - 2);
  subject(bytes, count - 2);
  fflush(stdout);
  return 0;
}
)";

std::uint64_t maskOf(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
std::int64_t signedOf(std::uint64_t value, unsigned width) {
  const unsigned free = 64 - width;
  return static_cast<std::int64_t>(value << free) >> free;
}

std::uint64_t apply(const PincerTerm &term, unsigned operandWidth, unsigned lowWidth,
                    std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const unsigned width = term.width;
  const std::int64_t sa = signedOf(a, operandWidth), sb = signedOf(b, operandWidth);
  const std::uint64_t mask = maskOf(width);
  switch (term.operation) {
  case PINCER_OP_Add:
    return (a + b) & mask;
  case PINCER_OP_Sub:
    return (a - b) & mask;
  case PINCER_OP_Mul:
    return (a * b) & mask;
  case PINCER_OP_UDiv:
    return b == 0 ? mask : a / b;
  case PINCER_OP_URem:
    return b == 0 ? a : a % b;
  case PINCER_OP_SDiv:
    return b == 0 ? (sa < 0 ? 1 : mask) : sb == -1 ? (0 - a) & mask : std::uint64_t(sa / sb) & mask;
  case PINCER_OP_SRem:
    return b == 0 ? a : sb == -1 ? 0 : std::uint64_t(sa % sb) & mask;
  case PINCER_OP_And:
    return a & b;
  case PINCER_OP_Or:
    return a | b;
  case PINCER_OP_Xor:
    return a ^ b;
  case PINCER_OP_Shl:
    return b >= width ? 0 : (a << b) & mask;
  case PINCER_OP_LShr:
    return b >= width ? 0 : a >> b;
  case PINCER_OP_AShr:
    return std::uint64_t(sa >> std::min<std::uint64_t>(b, width - 1)) & mask;
  case PINCER_OP_Equal:
    return a == b;
  case PINCER_OP_ULess:
    return a < b;
  case PINCER_OP_ULessEqual:
    return a <= b;
  case PINCER_OP_SLess:
    return sa < sb;
  case PINCER_OP_SLessEqual:
    return sa <= sb;
  case PINCER_OP_Choose:
    return a ? b : c;
  case PINCER_OP_ZeroExtend:
    return a;
  case PINCER_OP_SignExtend:
    return std::uint64_t(sa) & mask;
  case PINCER_OP_Extract:
    return (a >> term.extra) & mask;
  case PINCER_OP_Concat:
    return a << lowWidth | b;
  default:
    throw std::runtime_error("no such operation");
  }
}

/// What a selection gives for an address; outside its table: nothing that means something.
std::uint64_t readFrom(const std::vector<std::uint64_t> &tables, std::uint32_t at,
                       std::uint64_t address, const std::vector<std::uint64_t> &values) {
  constexpr std::size_t header = sizeof(PincerReadTable) / sizeof(std::uint64_t);
  const std::uint64_t base = tables.at(at), count = tables.at(at + 1), stride = tables.at(at + 2);
  const std::uint64_t index = (address - base) / stride;
  if ((address - base) % stride != 0 || index >= count)
    return ~0ull;
  if (tables.at(at + 3) == 0)
    return tables.at(at + header + index);
  const std::uint64_t term = tables.at(at + header + 2 * index);
  return term ? values.at(term - 1) : tables.at(at + header + 2 * index + 1);
}

template <class T>
std::vector<T> readArray(std::ifstream &file, std::uint64_t at, std::size_t count) {
  std::vector<T> items(count);
  file.seekg(static_cast<std::streamoff>(at));
  file.read(reinterpret_cast<char *>(items.data()),
            static_cast<std::streamsize>(count * sizeof(T)));
  return items;
}

} // namespace

std::vector<std::uint64_t> asInputs(const std::vector<std::uint8_t> &bytes) {
  return {bytes.begin(), bytes.end()};
}

std::vector<PincerEvent> Recording::eventsOf(int kind) const {
  std::vector<PincerEvent> found;
  for (const PincerEvent &event : events)
    if (event.kind == kind)
      found.push_back(event);
  return found;
}

std::vector<std::uint64_t> Recording::evaluateAll(const std::vector<std::uint64_t> &inputs) const {
  std::vector<std::uint64_t> values;
  const auto value = [&](std::uint32_t id) { return id ? values.at(id - 1) : 0; };
  for (const PincerTerm &term : terms) {
    if (term.operation == PINCER_OP_Constant)
      values.push_back(term.value);
    else if (term.operation == PINCER_OP_Input)
      values.push_back(inputs.at(term.a));
    else if (term.operation == PINCER_OP_READ)
      values.push_back(readFrom(tables, term.b, value(term.a), values));
    else
      values.push_back(apply(term, terms.at(term.a - 1).width,
                             term.operation == PINCER_OP_Concat ? terms.at(term.b - 1).width : 0,
                             value(term.a), value(term.b), value(term.c)));
  }
  return values;
}

std::uint64_t Recording::evaluate(std::uint32_t term,
                                  const std::vector<std::uint64_t> &inputs) const {
  return evaluateAll(inputs).at(term - 1);
}

std::size_t Recording::mismatches(const std::vector<std::uint64_t> &inputs,
                                  std::string &first) const {
  const auto values = evaluateAll(inputs);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (values[i] != terms[i].value && wrong++ == 0)
      first = fmt::format("{} is {:#x} but was {:#x} in the run",
                          text(static_cast<std::uint32_t>(i + 1)), values[i], terms[i].value);
  return wrong;
}

std::string Recording::text(std::uint32_t id) const {
  static constexpr const char *names[] = {
#define PINCER_OPERATION(name, operands) #name,
      PINCER_OPERATIONS(PINCER_OPERATION)
#undef PINCER_OPERATION
  };
  const PincerTerm &term = terms.at(id - 1);
  if (term.operation == PINCER_OP_Constant)
    return fmt::format("{}:{}", term.value, term.width);
  if (term.operation == PINCER_OP_Input)
    return fmt::format("i{}", term.a);
  if (term.operation == PINCER_OP_READ)
    return fmt::format("Read{}@{}({})", term.width, term.b, text(term.a));
  std::string result = fmt::format("{}{}", names[term.operation], term.width);
  if (term.operation == PINCER_OP_Extract)
    result += fmt::format("@{}", term.extra);
  result += "(" + text(term.a);
  for (const std::uint32_t operand : {term.b, term.c})
    if (operand)
      result += ", " + text(operand);
  return result.size() > 2000 ? result.substr(0, 2000) + "...)" : result + ")";
}

SymbolicProgram::SymbolicProgram(const std::string &text, const std::string &uninstrumented,
                                 const std::vector<std::string> &flags) {
  const fs::path source = ir::testing::writeText(folder_.path() / "p.c", text);
  ir::testing::markSources({source}, flags);
  const fs::path object = folder_.path() / "p.o";
  if (const auto lowered = lowerSymbolic(ir::testing::markedBitcode(source), object); !lowered)
    throw std::runtime_error(lowered.error().message);
  const fs::path main = ir::testing::writeText(folder_.path() / "main.c", mainText);
  const fs::path native = ir::testing::writeText(folder_.path() / "native.c", uninstrumented);
  ir::testing::outputOf({"clang-19", "-w", "-O1", "-D_GNU_SOURCE", "-I",
                         PINCER_SOURCE_DIRECTORY "/src", main.string(), native.string(),
                         object.string(), PINCER_SUPPORT_DIRECTORY "/libpincer_recorder.a", "-lm",
                         "-lpthread", "-o", program().string()});
}

Recording SymbolicProgram::run(const std::vector<std::uint8_t> &bytes) const {
  const fs::path log = folder_.path() / "log";
  std::vector<std::string> command = {program().string(), log.string()};
  for (const std::uint8_t byte : bytes)
    command.push_back(std::to_string(byte));
  const auto result = support::runCommand({command, {}});
  if (!result)
    throw std::runtime_error(result.error().message);
  Recording recording;
  recording.output = result->output;
  recording.exitCode = result->exitCode;
  std::ifstream file(log, std::ios::binary);
  file.read(reinterpret_cast<char *>(&recording.header), sizeof recording.header);
  recording.terms =
      readArray<PincerTerm>(file, PINCER_SEGMENT_TERMS_AT, recording.header.termCount);
  recording.events =
      readArray<PincerEvent>(file, PINCER_SEGMENT_EVENTS_AT, recording.header.eventCount);
  recording.tables =
      readArray<std::uint64_t>(file, PINCER_SEGMENT_TABLES_AT, recording.header.tableUsed);
  return recording;
}

} // namespace instrument::testing
