#include "generate/random/whole_input.h"

#include "model/program.h"
#include "model/value_access.h"

#include <algorithm>
#include <vector>

namespace generate {

using model::Function;
using model::ProgramRun;
using model::Subject;
using model::TestCase;

namespace {

/// What it reads, but for arguments and environment.
std::vector<std::string *> streamsOf(ProgramRun &run) {
  std::vector<std::string *> streams{&run.input};
  for (auto &file : run.files)
    streams.push_back(&file.second);
  return streams;
}

void changeStream(const Subject &subject, TestCase &test, const TestCase &donor, Havoc &havoc,
                  support::Rng &rng) {
  ProgramRun run = model::programRun(subject, test), other = model::programRun(subject, donor);
  const std::vector<std::string *> streams = streamsOf(run), others = streamsOf(other);
  // Mostly the one that is longest: others may never be read.
  const auto longest = std::ranges::max_element(
      streams, {}, [](const std::string *stream) { return stream->size(); });
  const std::size_t chosen = rng.oneIn(4) ? rng.below(streams.size())
                                          : static_cast<std::size_t>(longest - streams.begin());
  havoc.change(*streams[chosen], *others[chosen < others.size() ? chosen : 0]);
  const auto end = test.endsAfterZeros;
  test = model::programTest(subject, run);
  test.endsAfterZeros = end;
}

} // namespace

bool readsWholeInput(const Subject &subject, const Function &function) {
  if (!subject.program)
    return function.name == "LLVMFuzzerTestOneInput" && function.lengthPairs.size() == 1 &&
           function.facts.supplies.empty();
  return std::ranges::all_of(function.facts.supplies, [&](model::SupplyId id) {
    return subject[id].kind == model::Supply::Kind::Variable && subject[id].input;
  });
}

void changeInput(const Subject &subject, TestCase &test, const TestCase &donor, Havoc &havoc,
                 support::Rng &rng) {
  if (subject.program)
    return changeStream(subject, test, donor, havoc, rng);
  const Function &function = subject[test.function()];
  const model::LengthPair &pair = function.lengthPairs.front();
  std::string &bytes = test.arguments()[pair.pointer].become<model::Object>().bytes;
  havoc.change(bytes, donor.arguments()[pair.pointer].bytes());
  model::writeInteger(subject[function.parameters[pair.length].type],
                      test.arguments()[pair.length].memory().data(),
                      static_cast<model::Wide>(bytes.size()));
}

} // namespace generate
