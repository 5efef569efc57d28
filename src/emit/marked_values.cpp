#include "emit/marked_values.h"

#include "model/asked.h"
#include "model/value_access.h"

#include <algorithm>

namespace emit {

using model::Asked;
using model::Subject;
using model::Supplied;
using model::Type;
using model::Value;

namespace {

const Value *valueOf(const model::TestCase &test, const Asked &asked) {
  const auto found =
      std::find_if(test.supplied.begin(), test.supplied.end(), [&](const Supplied &each) {
        return each.source == asked.source && each.index == asked.index;
      });
  return found == test.supplied.end() ? nullptr : &found->value;
}

} // namespace

std::vector<MarkedValue> markedValues(const Subject &subject, const model::KeptTest &test) {
  std::vector<MarkedValue> values;
  for (const Asked &asked : test.asked) {
    const Value *given = valueOf(test.test, asked);
    MarkedValue value{asked.source, {}, asked.name, {}};
    if (value.name.empty())
      value.name = subject[asked.source].name;
    if (model::givesBytes(subject, asked.source)) {
      value.bytes = given ? model::bytesIn(*given) : "";
      value.bytes.resize(asked.bytes);
      values.push_back(std::move(value));
      continue;
    }
    const Type &record = subject[subject[asked.source].type];
    if (record.fields.empty() || record.fields.front().name != "result" ||
        !model::isScalar(subject[record.fields.front().type]))
      continue;
    value.type = record.fields.front().type;
    value.bytes = given ? given->parts.front().bytes : std::string(subject[value.type].size, '\0');
    values.push_back(std::move(value));
  }
  return values;
}

} // namespace emit
