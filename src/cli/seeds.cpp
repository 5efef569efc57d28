#include "cli/seeds.h"

#include "emit/formats/corpus.h"
#include "model/program.h"
#include "model/value_access.h"
#include "support/file_system.h"

#include <algorithm>
#include <fmt/format.h>

namespace cli {

namespace fs = std::filesystem;
using model::Subject;
using model::TestCase;
using model::TypeKind;
using model::Value;
using support::Error;
using support::Result;

namespace {

/// Larger inputs take more time to run and solve than they are worth.
constexpr std::uintmax_t largestSeed = 256 << 10;

bool takesBytes(const Subject &subject, const model::Function &function) {
  if (function.undrivable || function.parameters.size() != 2 ||
      function.lengthPairs != std::vector<model::LengthPair>{{0, 1}})
    return false;
  const model::Type &pointer = subject[function.parameters[0].type];
  const model::Type &length = subject[function.parameters[1].type];
  return pointer.kind == TypeKind::Pointer && length.kind == TypeKind::Integer &&
         model::isPointeeKeptAsBytes(subject, pointer.element) &&
         model::pointeeSize(subject, pointer.element) == 1;
}

/// The one function that takes a buffer.
Result<model::FunctionId> bufferFunction(const Subject &subject) {
  model::FunctionId found;
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    if (!takesBytes(subject, subject.functions[i]))
      continue;
    if (found)
      return Error{"--seeds: more than one function takes bytes and their number; --entry says "
                   "which is meant"};
    found = model::FunctionId(i);
  }
  if (!found)
    return Error{"--seeds: there is no program (--program) and no function that takes bytes and "
                 "their number, as LLVMFuzzerTestOneInput does"};
  return found;
}

TestCase bufferSeed(const Subject &subject, model::FunctionId id, std::string bytes) {
  const model::Function &function = subject[id];
  Value length = model::simplestValue(subject, function.parameters[1].type);
  model::writeInteger(subject[function.parameters[1].type], length.memory().data(),
                      static_cast<model::Wide>(bytes.size()));
  if (bytes.empty() || model::isText(subject, function.parameters[0].type))
    bytes += '\0';
  return {id, {model::Object{.bytes = std::move(bytes)}, length}, {}};
}

bool isKTest(const fs::path &file) { return file.extension() == ".ktest"; }

/// A test of the one harness that is driven; none, and a note, if the file is of no use for it.
std::optional<TestCase> harnessSeed(const Subject &subject, const fs::path &file,
                                    const std::string &bytes, std::vector<std::string> &notes) {
  const auto isDriven = [](const model::Function &function) { return !function.undrivable; };
  const auto driven = std::ranges::find_if(subject.functions, isDriven);
  const auto read = emit::readKTest(bytes);
  std::optional<TestCase> test;
  if (read && driven != subject.functions.end())
    test = emit::testFromKTest(
        subject, model::FunctionId(static_cast<std::size_t>(driven - subject.functions.begin())),
        *read);
  if (!test)
    notes.push_back(
        fmt::format("{}: {}", file.string(),
                    read ? "what is tested asks for no such inputs" : read.error().message));
  return test;
}

} // namespace

Result<std::vector<TestCase>> readSeeds(const fs::path &folder, const Subject &subject,
                                        std::vector<std::string> &notes) {
  std::error_code code;
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(folder, code))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  if (code)
    return Error{fmt::format("--seeds: {}: {}", folder.string(), code.message())};
  std::sort(files.begin(), files.end());
  model::FunctionId buffer;
  if (!subject.program && !std::ranges::all_of(files, isKTest)) {
    const auto found = bufferFunction(subject);
    if (!found)
      return found.error();
    buffer = *found;
  }
  std::vector<TestCase> seeds;
  std::size_t tooLarge = 0;
  for (const fs::path &file : files) {
    if (fs::file_size(file, code) > largestSeed || code) {
      ++tooLarge;
      continue;
    }
    auto bytes = support::readFile(file);
    if (!bytes)
      return bytes.error();
    if (isKTest(file)) {
      if (auto test = harnessSeed(subject, file, *bytes, notes))
        seeds.push_back(std::move(*test));
      continue;
    }
    seeds.push_back(subject.program ? model::programSeed(subject, *bytes)
                                    : bufferSeed(subject, buffer, std::move(*bytes)));
  }
  if (tooLarge > 0)
    notes.push_back(
        fmt::format("seeds left out: {}; they have more than {} KiB", tooLarge, largestSeed >> 10));
  return seeds;
}

} // namespace cli
