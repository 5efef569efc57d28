#include "model/asked.h"

#include "model/objects.h"
#include "model/supplies.h"
#include "model/value_access.h"

#include <algorithm>
#include <cstring>

namespace model {
namespace {

constexpr std::uint64_t mostBytes = 1 << 16;

bool fitsAsked(const Subject &subject, const Supplied &supplied, const Asked &asked) {
  return !givesBytes(subject, supplied.source) ||
         bytesIn(supplied.value).size() == std::min(asked.bytes, mostBytes);
}

} // namespace

bool givesBytes(const Subject &subject, SupplyId source) {
  const Supply &supply = subject[source];
  return supply.kind == Supply::Kind::Function &&
         (supply.name == "pincer_marked" || supply.name == freshSupply);
}

// The record of a call: { struct pincer_bytes { void *data; size_t length; } result; }
Value bytesGiven(const Subject &subject, SupplyId source, const std::string &bytes) {
  const Type &result = subject[subject[subject[source].type].fields.front().type];
  const std::uint64_t length = bytes.size();
  const Value data = bytes.empty() ? Value(Null{}) : Value(Object{.bytes = bytes});
  const Value size = Bytes{std::string(reinterpret_cast<const char *>(&length),
                                       subject[result.fields.back().type].size)};
  return Parts{{Parts{{data, size}}}};
}

std::string bytesIn(const Value &given) {
  const Value &data = given.parts()[0].parts()[0], &size = given.parts()[0].parts()[1];
  std::uint64_t length = 0;
  std::memcpy(&length, size.bytes().data(), std::min(size.bytes().size(), sizeof length));
  return data.is<Object>()
             ? data.bytes().substr(0, std::min<std::uint64_t>(length, data.bytes().size()))
             : std::string();
}

bool supplyAsked(const Subject &subject, TestCase &test, std::span<const Asked> asked,
                 std::uint32_t mostCalls) {
  bool changed = false;
  ObjectTable labels;
  const auto change = [&] {
    if (!changed)
      labelObjects(subject, test, labels);
    changed = true;
  };
  const auto isBefore = [](const Supplied &each, const Asked &call) {
    return std::pair(each.source, each.index) < std::pair(call.source, call.index);
  };
  for (const Asked &call : asked) {
    if (call.index >= mostCalls || subject[subject[call.source].type].size == 0)
      continue;
    auto place = std::lower_bound(test.supplied.begin(), test.supplied.end(), call, isBefore);
    const bool isThere =
        place != test.supplied.end() && place->source == call.source && place->index == call.index;
    if (isThere && fitsAsked(subject, *place, call))
      continue;
    change();
    if (!isThere)
      place = test.supplied.insert(
          place, {call.source, call.index, simplestValue(subject, subject[call.source].type)});
    if (givesBytes(subject, call.source)) {
      std::string bytes = bytesIn(place->value);
      bytes.resize(std::min(call.bytes, mostBytes));
      place->value = bytesGiven(subject, call.source, bytes);
    }
  }
  if (changed)
    numberObjects(subject, test);
  return changed;
}

} // namespace model
