#include "model/honest.h"

#include "model/value_access.h"

#include <algorithm>

namespace model {

bool keepsPromises(const Subject &subject, const TestCase &test) {
  const Function &function = subject[test.function];
  if (function.name != "LLVMFuzzerTestOneInput")
    return true;
  return std::all_of(
      function.lengthPairs.begin(), function.lengthPairs.end(), [&](const LengthPair &pair) {
        const Value &pointer = test.arguments[pair.pointer];
        const auto count =
            elementCount(subject, function.parameters[pair.pointer].type, pointer).value_or(0);
        const Wide length = readInteger(subject[function.parameters[pair.length].type],
                                        test.arguments[pair.length].bytes.data());
        return length >= 0 && length <= static_cast<Wide>(count);
      });
}

} // namespace model
