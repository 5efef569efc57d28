#include "instrument/testing/symbolic_run.h"

#include "expr/extended.h"
#include "expr/floating.h"
#include "instrument/symbolic/symbolic.h"
#include "ir/testing/subjects.h"
#include "support/process.h"

#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

namespace instrument::testing {
namespace {

namespace fs = std::filesystem;

// Usage: program FILE [BYTES... --] BYTES...; FILE receives the used parts of the segment. What
// stands before the -- is another run, which comes first, in a process of its own.
constexpr const char *mainText = R"(
#include "abi/trace.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
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
static void run(void *segment, char **texts, int count) {
  pincerTraceBegin(segment);
  unsigned char *bytes = malloc(count + 1);
  for (int i = 0; i < count; i++)
    bytes[i] = (unsigned char)atoi(texts[i]);
  nameInputs(bytes, count);
  subject(bytes, count);
  fflush(stdout);
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
  int first = 2;
  for (int i = first; i < count; i++)
    if (strcmp(arguments[i], "--") == 0) {
      if (fork() == 0) {
        run(segment, arguments + first, i - first);
        _exit(0);
      }
      wait(0);
      first = i + 1;
    }
  run(segment, arguments + first, count - first);
  return 0;
}
)";

/// Which NaN it is does not count.
bool isSame(const PincerTerm &term, std::uint64_t value, const expr::Bits (&operands)[3]) {
  if (term.operation == PINCER_OP_Extended)
    return expr::isExtendedResult(term.value, term.width, term.extra, operands[0], operands[1],
                                  operands[2]);
  const auto operation = static_cast<expr::Operation>(term.operation);
  return term.value == value ||
         (term.operation < PINCER_OPERATION_COUNT && expr::givesNumber(operation) &&
          expr::isSameNumber(term.value, value, term.width));
}

/// What a selection gives for an address; outside its table: nothing that means something.
std::uint64_t readFrom(const std::vector<std::uint64_t> &tables, std::uint32_t at,
                       std::uint64_t address,
                       const std::function<std::uint64_t(std::uint32_t)> &valueOf) {
  constexpr std::size_t header = sizeof(PincerReadTable) / sizeof(std::uint64_t);
  const std::uint64_t base = tables.at(at), count = tables.at(at + 1), stride = tables.at(at + 2);
  const std::uint64_t index = (address - base) / stride;
  if ((address - base) % stride != 0 || index >= count)
    return ~0ull;
  if (tables.at(at + 3) == 0)
    return tables.at(at + header + index);
  const std::uint64_t term = tables.at(at + header + 2 * index);
  return term ? valueOf(static_cast<std::uint32_t>(term)) : tables.at(at + header + 2 * index + 1);
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

std::uint64_t Recording::compute(const PincerTerm &term, const std::vector<std::uint64_t> &inputs,
                                 const std::function<std::uint64_t(std::uint32_t)> &valueOf) const {
  if (term.operation == PINCER_OP_Constant)
    return term.value;
  if (term.operation == PINCER_OP_Input)
    return inputs.at(term.a);
  if (term.operation == PINCER_OP_READ)
    return readFrom(tables, term.b, valueOf(term.a), valueOf);
  const auto bits = [&](std::uint32_t id) {
    return id ? expr::Bits{valueOf(id), terms.at(id - 1).width} : expr::Bits{};
  };
  return expr::apply(static_cast<expr::Operation>(term.operation), term.width, term.extra,
                     bits(term.a), bits(term.b), bits(term.c));
}

std::vector<std::uint64_t> Recording::evaluateAll(const std::vector<std::uint64_t> &inputs) const {
  std::vector<std::uint64_t> values;
  for (const PincerTerm &term : terms)
    values.push_back(compute(term, inputs, [&](std::uint32_t id) { return values.at(id - 1); }));
  return values;
}

std::uint64_t Recording::evaluate(std::uint32_t term,
                                  const std::vector<std::uint64_t> &inputs) const {
  return evaluateAll(inputs).at(term - 1);
}

std::size_t Recording::mismatches(const std::vector<std::uint64_t> &inputs,
                                  std::string &first) const {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    // From the recorded values of its operands: which NaN they are is up to the machine.
    const std::uint64_t value =
        compute(terms[i], inputs, [&](std::uint32_t id) { return terms.at(id - 1).value; });
    const auto operand = [&](std::uint32_t id) {
      return id - 1 < terms.size() ? expr::Bits{terms[id - 1].value, terms[id - 1].width}
                                   : expr::Bits{};
    };
    const expr::Bits operands[] = {operand(terms[i].a), operand(terms[i].b), operand(terms[i].c)};
    if (!isSame(terms[i], value, operands) && wrong++ == 0)
      first = fmt::format("{} is {:#x} but was {:#x} in the run",
                          text(static_cast<std::uint32_t>(i + 1)), value, terms[i].value);
  }
  return wrong;
}

std::string Recording::text(std::uint32_t id, unsigned depth) const {
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
  if (depth == 0)
    return "...";
  if (term.operation == PINCER_OP_READ)
    return fmt::format("Read{}@{}({})", term.width, term.b, text(term.a, depth - 1));
  std::string result = fmt::format("{}{}", names[term.operation], term.width);
  if (term.extra)
    result += fmt::format("@{}", term.extra);
  result += "(" + text(term.a, depth - 1);
  for (const std::uint32_t operand : {term.b, term.c})
    if (operand)
      result += ", " + text(operand, depth - 1);
  if (result.size() <= 2000)
    return result + ")";
  result.resize(2000);
  return result + "...)";
}

SymbolicProgram::SymbolicProgram(const std::string &text, const std::string &uninstrumented,
                                 const std::vector<std::string> &flags, Form form) {
  const fs::path source = ir::testing::writeText(folder_.path() / "p.c", text);
  ir::testing::markSources({source}, flags);
  const fs::path object = folder_.path() / "p.o";
  const auto lower = form == Form::Checked ? lowerChecked : lowerSymbolic;
  if (const auto lowered =
          lower(ir::testing::markedBitcode(source), object, {}, nullptr, KeptFunctions());
      !lowered)
    throw std::runtime_error(lowered.error().message);
  const fs::path main = ir::testing::writeText(folder_.path() / "main.c", mainText);
  const fs::path native = ir::testing::writeText(folder_.path() / "native.c", uninstrumented);
  ir::testing::outputOf({"clang-19", "-w", "-O1", "-D_GNU_SOURCE", "-I",
                         PINCER_SOURCE_DIRECTORY "/src", main.string(), native.string(),
                         object.string(), PINCER_SUPPORT_DIRECTORY "/libpincer_libc.a",
                         PINCER_SUPPORT_DIRECTORY "/libpincer_recorder.a", "-lm", "-lpthread", "-o",
                         program().string()});
}

Recording SymbolicProgram::run(const std::vector<std::uint8_t> &bytes,
                               const std::vector<std::uint8_t> &before) const {
  const fs::path log = folder_.path() / "log";
  std::vector<std::string> command = {program().string(), log.string()};
  for (const std::uint8_t byte : before)
    command.push_back(std::to_string(byte));
  if (!before.empty())
    command.push_back("--");
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
