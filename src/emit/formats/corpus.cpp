#include "emit/formats/corpus.h"

#include "emit/formats/program_ktest.h"
#include "model/asked.h"
#include "model/objects.h"
#include "model/value_access.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>

namespace emit {

using model::FunctionId;
using model::Subject;
using model::SupplyId;
using model::TestCase;
using model::Value;

namespace {

/// The function that gives a number of this size under this name; none: it is bytes.
std::optional<SupplyId> numberSource(const Subject &subject, const KTest::Object &object) {
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const model::Supply &supply = subject.supplies[i];
    if (supply.kind != model::Supply::Kind::Function || supply.name != object.name)
      continue;
    const model::Type &record = subject[supply.type];
    if (record.fields.size() == 1 && record.fields.front().name == "result" &&
        model::isScalar(subject[record.fields.front().type]) && record.size == object.bytes.size())
      return SupplyId(i);
  }
  return std::nullopt;
}

std::optional<SupplyId> byteSource(const Subject &subject) {
  for (std::size_t i = 0; i < subject.supplies.size(); ++i)
    if (model::givesBytes(subject, SupplyId(i)))
      return SupplyId(i);
  return std::nullopt;
}

} // namespace

bool isFuzzTarget(const Subject &subject, FunctionId id) {
  const model::Function &function = subject[id];
  return function.name == "LLVMFuzzerTestOneInput" && function.parameters.size() == 2 &&
         subject[subject[function.parameters[0].type].element].kind == model::TypeKind::Void;
}

std::optional<std::string> rawInput(const Subject &subject, const TestCase &test) {
  if (!isFuzzTarget(subject, test.function()))
    return std::nullopt;
  const Value &data = test.arguments()[0], &size = test.arguments()[1];
  std::uint64_t length = 0;
  std::memcpy(&length, size.bytes().data(), std::min(size.bytes().size(), sizeof length));
  return data.is<model::Object>()
             ? data.bytes().substr(0, std::min<std::uint64_t>(length, data.bytes().size()))
             : std::string();
}

std::optional<TestCase> testFromKTest(const Subject &subject, FunctionId function,
                                      const KTest &test) {
  if (subject.program)
    return model::programTest(subject, programRunOf(subject, test));
  TestCase result(function, {});
  for (const model::Parameter &parameter : subject[function].parameters)
    result.arguments().push_back(model::simplestValue(subject, parameter.type));
  std::map<SupplyId, std::uint32_t> calls;
  for (const KTest::Object &object : test.objects) {
    auto source = numberSource(subject, object);
    const bool isNumber = source.has_value();
    if (!isNumber)
      source = byteSource(subject);
    if (!source)
      return std::nullopt;
    const Value number = model::Parts{.parts = {model::Bytes{object.bytes}}};
    result.supplied.push_back(
        {*source, calls[*source]++,
         isNumber ? number : model::bytesGiven(subject, *source, object.bytes)});
  }
  std::stable_sort(
      result.supplied.begin(), result.supplied.end(),
      [](const model::Supplied &a, const model::Supplied &b) { return a.source < b.source; });
  return result;
}

} // namespace emit
