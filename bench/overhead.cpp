// Lowers one C source for bench/overhead: overhead SOURCE.c OBJECT.o makes a symbolic object.
#include "instrument/symbolic/symbolic.h"
#include "ir/testing/subjects.h"

#include <cstdio>

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  const std::filesystem::path source = arguments[1];
  ir::testing::markSources({source});
  const auto lowered = instrument::lowerSymbolic(ir::testing::markedBitcode(source), arguments[2]);
  if (!lowered)
    std::fprintf(stderr, "%s\n", lowered.error().message.c_str());
  return lowered ? 0 : 1;
}
