#include "model/honest.h"

#include "model/literals.h"
#include "model/value_access.h"

#include <algorithm>

namespace model {

void keepPromises(const Subject &subject, TestCase &test) {
  repairLiterals(subject, test);
  constexpr Wide mostBytes = 1 << 20;
  const Function &function = subject[test.function()];
  if (function.name != "LLVMFuzzerTestOneInput" || function.lengthPairs.size() != 1)
    return;
  const LengthPair &pair = function.lengthPairs.front();
  Value &data = test.arguments()[pair.pointer];
  const Type &type = subject[function.parameters[pair.length].type];
  char *length = test.arguments()[pair.length].memory().data();
  std::string &bytes = data.become<Object>().bytes;
  if (const Wide said = readInteger(type, length); said >= 0 && said <= mostBytes)
    bytes.resize(static_cast<std::size_t>(said));
  writeInteger(type, length, static_cast<Wide>(bytes.size()));
}

} // namespace model
